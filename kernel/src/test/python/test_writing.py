"""What "plegma run" writes: all or nothing."""

import pathlib
import re
import sys
import tempfile
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "main/python"))

import nbformat

import run_notebook


class WritingTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="plegma test ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.file = self.folder / "one.ipynb"
        self.file.write_text("kept")

    def test_a_full_disk_leaves_the_file_and_no_part(self):
        with mock.patch("os.replace", side_effect=OSError(28, "No space left on device")):
            with self.assertRaises(OSError):
                run_notebook.write(self.file, b"new")
        self.assertEqual(self.file.read_text(), "kept")
        self.assertEqual(list(self.folder.iterdir()), [self.file])

    def test_links_and_rights_stay(self):
        self.file.chmod(0o600)
        link = self.folder / "link.ipynb"
        link.symlink_to(self.file)
        run_notebook.write(link, b"new")
        self.assertTrue(link.is_symlink())
        self.assertEqual(self.file.read_text(), "new")
        self.assertEqual(self.file.stat().st_mode & 0o777, 0o600)


class PageTest(unittest.TestCase):
    def page(self, *outputs):
        cell = nbformat.v4.new_code_cell("code", outputs=[nbformat.v4.new_output("display_data", data) for data in outputs])
        return run_notebook.as_html(nbformat.v4.new_notebook(cells=[cell]), "small")

    def test_formulas_do_not_need_a_file_of_the_machine_that_wrote_the_page(self):
        scripts = re.findall(r"<script[^>]* src=\"([^\"]*)\"", self.page())
        self.assertTrue(any("mathjax" in script.lower() for script in scripts), scripts)
        self.assertEqual([script for script in scripts if not script.startswith("https://")], [])

    def test_bars_that_have_ended_leave_no_gap(self):
        self.assertEqual(self.page({"text/plain": "", "text/html": ""}, {"text/plain": "shown"}).count('class="jp-OutputArea-child"'), 1)


if __name__ == "__main__":
    unittest.main()
