#!/usr/bin/env python3
"""Times SciPy's k-d tree on the cases of `plegma bench neighbours`, on all cores of the processor.

usage: neighbours_peers.py [FILE.json]

Writes the fields of `plegma bench --json`. Each time is of one tree of n points and of n queries for the nearest point: the median
of three runs, of one for the largest. Twenty queries are compared with all points.
"""
import json
import os
import statistics
import sys
import time

import numpy
from scipy.spatial import cKDTree

SIZES = [1 << 18, 1 << 20, 1 << 24]
LARGE = 1 << 24
CLUSTERS = 256


def processor():
    with open("/proc/cpuinfo") as lines:
        names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return f"{names[0] if names else 'processor'}, {os.cpu_count()} cores"


def points(case, n, random):
    if case == "even":
        return random.random((n, 3), dtype=numpy.float32)
    if case == "clustered":
        centres = numpy.random.default_rng(7).random((CLUSTERS, 3))
        return (centres[random.integers(CLUSTERS, size=n)] + 0.01 * random.standard_normal((n, 3))).astype(numpy.float32)
    near = (1e-6 * random.random((n, 3))).astype(numpy.float32)
    near[0] = 1
    return near


def wrong(from_points, queries, distances):
    """How many of twenty queries have another distance than the least."""
    count = 0
    for i in range(0, len(queries), len(queries) // 20):
        exact = numpy.sqrt(((from_points.astype(float) - queries[i].astype(float)) ** 2).sum(axis=1).min())
        count += not abs(distances[i] - exact) <= 1e-6 * max(exact, 1e-12)
    return count


def record(case, n):
    random = numpy.random.default_rng(1)
    from_points, queries = points(case, n, random), points(case, n, random)
    times = []
    for _ in range(1 if n >= LARGE else 3):
        begin = time.perf_counter()
        distances, _ids = cKDTree(from_points, balanced_tree=False).query(queries, workers=-1)
        times.append(time.perf_counter() - begin)
    error = wrong(from_points, queries, distances)
    return {
        "family": "neighbours",
        "case": case,
        "method": "scipy k-d tree",
        "device": processor(),
        "type": "float",
        "shape": [n],
        "seconds": {"median": statistics.median(times), "min": min(times), "max": max(times)},
        "error": float(error),
        "valid": error == 0,
    }


def main():
    records = []
    for n in SIZES:
        for case in ["even", "clustered", "one-cell"]:
            records.append(record(case, n))
            print(case, n, f"{records[-1]['seconds']['median'] * 1e3:.1f} ms", "right" if records[-1]["valid"] else "wrong", flush=True)
            if len(sys.argv) > 1:
                with open(sys.argv[1], "w") as file:
                    json.dump(records, file, indent=1)


if __name__ == "__main__":
    main()
