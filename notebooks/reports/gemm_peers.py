#!/usr/bin/env python3
"""Times cuBLAS, through PyTorch, on the cases of `plegma bench gemm`, on whatever NVIDIA GPU there is.

usage: gemm_peers.py [FILE.json]

Writes the fields of `plegma bench --json`. As there, the device rests for half a second before each product of 1e11 operations or
more, so that all begin with the same clock; runs of a tenth of a second are not timed, and the median is that of ten runs by CUDA
events. As there, too, the caches hold something else before each run, and the time of the call on the host does not count: the sum of
a quarter of a gigabyte, with which the device is still busy when the product is submitted, sees to both. (What is written instead
would be written back during the product.) Each result is
compared, on 32 rows, with the same product in double (for double, with the rows summed by blocks), as the largest difference
over the sum of the magnitudes; a result beyond what rounding explains is not valid.
"""
import json
import statistics
import sys
import time

import torch

# As in Bench and GemmFamily.
HEATING = 1e11
REST_SECONDS = 0.5
WARM_UP_SECONDS = 0.1
RUNS = 10

PRECISIONS = {"float": False, "float tf32": True, "double": False}


def matrix(rows, columns, dtype, generator):
    return torch.rand((rows, columns), generator=generator, device="cuda", dtype=dtype)


def seconds(action, operations):
    times = []
    other = torch.ones(64 << 20, device="cuda")
    action()
    torch.cuda.synchronize()
    if operations >= HEATING:
        time.sleep(REST_SECONDS)
    warm = time.monotonic() + WARM_UP_SECONDS
    while len(times) < RUNS:
        timed = time.monotonic() >= warm
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        other.sum()
        start.record()
        action()
        end.record()
        end.synchronize()
        if timed:
            times.append(start.elapsed_time(end) * 1e-3)
    return sorted(times)


def bound(type_name, k):
    """The largest error that rounding explains."""
    rounding = (k + 2) * (2.0**-53 if type_name == "double" else 2.0**-24)
    return 2 * rounding + 2 * 2.0**-10 if PRECISIONS[type_name] else rounding


def measure(type_name, ops, m, n, k):
    torch.backends.cuda.matmul.allow_tf32 = PRECISIONS[type_name]
    dtype = torch.float64 if type_name == "double" else torch.float32
    generator = torch.Generator(device="cuda").manual_seed(1)
    a = matrix(m, k, dtype, generator) if ops[0] == "N" else matrix(k, m, dtype, generator).t()
    b = matrix(k, n, dtype, generator) if ops[1] == "N" else matrix(n, k, dtype, generator).t()
    d = torch.empty((m, n), device="cuda", dtype=dtype)
    times = seconds(lambda: torch.mm(a, b, out=d), 2.0 * m * n * k)
    rows = torch.linspace(0, m - 1, min(m, 32), device="cuda").long()
    exact = sum(x.double() @ y.double() for x, y in zip(a[rows].split(256, 1), b.split(256, 0)))
    magnitude = a[rows].double().abs() @ b.double().abs()
    error = float(((d[rows].double() - exact).abs() / magnitude).max())
    median = statistics.median(times)
    return {
        "family": "gemm",
        "case": ops,
        "method": "cublas",
        "device": torch.cuda.get_device_name(),
        "type": type_name,
        "shape": [m, n, k],
        "seconds": {"min": times[0], "median": median, "max": times[-1], "runs": len(times)},
        "gflops": 2e-9 * m * n * k / median,
        "error": error,
        "valid": error <= bound(type_name, k),
    }


def cases():
    for n in (512, 1024, 2048, 4096, 8192):
        yield "NN", n, n, n
    for ops in ("TN", "NT", "TT"):
        yield ops, 8192, 8192, 8192
    for n in (8191, 8193):
        yield "NN", n, n, n
    for few in (16, 64):
        yield "NN", few, 8192, 8192
        yield "NN", 8192, few, 8192


def main():
    results = []
    for type_name in PRECISIONS:
        for case in cases():
            result = measure(type_name, *case)
            results.append(result)
            shape = "x".join(map(str, result["shape"]))
            print(f"{type_name:10s} {result['case']} {shape:16s} {result['gflops']:10.0f} GFLOP/s, error {result['error']:.1e}")
    if len(sys.argv) > 1:
        with open(sys.argv[1], "w") as out:
            json.dump(results, out, indent=1)


if __name__ == "__main__":
    main()
