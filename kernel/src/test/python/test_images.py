"""What Binder, Docker and VS Code read of the repository: its form, and that it names what there is."""

import fnmatch
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

    def dockerfile(self):
        """Its text with long lines in one, and the commands with what they are given."""
        text = re.sub(r"\\\n", " ", (ROOT / "Dockerfile").read_text())
        return text, [line.split(None, 1) for line in text.splitlines() if line and not line.startswith("#")]

    def test_the_images_commands_are_known_and_what_they_copy_is_there(self):
        text, lines = self.dockerfile()
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

    def test_the_image_keeps_the_rules_of_hadolint(self):
        """All but DL3008: versions of Debian's packages are not pinned, since Debian drops old ones."""
        lines = self.dockerfile()[1]
        stages = [rest.split(" AS ")[1] for word, rest in lines if word == "FROM" and " AS " in rest]
        for word, rest in lines:
            with self.subTest(line=f"{word} {rest}"):
                if word == "FROM":
                    self.assertRegex(rest, r"^[\w./-]+:(?!latest)[\w.-]+( AS \w+)?$", "DL3006, DL3007: a tag, and not the latest")
                if word == "WORKDIR":
                    self.assertTrue(rest.startswith("/"), "DL3000")
                if word == "COPY" and "--from" in rest:
                    self.assertIn(re.search(r"--from=(\w+)", rest)[1], stages, "DL3022")
                if word == "CMD":
                    self.assertIsInstance(json.loads(rest), list, "DL3025")
                if word == "RUN":
                    self.assertNotRegex(rest, r"\bsudo\b|(^|&& *)cd |\bapt ", "DL3004, DL3003, DL3027")
                    for step in rest.split("&&"):
                        if "apt-get install" in step:
                            self.assertIn(" -y --no-install-recommends ", step, "DL3014, DL3015")
                            self.assertIn("rm -rf /var/lib/apt/lists/*", rest, "DL3009")
                            self.assertIn("apt-get update", rest.split("apt-get install")[0], "a list of an older layer may be stale")
                        if "pip install" in step:
                            self.assertIn("--no-cache-dir", step, "DL3042")
                            self.assertRegex(step, r"[=>]=\d", "DL3013")
        users = [rest for word, rest in lines if word == "USER"]
        self.assertTrue(users and users[-1] != "root", "DL3002")
        self.assertEqual([word for word, _ in lines].count("CMD"), 1, "DL4003")

    def test_what_the_image_is_built_from_is_sent_to_docker(self):
        ignored = [line.rstrip("/") for line in (ROOT / ".dockerignore").read_text().splitlines() if line and not line.startswith("#")]
        self.assertIn(".plegma", ignored)
        for needed in ("pom.xml", "LICENSE", "NOTICE", ".mvn/jvm.config", "opencl/src/main", "opencl/rewrite/pom.xml", "kernel/src/main",
                       "notebooks/guides/quickstart.ipynb", "datasets/elevation.h5"):
            self.assertTrue((ROOT / needed).exists(), needed)
            path = pathlib.PurePath(needed)
            self.assertFalse([rule for rule in ignored for part in (path, *path.parents) if fnmatch.fnmatch(str(part), rule.replace("**/", "*"))], needed)

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
