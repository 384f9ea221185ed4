"""Measures how long kernels take from their start to their first result, and for a trivial cell after it.

    start_up.py [--starts 20] [--cells 20] [--pause 0] KERNEL...

Each KERNEL is the name of a kernelspec that Jupyter knows (plegma), or the jar of an IJava or a JJava. The kernels are started
in turn, one at a time, so that what else the machine does meets all alike. Told are medians, with the quartiles: from the start
of the process until the reply to the first cell (the kernel's information is asked for before, as front ends do), the processor
time that the kernel's processes had used by then, the time of a cell "1 + 1" after it, and the processor time that such a cell
used, which tells more where the machine is busy. Before the first cell the front end waits for --pause seconds, which do not count:
people think before they run one.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import time

from jupyter_client.manager import KernelManager

import plegma_kernelspec
import with_kernel

TICKS = os.sysconf("SC_CLK_TCK")
PATIENCE_SECONDS = 120


def processor_seconds(root):
    """What a process and its descendants have used, without those that have ended and were not waited for."""
    children = {}
    used = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it has ended meanwhile
            continue
        pid = int(folder.name)
        children.setdefault(int(fields[1]), []).append(pid)
        used[pid] = sum(map(int, fields[11:15])) / TICKS
    total = 0
    waiting = [root]
    while waiting:
        pid = waiting.pop()
        total += used.get(pid, 0)
        waiting += children.get(pid, [])
    return total


def run(client, code):
    """Runs a cell and waits for its reply."""
    request = client.execute(code, allow_stdin=False)
    while True:
        reply = client.get_shell_msg(timeout=PATIENCE_SECONDS)
        if reply["parent_header"].get("msg_id") == request:
            break
    if reply["content"]["status"] != "ok":
        raise RuntimeError(f"{code} failed: {reply['content']}")


def measure(name, cells, pause):
    """Seconds to the first result, processor seconds until then, seconds of each cell after it, processor seconds of one."""
    manager = KernelManager(kernel_name=name)
    begun = time.monotonic()
    manager.start_kernel(stderr=subprocess.DEVNULL)
    try:
        client = manager.client()
        client.start_channels(stdin=False, hb=False)
        client.kernel_info()
        client.get_shell_msg(timeout=PATIENCE_SECONDS)
        time.sleep(pause)
        run(client, "1 + 1")
        first = time.monotonic() - begun - pause
        used = processor_seconds(manager.provisioner.process.pid)
        times = []
        for _ in range(cells):
            begun = time.monotonic()
            run(client, "1 + 1")
            times.append(time.monotonic() - begun)
        cell = (processor_seconds(manager.provisioner.process.pid) - used) / cells
        client.stop_channels()
        return first, used, times, cell
    finally:
        manager.shutdown_kernel(now=True)


def spread(values, form):
    low, middle, high = statistics.quantiles(values, n=4)
    return f"{form.format(middle)} ({form.format(low)}–{form.format(high)})"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--starts", type=int, default=20)
    parser.add_argument("--cells", type=int, default=20)
    parser.add_argument("--pause", type=float, default=0, metavar="SECONDS")
    parser.add_argument("kernels", nargs="+", metavar="KERNEL")
    options = parser.parse_args()
    if options.starts < 2 or options.cells < 2:
        parser.error("quartiles need two starts and two cells at least")
    os.environ.setdefault("PLEGMA_HISTORY", "off")
    names = {}
    for kernel in options.kernels:
        jar = pathlib.Path(kernel)
        if jar.suffix == ".jar":
            names[jar.stem] = with_kernel.kernelspec(jar.resolve(), {})
        else:
            names[kernel] = plegma_kernelspec.provide() if kernel == plegma_kernelspec.NAME else kernel
    measured = {label: [] for label in names}
    for start in range(options.starts):
        for label, name in names.items():
            measured[label].append(measure(name, options.cells, options.pause))
        print(f"{start + 1} of {options.starts}", end="\r", file=sys.stderr, flush=True)
    print(f"| kernel, {options.starts} starts | first result, s | processor time until then, s | cell 1 + 1, ms "
          "| processor time of a cell, ms |")
    print("| --- | --- | --- | --- | --- |")
    for label, starts in measured.items():
        cells = [seconds * 1000 for _, _, times, _ in starts for seconds in times]
        print(f"| {label} | {spread([first for first, *_ in starts], '{:.2f}')} "
              f"| {spread([used for _, used, *_ in starts], '{:.2f}')} | {spread(cells, '{:.1f}')} "
              f"| {spread([cell * 1000 for *_, cell in starts], '{:.1f}')} |")


if __name__ == "__main__":
    main()
