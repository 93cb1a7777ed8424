/* Owns the wall clock of one process, by LD_PRELOAD: what libc tells, and beside it as many ns as the file named by
 * TORTURE_CLOCK says at that moment (a 64-bit number, mapped: a write moves the clock at once).
 * Leaves every other clock alone. Built and set by clock.rs. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000LL

static const volatile int64_t none = 0;
static const volatile int64_t *offset = &none;
static int (*real)(clockid_t, struct timespec *);

__attribute__((constructor)) static void begin(void)
{
	const char *path = getenv("TORTURE_CLOCK");
	int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	void *map = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *offset, PROT_READ, MAP_SHARED, file, 0);

	if (map != MAP_FAILED)
		offset = map;
	if (file >= 0)
		close(file);
}

static int told(clockid_t clock, struct timespec *time)
{
	/* Another library's constructor may ask before ours has run. */
	if (!real)
		real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
	return real(clock, time);
}

static struct timespec wall(void)
{
	struct timespec time = {0, 0};

	told(CLOCK_REALTIME, &time);
	int64_t ns = time.tv_sec * SECOND + time.tv_nsec + *offset;
	return (struct timespec){ns / SECOND, ns % SECOND};
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
	if (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)
		return told(clock, time);
	*time = wall();
	return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
	(void)zone;
	struct timespec now = wall();
	*time = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
	return 0;
}

time_t time(time_t *result)
{
	time_t now = wall().tv_sec;

	if (result)
		*result = now;
	return now;
}
