"""Runs the examples of all magics, then two guides, in another Java kernel, and prints a table of cells by kernel.

Called by "./plegma test --with-kernel FILE.jar", where FILE.jar is that of an IJava or a JJava. The examples are those that
"%help NAME" shows. Exit status 1 if a cell fails that a user of that kernel may expect to run.
"""

import atexit
import json
import os
import pathlib
import queue
import shutil
import subprocess
import sys
import tempfile
import zipfile

import nbformat
from jupyter_client.manager import KernelManager

import plegma_kernelspec
from kernel_client import Kernel

ROOT = pathlib.Path(__file__).resolve().parents[4]
GUIDES = ["quickstart", "stencils"]

# What these kernels cannot do, and what the magic must say then.
INTENDED = {
    "history": "does not tell what ran in it",
    "load": "cannot put a text into a cell",
    "reset": "cannot forget what cells declared",
    "spark": "Spark is not on the class path",
    "xmode": "decides itself what its errors show",
}

EXAMPLES = """
var all = new TreeMap<String, String>();
for (var magic : ServiceLoader.load(org.plegma.magics.Magic.class))
    all.put(magic.getClass().getAnnotation(picocli.CommandLine.Command.class).name(), magic.example());
System.out.print(new com.google.gson.Gson().toJson(all));
"""


def first_cells(kernel_jar, plegma_jar):
    """What its users are told to do, by docs/other-kernels.md; and the environment that it wants."""
    with zipfile.ZipFile(kernel_jar) as jar:
        names = jar.namelist()
    if "io/github/spencerpark/ijava/IJava.class" in names:
        return [f"%jars {plegma_jar}", "org.plegma.ijava.PlegmaForIJava.install();"], {}
    if any(name.startswith("org/dflib/jjava/") for name in names):
        return [], {"JJAVA_CLASSPATH": str(plegma_jar)}
    sys.exit(f"plegma: {kernel_jar} is neither an IJava nor a JJava.")


def jars(kernel_jar):
    """The jar, after that of its launcher if one lies beside it."""
    launchers = kernel_jar.parent.glob(kernel_jar.stem.replace("-", "-launcher-", 1) + ".jar")
    return [str(jar) for jar in (*launchers, kernel_jar)]


def kernelspec(kernel_jar, environment):
    """Writes a temporary kernelspec, and gives its name."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="plegma-kernel-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    spec = folder / "kernels" / kernel_jar.stem.lower()
    spec.mkdir(parents=True)
    (spec / "kernel.json").write_text(json.dumps({
        "argv": ["java", "--add-opens", "jdk.jshell/jdk.jshell=ALL-UNNAMED", "-Dfile.encoding=UTF-8", "-Djava.awt.headless=true",
                 "-jar", *jars(kernel_jar), "{connection_file}"],
        "display_name": kernel_jar.stem,
        "language": "java",
        "interrupt_mode": "message",
        "env": {**plegma_kernelspec.signal_chaining(), **environment},
    }))
    os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, [str(folder), os.environ.get("JUPYTER_PATH")]))
    return spec.name


class ForeignKernel(Kernel):
    def __init__(self, name, **options):
        self.manager = KernelManager(kernel_name=name)
        self.options = options


def error_of(result):
    """The first line of what went wrong, or nothing."""
    if result.status != "ok":
        lines = [line for line in (result.reply.get("evalue") or result.traceback).splitlines() if line.strip()]
        return lines[0] if lines else result.reply.get("ename", "error")
    return ""


def examples():
    with Kernel() as kernel:
        result = kernel.run(EXAMPLES)
        if result.status != "ok":
            sys.exit(result.traceback)
        return json.loads(result.text())


def run_cells(name, start, cells, folder):
    """Runs cells in a new kernel and gives the error of each."""
    with ForeignKernel(name, cwd=str(folder), stderr=subprocess.DEVNULL) as kernel:
        for cell in start:
            result = kernel.run(cell)
            if result.status != "ok":
                sys.exit(f"plegma: the kernel refused the cell {cell!r}: {error_of(result)}")
        for cell in cells:
            yield error_of(kernel.run(cell))


def main():
    kernel_jar = pathlib.Path(sys.argv[1]).resolve()
    plegma_jar = pathlib.Path(sys.argv[2]).resolve()
    if not kernel_jar.is_file():
        sys.exit(f"plegma: there is no file {kernel_jar}")
    start, environment = first_cells(kernel_jar, plegma_jar)
    name = kernelspec(kernel_jar, environment)
    unexpected = 0
    rows = 0

    def tell(label, error, intended=None):
        nonlocal unexpected, rows
        rows += 1
        right = intended in error if intended else not error
        unexpected += not right
        verdict = "ok" if right and not error else "intended error" if right else "FAILED"
        print(f"{label:34} {verdict:15}{error[:150] if error else ''}", flush=True)

    print(f"{kernel_jar.stem} with {plegma_jar.name}")
    with tempfile.TemporaryDirectory() as folder:
        of_magics = examples()
        labels = [(f"%{magic}", INTENDED.get(magic)) for magic in of_magics]
        for (label, intended), error in zip(labels, run_cells(name, start, of_magics.values(), folder)):
            tell(label, error, intended)
    for guide in GUIDES:
        path = ROOT / "notebooks/guides" / f"{guide}.ipynb"
        cells = [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
        with tempfile.TemporaryDirectory() as copy:
            folder = pathlib.Path(copy) / "notebooks/guides"
            folder.mkdir(parents=True)
            (pathlib.Path(copy) / "datasets").symlink_to(ROOT / "datasets")
            for number, error in enumerate(run_cells(name, start, cells, folder), start=1):
                tell(f"{guide} [{number}/{len(cells)}]", error)
    print(f"{rows - unexpected} of {rows} cells as they should be")
    sys.exit(1 if unexpected else 0)


if __name__ == "__main__":
    main()
