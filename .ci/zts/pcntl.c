/*
 * What the tests and the command `redislock` use of PHP's extension pcntl, which the library of .ci/zts/php.c lacks.
 *
 * Owns signals and processes of a PHP that runs in one thread. A signal's handler runs as with PHP's own pcntl
 * (ext/pcntl/pcntl.c in PHP's sources): where the engine looks for interrupts, or where it is told to.
 */
#include <sched.h>
#include <sys/wait.h>
#include <main/php.h>
#include <Zend/zend_fibers.h>
#include <Zend/zend_max_execution_timer.h>

ZEND_TSRMLS_CACHE_EXTERN()

enum { MOST_PENDING = 64, HIGHEST = 65 };

/* The handlers of PHP, by signal; undefined where a script has set none. */
static zval handlers[HIGHEST];
static siginfo_t pending[MOST_PENDING];
static volatile sig_atomic_t count;
static bool is_asynchronous, is_dispatching;
static int last_error;
static void (*next_interrupt)(zend_execute_data *execute_data);

static void note(int signal, siginfo_t *info, void *context)
{
    (void) signal, (void) context;
    if (count < MOST_PENDING) {
        pending[count] = *info;
        count = count + 1;
    }
    if (is_asynchronous) {
        zend_atomic_bool_store_ex(&EG(vm_interrupt), true);
    }
}

static void describe(const siginfo_t *info, zval *array)
{
    array_init(array);
    add_assoc_long(array, "signo", info->si_signo);
    add_assoc_long(array, "errno", info->si_errno);
    add_assoc_long(array, "code", info->si_code);
    add_assoc_long(array, "pid", info->si_pid);
    add_assoc_long(array, "uid", info->si_uid);
    if (info->si_signo == SIGCHLD) {
        add_assoc_long(array, "status", info->si_status);
    }
}

static void run_handler(const siginfo_t *info)
{
    zval words[2], result;

    if (Z_TYPE(handlers[info->si_signo]) <= IS_LONG) {
        return;
    }
    ZVAL_LONG(&words[0], info->si_signo);
    describe(info, &words[1]);
    ZVAL_UNDEF(&result);
    call_user_function(NULL, NULL, &handlers[info->si_signo], &result, 2, words);
    zval_ptr_dtor(&result);
    zval_ptr_dtor(&words[1]);
}

/* Runs the handlers of the signals that have come. One that comes meanwhile waits until they have all run. */
static void dispatch(void)
{
    siginfo_t signals[MOST_PENDING];
    sigset_t all, before;
    int number, signal_count;

    if (count == 0 || is_dispatching) {
        return;
    }
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    is_dispatching = true;
    zend_fiber_switch_block();
    signal_count = count;
    memcpy(signals, pending, signal_count * sizeof *signals);
    count = 0;
    for (number = 0; number < signal_count; number++) {
        run_handler(&signals[number]);
    }
    zend_fiber_switch_unblock();
    is_dispatching = false;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void interrupt(zend_execute_data *execute_data)
{
    dispatch();
    if (next_interrupt) {
        next_interrupt(execute_data);
    }
}

static void return_process(zval *return_value, pid_t process)
{
    if (process == -1) {
        last_error = errno;
    }
    RETVAL_LONG(process);
}

ZEND_FUNCTION(pcntl_signal)
{
    struct sigaction action = { .sa_flags = SA_SIGINFO | SA_ONSTACK };
    zend_long signal;
    zval *handler;
    bool restarts = true;

    if (zend_parse_parameters(ZEND_NUM_ARGS(), "lz|b", &signal, &handler, &restarts) == FAILURE) {
        RETURN_THROWS();
    }
    if (signal < 1 || signal >= HIGHEST) {
        zend_argument_value_error(1, "must be a signal");
        RETURN_THROWS();
    }
    if (Z_TYPE_P(handler) == IS_LONG) {
        action.sa_handler = Z_LVAL_P(handler) ? SIG_IGN : SIG_DFL;
        action.sa_flags = 0;
    } else if (zend_is_callable(handler, 0, NULL)) {
        action.sa_sigaction = note;
        /* Two at a time would write to one place. */
        sigfillset(&action.sa_mask);
    } else {
        zend_argument_type_error(2, "must be of type callable|int, %s given", zend_zval_value_name(handler));
        RETURN_THROWS();
    }
    action.sa_flags |= restarts ? SA_RESTART : 0;
    /* PHP holds back some signals while it is in what they must not interrupt; it has to know who is to have them. */
    zend_sigaction((int) signal, &action, NULL);
    zval_ptr_dtor(&handlers[signal]);
    ZVAL_COPY(&handlers[signal], handler);
    RETURN_TRUE;
}

ZEND_FUNCTION(pcntl_async_signals)
{
    bool wanted, is_null = true;

    if (zend_parse_parameters(ZEND_NUM_ARGS(), "|b!", &wanted, &is_null) == FAILURE) {
        RETURN_THROWS();
    }
    RETVAL_BOOL(is_asynchronous);
    if (!is_null) {
        is_asynchronous = wanted;
    }
}

ZEND_FUNCTION(pcntl_signal_dispatch)
{
    ZEND_PARSE_PARAMETERS_NONE();
    dispatch();
    RETURN_TRUE;
}

ZEND_FUNCTION(pcntl_fork)
{
    pid_t process;

    ZEND_PARSE_PARAMETERS_NONE();
    process = fork();
    if (process == 0) {
        /* Timers are not inherited. */
        zend_max_execution_timer_init();
    }
    return_process(return_value, process);
}

static void wait_for(zend_long process, zval *status, zend_long options, zval *return_value)
{
    int code = 0;

    return_process(return_value, waitpid((pid_t) process, &code, (int) options));
    ZEND_TRY_ASSIGN_REF_LONG(status, code);
}

ZEND_FUNCTION(pcntl_waitpid)
{
    zend_long process, options = 0;
    zval *status;

    if (zend_parse_parameters(ZEND_NUM_ARGS(), "lz|l", &process, &status, &options) == FAILURE) {
        RETURN_THROWS();
    }
    wait_for(process, status, options, return_value);
}

ZEND_FUNCTION(pcntl_wait)
{
    zend_long options = 0;
    zval *status;

    if (zend_parse_parameters(ZEND_NUM_ARGS(), "z|l", &status, &options) == FAILURE) {
        RETURN_THROWS();
    }
    wait_for(-1, status, options, return_value);
}

static zend_long number_argument(zend_execute_data *execute_data)
{
    zend_long number = 0;

    zend_parse_parameters(ZEND_NUM_ARGS(), "l", &number);
    return number;
}

#define OF_A_NUMBER(name, returned, value) \
    ZEND_FUNCTION(name) { int number = (int) number_argument(execute_data); returned(value); }
OF_A_NUMBER(pcntl_wifexited, RETURN_BOOL, WIFEXITED(number))
OF_A_NUMBER(pcntl_wifsignaled, RETURN_BOOL, WIFSIGNALED(number))
OF_A_NUMBER(pcntl_wifstopped, RETURN_BOOL, WIFSTOPPED(number))
OF_A_NUMBER(pcntl_wexitstatus, RETURN_LONG, WEXITSTATUS(number))
OF_A_NUMBER(pcntl_wtermsig, RETURN_LONG, WTERMSIG(number))
OF_A_NUMBER(pcntl_alarm, RETURN_LONG, alarm((unsigned) number))
OF_A_NUMBER(pcntl_unshare, RETURN_BOOL, unshare(number) == 0)

ZEND_FUNCTION(pcntl_get_last_error)
{
    ZEND_PARSE_PARAMETERS_NONE();
    RETURN_LONG(last_error);
}

/* Makes "name=value", or the value alone without names, of an array, for exec(). It is never freed: the program is replaced. */
static char **words_of(HashTable *array, const char *first, bool has_names)
{
    char **words = calloc((array ? zend_hash_num_elements(array) : 0) + 2, sizeof *words), **word = words;
    zend_string *name;
    zval *value;

    if (first) {
        *word++ = strdup(first);
    }
    if (array) {
        ZEND_HASH_FOREACH_STR_KEY_VAL(array, name, value) {
            zend_string *text = zval_get_string(value);
            if (!has_names) {
                *word++ = strdup(ZSTR_VAL(text));
            } else if (name && asprintf(word, "%s=%s", ZSTR_VAL(name), ZSTR_VAL(text)) != -1) {
                word++;
            }
            zend_string_release(text);
        } ZEND_HASH_FOREACH_END();
    }
    return words;
}

ZEND_FUNCTION(pcntl_exec)
{
    char *path;
    size_t length;
    HashTable *arguments = NULL, *environment = NULL;

    if (zend_parse_parameters(ZEND_NUM_ARGS(), "p|hh", &path, &length, &arguments, &environment) == FAILURE) {
        RETURN_THROWS();
    }
    if (environment) {
        execve(path, words_of(arguments, path, false), words_of(environment, NULL, true));
    } else {
        execv(path, words_of(arguments, path, false));
    }
    last_error = errno;
    php_error_docref(NULL, E_WARNING, "Error has occurred: (errno %d) %s", errno, strerror(errno));
    RETURN_FALSE;
}

static sigset_t signals_of(HashTable *array)
{
    sigset_t set;
    zval *signal;

    sigemptyset(&set);
    ZEND_HASH_FOREACH_VAL(array, signal) {
        sigaddset(&set, (int) zval_get_long(signal));
    } ZEND_HASH_FOREACH_END();
    return set;
}

ZEND_FUNCTION(pcntl_sigprocmask)
{
    zend_long how;
    HashTable *array;
    sigset_t set;

    if (zend_parse_parameters(ZEND_NUM_ARGS(), "lh", &how, &array) == FAILURE) {
        RETURN_THROWS();
    }
    set = signals_of(array);
    RETURN_BOOL(pthread_sigmask((int) how, &set, NULL) == 0);
}

ZEND_FUNCTION(pcntl_sigtimedwait)
{
    HashTable *array;
    zval *from = NULL;
    zend_long seconds = 0, nanoseconds = 0;
    struct timespec longest;
    siginfo_t info;
    sigset_t set;
    int signal;

    if (zend_parse_parameters(ZEND_NUM_ARGS(), "h|zll", &array, &from, &seconds, &nanoseconds) == FAILURE) {
        RETURN_THROWS();
    }
    set = signals_of(array);
    longest.tv_sec = seconds;
    longest.tv_nsec = nanoseconds;
    signal = sigtimedwait(&set, &info, &longest);
    if (signal == -1) {
        last_error = errno;
        php_error_docref(NULL, E_WARNING, "%s", strerror(errno));
        RETURN_FALSE;
    }
    if (from) {
        zval told;
        describe(&info, &told);
        ZEND_TRY_ASSIGN_REF_TMP(from, &told);
    }
    RETURN_LONG(signal);
}

/* By value, and checked by the functions. */
ZEND_BEGIN_ARG_INFO_EX(any, 0, 0, 0)
    ZEND_ARG_VARIADIC_INFO(0, arguments)
ZEND_END_ARG_INFO()
ZEND_BEGIN_ARG_INFO_EX(signal_arguments, 0, 0, 2)
    ZEND_ARG_INFO(0, signal)
    ZEND_ARG_INFO(0, handler)
    ZEND_ARG_INFO(0, restart_syscalls)
ZEND_END_ARG_INFO()
ZEND_BEGIN_ARG_INFO_EX(waitpid_arguments, 0, 0, 2)
    ZEND_ARG_INFO(0, process_id)
    ZEND_ARG_INFO(1, status)
    ZEND_ARG_INFO(0, flags)
ZEND_END_ARG_INFO()
ZEND_BEGIN_ARG_INFO_EX(wait_arguments, 0, 0, 1)
    ZEND_ARG_INFO(1, status)
    ZEND_ARG_INFO(0, flags)
ZEND_END_ARG_INFO()
ZEND_BEGIN_ARG_INFO_EX(sigtimedwait_arguments, 0, 0, 1)
    ZEND_ARG_INFO(0, signals)
    ZEND_ARG_INFO(1, info)
    ZEND_ARG_INFO(0, seconds)
    ZEND_ARG_INFO(0, nanoseconds)
ZEND_END_ARG_INFO()

static const zend_function_entry functions[] = {
    ZEND_FE(pcntl_signal, signal_arguments)
    ZEND_FE(pcntl_async_signals, any)
    ZEND_FE(pcntl_signal_dispatch, any)
    ZEND_FE(pcntl_fork, any)
    ZEND_FE(pcntl_waitpid, waitpid_arguments)
    ZEND_FE(pcntl_wait, wait_arguments)
    ZEND_FE(pcntl_wifexited, any)
    ZEND_FE(pcntl_wifsignaled, any)
    ZEND_FE(pcntl_wifstopped, any)
    ZEND_FE(pcntl_wexitstatus, any)
    ZEND_FE(pcntl_wtermsig, any)
    ZEND_FE(pcntl_alarm, any)
    ZEND_FE(pcntl_unshare, any)
    ZEND_FE(pcntl_get_last_error, any)
    ZEND_FE(pcntl_exec, any)
    ZEND_FE(pcntl_sigprocmask, any)
    ZEND_FE(pcntl_sigtimedwait, sigtimedwait_arguments)
    ZEND_FE_END
};

static int start(int type, int module_number)
{
#define NUMBER(name) REGISTER_LONG_CONSTANT(#name, (zend_long) (name), CONST_PERSISTENT)
    NUMBER(SIG_DFL), NUMBER(SIG_IGN), NUMBER(SIG_BLOCK), NUMBER(SIG_UNBLOCK), NUMBER(SIG_SETMASK);
    NUMBER(WNOHANG), NUMBER(WUNTRACED), NUMBER(CLONE_NEWPID);
    NUMBER(SIGHUP), NUMBER(SIGINT), NUMBER(SIGQUIT), NUMBER(SIGILL), NUMBER(SIGTRAP), NUMBER(SIGABRT), NUMBER(SIGBUS);
    NUMBER(SIGFPE), NUMBER(SIGKILL), NUMBER(SIGUSR1), NUMBER(SIGSEGV), NUMBER(SIGUSR2), NUMBER(SIGPIPE), NUMBER(SIGALRM);
    NUMBER(SIGTERM), NUMBER(SIGCHLD), NUMBER(SIGCONT), NUMBER(SIGSTOP), NUMBER(SIGTSTP), NUMBER(SIGWINCH), NUMBER(SIGSYS);
    REGISTER_LONG_CONSTANT("PCNTL_EINTR", EINTR, CONST_PERSISTENT);
    next_interrupt = zend_interrupt_function;
    zend_interrupt_function = interrupt;
    return SUCCESS;
}

/* What a signal finds after the request's end is that of no request. */
static int end_request(int type, int module_number)
{
    int signal;

    is_asynchronous = false;
    count = 0;
    for (signal = 0; signal < HIGHEST; signal++) {
        zval_ptr_dtor(&handlers[signal]);
        ZVAL_UNDEF(&handlers[signal]);
    }
    return SUCCESS;
}

zend_module_entry pcntl_module_entry = {
    STANDARD_MODULE_HEADER, "pcntl", functions, start, NULL, NULL, end_request, NULL, PHP_VERSION, STANDARD_MODULE_PROPERTIES,
};
