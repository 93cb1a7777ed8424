/*
 * Starts PHP anew in one process, as FrankenPHP does: restart INI SCRIPT ROUNDS
 *
 * Owns the starts and ends of PHP; the script, run once a round, finds ROUND, from 0, CHILD, and fork_and_wait(), which is true
 * in the child and false in the parent, once the child has ended. The child goes on with the rounds, too. handle_request() calls
 * a function as a request of a worker, as frankenphp_handle_request() does. After each end of PHP it prints how many threads and
 * sockets there are beside those of its own beginning. Built and run by restart.inc.
 */
#include <dirent.h>
#include <fcntl.h>
#include <sapi/embed/php_embed.h>
#include <sys/wait.h>
#include <unistd.h>
#include <SAPI.h>
#include <Zend/zend_exceptions.h>
#include <php_output.h>

#ifdef ZTS
ZEND_TSRMLS_CACHE_DEFINE()
#endif

static int child = 0;

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_fork_and_wait, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

static ZEND_FUNCTION(fork_and_wait)
{
    int status = 0;
    pid_t pid = fork();

    child |= pid == 0;
#ifdef ZEND_MAX_EXECUTION_TIMERS
    /* As pcntl does: timers are not inherited. */
    if (pid == 0) {
        zend_max_execution_timer_init();
    }
#endif
    if (pid > 0 && (waitpid(pid, &status, 0) != pid || status != 0)) {
        zend_error(E_ERROR, "the child ended with status %d", status);
    }
    RETURN_BOOL(pid == 0);
}

/* PHP runs a worker's code, which is in a dummy request until the worker handles its first. */
static int in_dummy_request = 1;

/* FrankenPHP's frankenphp_worker_request_shutdown(), without the modules and globals that are reloaded. */
static void end_worker_request(void)
{
    php_output_end_all();
    php_output_deactivate();
    sapi_deactivate();
}

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_handle_request, 0, 1, _IS_BOOL, 0)
    ZEND_ARG_TYPE_INFO(0, callback, IS_CALLABLE, 0)
ZEND_END_ARG_INFO()

/* FrankenPHP's function of this name, without waiting for a request. */
static ZEND_FUNCTION(handle_request)
{
    zend_fcall_info fci;
    zend_fcall_info_cache fcc;
    zval result;

    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_FUNC(fci, fcc)
    ZEND_PARSE_PARAMETERS_END();
    if (in_dummy_request) {
        in_dummy_request = 0;
        end_worker_request();
    }
    php_output_activate();
    sapi_activate();
    SG(headers_sent) = 1;
    SG(request_info).no_headers = 1;
    fci.retval = &result;
    if (zend_call_function(&fci, &fcc) == SUCCESS) {
        zval_ptr_dtor(&result);
    }
    if (EG(exception)) {
        zend_exception_error(EG(exception), E_ERROR);
        zend_bailout();
    }
    end_worker_request();
    RETURN_TRUE;
}

static const zend_function_entry functions[] = {
    ZEND_FE(fork_and_wait, arginfo_fork_and_wait)
    ZEND_FE(handle_request, arginfo_handle_request)
    ZEND_FE_END
};

/* Counts the entries of a folder, or those of them that are links to something that begins like `kind`. */
static int count(const char *folder, const char *kind)
{
    DIR *all = opendir(folder);
    struct dirent *one;
    int found = 0;

    while (all && (one = readdir(all))) {
        char target[64] = "";
        if (kind) {
            ssize_t length = readlinkat(dirfd(all), one->d_name, target, sizeof target - 1);
            target[length > 0 ? length : 0] = 0;
        }
        found += kind ? strncmp(target, kind, strlen(kind)) == 0 : one->d_name[0] != '.';
    }
    if (all) {
        closedir(all);
    }
    return found;
}

static int run(const char *script, int round)
{
    char define[80];
    int failed = 1;

    in_dummy_request = 1;
    snprintf(define, sizeof define, "define('ROUND', %d); define('CHILD', %s);", round, child ? "true" : "false");
    zend_register_functions(NULL, functions, NULL, MODULE_PERSISTENT);
    zend_first_try {
        zend_file_handle file;
        SG(headers_sent) = 1;
        SG(request_info).no_headers = 1;
        zend_eval_string(define, NULL, "restart");
        zend_stream_init_filename(&file, script);
        failed = !php_execute_script(&file) || EG(exit_status) != 0;
        zend_destroy_file_handle(&file);
    } zend_end_try();
    return failed;
}

int main(int argc, char **argv)
{
    int threads = count("/proc/self/task", NULL), sockets = count("/proc/self/fd", "socket:");
    int round, failures = 0, rounds = argc == 4 ? atoi(argv[3]) : 0;

    if (rounds < 1) {
        fprintf(stderr, "usage: restart INI SCRIPT ROUNDS\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IONBF, 0);
    php_embed_module.php_ini_path_override = argv[1];
    for (round = 0; round < rounds; round++) {
        if (php_embed_init(1, argv) == FAILURE) {
            return 2;
        }
#ifdef ZTS
        ZEND_TSRMLS_CACHE_UPDATE();
#endif
        failures += run(argv[2], round);
        php_embed_shutdown();
        printf("%send of round %d: %d threads, %d sockets\n", child ? "child, " : "", round, count("/proc/self/task", NULL) - threads,
            count("/proc/self/fd", "socket:") - sockets);
    }
    return failures > 0;
}
