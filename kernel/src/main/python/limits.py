"""Runs a command with limits on the processor time and the memory of all processes that it starts."""

import ctypes
import os
import pathlib
import signal
import subprocess

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
LOOK = 0.5  # seconds
IDLE = 300  # seconds without any work


def processes():
    """Of each process its parent, its processor time in seconds, and its memory in bytes."""
    found = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()
        except OSError:  # it has ended meanwhile
            continue
        found[int(folder.name)] = (int(fields[1]), (int(fields[11]) + int(fields[12])) / TICKS, int(fields[21]) * PAGE)
    return found


def tree(pid, found):
    """A process and all below it."""
    children = {}
    for each, (parent, *_) in found.items():
        children.setdefault(parent, []).append(each)
    members = [pid] if pid in found else []
    for member in members:
        members.extend(children.get(member, []))
    return members


def kill(pids):
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def end_with_parent():
    """In the child, before its program: it is ended if this process is killed in a way that it cannot see."""
    try:
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    except (OSError, AttributeError):  # not Linux
        pass


def run(command, seconds, mebibytes, **options):
    """Runs it; gives None, or why it was ended: "time", "memory" or "idle"."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, preexec_fn=end_with_parent, **options)
    seen, idle, last = {}, 0, 0
    try:
        while True:
            try:
                process.wait(LOOK)
                return None if process.returncode == 0 else f"status {process.returncode}"
            except subprocess.TimeoutExpired:
                pass
            found = processes()
            members = tree(process.pid, found)
            seen.update((pid, found[pid][1]) for pid in members)
            used = sum(seen.values())
            idle = 0 if used > last else idle + 1
            last = used
            if used > seconds:
                return "time"
            if sum(found[pid][2] for pid in members) > mebibytes << 20:
                return "memory"
            if idle * LOOK > IDLE:
                return "idle"
    finally:
        kill(reversed(tree(process.pid, processes())))
        process.wait()
