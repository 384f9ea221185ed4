"""What "plegma run" writes: all or nothing."""

import pathlib
import sys
import tempfile
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "main/python"))

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


if __name__ == "__main__":
    unittest.main()
