"""The bundle for offline GPU nodes: small enough to travel, and running without this machine's Java."""

import os
import pathlib
import re
import subprocess
import tarfile
import tempfile
import unittest

import work_limit

ROOT = pathlib.Path(__file__).resolve().parents[4]
LARGEST_PACKED = 50_000_000


class BundleTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory(prefix="plegma bundle ")
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = pathlib.Path(temporary.name) / "on a nöde"  # Java needs another locale for it than these tests set
        work_limit.run([str(ROOT / "plegma"), "bundle", str(cls.folder)], check=True)

    def run_bundle(self, *arguments, folder=None, **environment):
        # Only the system's basic tools: no JAVA_HOME, no conda, no other PATH.
        passed = {"PATH": "/usr/bin:/bin", "HOME": str(self.folder), **environment}
        if "OCL_ICD_VENDORS" in os.environ:
            passed.setdefault("OCL_ICD_VENDORS", os.environ["OCL_ICD_VENDORS"])
        return work_limit.run(
            [str((folder or self.folder) / "plegma"), *arguments], env=passed, cwd="/",
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True,
        )

    def test_an_archive_is_small_and_holds_the_same(self):
        archive = self.folder.parent / "packed.tar.xz"
        fast = {**os.environ, "XZ_OPT": "-1"}  # a quarter of the time, a quarter larger
        work_limit.run([str(ROOT / "plegma"), "bundle", str(archive)], check=True, env=fast)
        self.assertLess(archive.stat().st_size, LARGEST_PACKED)
        with tarfile.open(archive) as tar:
            packed = {name for name in tar.getnames() if not name.endswith("/")}
            tar.extractall(self.folder.parent / "unpacked")
        made = {str(pathlib.Path("plegma") / path.relative_to(self.folder)) for path in self.folder.rglob("*")}
        self.assertEqual(packed - {"plegma"}, made)
        result = self.run_bundle("devices", folder=self.folder.parent / "unpacked/plegma")
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_every_device_compiles_and_runs_a_kernel_on_the_bundles_own_java(self):
        result = self.run_bundle("doctor")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertIn(f"{self.folder}/runtime", result.stdout)
        self.assertRegex(result.stdout, r"ok +device 0: .*compiled and ran")
        self.assertNotIn("LD_PRELOAD", result.stderr)

    def test_a_machine_without_any_driver_is_told_what_to_do(self):
        with tempfile.TemporaryDirectory() as empty:
            result = self.run_bundle("devices", OCL_ICD_VENDORS=empty)
            self.assertEqual(result.returncode, 1)
            self.assertIn("nstall", result.stderr)
            self.assertNotIn("\tat ", result.stderr, "no stack trace")

    def test_the_fonts_that_it_names_are_there(self):
        lib = self.folder / "runtime/lib"
        names = re.findall(r"^filename\.\S+=\$JRE_LIB_FONTS/(.+)$", (lib / "fontconfig.properties").read_text(), re.M)
        self.assertEqual(len(names), 3)
        for name in names:
            self.assertTrue((lib / "fonts" / name).is_file(), name)

    def test_oclgrind_comes_along_with_all_that_it_needs(self):
        folder = self.folder.parent / "oclgrind here"
        work_limit.run(["sh", str(ROOT / "kernel/src/main/sh/bundle-oclgrind.sh"), str(folder)], check=True)
        (folder / "k.cl").write_text("kernel void k(global int* x) { x[get_global_id(0)] = x[1]; }")
        (folder / "k.sim").write_text("k.cl\nk\n4 1 1\n2 1 1\n<size=16 int>\n1 2 3 4\n")
        environment = {"PATH": "/usr/bin:/bin", "LD_DEBUG": "libs"}
        result = work_limit.run([str(folder / "oclgrind-kernel"), "--data-races", "k.sim"], cwd=folder, env=environment,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
        self.assertIn("Read-write data race", result.stdout)
        used = set(re.findall(r"calling init: (/.*)", result.stdout))
        self.assertTrue(any(path.startswith(f"{folder}/lib/libLLVM") for path in used), used)
        outside = [path for path in used if not path.startswith(str(folder))]
        self.assertEqual([path for path in outside if not re.search(r"/(libc|libm|libstdc\+\+|libgcc_s|ld-linux-x86-64)\.so", path)], [])

    def test_it_is_not_written_over_something_else(self):
        with tempfile.TemporaryDirectory() as folder:
            kept = pathlib.Path(folder) / "thesis.tex"
            kept.touch()
            result = work_limit.run([str(ROOT / "plegma"), "bundle", folder], stderr=subprocess.PIPE)
            self.assertEqual(result.returncode, 1)
            self.assertIn(b"not empty and not a bundle", result.stderr)
            self.assertTrue(kept.exists())


if __name__ == "__main__":
    unittest.main()
