"""Makes sure that there is a kernelspec named plegma: the installed one, or a temporary one for a jar."""

import atexit
import json
import os
import pathlib
import shutil
import tempfile

from jupyter_client.kernelspec import KernelSpecManager, NoSuchKernel

NAME = "plegma"
DEFAULT_JAR = pathlib.Path(__file__).resolve().parents[3] / "target" / "plegma.jar"


def command(jar):
    return ["java", "-Dfile.encoding=UTF-8", "-Djava.awt.headless=true", "-XX:MaxRAMPercentage=50", "-Xms128m",
            "-XX:+UseG1GC", "-XX:GCTimeRatio=1", "-XX:InitiatingHeapOccupancyPercent=50", "-XX:-G1UseAdaptiveIHOP",
            "-XX:G1PeriodicGCInterval=30000", "-XX:+ExplicitGCInvokesConcurrent", "-XX:MinHeapFreeRatio=10",
            "-XX:MaxHeapFreeRatio=30", "-jar", str(jar), "kernel", "{connection_file}"]


def signal_chaining():
    """As an installed kernelspec has it: without this library PoCL's compiler loses its files."""
    java = pathlib.Path(shutil.which("java")).resolve()
    library = java.parents[1] / "lib" / "libjsig.so"
    return {"LD_PRELOAD": str(library)} if library.exists() else {}


def provide():
    """PLEGMA_JAR, if set, is tested even where a kernelspec is installed. Returns the kernelspec's name."""
    jar = os.environ.get("PLEGMA_JAR")
    if jar is None:
        try:
            KernelSpecManager().get_kernel_spec(NAME)
            return NAME
        except NoSuchKernel:
            jar = DEFAULT_JAR
    if not pathlib.Path(jar).is_file():
        raise FileNotFoundError(f"There is no {jar}. Build it by: mvn package -DskipTests")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="plegma-test-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    spec = folder / "kernels" / NAME
    spec.mkdir(parents=True)
    (spec / "kernel.json").write_text(json.dumps({
        "argv": command(pathlib.Path(jar).resolve()),
        "display_name": "Plegma under test",
        "language": "java",
        "interrupt_mode": "message",
        "env": signal_chaining(),
    }))
    os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, [str(folder), os.environ.get("JUPYTER_PATH")]))
    return NAME
