/*
 * Lets PHP load an extension that is built with AddressSanitizer. Owns two calls: dlopen() and the program's start.
 * Knows nothing of redislock, nor of what AddressSanitizer finds.
 * Loaded by under-asan, in front of AddressSanitizer's own library.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>

/* PHP loads extensions with RTLD_DEEPBIND, by which they would get malloc from libc and not from AddressSanitizer. Its
   own dlopen() ends the process then, with a message and before the first line of a script runs. */
void *dlopen(const char *file, int mode)
{
    static void *(*next)(const char *, int) = NULL;

    if (next == NULL) {
        next = (void *(*)(const char *, int)) dlsym(RTLD_NEXT, "dlopen");
    }
    return next(file, mode & ~RTLD_DEEPBIND);
}

/* What PHP starts is not looked at (Redis, shells, openssl); a PHP that a test starts goes through under-asan again. */
__attribute__((constructor)) static void keep_to_this_program(void)
{
    unsetenv("LD_PRELOAD");
}
