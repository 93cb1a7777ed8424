/* Owns a process in which PHP is started, runs a script and is shut down again several times, as FrankenPHP does at
 * opcache_reset() and Apache at a graceful restart: by the embed SAPI.
 * Judges nothing. The script finds the number of the start, from 0, after its other arguments.
 *
 *     restart STARTS NOTES SCRIPT [ARGUMENT...]
 *
 * Between two starts a line is added to the file NOTES: "<CLOCK_MONOTONIC in ns> <process number> restarted". `-`: to none.
 * A process that the script has forked ends with its script. The exit status is the last script's. Built by php.rs. */

#include <sapi/embed/php_embed.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define WRONG_USAGE 64
#define NO_START 70

#ifdef ZTS
ZEND_TSRMLS_CACHE_DEFINE()
#endif

static int run(int argc, char **argv)
{
	zend_file_handle file;
	int status;

	if (php_embed_init(argc, argv) != SUCCESS)
		exit(NO_START);
#ifdef ZTS
	ZEND_TSRMLS_CACHE_UPDATE();
#endif
	/* That of the start before is still there. */
	EG(exit_status) = 0;
	zend_stream_init_filename(&file, argv[0]);
	/* exit() and fatal errors end here. */
	zend_first_try {
		php_execute_script(&file);
	} zend_end_try();
	zend_destroy_file_handle(&file);
	status = EG(exit_status);
	php_embed_shutdown();
	return status;
}

/* In one write, so that lines of several processes do not mix. */
static void note(const char *notes)
{
	struct timespec now;
	char line[64];
	int file;

	if (strcmp(notes, "-") == 0)
		return;
	clock_gettime(CLOCK_MONOTONIC, &now);
	snprintf(line, sizeof line, "%lld %d restarted\n", now.tv_sec * 1000000000LL + now.tv_nsec, (int)getpid());
	file = open(notes, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
	if (file < 0 || write(file, line, strlen(line)) < 0)
		perror(notes);
	if (file >= 0)
		close(file);
}

int main(int argc, char **argv)
{
	int starts = argc > 3 ? atoi(argv[1]) : 0, status = 0;
	char number[16], **arguments = malloc((argc + 2) * sizeof *arguments);
	pid_t process = getpid();

	if (starts < 1 || !arguments) {
		fprintf(stderr, "usage: restart STARTS NOTES SCRIPT [ARGUMENT...]\n");
		return WRONG_USAGE;
	}
	memcpy(arguments, argv + 3, (argc - 3) * sizeof *arguments);
	arguments[argc - 3] = number;
	arguments[argc - 2] = NULL;
	for (int start = 0; start < starts && getpid() == process; start++) {
		if (start > 0)
			note(argv[2]);
		snprintf(number, sizeof number, "%d", start);
		status = run(argc - 2, arguments);
		/* PHP's handler stays and is of no use any more. */
		signal(SIGUSR1, SIG_IGN);
	}
	return status;
}
