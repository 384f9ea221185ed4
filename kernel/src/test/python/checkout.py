"""A copy of the launcher in a checkout of its own, on a PATH that holds a few real tools and fakes of apt-get, conda and mvn,
which write down how they were called.
"""

import pathlib
import shutil
import stat
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[4]
SCRIPTS = "kernel/src/main/sh"
TOOLS = """awk basename cat chmod cksum cp cut dirname env find flock grep head id locale ls mkdir mktemp mv readlink rm sed sh sleep sort
    tail touch tr uname wc""".split()


def shell(*command, **options):
    return subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True, timeout=600, **options
    )


class Checkout:
    """A checkout without sources, in a folder with spaces in its name, and a PATH of its own."""

    def __init__(self, folder):
        self.root = folder / "a checkout"
        self.bin = folder / "bin"
        self.log = folder / "calls.log"
        self.home = folder / "home"
        for path in (self.bin, self.home, self.root / "kernel/src/main/java", self.root / "kernel/src/test"):
            path.mkdir(parents=True)
        shutil.copytree(ROOT / SCRIPTS, self.root / SCRIPTS)
        shutil.copy(ROOT / "plegma", self.root)
        for environment in ROOT.glob("environment*.yml"):
            shutil.copy(environment, self.root)
        (self.root / "pom.xml").write_text("<project/>")
        (self.root / "kernel/pom.xml").write_text("<project/>")
        for tool in TOOLS:
            (self.bin / tool).symlink_to(shutil.which(tool))
        # A JDK that only answers what the launcher asks.
        self.jdk = folder / "jdk"
        (self.jdk / "bin").mkdir(parents=True)
        (self.jdk / "release").write_text('JAVA_VERSION="17.0.1"\n')
        for program in ("java", "javac", "jshell"):
            self.write_program(self.jdk / "bin" / program, f'echo "java $*" >>"{self.log}"; echo "    user.home = {self.home}" >&2')
        self.fake("mvn", f'mkdir -p "{self.root}/kernel/target"; echo jar >"{self.root}/kernel/target/plegma.jar"')

    def write_program(self, path, body):
        # A link to a real tool must be replaced, never written through.
        if path.is_symlink():
            path.unlink()
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def fake(self, name, body="true"):
        self.write_program(self.bin / name, f'echo "{name} $*" >>"{self.log}"\n{body}')

    def run(self, *arguments, **environment):
        variables = {"PATH": str(self.bin), "HOME": str(self.home), "JAVA_HOME": str(self.jdk), **environment}
        return shell(str(self.root / "plegma"), *arguments, env=variables)

    def calls(self, name):
        text = self.log.read_text() if self.log.exists() else ""
        return [line for line in text.splitlines() if line.startswith(f"{name} ")]


class WithCheckout(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="plegma test ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.checkout = Checkout(self.folder)


class Ready(WithCheckout):
    """A checkout that lacks nothing but Oclgrind."""

    def setUp(self):
        super().setUp()
        self.checkout.write_program(
            self.checkout.jdk / "bin/java",
            f'echo "java $*" >>"{self.checkout.log}"\ncase $* in *" install "*)\n'
            'until [ "$1" = --data-dir ]; do shift; done\nmkdir -p "$2/kernels/plegma"\necho "{}" >"$2/kernels/plegma/kernel.json" ;; esac')
        self.checkout.fake("python3")
        self.checkout.fake("fc-list", "echo a font")
        self.checkout.fake("ldconfig", 'echo "libOpenCL.so.1 => /lib"')
        (self.folder / "icd").touch()

    def ready(self, *arguments, **environment):
        result = self.checkout.run(*arguments, OCL_ICD_VENDORS=str(self.folder / "icd"), **environment)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result
