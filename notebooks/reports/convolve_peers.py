#!/usr/bin/env python3
"""Times cuDNN (through PyTorch) and CuPy on cases of `plegma bench convolve`, on whatever NVIDIA GPU there is.

usage: convolve_peers.py [FILE.json]

Each time is the median of 5 runs by CUDA events after one that is not timed, in seconds; single precision without TF32, images
with zeros beyond their edges (PyTorch) or reflected ones (CuPy).
"""
import json
import sys

import torch

torch.backends.cudnn.allow_tf32 = False
torch.backends.cudnn.benchmark = True


def seconds(action):
    times = []
    for run in range(6):
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        action()
        end.record()
        end.synchronize()
        if run >= 1:
            times.append(start.elapsed_time(end) * 1e-3)
    return sorted(times)[2]


def torch_cases(n):
    image = torch.rand((1, 1, n, n), device="cuda")
    for side in (3, 7, 15):
        weights = torch.rand((1, 1, side, side), device="cuda")
        yield f"direct-{side}x{side}", "cuDNN", n, seconds(lambda: torch.nn.functional.conv2d(image, weights, padding=side // 2))
    for radius in (1, 8, 32):
        row = torch.rand((1, 1, 1, 2 * radius + 1), device="cuda")
        column = row.reshape(1, 1, -1, 1)

        def both():
            between = torch.nn.functional.conv2d(image, row, padding=(0, radius))
            return torch.nn.functional.conv2d(between, column, padding=(radius, 0))

        yield f"separable-radius-{radius}", "cuDNN", n, seconds(both)


def cupy_cases(n):
    import cupy
    from cupyx.scipy import ndimage, signal

    def timed(action):
        def run():
            with cupy.cuda.ExternalStream(torch.cuda.current_stream().cuda_stream):
                action()

        return seconds(run)

    image = cupy.random.random((n, n), dtype=cupy.float32)
    for side in (3, 7):
        weights = cupy.random.random((side, side), dtype=cupy.float32)
        yield f"direct-{side}x{side}", "CuPy", n, timed(lambda: ndimage.convolve(image, weights, mode="reflect"))
    for radius in (1, 8, 32):
        row = cupy.random.random(2 * radius + 1, dtype=cupy.float32)

        def both():
            ndimage.correlate1d(ndimage.correlate1d(image, row, 1, mode="reflect"), row, 0, mode="reflect")

        yield f"separable-radius-{radius}", "CuPy", n, timed(both)
    half = image[: n // 2, : n // 2].copy()
    for side in (31, 129):
        weights = cupy.random.random((side, side), dtype=cupy.float32)
        yield f"fft-{side}x{side}", "CuPy", n // 2, timed(lambda: signal.fftconvolve(half, weights, mode="same"))


def main():
    found = []
    for cases in (torch_cases, cupy_cases):
        for name, library, n, time in cases(16384):
            found.append({"family": "convolve", "case": name, "method": library, "shape": [n, n], "seconds": time})
            print(f"{name:22} {library:6} {n}x{n} {1e3 * time:9.3f} ms", flush=True)
        torch.cuda.empty_cache()
    if len(sys.argv) > 1:
        with open(sys.argv[1], "w") as out:
            json.dump(found, out, indent=1)


main()
