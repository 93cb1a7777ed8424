/*
 * Runs one PHP script in several threads at once, as a server with threads does: threads INI NUMBER SCRIPT [ROUNDS]
 *
 * Owns the threads and their requests; THREAD is the number of each, from 0. All of it as many times as there are rounds, with a
 * PHP that is started anew; ROUND is the number of each, from 0. Prints nothing of its own but errors, and ends
 * with 0 only when no script failed. Needs a thread-safe PHP with the embed SAPI. Built and run by threads.inc.
 */
#include <pthread.h>
#include <sapi/embed/php_embed.h>

#ifndef ZTS
#error "this PHP is not thread-safe"
#endif

ZEND_TSRMLS_CACHE_DEFINE()

enum { MOST_THREADS = 64 };

static const char *script;
static int round_number;
static pthread_barrier_t all_are_ready;

static void *request(void *number)
{
    char define[64];
    zval failed;
    void *status = (void *) 1;

    ts_resource(0);
    ZEND_TSRMLS_CACHE_UPDATE();
    snprintf(define, sizeof define, "define('THREAD', %d) && define('ROUND', %d)", (int) (intptr_t) number, round_number);
    /* Whether PHP can start requests side by side is part of the question. */
    pthread_barrier_wait(&all_are_ready);
    if (php_request_startup() == SUCCESS) {
        zend_first_try {
            zend_file_handle file;
            SG(headers_sent) = 1;
            SG(request_info).no_headers = 1;
            zend_eval_string(define, &failed, "threads");
            zend_stream_init_filename(&file, script);
            /* False after an uncaught exception or a fatal error. */
            if (php_execute_script(&file) && EG(exit_status) == 0) {
                status = NULL;
            }
            zend_destroy_file_handle(&file);
        } zend_end_try();
        php_request_shutdown(NULL);
    }
    ts_free_thread();
    return status;
}

/* Starts PHP, runs the script in `count` threads and ends PHP; returns how many failed. */
static int run(int count, char **argv)
{
    pthread_t threads[MOST_THREADS];
    int number, failures = 0;

    if (php_embed_init(1, argv) == FAILURE) {
        exit(2);
    }
    for (number = 0; number < count; number++) {
        if (pthread_create(&threads[number], NULL, request, (void *) (intptr_t) number) != 0) {
            exit(2);
        }
    }
    while (number-- > 0) {
        void *status;
        pthread_join(threads[number], &status);
        failures += status != NULL;
    }
    php_embed_shutdown();
    return failures;
}

int main(int argc, char **argv)
{
    int failures = 0, count = argc >= 4 ? atoi(argv[2]) : 0, rounds = argc == 5 ? atoi(argv[4]) : 1;

    if (count < 1 || count > MOST_THREADS || argc > 5) {
        fprintf(stderr, "usage: threads INI NUMBER SCRIPT [ROUNDS]\n");
        return 2;
    }
    script = argv[3];
    php_embed_module.php_ini_path_override = argv[1];
    pthread_barrier_init(&all_are_ready, NULL, count);
    for (; round_number < rounds; round_number++) {
        failures += run(count, argv);
    }
    return failures > 0;
}
