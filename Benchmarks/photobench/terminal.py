"""Runs a program on a pseudo-terminal that answers queries as a real terminal does, and notes when each byte came."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from dataclasses import dataclass, field

COLUMNS, ROWS, CELL_WIDTH, CELL_HEIGHT = 120, 40, 8, 17


@dataclass
class Profile:
    """What a kind of terminal answers."""

    name: str
    attributes: bytes
    version: bytes
    synchronized: bytes  # the DECRPM value for mode 2026: 0 unknown, 2 reset

    def answer(self, query):
        """The reply to one complete query, or b"" where this terminal stays silent."""
        width, height = COLUMNS * CELL_WIDTH, ROWS * CELL_HEIGHT
        if query in (b"\x1b[c", b"\x1b[0c"):
            return b"\x1b[?%sc" % self.attributes
        if query in (b"\x1b[>c", b"\x1b[>0c"):
            return b"\x1b[>19;379;0c"
        if query in (b"\x1b[>q", b"\x1b[>0q"):
            return b"\x1bP>|%s\x1b\\" % self.version
        if query == b"\x1b[14t":
            return b"\x1b[4;%d;%dt" % (height, width)
        if query == b"\x1b[16t":
            return b"\x1b[6;%d;%dt" % (CELL_HEIGHT, CELL_WIDTH)
        if query == b"\x1b[18t":
            return b"\x1b[8;%d;%dt" % (ROWS, COLUMNS)
        if query == b"\x1b[5n":
            return b"\x1b[0n"
        if query == b"\x1b[6n":
            return b"\x1b[1;1R"
        if match := re.fullmatch(rb"\x1b\[\?1;[14];\d*S", query):
            return b"\x1b[?1;0;1024S"
        if match := re.fullmatch(rb"\x1b\[\?2;[14];\d*(?:;\d*)?S", query):
            return b"\x1b[?2;0;%d;%dS" % (width, height)
        if match := re.fullmatch(rb"\x1b\[\?(\d+)\$p", query):
            state = self.synchronized if match[1] == b"2026" else b"2"
            return b"\x1b[?%s;%s$y" % (match[1], state)
        if match := re.match(rb"\x1b\](1[01]);\?", query):
            color = b"e5e5/e5e5/e5e5" if match[1] == b"10" else b"1010/1010/1414"
            return b"\x1b]%s;rgb:%s\x1b\\" % (match[1], color)
        return b""


PROFILES = {
    "xterm": Profile("xterm", b"63;1;2;4;6;9;15;16;22;28", b"XTerm(379)", b"0"),
    "foot": Profile("foot", b"62;4;22", b"foot(1.13.1)", b"2"),
}
QUERY = re.compile(
    rb"\x1b\[(?:0?c|>0?[cq]|1[468]t|[56]n|\?[0-9;]*S|\?\d+\$p)|\x1b\]1[01];\?(?:\x07|\x1b\\)"
)


@dataclass
class Usage:
    """What a process and its children have used so far."""

    cpu_seconds: float = 0.0
    wakeups: dict = field(default_factory=dict)  # thread -> voluntary context switches
    peak_kilobytes: int = 0

    def wakeups_since(self, before):
        """Of the threads that still run: one that ended for lack of work did not wake up."""
        return sum(count - before.wakeups.get(thread, 0) for thread, count in self.wakeups.items())


def usage_of(pid):
    """Sums over the tree below `pid`: CPU to the nanosecond, ended threads included, and VmHWM."""
    total = Usage()
    for process in tree_of(pid):
        try:
            # The clock that clock_getcpuclockid(3) would name.
            total.cpu_seconds += time.clock_gettime(~process << 3 | 2)
            for task in os.listdir(f"/proc/{process}/task"):
                with open(f"/proc/{process}/task/{task}/status", "rb") as file:
                    switches = re.search(rb"\nvoluntary_ctxt_switches:\s+(\d+)", file.read())
                total.wakeups[task] = int(switches[1])
            with open(f"/proc/{process}/status", "rb") as file:
                total.peak_kilobytes += int(re.search(rb"VmHWM:\s+(\d+)", file.read())[1])
        except (OSError, TypeError):
            continue  # a thread or a child that has just ended
    return total


def tree_of(pid):
    found = [pid]
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children") as file:
                for child in file.read().split():
                    found += tree_of(int(child))
    except OSError:
        pass
    return found


@dataclass
class Session:
    """One run of a program; times are seconds since just before it was started."""

    argv: list
    profile: Profile = field(default_factory=lambda: PROFILES["xterm"])
    environment: dict = field(default_factory=dict)
    output_file: str = "/dev/null"
    chunks: list = field(default_factory=list)  # (seconds, bytes)
    ended: float = 0.0  # when the program closed the terminal; 0 while it runs
    status: int = 0
    peak_kilobytes: int = 0

    def __enter__(self):
        environment = {k: v for k, v in os.environ.items() if k in ("PATH", "HOME", "LANG", "USER")}
        environment |= {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no"}
        environment |= self.environment
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, self.window_size())
        out = os.open(self.output_file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600) if self.output_file else -1
        self.tail = b""
        self.start = time.perf_counter()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                os.setsid()
                fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
                os.dup2(slave, 0)
                os.dup2(out if out >= 0 else slave, 1)
                os.dup2(slave, 2)
                os.closerange(3, 256)
                os.execvpe(self.argv[0], self.argv, environment)
            finally:
                os._exit(127)
        os.close(slave)
        if out >= 0:
            os.close(out)
        return self

    def window_size(self):
        return struct.pack("HHHH", ROWS, COLUMNS, COLUMNS * CELL_WIDTH, ROWS * CELL_HEIGHT)

    def now(self):
        return time.perf_counter() - self.start

    def pump(self, seconds, until=None):
        """Reads and answers for `seconds`, or until `until(chunk)` is true or the program is gone."""
        deadline = self.now() + seconds
        while not self.ended:
            left = deadline - self.now()
            if left <= 0:
                return False
            ready, _, _ = select.select([self.master], [], [], left)
            if not ready:
                return False
            try:
                data = os.read(self.master, 1 << 16)
            except OSError:
                data = b""
            when = self.now()
            if not data:
                self.ended = when
                break
            self.chunks.append((when, data))
            if b"\x1b" in data or self.tail:
                self.reply(data)
            if until and until(data):
                return True
        return False

    def reply(self, data):
        """Answers the queries in `data`; the end of it is kept, for a query that the next read completes."""
        seen = self.tail + data
        last = 0
        for match in QUERY.finditer(seen):
            last = match.end()
            if answer := self.profile.answer(match[0]):
                os.write(self.master, answer)
        rest = seen[max(last, len(seen) - 32) :]
        self.tail = rest[rest.rfind(b"\x1b") :] if b"\x1b" in rest else b""

    def settle(self, quiet, limit):
        """Pumps until the program has been silent for `quiet` seconds from now on; true if within `limit`."""
        began = self.now()
        while not self.ended:
            last = max(began, self.chunks[-1][0] if self.chunks else 0.0)
            silent_until = last + quiet
            if self.now() >= silent_until:
                return True
            if self.now() > began + limit:
                return False
            self.pump(silent_until - self.now())
        return True

    def send(self, keys):
        """Types `keys`; returns when that was."""
        when = self.now()
        os.write(self.master, keys)
        return when

    def usage(self):
        return usage_of(self.pid)

    def byte_count(self):
        return sum(len(data) for _, data in self.chunks)

    def __exit__(self, *_):
        """Ends the program by its process id: asks first, waits a second, then kills."""
        if not self.ended:
            self.peak_kilobytes = self.usage().peak_kilobytes
            os.kill(self.pid, signal.SIGTERM)
            self.pump(1.0)
            if not self.ended:
                os.kill(self.pid, signal.SIGKILL)
        _, self.status, resources = os.wait4(self.pid, 0)
        self.peak_kilobytes = self.peak_kilobytes or resources.ru_maxrss
        os.close(self.master)
        return False
