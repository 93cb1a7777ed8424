/* Owns the floor of a quorum: RedisLock's two requests to several masters at a time, each decided by a majority's replies.
 * Understands no reply but the ones it expects; what comes after the majority's is read before the next decision.
 * Called by bench/floor.php, as floor.c is.
 *
 * quorum_floor quorum:PORT,PORT,... ACQUIRE RELEASE [ahead]; then for each line "CYCLES ..." one line of JSON. With "ahead" it does not
 * wait for the replies to a release. */
#include "floor.h"
#include <poll.h>

#define MOST 16
static const char replies[] = "+OK\r\n:1\r\n";
static const size_t acquired = 5, both = sizeof replies - 1;

static struct pollfd members[MOST];
/* How many bytes each has replied so far; all that are sent in a cycle are `both`. */
static size_t heard[MOST];
static int count;

static void say(const char *request, size_t length) {
    for (int member = 0; member < count; member++)
        if (send(members[member].fd, request, length, MSG_NOSIGNAL) != (ssize_t) length) fail("send");
}

static void hear(int member) {
    char reply[512];
    ssize_t got = recv(members[member].fd, reply, sizeof reply, 0);
    if (got <= 0) fail("recv");
    for (ssize_t at = 0; at < got; at++) {
        if (reply[at] != replies[(heard[member] + (size_t) at) % both]) {
            fprintf(stderr, "the reply is %.*s", (int) got, reply);
            exit(1);
        }
    }
    heard[member] += (size_t) got;
}

/* Returns once as many members as needed have replied as many bytes. */
static void await(int needed, size_t bytes) {
    for (;;) {
        int decided = 0;
        for (int member = 0; member < count; member++) decided += heard[member] >= bytes;
        if (decided >= needed) return;
        if (poll(members, (nfds_t) count, -1) < 1) fail("poll");
        for (int member = 0; member < count; member++) if (members[member].revents) hear(member);
    }
}

int main(int arguments, char **argument) {
    char line[64];
    if (arguments < 4) return 2;
    int ahead = arguments > 4 && strcmp(argument[4], "ahead") == 0;
    for (char *port = strchr(argument[1], ':'); port && count < MOST; port = strchr(port + 1, ',')) {
        members[count++] = (struct pollfd) {.fd = connected_to(atoi(port + 1)), .events = POLLIN};
    }
    const char *acquire = argument[2], *release = argument[3];
    size_t acquire_length = strlen(acquire), release_length = strlen(release), sent = 0;
    while (fgets(line, sizeof line, stdin)) {
        int cycles = atoi(line), majority = count / 2 + 1;
        long long *times = calloc((size_t) cycles + 1, sizeof *times), used = cpu(), began = now(), ended;
        for (int cycle = 0; cycle < cycles; cycle++) {
            long long start = now();
            say(acquire, acquire_length);
            await(majority, sent + acquired);
            say(release, release_length);
            sent += both;
            if (!ahead) await(majority, sent);
            times[cycle] = now() - start;
        }
        ended = now();
        used = cpu() - used;
        report(began, ended, used, times, cycles);
        free(times);
    }
    return 0;
}
