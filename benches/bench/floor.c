/* Owns the floor: two requests as RedisLock sends them, over a plain blocking socket, again and again.
 * Understands no reply but the ones it expects.
 * Called by bench/floor.php, which compiles it and knows the two requests; it answers as bench/worker.php does.
 *
 * floor tcp:PORT|unix:PATH|tls:PORT:CAFILE ACQUIRE RELEASE [ahead] [careful] [spinning]; then for each line "CYCLES ..." one line of
 * JSON. With "ahead" the reply to a release is read before the next one's. With "careful" it asks the kernel for what RedisLock's
 * promises need: a token of 128 random bits for each cycle, whether the server has closed the connection before each request, unless
 * it has just answered one (for a release "ahead" always), and a wait that ends by itself. With "spinning" it looks for each reply for
 * a while before it sleeps. TLS is OpenSSL's, where it was compiled in (WITH_TLS); there it is neither careful nor spinning.
 *
 * Over a unix socket it polls before it reads, always: a read that blocks there is woken when the server has read the request, too. */
#include "floor.h"
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <sys/random.h>
#include <sys/un.h>
#include <unistd.h>
#ifdef WITH_TLS
#include <openssl/ssl.h>
#endif

/* Whether it polls before it reads, and for how long at most. */
static int polls, limit_ms = -1;
static int careful, spins;

#ifdef WITH_TLS
/* Null: it speaks without TLS. */
static SSL *session;

static void speak_tls(int fd, const char *cafile) {
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
    session = SSL_CTX_load_verify_file(context, cafile) == 1 ? SSL_new(context) : NULL;
    if (!session || !SSL_set_fd(session, fd) || SSL_connect(session) != 1) {
        fputs("there is no session over TLS\n", stderr);
        exit(1);
    }
}
#endif

static int connected(const char *address) {
    struct sockaddr_un local = {.sun_family = AF_UNIX};
    if (strncmp(address, "tcp:", 4) == 0) return connected_to(atoi(address + 4));
#ifdef WITH_TLS
    if (strncmp(address, "tls:", 4) == 0) {
        int tls = connected_to(atoi(address + 4));
        speak_tls(tls, strchr(address + 4, ':') + 1);
        return tls;
    }
#endif
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    strncpy(local.sun_path, address + 5, sizeof local.sun_path - 1);
    if (connect(fd, (struct sockaddr *) &local, sizeof local)) fail("connect");
    polls = 1;
    return fd;
}

static void limit_waits(int fd) {
    struct timeval limit = {.tv_sec = 3};
    limit_ms = 3000;
    if (setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit)) fail("setsockopt");
}

/* Writes 32 random digits after the beginning of the token in both requests. */
static void renew_token(char *acquire, char *release) {
    unsigned char bits[16];
    if (getrandom(bits, sizeof bits, 0) != sizeof bits) fail("getrandom");
    char *first = strstr(acquire, "rl_") + 3, *second = strstr(release, "\r\nrl_") + 5;
    for (size_t i = 0; i < sizeof bits; i++) {
        first[2 * i] = second[2 * i] = "0123456789abcdef"[bits[i] >> 4];
        first[2 * i + 1] = second[2 * i + 1] = "0123456789abcdef"[bits[i] & 15];
    }
}

/* How much of a byte has come without waiting; 0 at the end, -1 when nothing has. */
static ssize_t peek(int fd) {
    char byte;
    return recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
}

/* When the last request was sent, and the last one that was answered. */
static long long asked, answered;

/* As long as RedisLock does (src/node/link/mod.rs). */
static int trusted(void) {
    return now() - answered < 50000;
}

static void expect_silence(int fd, int trusts) {
    if (!(trusts && trusted()) && peek(fd) >= 0) {
        fputs("the server has closed the connection, or speaks unasked\n", stderr);
        exit(1);
    }
}

static void say(int fd, const char *request, size_t length) {
    if (careful) asked = now();
#ifdef WITH_TLS
    if (session) {
        if (SSL_write(session, request, (int) length) != (int) length) fail("SSL_write");
        return;
    }
#endif
    if (send(fd, request, length, MSG_NOSIGNAL) != (ssize_t) length) fail("send");
}

/* Looks for as long as RedisLock does, and gives up the core each time as it does (src/net/spin.rs). -1: nothing has come. */
static ssize_t look(int fd, char *room, size_t size) {
    long long began = now();
    do {
        sched_yield();
        ssize_t got = recv(fd, room, size, MSG_DONTWAIT);
        if (got >= 0 || errno != EAGAIN) return got;
    } while (now() - began < 50000);
    return -1;
}

static ssize_t sleep_for(int fd, char *room, size_t size) {
#ifdef WITH_TLS
    if (session) return SSL_read(session, room, (int) size);
#endif
    struct pollfd watched = {.fd = fd, .events = POLLIN};
    if (polls && poll(&watched, 1, limit_ms) != 1) fail("poll");
    return recv(fd, room, size, 0);
}

static void hear(int fd, const char *expected) {
    char reply[512];
    size_t have = 0, length = strlen(expected);
    do {
        char *room = reply + have;
        size_t size = sizeof reply - 1 - have;
        ssize_t got = spins ? look(fd, room, size) : -1;
        if (got < 0) got = sleep_for(fd, room, size);
        if (got <= 0) fail("recv");
        have += (size_t) got;
    } while (have < length && reply[0] == expected[0]);
    reply[have] = 0;
    answered = asked;
    if (strcmp(reply, expected) != 0) {
        fprintf(stderr, "the reply is %s", reply);
        exit(1);
    }
}

int main(int count, char **arguments) {
    char line[64];
    int ahead = 0;
    if (count < 4) return 2;
    for (int at = 4; at < count; at++) {
        if (strcmp(arguments[at], "ahead") == 0) ahead = 1;
        else if (strcmp(arguments[at], "careful") == 0) careful = 1;
        else if (strcmp(arguments[at], "spinning") == 0) spins = 1;
        else return 2;
    }
    int fd = connected(arguments[1]);
    char *acquire = arguments[2], *release = arguments[3];
    size_t acquire_length = strlen(acquire), release_length = strlen(release);
    if (careful) limit_waits(fd);
    while (fgets(line, sizeof line, stdin)) {
        int cycles = atoi(line);
        long long *times = calloc((size_t) cycles + 1, sizeof *times), used = cpu(), began = now(), ended;
        for (int cycle = 0; cycle < cycles; cycle++) {
            long long start = now();
            if (careful) renew_token(acquire, release);
            int unread = ahead && cycle > 0;
            if (careful && unread && !trusted() && peek(fd) > 0) {
                hear(fd, ":1\r\n");
                unread = 0;
            }
            if (careful && !unread) expect_silence(fd, 1);
            say(fd, acquire, acquire_length);
            hear(fd, unread ? ":1\r\n+OK\r\n" : "+OK\r\n");
            /* Before a release whose reply is not awaited RedisLock always looks. */
            if (careful) expect_silence(fd, !ahead);
            say(fd, release, release_length);
            if (!ahead) hear(fd, ":1\r\n");
            times[cycle] = now() - start;
        }
        if (ahead && cycles > 0) hear(fd, ":1\r\n");
        ended = now();
        used = cpu() - used;
        report(began, ended, used, times, cycles);
        free(times);
    }
    return 0;
}
