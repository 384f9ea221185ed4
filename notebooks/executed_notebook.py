"""Executes a notebook for the tests of what its cells show. Cells are named by their ids."""

import pathlib
import shutil
import sys
import tempfile

import nbformat

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parent
sys.path[:0] = [str(ROOT / "kernel/src/main/python"), str(ROOT / "kernel/src/test/python")]

import plegma_kernelspec  # noqa: E402
import run_notebook  # noqa: E402

LONGEST_CELL = 900  # seconds; a cell that hangs must not stop the tests for ever


def notebooks():
    return sorted(
        str(path.relative_to(FOLDER))
        for path in FOLDER.rglob("*.ipynb")
        if ".ipynb_checkpoints" not in path.parts and not path.name.endswith(".executed.ipynb")
    )


def changed(**cells):
    """For MAKE: a notebook with less to do. Each cell, named by its id ("-" written as "_"), has pairs of a text and its replacement."""

    def make(notebook):
        for name, changes in cells.items():
            (cell,) = (c for c in notebook.cells if c.id == name.replace("_", "-"))
            for usual, small in changes.items():
                if usual not in cell.source:
                    raise AssertionError(f"the cell {cell.id} has no {usual}")
                cell.source = cell.source.replace(usual, small)
        return notebook

    return staticmethod(make)


class Executed:
    """Executes the notebook PATH once for all tests of the class, on a copy of its folder beside links to the other folders."""

    PATH = None
    MAKE = staticmethod(lambda notebook: notebook)  # what is executed, made of the notebook that is kept

    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory(prefix="plegma notebooks ")
        cls.addClassCleanup(temporary.cleanup)
        root = pathlib.Path(temporary.name)
        (root / "datasets").symlink_to(ROOT / "datasets")
        cls.folder = root / "notebooks" / pathlib.Path(cls.PATH).parent
        shutil.copytree((FOLDER / cls.PATH).parent, cls.folder)
        for other in ("guides", "reports"):
            if not (root / "notebooks" / other).exists():
                (root / "notebooks" / other).symlink_to(FOLDER / other)
        cls.execute()

    @classmethod
    def execute(cls):
        plegma_kernelspec.provide()
        cls.notebook = cls.MAKE(nbformat.read(FOLDER / cls.PATH, as_version=4))
        run_notebook.execute(cls.notebook, cls.folder, LONGEST_CELL)

    def outputs(self, cell):
        found = [c for c in self.notebook.cells if c.get("id") == cell]
        self.assertEqual(len(found), 1, f"cells with the id {cell}")
        return found[0].outputs

    def text(self, cell):
        """All that the cell printed."""
        return "".join(o.text for o in self.outputs(cell) if o.output_type == "stream" and o.name == "stdout")

    def result(self, cell):
        """The last thing that the cell showed, by MIME type."""
        shown = [o.data for o in self.outputs(cell) if o.output_type in ("execute_result", "display_data")]
        self.assertTrue(shown, f"{cell} shows nothing")
        return shown[-1]

    def assertShowsImage(self, cell):
        self.assertGreater(len(self.result(cell)["image/png"]), 1000, cell)

    def test_every_cell_ran_without_error_or_warning(self):
        for cell in self.notebook.cells:
            if cell.cell_type == "code":
                self.assertIsNotNone(cell.execution_count, cell.source)
                for output in cell.outputs:
                    self.assertNotEqual(output.output_type, "error", output)
                    self.assertNotEqual(output.get("name"), "stderr", output)

    def test_it_becomes_a_page(self):
        html = run_notebook.as_html(self.notebook, "page")
        self.assertGreater(html.count("jp-OutputArea-output"), 3)
