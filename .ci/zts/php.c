/*
 * The command `php` on a library that has PHP inside, for .ci/matrix: what the tests use of PHP's own command.
 *
 * Owns the options and how a script is run; does not own PHP's output, which is the library's. PHP lives as in its own command
 * (sapi/cli/php_cli.c in PHP's sources): as `cli`, with the same settings, and with the constants STDIN, STDOUT and STDERR.
 */
#include <getopt.h>
#include <sapi/embed/php_embed.h>
#include <ext/standard/info.h>

ZEND_TSRMLS_CACHE_DEFINE()

extern zend_module_entry pcntl_module_entry;

enum { RUN, INFORMATION, MODULES, VERSION, ONE_MODULE, CHECK };

/* What the options say. A script is code, a file, or standard input where both are NULL. */
static int action = RUN;
static const char *code, *file, *module;

static sapi_module_struct sapi;

static int start(sapi_module_struct *started)
{
    return php_module_startup(started, &pcntl_module_entry);
}

static void set_defaults(HashTable *settings)
{
    zval on;

    ZVAL_NEW_STR(&on, zend_string_init("1", 1, true));
    zend_hash_str_update(settings, "display_errors", strlen("display_errors"), &on);
}

static void register_variables(zval *variables)
{
    const char *script = file ? file : code ? "" : "Standard input code";
    const char *names[] = { "PHP_SELF", "SCRIPT_NAME", "SCRIPT_FILENAME", "PATH_TRANSLATED" };
    size_t number;

    php_import_environment_variables(variables);
    for (number = 0; number < sizeof names / sizeof *names; number++) {
        php_register_variable(names[number], script, variables);
    }
    php_register_variable("DOCUMENT_ROOT", "", variables);
}

/* -d name and -d name=value. A value that is neither a word nor in quotes is put into quotes. */
static void add_setting(FILE *settings, const char *setting)
{
    const char *value = strchr(setting, '=');

    if (value == NULL) {
        fprintf(settings, "%s=1\n", setting);
    } else if (value[1] == '\0' || isalnum((unsigned char) value[1]) || value[1] == '"' || value[1] == '\'') {
        fprintf(settings, "%s\n", setting);
    } else {
        fprintf(settings, "%.*s=\"%s\"\n", (int) (value - setting), setting, value + 1);
    }
}

/* Returns the number of options, after which the script's arguments follow. sapi_startup() has to be over: it forgets settings. */
static int read_options(int argc, char **argv)
{
    static const struct option with_words[] = {
        { "ri", required_argument, NULL, 'R' }, { "version", no_argument, NULL, 'v' }, { NULL, 0, NULL, 0 },
    };
    char *text;
    size_t length;
    FILE *settings = open_memstream(&text, &length);
    int option;

    if (settings == NULL) {
        perror("php");
        exit(1);
    }
    /* A command's own, whatever php.ini says; -d comes after them and is stronger. */
    fputs("html_errors=0\nregister_argc_argv=1\nimplicit_flush=1\noutput_buffering=0\n"
          "max_execution_time=0\nmax_input_time=-1\n", settings);
    while ((option = getopt_long(argc, argv, "+c:d:f:ilmnqr:v", with_words, NULL)) != -1) {
        switch (option) {
            case 'c': sapi.php_ini_path_override = optarg; break;
            case 'd': add_setting(settings, optarg); break;
            case 'f': file = optarg; break;
            case 'i': action = INFORMATION; break;
            case 'l': action = CHECK; break;
            case 'm': action = MODULES; break;
            case 'n': sapi.php_ini_ignore = 1; break;
            case 'q': break;
            case 'r': code = optarg; break;
            case 'R': action = ONE_MODULE, module = optarg; break;
            case 'v': action = VERSION; break;
            default: exit(1);
        }
    }
    fclose(settings);
    sapi.ini_entries = text;
    /* `php -- a` reads its script from standard input. */
    if ((action == RUN || action == CHECK) && !code && !file && optind < argc && strcmp(argv[optind - 1], "--") != 0) {
        file = argv[optind++];
    }
    return optind;
}

static int by_name(Bucket *one, Bucket *other)
{
    return strcasecmp(((zend_module_entry *) Z_PTR(one->val))->name, ((zend_module_entry *) Z_PTR(other->val))->name);
}

static void print_modules(void)
{
    HashTable sorted;
    zend_module_entry *entry;

    zend_hash_init(&sorted, 50, NULL, NULL, false);
    zend_hash_copy(&sorted, &module_registry, NULL);
    zend_hash_sort(&sorted, by_name, false);
    php_printf("[PHP Modules]\n");
    ZEND_HASH_FOREACH_PTR(&sorted, entry) {
        php_printf("%s\n", entry->name);
    } ZEND_HASH_FOREACH_END();
    php_printf("\n[Zend Modules]\n\n");
    zend_hash_destroy(&sorted);
}

static void print_module(void)
{
    zend_module_entry *entry = zend_hash_str_find_ptr_lc(&module_registry, module, strlen(module));

    if (entry) {
        php_info_print_module(entry);
    } else {
        fprintf(stderr, "Extension '%s' not present.\n", module);
        EG(exit_status) = 1;
    }
}

/* As the first to open them, they are the process's own, not copies: a script that closes STDOUT closes it. */
static void register_streams(void)
{
    static const struct { const char *name, *place, *mode; } streams[] = {
        { "STDIN", "php://stdin", "rb" }, { "STDOUT", "php://stdout", "wb" }, { "STDERR", "php://stderr", "wb" },
    };
    size_t number;

    for (number = 0; number < sizeof streams / sizeof *streams; number++) {
        php_stream *stream = php_stream_open_wrapper_ex(streams[number].place, streams[number].mode, 0, NULL, NULL);
        zend_constant constant;
        if (stream == NULL) {
            continue;
        }
        php_stream_to_zval(stream, &constant.value);
        ZEND_CONSTANT_SET_FLAGS(&constant, 0, 0);
        constant.name = zend_string_init_interned(streams[number].name, strlen(streams[number].name), false);
        zend_register_constant(&constant);
    }
}

static void run_script(FILE *source)
{
    zend_file_handle handle;

    register_streams();
    if (code) {
        zend_eval_string_ex(code, NULL, "Command line code", true);
        return;
    }
    zend_stream_init_fp(&handle, source, file ? file : "Standard input code");
    handle.primary_script = true;
    CG(skip_shebang) = true;
    if (action == RUN) {
        php_execute_script(&handle);
    } else if (php_lint_script(&handle) == SUCCESS) {
        php_printf("No syntax errors detected in %s\n", ZSTR_VAL(handle.filename));
    } else {
        EG(exit_status) = 255;
    }
    zend_destroy_file_handle(&handle);
}

/* One request, as every use of PHP is one. Returns the exit code. */
static int request(int argc, char **argv)
{
    FILE *source = file ? fopen(file, "rb") : stdin;

    if (source == NULL) {
        printf("Could not open input file: %s\n", file);
        return 1;
    }
    SG(options) |= SAPI_OPTION_NO_CHDIR;
    SG(request_info).argc = argc;
    SG(request_info).argv = argv;
    SG(request_info).path_translated = (char *) file;
    if (php_request_startup() == FAILURE) {
        return 1;
    }
    zend_first_try {
        SG(request_info).no_headers = 1;
        PG(during_request_startup) = 0;
        zend_is_auto_global(ZSTR_KNOWN(ZEND_STR_AUTOGLOBAL_SERVER));
        switch (action) {
            case RUN:
            case CHECK: run_script(source); break;
            case INFORMATION: php_print_info(PHP_INFO_ALL & ~PHP_INFO_CREDITS); break;
            case MODULES: print_modules(); break;
            case VERSION: php_print_version(&sapi); break;
            case ONE_MODULE: print_module(); break;
        }
    } zend_end_try();
    /* It is not ours to free. */
    SG(request_info).path_translated = NULL;
    php_request_shutdown(NULL);
    /* Shutdown functions and destructors may exit, too. */
    return EG(exit_status);
}

int main(int argc, char **argv)
{
    int options, status = 1;

    signal(SIGPIPE, SIG_IGN);
    php_tsrm_startup();
    zend_signal_startup();
    ZEND_TSRMLS_CACHE_UPDATE();
    sapi = php_embed_module;
    sapi.name = "cli";
    sapi.pretty_name = "Command Line Interface";
    sapi.startup = start;
    sapi.ini_defaults = set_defaults;
    sapi.register_server_variables = register_variables;
    sapi.executable_location = argv[0];
    sapi.php_ini_ignore_cwd = 1;
    sapi.phpinfo_as_text = 1;
    sapi_startup(&sapi);
    options = read_options(argc, argv);
    if (sapi.startup(&sapi) == SUCCESS) {
        /* The script's name stands before its arguments. */
        argv[options - 1] = (char *) (file ? file : "Standard input code");
        status = request(argc - options + 1, argv + options - 1);
        php_module_shutdown();
    }
    sapi_shutdown();
    tsrm_shutdown();
    return status;
}
