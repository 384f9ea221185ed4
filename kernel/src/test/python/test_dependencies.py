"""What Plegma depends on: which libraries age, and what conda is told to install."""

import datetime
import pathlib
import re
import sys
import unittest

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[4]
sys.path.insert(0, str(ROOT / "kernel/src/main/python"))

import dependencies  # noqa: E402


class DependenciesTest(unittest.TestCase):
    """What is told of libraries that have newer releases, without asking for them."""

    REPORT = "  ${junit.version} .... 5.12.2 -> 6.1.3\n  ${asm.version} ....... 9.9.1 -> 9.11.1\n  ${slf4j.version} ..... 2.0.17\n"

    def test_each_is_named_with_its_age(self):
        days = {"5.12.2": datetime.datetime(2025, 4, 11), "6.1.3": datetime.datetime(2026, 4, 11)}
        asked = []

        def date(artifact, version):
            asked.append(artifact)
            return days.get(version)

        junit, asm = dependencies.rows(ROOT / "pom.xml", self.REPORT, date)
        self.assertEqual(junit, ("org.junit:junit-bom", "5.12.2", "2025-04-11", "6.1.3", "2026-04-11", "12 months"))
        self.assertEqual(asm, ("org.ow2.asm:asm", "9.9.1", "?", "9.11.1", "?", "?"))
        self.assertIn(("org.ow2.asm", "asm"), asked)


class EnvironmentTest(unittest.TestCase):
    """The files for conda, as they are written; conda itself is not asked."""

    FILES = ("environment.yml", "environment-linux.yml", "binder/environment.yml")
    PACKAGE = re.compile(r"([a-z0-9][a-z0-9_.-]*)(>?=\d+(\.\d+)*)?")

    def packages(self, name):
        return [self.PACKAGE.fullmatch(line)[1] for line in yaml.safe_load((ROOT / name).read_text())["dependencies"]]

    def test_conda_reads_each_file(self):
        for name in self.FILES:
            parsed = yaml.safe_load((ROOT / name).read_text())
            self.assertEqual(list(parsed), ["name", "channels", "dependencies"], name)
            self.assertEqual(parsed["channels"], ["conda-forge", "nodefaults"], "conda-forge has OpenCL drivers, and the two do not mix")
            for line in parsed["dependencies"]:
                self.assertRegex(line, f"^{self.PACKAGE.pattern}$", name)
            self.assertEqual(len(set(self.packages(name))), len(self.packages(name)), f"{name} names one twice")

    def test_what_only_linux_has_is_apart(self):
        both, linux = self.packages("environment.yml"), self.packages("environment-linux.yml")
        self.assertIn("openjdk", both)
        self.assertEqual(set(linux) - set(both), {"ocl-icd", "ocl-icd-system"})
        self.assertEqual(set(both) - set(linux), set())

    def test_the_same_package_has_the_same_version_everywhere(self):
        wanted = {}
        for name in self.FILES:
            for line in yaml.safe_load((ROOT / name).read_text())["dependencies"]:
                package, version = self.PACKAGE.fullmatch(line).group(1, 2)
                self.assertEqual(wanted.setdefault(package, version), version, f"{package} of {name}")


if __name__ == "__main__":
    unittest.main()
