#!/usr/bin/python3
"""Makes the HDF5 files of this folder from files of Debian packages, or with --verify compares them.

Needs, on Debian 12: python3-h5py python3-pil python-matplotlib-data python3-skimage python3-sklearn. The sources are checked by their
SHA-256 first. The same versions of h5py and HDF5 give the same bytes; --verify therefore compares values and attributes.
"""

import argparse
import hashlib
import math
import pathlib
import sys

import h5py
import numpy
from PIL import Image

FOLDER = pathlib.Path(__file__).resolve().parent
METRES_PER_DEGREE = 111_195.0  # of a meridian, on a sphere of radius 6371 km


def source(path, sha256):
    data = pathlib.Path(path).read_bytes()
    found = hashlib.sha256(data).hexdigest()
    if found != sha256:
        sys.exit(f"{path} is not the file that these datasets were made from: its SHA-256 is {found}")
    return path


def elevation():
    """Elevation in metres as float32; row 0 is the northern edge."""
    path = source(
        "/usr/share/matplotlib/mpl-data/sample_data/jacksboro_fault_dem.npz",
        "d493f50a33e82a4420494c54d1fca1539d177bdc27ab190bc5fe6e92f62fb637",
    )
    with numpy.load(path) as model:
        # The file calls the latitude of the first row ymin, although it is the larger one.
        north, south = float(model["ymin"]), float(model["ymax"])
        step = float(model["dy"])
        values = model["elevation"].astype(numpy.float32)
        west, east = float(model["xmin"]), float(model["xmax"])
    middle = math.radians((north + south) / 2)
    return "elevation", values, {
        "title": "Elevation around the Jacksboro fault, Tennessee, USA",
        "origin": "US Geological Survey, 3 arc-second elevation model; sample data of matplotlib (jacksboro_fault_dem.npz)",
        "licence": "public domain (work of the US government)",
        "units": "m",
        "axes": "row from north to south, column from west to east",
        "spacing": numpy.array([step * METRES_PER_DEGREE, step * METRES_PER_DEGREE * math.cos(middle)]),
        "spacing_units": "m",
        "north": north,
        "south": south,
        "west": west,
        "east": east,
    }


def camera():
    """Grey levels from 0 to 255 as float32; row 0 is the upper edge."""
    path = source(
        "/usr/lib/python3/dist-packages/skimage/data/camera.png",
        "b0793d2adda0fa6ae899c03989482bff9a42d3d5690fc7e3648f2795d730c23a",
    )
    return "camera", numpy.asarray(Image.open(path)).astype(numpy.float32), {
        "title": "A man with a camera on a tripod",
        "origin": "photograph by Lav Varshney; test image of scikit-image since 0.18 (camera.png)",
        "licence": "CC0 1.0",
        "units": "grey level, 0 to 255",
        "colors": "grey",
        "axes": "row from top to bottom, column from left to right",
        "spacing": numpy.array([1.0, 1.0]),
        "spacing_units": "pixel",
    }


def digits():
    """A row an image: 64 grey levels from 0 to 16, row by row, then the digit that it shows; float32."""
    path = source(
        "/usr/lib/python3/dist-packages/sklearn/datasets/data/digits.csv.gz",
        "46abec6b12486ad9e51943373abcf22bbea1b5a51a1619b361570d8893f1464a",
    )
    return "digits", numpy.loadtxt(path, delimiter=",", dtype=numpy.float32), {
        "title": "Optical recognition of handwritten digits, the test set",
        "origin": "E. Alpaydin, C. Kaynak, UCI Machine Learning Repository, doi 10.24432/C50P49; from scikit-learn (digits.csv.gz)",
        "licence": "CC BY 4.0",
        "units": "pixels set among 4 by 4, 0 to 16; the last column: the digit, 0 to 9",
        "axes": "image, then 8 by 8 pixels row by row and the digit",
        "spacing": numpy.array([1.0, 1.0]),
        "spacing_units": "image, pixel",
    }


def write(path, name, values, attributes):
    # No times and the oldest file format: the same input gives the same bytes, and every reader understands them.
    with h5py.File(path, "w", libver=("earliest", "v108"), track_order=False) as file:
        dataset = file.create_dataset(
            name, data=values, chunks=(64, values.shape[1]), compression="gzip", compression_opts=9, shuffle=True,
            track_times=False,
        )
        for key, value in attributes.items():
            dataset.attrs[key] = numpy.bytes_(value.encode("ascii")) if isinstance(value, str) else value


def verify(path, name, values, attributes):
    with h5py.File(path) as file:
        if list(file) != [name]:
            return f"holds {list(file)}, expected {name}"
        dataset = file[name]
        if dataset.dtype != values.dtype or not numpy.array_equal(dataset[...], values):
            return "values differ"
        found = {k: v.decode("ascii") if isinstance(v, bytes) else v for k, v in dataset.attrs.items()}
        if found.keys() != attributes.keys() or any(not numpy.array_equal(found[k], v) for k, v in attributes.items()):
            return f"attributes differ: {found}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--verify", action="store_true", help="compare the files with their sources, write nothing")
    options = parser.parse_args()
    for make in (elevation, camera, digits):
        name, values, attributes = make()
        path = FOLDER / f"{name}.h5"
        if options.verify:
            fault = verify(path, name, values, attributes)
            if fault:
                sys.exit(f"{path.name}: {fault}")
            print(f"{path.name} is what its source gives")
        else:
            write(path, name, values, attributes)
            print(hashlib.sha256(path.read_bytes()).hexdigest(), path.name, path.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
