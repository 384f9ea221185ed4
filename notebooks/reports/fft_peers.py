#!/usr/bin/env python3
"""Times cuFFT, through PyTorch, on the cases of `plegma bench fft`, on whatever NVIDIA GPU there is.

usage: fft_peers.py [FILE.json [CASE]]

Writes the fields of `plegma bench --json`, of one case if it is named. Each time is the median of 9 runs by CUDA events, after two that are not timed. A
result is compared with the same transform in double, as the largest difference over the root mean square of the values; a
result beyond what rounding explains is not valid.
"""
import json
import math
import statistics
import sys

import torch

THERE_AND_BACK = [(4096, 4096), (8192, 8192), (5000, 5000), (512, 512, 512)]
PRODUCTS = [(4096, 4096), (8192, 8192), (16384, 16384)]
WHOLE = [(16384, 16384), (32768, 32768), (512, 512, 512), (1024, 1024, 1024)]
LENGTHS = [1024, 4096, 1000, 3000, 5000, 6000, 6561, 7000, 12000, 16384, 101, 1009, 4099, 10007]
VALUES = 1 << 25


def seconds(action):
    times = []
    for run in range(11):
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        action()
        end.record()
        end.synchronize()
        if run >= 2:
            times.append(start.elapsed_time(end) * 1e-3)
    return sorted(times)


def record(case, type_name, shape, times, found, exact):
    error = float((found - exact).abs().max() / exact.abs().square().mean().sqrt())
    bound = 6 * (2.0**-53 if type_name == "double" else 2.0**-24) * (20 + 8 * math.log2(math.prod(shape)))
    median = statistics.median(times)
    return {
        "family": "fft",
        "case": case,
        "method": "cufft",
        "device": torch.cuda.get_device_name(),
        "type": type_name,
        "shape": list(shape),
        "seconds": {"median": median, "min": times[0], "max": times[-1]},
        "error": error,
        "valid": error <= bound,
    }


def there_and_back(shape):
    x = torch.rand(shape, device="cuda")
    axes = tuple(range(len(shape)))
    times = seconds(lambda: torch.fft.irfftn(torch.fft.rfftn(x, dim=axes), s=shape, dim=axes))
    found = torch.fft.irfftn(torch.fft.rfftn(x, dim=axes), s=shape, dim=axes)
    return record("real-there-and-back", "float", shape, times, found, x)


def product(shape):
    x = torch.rand(shape, device="cuda")
    kernel = torch.zeros(shape, device="cuda")
    kernel[0, 0], kernel[1, 2] = 0.5, -0.75
    spectrum = torch.fft.rfft2(kernel)
    del kernel
    times = seconds(lambda: torch.fft.irfft2(torch.fft.rfft2(x) * spectrum, s=shape))
    found = torch.fft.irfft2(torch.fft.rfft2(x) * spectrum, s=shape)
    return record("real-product", "float", shape, times, found, 0.5 * x - 0.75 * x.roll((1, 2), (0, 1)))


def whole(shape):
    x = torch.randn(shape, device="cuda", dtype=torch.complex64)  # a mean that is not 0 gathers the rounding in one value
    times = seconds(lambda: torch.fft.fftn(x))
    found = torch.fft.fftn(x)
    return record("complex-on-devices", "float", shape, times, found, torch.fft.fftn(x.to(torch.complex128)))


def lines(n):
    shape = (VALUES // n, n)
    x = torch.rand(shape, device="cuda", dtype=torch.complex64)
    times = seconds(lambda: torch.fft.fft(x))
    found = torch.fft.fft(x[:64])
    return record("complex-lines", "float", shape, times, found, torch.fft.fft(x[:64].to(torch.complex128)))


def main():
    records = []
    families = {
        "real-there-and-back": (there_and_back, THERE_AND_BACK),
        "real-product": (product, PRODUCTS),
        "complex-lines": (lines, LENGTHS),
        "complex-on-devices": (whole, WHOLE),
    }
    for name in sys.argv[2:] or families:
        action, cases = families[name]
        for case in cases:
            records.append(action(case))
            torch.cuda.empty_cache()
            last = records[-1]
            print(last["case"], last["shape"], f'{last["seconds"]["median"] * 1e3:.4f} ms', "" if last["valid"] else "INVALID")
    if len(sys.argv) > 1:
        with open(sys.argv[1], "w") as file:
            json.dump(records, file, indent=1)


if __name__ == "__main__":
    main()
