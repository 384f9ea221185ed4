"""How long a test waits for another process: as long as it works, not by the clock, which says little on a busy machine.

As org.plegma.process.WorkLimit in Java.
"""

import pathlib
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "main/python"))

import limits  # noqa: E402

LEAST_SHARE = 0.03  # of one core; who shares it with thirty others takes more


class WorkLimitExceeded(Exception):
    """A process has used too much processor time, or none for long."""


class WorkLimit:
    """Of a process and those that it has started."""

    def __init__(self, pid, work=900, idle=120):
        """work: seconds of processor time of all cores together; idle: looks, one a second, in which next to nothing is done."""
        self.pid, self.work, self.idle = pid, work, idle
        self.seen = {}
        self.looks = 0
        self.first = self.last = self.used()

    def used(self):
        found = limits.processes()
        self.seen.update((pid, found[pid][1]) for pid in limits.tree(self.pid, found))
        return sum(self.seen.values())

    def look(self):
        """Called about each second while one waits; looks are counted, as who gets no processor time looks later, too."""
        if self.pid not in limits.processes():
            raise WorkLimitExceeded(f"process {self.pid} has ended")
        self.looks += 1
        used = self.used()
        if used - self.first >= self.work:
            raise WorkLimitExceeded(f"process {self.pid} has used {used - self.first:.0f} s of processor time")
        if self.looks % self.idle == 0:
            if used - self.last < LEAST_SHARE * self.idle:
                raise WorkLimitExceeded(f"process {self.pid} has done nothing for {self.idle} s")
            self.last = used

    def kill(self):
        limits.kill(reversed(limits.tree(self.pid, limits.processes())))


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
