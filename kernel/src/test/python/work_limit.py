"""How long a test waits for another process: as long as it works, not by the clock, which says little on a busy machine.

As org.plegma.process.WorkLimit in Java.
"""

import os
import pathlib
import signal
import subprocess
import time

LEAST_SHARE = 0.03  # of one core; who shares it with thirty others takes more
TICKS = os.sysconf("SC_CLK_TCK")


class WorkLimitExceeded(Exception):
    """A process has used too much processor time, or none for long."""


def processes():
    """Of each process its parent and the processor time that it has used, in seconds."""
    found = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()
        except OSError:  # it has ended meanwhile
            continue
        found[int(folder.name)] = (int(fields[1]), (int(fields[11]) + int(fields[12])) / TICKS)
    return found


class WorkLimit:
    """Of a process and those that it has started."""

    def __init__(self, pid, work=900, idle=120):
        """work: seconds of processor time of all cores together; idle: looks, one a second, in which next to nothing is done."""
        self.pid, self.work, self.idle = pid, work, idle
        self.seen = {}
        self.looks = 0
        self.first = self.last = self.used()

    def tree(self, found):
        children = {}
        for pid, (parent, _) in found.items():
            children.setdefault(parent, []).append(pid)
        members = [self.pid] if self.pid in found else []
        for member in members:
            members.extend(children.get(member, []))
        return members

    def used(self):
        found = processes()
        self.seen.update((pid, found[pid][1]) for pid in self.tree(found))
        return sum(self.seen.values())

    def look(self):
        """Called about each second while one waits; looks are counted, as who gets no processor time looks later, too."""
        self.looks += 1
        used = self.used()
        if used - self.first >= self.work:
            raise WorkLimitExceeded(f"process {self.pid} has used {used - self.first:.0f} s of processor time")
        if self.looks % self.idle == 0:
            if used - self.last < LEAST_SHARE * self.idle:
                raise WorkLimitExceeded(f"process {self.pid} has done nothing for {self.idle} s")
            self.last = used

    def kill(self):
        for pid in reversed(self.tree(processes())):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass


def wait_until(condition, looks=6000):
    """Whether something comes true, by looks of a twentieth of a second."""
    for _ in range(looks):
        if condition():
            return True
        time.sleep(0.05)
    return False


def run(command, check=False, **options):
    """As subprocess.run without input, but with a limit on work."""
    with subprocess.Popen(command, **options) as process:
        limit = WorkLimit(process.pid)
        while True:
            try:
                out, err = process.communicate(timeout=1)
                break
            except subprocess.TimeoutExpired:
                try:
                    limit.look()
                except WorkLimitExceeded:
                    limit.kill()
                    raise
    result = subprocess.CompletedProcess(command, process.returncode, out, err)
    if check:
        result.check_returncode()
    return result
