"""Judges one submission: executes the teacher's notebook, in which the student's kernels stand, in a kernel of its own.

Called by grade.py with a file of what is to be done and the file to write. The kernel runs the teacher's Java only; the student's
kernels run in processes that it starts and whose arrays it compares.
"""

import json
import math
import os
import pathlib
import re
import sys

import nbclient
import nbformat
from nbclient.exceptions import CellControlSignal, DeadKernelError

import assignment
import submissions

VERDICT = "application/vnd.plegma.verdict+json"
ANSI = re.compile(r"\x1b\[[0-9;]*m")
LONGEST = 4000  # characters of an error that a student is shown


class Client(nbclient.NotebookClient):
    """Runs cells with nbgrader's metadata only: what is left is for reading."""

    def is_wanted(self, cell):
        about = assignment.meta(cell)
        return cell.cell_type == "code" and bool(about) and cell.get("wanted", True)

    async def async_execute_cell(self, cell, cell_index, **options):
        if not self.is_wanted(cell):
            return cell
        return await super().async_execute_cell(cell, cell_index, **options)


def error(cell):
    for output in cell.get("outputs", []):
        if output.output_type == "error":
            text = "\n".join(output.traceback) or f"{output.ename}: {output.evalue}"
            return ANSI.sub("", text)[:LONGEST]
    return None


def verdict(cell):
    """The last verdict that the cell showed, its text, and the number that is its result."""
    facts, text, number = None, "", None
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        if VERDICT in data:
            facts, text = data[VERDICT], data.get("text/plain", "")
        if output.output_type == "execute_result":
            try:
                number = float(data.get("text/plain", ""))
            except ValueError:
                number = None
    return facts, text, number


def judged(cell, names, cells, decided):
    """What came of one task."""
    about = assignment.meta(cell)
    result = {"task": about["grade_id"], "total": about["points"], "points": 0, "fault": "", "reason": "", "text": ""}
    for name in names:
        if name in decided:
            result["fault"], result["reason"] = decided[name]
            return result
        failed = error(cells[name]) if name in cells else None
        if failed:
            result.update(fault="compile", reason=failed)
            return result
    failed = error(cell)
    if failed:
        result.update(fault="error", reason=failed)
        return result
    if not cell.get("execution_count"):
        result.update(fault="lost", reason="it was not judged: the kernel ended before")
        return result
    facts, text, number = verdict(cell)
    result["text"] = text
    if facts:
        result.update(fault=facts["fault"], reason=facts["reason"], speedup=facts.get("speedup"), seed=facts.get("seed"),
                      device=facts["device"], confinement=facts.get("confinement"), picture=facts.get("picture"))
    if number is not None and not math.isfinite(number):
        result.update(fault="error", reason=f"its points are {number}, which is no number of points")
        return result
    # As nbgrader has it: a number is the points, and a cell without one that does not fail has all of them.
    result["points"] = min(max(number if number is not None else about["points"], 0), about["points"])
    return result


def judge(source, submission, folder):
    notebook, decided, texts = submissions.to_judge(source, submission)
    tasks = [(cell, names) for cell, names in submissions.tasks(notebook) if not assignment.is_by_hand(cell)]
    for cell, names in tasks:
        if any(name in decided for name in names):
            cell["wanted"] = False
    if texts:
        execute(notebook, folder)
    cells = {assignment.meta(cell).get("grade_id"): cell for cell in notebook.cells if assignment.is_solution(cell)}
    return [judged(cell, names, cells, decided) for cell, names in tasks]


def execute(notebook, folder):
    client = Client(notebook, kernel_name="plegma", timeout=None, startup_timeout=600, allow_errors=True,
                    store_widget_state=False, resources={"metadata": {"path": str(folder)}})
    try:
        client.execute(stderr=open(os.devnull, "w"))
    except (DeadKernelError, CellControlSignal):
        pass  # what was not executed is told as such


def main():
    work = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    output = pathlib.Path(sys.argv[2])
    source = nbformat.reads(json.dumps(work["source"]), as_version=4)
    submission = submissions.Submission(work["student"], None)
    submission.cells = work["cells"]
    results = judge(source, submission, output.parent)
    partial = output.with_suffix(".new")
    partial.write_text(json.dumps(results), encoding="utf-8")
    partial.replace(output)


if __name__ == "__main__":
    main()
