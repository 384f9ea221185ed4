"""Assignments: one notebook with solutions and hidden tests, from which the student's is made.

Cells carry nbgrader's metadata, schema 3. Lines between "### BEGIN SOLUTION" and "### END SOLUTION" become "// Your turn.",
those between "### BEGIN HIDDEN TESTS" and "### END HIDDEN TESTS" are left out. A comment sign may stand before the marks.
"""

import argparse
import copy
import pathlib
import re
import sys

import nbformat

SOLUTION = "SOLUTION"
HIDDEN = "HIDDEN TESTS"
STUB = "// Your turn."
VERSION = 3
CHECKSUM = 32  # characters
KEYS = {"grade", "grade_id", "locked", "schema_version", "solution", "task", "points", "checksum", "cell_type"}


class AssignmentError(Exception):
    """What is wrong with an assignment, for who wrote it."""


def meta(cell):
    """nbgrader's metadata of a cell; empty if it has none."""
    found = cell.get("metadata", {}).get("nbgrader", {})
    return found if isinstance(found, dict) else {}


def is_solution(cell):
    return cell.get("cell_type") == "code" and meta(cell).get("solution") is True


def is_graded(cell):
    """A cell whose points are told when it is executed."""
    return cell.get("cell_type") == "code" and meta(cell).get("grade") is True and not is_solution(cell)


def is_by_hand(cell):
    """What somebody has to read: Java, text, and what a task cell asks for."""
    return meta(cell).get("task") is True or meta(cell).get("grade") is True and meta(cell).get("solution") is True


def has_points(cell):
    return meta(cell).get("grade") is True or is_by_hand(cell)


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def faults(notebook):
    """What nbgrader's rules of schema 3 refuse, as sentences."""
    found, ids = [], set()
    for number, cell in enumerate(notebook.cells, start=1):
        if "nbgrader" not in cell.metadata:
            continue
        about, name = cell.metadata["nbgrader"], f"cell {number}"
        if not isinstance(about, dict):
            found.append(f"{name}: the metadata of nbgrader is no object, but {about!r}")
            continue
        version = about.get("schema_version")
        if not isinstance(version, int) or version != VERSION:
            found.append(f"{name}: schema_version is {version}, not {VERSION}")
        for key in ("grade", "solution", "locked"):
            if not isinstance(about.get(key), bool):
                found.append(f"{name}: {key} is neither true nor false")
        if not isinstance(about.get("task", False), bool):
            found.append(f"{name}: task is neither true nor false")
        unknown = set(about) - KEYS
        if unknown:
            found.append(f"{name}: unknown keys {', '.join(sorted(unknown))}")
        if about.get("cell_type", cell.cell_type) not in ("raw", "code", "markdown"):
            found.append(f"{name}: cell_type is {about['cell_type']!r}, not raw, code or markdown")
        if "checksum" in about and (not isinstance(about["checksum"], str) or len(about["checksum"]) != CHECKSUM):
            found.append(f"{name}: a checksum has {CHECKSUM} characters, not {about['checksum']!r}")
        grade, solution, task = (about.get(key) is True for key in ("grade", "solution", "task"))
        is_used = grade or solution or task or about.get("locked") is True
        grade_id = about.get("grade_id", "" if is_used else "unused")
        if not isinstance(grade_id, str) or not re.fullmatch(r"[a-zA-Z0-9_-]+" if is_used else r"[a-zA-Z0-9_-]*", grade_id):
            found.append(f"{name}: grade_id {about.get('grade_id')!r} is not made of letters a to z, digits, - and _")
        elif is_used and grade_id in ids:
            found.append(f"{name}: grade_id {grade_id} is there twice")
        if is_used:
            ids.add(str(grade_id))
        points = about.get("points", None if grade or task else 0)
        if not is_number(points) or points < 0:
            found.append(f"{name}: a graded cell has points, not {points!r}")
        if task and cell.cell_type != "markdown":
            found.append(f"{name}: a task is a markdown cell")
        elif not task and cell.cell_type == "markdown" and grade != solution:
            found.append(f"{name}: a markdown cell is graded and a solution, or neither")
    return found


def without(source, name, stub):
    """The text without the stretches between marks; in place of each the stub, if there is one."""
    begin, end = f"### BEGIN {name}", f"### END {name}"
    lines, inside = [], False
    for line in source.split("\n"):
        if begin in line:
            if inside:
                raise AssignmentError(f'"{begin}" comes twice without "{end}"')
            inside = True
            if stub:
                lines.append(re.match(r"\s*", line).group() + stub)
        elif end in line:
            if not inside:
                raise AssignmentError(f'"{end}" comes without "{begin}"')
            inside = False
        elif not inside:
            lines.append(line)
    if inside:
        raise AssignmentError(f'"{begin}" comes without "{end}"')
    return "\n".join(lines)


def released(source):
    """The student's notebook."""
    wrong = faults(source)
    if wrong:
        raise AssignmentError("; ".join(wrong))
    if not any(has_points(cell) for cell in source.cells):
        raise AssignmentError("no cell gives points; see docs/teaching.md")
    notebook = copy.deepcopy(source)
    for number, cell in enumerate(notebook.cells, start=1):
        try:
            cell.source = without(cell.source, HIDDEN, None)
            shown = without(cell.source, SOLUTION, STUB)
        except AssignmentError as fault:
            raise AssignmentError(f"cell {number}: {fault}") from None
        if shown != cell.source and not meta(cell).get("solution"):
            raise AssignmentError(f"cell {number} has a solution, but its metadata does not say so")
        cell.source = shown
        if cell.cell_type == "code":
            cell.update(outputs=[], execution_count=None)
    return notebook


def solved(source):
    """The source as a notebook to execute: the marks are comments in it, but not in each language of magics."""
    notebook = copy.deepcopy(source)
    for cell in notebook.cells:
        cell.source = "\n".join(
            line for line in cell.source.split("\n") if not re.search(r"### (BEGIN|END) (SOLUTION|HIDDEN TESTS)", line)
        )
    return notebook


def read(path):
    if not path.is_file():
        raise AssignmentError(f"there is no notebook {path}")
    try:
        return nbformat.read(path, as_version=4)
    except Exception as fault:
        raise AssignmentError(f"{path} is not a notebook: {fault}") from None


def main():
    import run_notebook  # not above: judges of a class have no use for nbconvert

    parser = argparse.ArgumentParser(prog="plegma assignment", description="Make notebooks of an assignment's source.")
    parser.add_argument("action", choices=["release", "solution", "check"],
                        help="release: the student's; solution: with solutions; check: only says what is wrong")
    parser.add_argument("source", metavar="SOURCE", type=pathlib.Path)
    parser.add_argument("-o", "--output", type=pathlib.Path, metavar="FILE")
    options = parser.parse_args()
    if options.action != "check" and not options.output:
        parser.error("name the notebook to write with -o FILE")
    if options.output and options.output.exists() and options.output.samefile(options.source):
        parser.error(f"{options.output} is the source itself, which would be lost")
    if options.action != "check":
        run_notebook.check_place(parser, options.output)
    try:
        source = read(options.source)
        student = released(source)
    except AssignmentError as fault:
        sys.exit(f"plegma: {options.source}: {fault}")
    points = sum(meta(cell)["points"] for cell in source.cells if has_points(cell))
    if options.action != "check":
        notebook = student if options.action == "release" else solved(source)
        try:
            run_notebook.write(options.output, (nbformat.writes(notebook) + "\n").encode())
        except OSError as fault:
            sys.exit(f"plegma: {options.output} could not be written: {fault}")
        print(f"plegma: wrote {options.output}", file=sys.stderr)
    print(f"plegma: {options.source}: {points:g} points", file=sys.stderr)


if __name__ == "__main__":
    main()
