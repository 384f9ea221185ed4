"""Single steps on the CPU beside SciPy's ndimage.convolve, on the same machine in one run.

    /usr/bin/python3 opencl/src/test/python/scipy_stencils.py [--device NAME]

Runs `plegma bench stencil` for the method direct (which checks its results), then the same stencils by SciPy on grids of the
same shapes, checked against plain slices. Ends with 1 if a result is wrong.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy
from scipy import ndimage

ROOT = pathlib.Path(__file__).resolve().parents[4]
NINE = numpy.array([[1, 2, 1], [2, 4, 2], [1, 2, 1]]) / 16


def star(rank, centre, side):
    weights = numpy.zeros((3,) * rank)
    weights[(1,) * rank] = centre
    for axis in range(rank):
        for end in (0, 2):
            place = [1] * rank
            place[axis] = end
            weights[tuple(place)] = side
    return weights


STENCILS = {"5-point": star(2, 0.5, 0.125), "9-point": NINE, "7-point": star(3, 0.4, 0.1)}


def plegma(device):
    with tempfile.TemporaryDirectory() as folder:
        record = pathlib.Path(folder) / "bench.json"
        command = [str(ROOT / "plegma"), "bench", "stencil", "--device", device, "--method", "direct",
                   "--type", "float", "--json", str(record)]
        for name in STENCILS:
            command += ["--case", f"{name} *steps=1"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return {case["case"]: case for case in json.loads(record.read_text())}


def scipy_rate(weights, shape):
    """Cells a second, the best of three runs."""
    grid = numpy.random.default_rng(1).random(shape, dtype=numpy.float32)
    out = numpy.empty_like(grid)
    seconds = []
    for _ in range(3):
        start = time.perf_counter()
        ndimage.convolve(grid, weights.astype(numpy.float32), output=out, mode="constant")
        seconds.append(time.perf_counter() - start)
    # The stencils are symmetric, so that a convolution is the same as a correlation.
    corner = tuple(slice(0, 34) for _ in shape)
    part = grid[corner].astype(float)
    expected = sum(weights[place] * part[tuple(slice(i, i + 32) for i in place)] for place in numpy.ndindex(weights.shape))
    inner = tuple(slice(1, 33) for _ in shape)
    if not numpy.allclose(out[inner], expected, rtol=1e-5):
        sys.exit("SciPy's result is not that of the stencil: the comparison is wrong.")
    return grid.size / min(seconds)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="portable", help="of plegma; the default is PoCL")
    cases = plegma(parser.parse_args().device)
    for name, weights in STENCILS.items():
        case = cases[name]
        if not case["valid"]:
            sys.exit(f"{name}: plegma's result is wrong.")
        other = scipy_rate(weights, case["shape"]) / 1e9
        ours = case["gcells_per_s"]
        print(f"{name} {case['shape']}: direct {ours:.2f} GCell/s, SciPy {other:.3f}, {ours / other:.0f} times as fast")


if __name__ == "__main__":
    main()
