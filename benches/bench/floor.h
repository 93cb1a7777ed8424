/* Owns what floor.c does around its requests: clocks, connecting by TCP, and the line of JSON that answers an order.
 * Sends and reads nothing. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static long long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static long long cpu(void) {
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1000000000LL + (u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1000LL;
}

static int connected_to(int port) {
    struct sockaddr_in tcp = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK), .sin_port = htons((unsigned short) port)};
    int on = 1, fd = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(fd, (struct sockaddr *) &tcp, sizeof tcp)) fail("connect");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return fd;
}

static void report(long long began, long long ended, long long used, const long long *times, int cycles) {
    printf("{\"began\":%lld,\"ended\":%lld,\"cpu\":%lld,\"times\":[", began, ended, used);
    for (int cycle = 0; cycle < cycles; cycle++) printf(cycle ? ",%lld" : "%lld", times[cycle]);
    puts("]}");
    fflush(stdout);
}
