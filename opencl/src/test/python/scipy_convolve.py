"""Convolutions on the CPU beside SciPy, on the same machine in one run.

    /usr/bin/python3 opencl/src/test/python/scipy_convolve.py [--device NAME]

Runs `plegma bench convolve` (which checks its results) for separable filters and for transforms, then the same by
scipy.ndimage and by scipy.signal.fftconvolve with two workers, and prints the times and how often ours fits into theirs.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy
import scipy.fft
from scipy import ndimage, signal

ROOT = pathlib.Path(__file__).resolve().parents[4]


def plegma(device):
    with tempfile.TemporaryDirectory() as folder:
        record = pathlib.Path(folder) / "bench.json"
        times = {}
        for case in ("separable *", "fft *"):
            command = [str(ROOT / "plegma"), "bench", "convolve", "--device", device, "--case", case, "--json", str(record)]
            subprocess.run(command, check=True, stdout=sys.stderr)
            for line in json.loads(record.read_text()):
                if not line["valid"]:
                    sys.exit(f"wrong result: {line}")
                times[line["case"], line["parameters"]["radius"]] = (line["shape"], line["seconds"]["median"])
        return times


def best(action):
    times = []
    for _ in range(4):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return sorted(times[1:])[1]


def scipys(case, radius, shape):
    image = numpy.random.default_rng(1).random(shape, dtype=numpy.float32)
    if case == "separable":
        taps = numpy.exp(-0.5 * (numpy.arange(-radius, radius + 1) / max(0.5, radius / 4)) ** 2)
        return best(lambda: ndimage.correlate1d(ndimage.correlate1d(image, taps, 1, mode="reflect"), taps, 0, mode="reflect"))
    taps = numpy.random.default_rng(2).random((2 * radius + 1, 2 * radius + 1), dtype=numpy.float32)
    with scipy.fft.set_workers(2):
        return best(lambda: signal.fftconvolve(image, taps, mode="same"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="0")
    for (case, radius), (shape, ours) in plegma(parser.parse_args().device).items():
        theirs = scipys(case, radius, shape)
        print(f"{case:10} radius {radius:3} {'x'.join(map(str, shape)):12} {1e3 * ours:9.3f} ms, SciPy {1e3 * theirs:9.3f} ms: {theirs / ours:5.2f} times")


main()
