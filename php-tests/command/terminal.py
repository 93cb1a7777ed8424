# Owns a terminal for a test: runs a command in a pty, types and waits as told, prints what became of it as JSON.
# Does not know what the command is.
# Called by terminal() of command.inc: terminal.py ROWS COLUMNS STEPS COMMAND...; steps are a JSON list of
# ["see", text] (wait until it was written since the last step), ["type", keys], ["size", rows, columns], ["signal", number],
# ["touch", file], ["sleep", seconds], ["hang up"]. "used" is the processor's time of the command, in seconds.
import fcntl, json, os, pty, resource, select, signal, struct, sys, termios, time

PATIENCE = 20


def resize(terminal, rows, columns):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def main():
    rows, columns, steps, command = int(sys.argv[1]), int(sys.argv[2]), json.loads(sys.argv[3]), sys.argv[4:]
    # This side's own handle of the command's side keeps the terminal's modes readable after the command's end.
    master, slave = pty.openpty()
    resize(slave, rows, columns)
    before = modes = termios.tcgetattr(slave)
    pid = os.fork()
    if pid == 0:
        os.setsid()
        fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
        for number in (0, 1, 2):
            os.dup2(slave, number)
        os.closerange(3, 256)
        os.execvp(command[0], command)
    output, seen = b"", 0

    def read(seconds):
        nonlocal output
        if master is None:
            time.sleep(seconds)
        elif select.select([master], [], [], seconds)[0]:
            output += os.read(master, 65536)

    def wait_for(text):
        nonlocal seen
        end = time.monotonic() + PATIENCE
        while (at := output.find(text.encode(), seen)) < 0:
            if time.monotonic() > end:
                os.kill(pid, signal.SIGKILL)
                sys.exit(f"{text!r} was not seen in: {output[seen:]!r}")
            read(0.05)
        seen = at + len(text.encode())

    for verb, *what in steps:
        if verb == "see":
            wait_for(what[0])
        elif verb == "type":
            os.write(master, what[0].encode())
        elif verb == "size":
            resize(slave, *what)
        elif verb == "signal":
            os.kill(pid, what[0])
        elif verb == "touch":
            open(what[0], "w").close()
        elif verb == "sleep":
            read(what[0])
        elif verb == "hang up":
            os.close(slave)
            os.close(master)
            slave = master = None
    end = time.monotonic() + PATIENCE
    while (ended := os.waitpid(pid, os.WNOHANG))[0] == 0:
        if time.monotonic() > end:
            os.kill(pid, signal.SIGKILL)
            sys.exit(f"it did not end; it wrote: {output!r}")
        read(0.02)
    read(0)
    if slave is not None:
        modes = termios.tcgetattr(slave)
    code = os.waitstatus_to_exitcode(ended[1])
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(json.dumps({"code": code, "used": used.ru_utime + used.ru_stime, "restored": modes == before, "output": output.decode("utf-8", "replace")}))


main()
