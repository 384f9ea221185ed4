#!/usr/bin/env python3
"""Counters of the stencils' kernels on an NVIDIA GPU, by Nsight Compute, which knows no OpenCL: so their PTX is launched by CuPy.

usage: java -cp plegma.jar org.plegma.bench.stencil.StencilPrograms FOLDER 512
       stencil_counters.py FOLDER FILE.csv

The first writes kernels as the driver has compiled them. Here each is launched once under ncu, and its result compared with some cells that
OpenCL has computed. FILE.csv has a line for each: what it moved to and from memory and through L2, and how many warps were active.
"""
import csv
import io
import math
import pathlib
import re
import subprocess
import sys

METRICS = {
    "dram__bytes_read.sum": "MB read",
    "dram__bytes_write.sum": "MB written",
    "lts__t_bytes.sum": "MB in L2",
    "l1tex__t_bytes.sum": "MB in L1",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum": "local wavefronts",
    "smsp__inst_executed.sum": "instructions",
    "sm__warps_active.avg.pct_of_peak_sustained_active": "warps active %",
    "launch__registers_per_thread": "registers",
    "gpu__time_duration.sum": "µs",
}
KEPT = ["shape", "radius", "method", "kernel", "model MB"]
MOST_STATIC = 48 << 10


def for_cuda(ptx):
    """The program without what only OpenCL's driver sets, and how much memory of a group it must be launched with."""
    ptx = ptx.rstrip("\0").replace(", texmode_independent", "")
    ptx = re.sub(r"%envreg\d+", "0", ptx)  # offsets of the launch
    ptx = re.sub(r"\.ptr \.shared \.align \d+ ", "", ptx)  # of kernels that are not launched here
    arrays = re.findall(r"\.shared\s+\.align\s+\d+\s+\.b8\s+([\w$]+)\[(\d+)\]", ptx)
    if sum(int(size) for _, size in arrays) <= MOST_STATIC:
        return ptx, 0
    name, size = max(arrays, key=lambda array: int(array[1]))
    declared = re.compile(r"[^\n;]*\.shared\s+(\.align\s+\d+)\s+\.b8\s+%s\[\d+\];" % re.escape(name))
    align = declared.search(ptx).group(1)
    ptx = declared.sub("", ptx)
    entry = re.search(r"^\s*(?:\.visible\s+)?\.(?:entry|func)", ptx, re.M).start()
    return ptx[:entry] + ".extern .shared %s .b8 %s[];\n" % (align, name) + ptx[entry:], int(size)


def launch(folder):
    """Runs each kernel once, and tells of which some cells were wrong."""
    import cupy
    import numpy

    ran = []
    scalars = {"f": numpy.float32, "i": numpy.int32, "l": numpy.int64}
    for line in csv.DictReader(open(folder / "launches.csv")):
        ptx, dynamic = for_cuda((folder / (line["file"] + ".ptx")).read_text(errors="replace"))
        changed = folder / (line["file"] + ".cuda.ptx")
        changed.write_text(ptx)
        values = line["arguments"].split()[2:]
        cells = math.prod([int(value[1:]) for value in values if value[0] == "i"][:3])
        numbers = cupy.arange(cells, dtype=cupy.uint32) * cupy.uint32(0x9E3779B1)
        source = (numbers >> cupy.uint32(8)).astype(cupy.float32) * cupy.float32(2.0**-24)
        result = cupy.zeros(cells, dtype=cupy.float32)
        given = (result, source) + tuple(scalars[value[0]](value[1:]) for value in values)
        group = three(line["group"])
        grid = tuple(items // size for items, size in zip(three(line["global"]), group))
        try:
            kernel = cupy.RawModule(path=str(changed)).get_function(line["kernel"])
            if dynamic:
                kernel.max_dynamic_shared_size_bytes = dynamic
            kernel(grid, group, given, shared_mem=dynamic)
        except cupy.cuda.driver.CUDADriverError as error:
            print(line["file"], error, file=sys.stderr)
            continue
        pairs = [text.split() for text in (folder / (line["file"] + ".cells")).read_text().splitlines()]
        found = result[cupy.array([int(place) for place, _ in pairs])].get()
        off = float(abs(found - numpy.array([float(value) for _, value in pairs])).max())
        print(line["file"], "is off by", off, file=sys.stderr)
        ran.append({**line, "right": off <= 1e-5})
    with open(folder / "launched.csv", "w", newline="") as file:
        table = csv.DictWriter(file, KEPT + ["right"], extrasaction="ignore")
        table.writeheader()
        table.writerows(ran)


def three(text):
    sizes = tuple(int(size) for size in text.split())
    return sizes + (1,) * (3 - len(sizes))


def main():
    if sys.argv[1] == "--launch":
        launch(pathlib.Path(sys.argv[2]))
        return
    folder = pathlib.Path(sys.argv[1])
    command = ["ncu", "--clock-control", "none", "--kernel-name", "regex:^stencil", "--metrics", ",".join(METRICS)]
    command += ["--csv", "--page", "raw", "--print-units", "base", sys.executable, __file__, "--launch", str(folder)]
    output = subprocess.run(command, stdout=subprocess.PIPE, text=True).stdout
    (folder / "ncu.txt").write_text(output)
    rows = list(csv.DictReader(io.StringIO(output[output.index('"ID"'):])))
    rows = [row for row in rows if (row["Kernel Name"] or "").startswith("stencil")]  # others have units or remarks
    launches = list(csv.DictReader(open(folder / "launched.csv")))
    if len(rows) != len(launches) or any(line["right"] != "True" for line in launches):
        sys.exit("ncu tells of %d of %d launches, or some are wrong" % (len(rows), len(launches)))
    with open(sys.argv[2], "w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(KEPT + list(METRICS.values()))
        for line, row in zip(launches, rows):
            table.writerow([line[name] for name in KEPT] + [number(name, row[name]) for name in METRICS])


def number(name, text):
    value = float(text.replace(",", ""))
    if "bytes" in name:
        value /= 1e6
    elif "time" in name:
        value /= 1e3
    return "%.4g" % value if value < 1e6 else "%.0f" % value


if __name__ == "__main__":
    main()
