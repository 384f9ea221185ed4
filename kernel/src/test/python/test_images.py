"""What Binder, Docker and VS Code read of the repository: its form, and that it names what there is."""

import json
import pathlib
import re
import stat
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[4]
SETUP = (ROOT / "kernel/src/main/sh/setup.sh").read_text()


def packages(*things):
    """What the launcher would install on Debian."""
    named = dict(re.findall(r"^    ([a-z |]+)\) echo (.*) ;;$", SETUP.split("debian_packages()")[1].split("esac")[0], re.M))
    return {package for thing in things for key, words in named.items() if thing in key.split(" | ") for package in words.split()}


class ImagesTest(unittest.TestCase):
    def test_binder_installs_what_the_launcher_would(self):
        self.assertEqual(set((ROOT / "binder/apt.txt").read_text().split()), packages("java", "maven", "opencl", "fonts"))
        post = ROOT / "binder/postBuild"
        self.assertTrue(post.stat().st_mode & stat.S_IXUSR)
        subprocess.run(["sh", "-n", str(post)], check=True)
        self.assertIn("./plegma install --sys-prefix", post.read_text())

    def test_the_images_commands_are_known_and_what_they_copy_is_there(self):
        text = re.sub(r"\\\n", " ", (ROOT / "Dockerfile").read_text())
        lines = [line.split(None, 1) for line in text.splitlines() if line and not line.startswith("#")]
        known = {"FROM", "RUN", "COPY", "WORKDIR", "USER", "EXPOSE", "CMD"}
        self.assertEqual({word for word, _ in lines} - known, set())
        self.assertEqual([word for word, _ in lines].count("FROM"), 2)
        for word, rest in lines:
            if word == "COPY" and "--from" not in rest:
                self.assertTrue((ROOT / rest.split()[-2]).exists(), rest)
            if word == "RUN":
                subprocess.run(["sh", "-n", "-c", rest], check=True)
            if word == "CMD":
                self.assertEqual(json.loads(rest)[0], "jupyter")
        installed = set(text.split("FROM")[2].split())
        self.assertEqual(packages("java", "opencl", "fonts", "nbclient", "jupyter") - installed, set())
        self.assertIn("'ipywidgets>=8'", installed, "Debian's are of version 6, which do not know the sliders' models")

    def test_the_devcontainer_calls_the_launcher(self):
        container = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text())
        commands = set(re.findall(r"\./plegma ([a-z]+)", json.dumps(container)))
        help_text = (ROOT / "plegma").read_text().split("END")[1]
        self.assertEqual({c for c in commands if not re.search(rf"\n  (help, )?{c}\b", help_text)}, set())

    def test_the_citation_names_the_version(self):
        version = re.search(r"<version>(.*?)</version>", (ROOT / "pom.xml").read_text())[1]
        citation = (ROOT / "CITATION.cff").read_text()
        self.assertIn(f"\nversion: {version}\n", citation)
        for field in ("cff-version", "message", "title", "authors"):
            self.assertRegex(citation, rf"(?m)^{field}:")


if __name__ == "__main__":
    unittest.main()
