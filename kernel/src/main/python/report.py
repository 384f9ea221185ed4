"""Executes a notebook afresh, compares what it shows with what it kept, and writes a page that says what agrees.

Called by the launcher for "plegma report". Texts and tables are compared word by word, and their numbers within a tolerance;
pictures to the eye, and by their description, which tells their ranges. Exit status 1 if a claim does not hold, or a cell fails.
"""

import argparse
import copy
import decimal
import html
import os
import pathlib
import re
import sys

import nbformat
import nbformat.v4
from nbclient.exceptions import DeadKernelError

import pictures
import run_notebook

PNG = "image/png"
SAME_PICTURE = 0.01  # of its area may look different: other versions of a font do that
NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")  # of 1,234 each part, as 100,200 may be two
NO_CLAIM = "The claim does not hold: "
CLAIM = "The claim holds: "


def shown(cell):
    """What a cell printed and showed, as texts; a picture's is its description, an error's its message."""
    printed = "".join(output.text for output in cell.outputs if output.output_type == "stream")
    return [printed] + [output.data.get("text/plain", "") if "data" in output else run_notebook.ANSI.sub("", output.evalue)
                        for output in cell.outputs if output.output_type != "stream"]


def drawn(cell):
    """The pictures of what a cell showed, None for what has none."""
    return [output.data.get(PNG) for output in cell.outputs if "data" in output]


def apart(kept, fresh):
    """How far two texts are apart: the largest relative difference of their numbers, or None if their words differ."""
    if NUMBER.sub("#", kept).split() != NUMBER.sub("#", fresh).split():
        return None
    return max((difference(*pair) for pair in zip(NUMBER.findall(kept), NUMBER.findall(fresh))), default=0.0)


def difference(kept, fresh):
    """The relative difference of two numbers, as they are written: they may have more digits and larger exponents than a float."""
    try:
        with decimal.localcontext(decimal.Context(Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN)):
            a, b = decimal.Decimal(kept), decimal.Decimal(fresh)
            return float(abs(a - b) / max(abs(a), abs(b))) if a != b else 0.0
    except decimal.DecimalException:
        return float(kept != fresh)


def compare(kept, fresh, tolerance):
    """One row for a cell: whether it agrees, and what there is to say."""
    before, after = shown(kept), shown(fresh)
    if len(before) != len(after):
        return False, f"shows {len(after) - 1} results, and {len(before) - 1} were kept"
    distances = [apart(a, b) for a, b in zip(before, after)]
    if None in distances:
        a, b = next((a, b) for a, b in zip(before, after) if apart(a, b) is None)
        old, new = next(((x, y) for x, y in zip(a.splitlines() + [""], b.splitlines() + [""]) if x != y), (a, b))
        return False, f"was “{old.strip()[:100]}”, is “{new.strip()[:100]}”"
    largest = max(distances)
    if largest > tolerance:
        return False, f"numbers differ by at most {largest:.1e} of their size"
    before, after = drawn(kept), drawn(fresh)
    if [png is None for png in before] != [png is None for png in after]:
        return False, "shows a picture in place of a text, or the other way round"
    area = max((pictures.distance(a, b) for a, b in zip(before, after) if a), default=0)
    if area > SAME_PICTURE:
        return False, f"a picture looks different in {100 * area:.0f} % of its area"
    words = f"numbers differ by at most {largest:.1e} of their size" if largest else ""
    seen = f"a picture looks different in {100 * area:.1f} % of its area" if area else ""
    return True, ", ".join(filter(None, [words, seen])) or "the same"


def claims(notebook):
    """The claims of a notebook, and whether each held."""
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        for output in cell.outputs:
            if output.output_type == "error":
                text = run_notebook.ANSI.sub("", "\n".join([output.evalue] + output.traceback))
                if NO_CLAIM in text:
                    yield text.partition(NO_CLAIM)[2].splitlines()[0].strip(), False
                else:
                    yield f"the cell “{cell.source.strip().splitlines()[0][:80]}” runs", False
            for line in "".join(output.get("data", {}).get("text/plain", "")).splitlines():
                if line.startswith(CLAIM):
                    yield line[len(CLAIM):], True


def table(head, rows):
    def line(cells, tag):
        return "<tr>" + "".join(f"<{tag}>{html.escape(str(cell))}</{tag}>" for cell in cells) + "</tr>"

    return "<table>" + line(head, "th") + "".join(line(row, "td") for row in rows) + "</table>"


def judge(kept, fresh, tolerance):
    """What is to be told: a row for each kept result, the claims, and a sentence that counts both."""
    rows = []
    for number, (before, after) in enumerate(zip(kept.cells, fresh.cells), start=1):
        if before.cell_type == "code" and before.outputs and run_notebook.LIVE not in before.metadata.get("tags", []):
            agrees, words = compare(before, after, tolerance)
            rows.append((number, before.source.strip().splitlines()[0][:80], "agrees" if agrees else "DIFFERS", words))
    held = list(claims(fresh))
    summary = (f"{sum(row[2] == 'agrees' for row in rows)} of {len(rows)} kept results agree within {tolerance:g}; "
               f"{sum(holds for _, holds in held)} of {len(held)} claims hold.")
    return rows, held, summary


def main():
    parser = argparse.ArgumentParser(prog="plegma report", description="Execute a notebook afresh and compare it with what it kept.")
    parser.add_argument("notebook", metavar="NOTEBOOK", type=pathlib.Path)
    parser.add_argument("-o", "--output", type=pathlib.Path, metavar="FILE", help="the page (default: NOTEBOOK.report.html)")
    parser.add_argument("--tolerance", type=float, default=1e-6, metavar="X", help="largest relative difference of numbers (default 1e-6)")
    options = parser.parse_args()
    path = options.notebook
    try:
        kept = run_notebook.read(path)
    except Exception as fault:
        parser.error(f"{path} is not a notebook: {fault}")

    output = options.output or path.with_suffix(".report.html")
    if output.exists() and output.samefile(path):
        parser.error(f"{output} is the notebook itself, which would be lost: name another file")
    run_notebook.check_place(parser, output)
    os.environ.setdefault("PLEGMA_HISTORY", "off")
    fresh = copy.deepcopy(kept)
    fresh.cells.append(nbformat.v4.new_code_cell("%provenance"))
    print(f"plegma: running {path}", file=sys.stderr)
    try:
        run_notebook.execute_to_keep(fresh, path.resolve().parent, allow_errors=True)
    except DeadKernelError as fault:
        sys.exit(f"plegma: {path}: {run_notebook.describe(fresh, fault)}")

    rows, held, summary = judge(kept, fresh, options.tolerance)
    fails = [text for text, holds in held if not holds]
    page = f"<h1>{html.escape(path.stem)}: run again</h1><p>{summary} On which machine is told at the end.</p>"
    if held:
        page += table(["claim", ""], [(text, "holds" if holds else "DOES NOT HOLD") for text, holds in held])
    if rows:
        page += table(["cell", "begins", "", "difference"], rows)
    fresh.cells.insert(0, nbformat.v4.new_markdown_cell(page))
    for number, begins, verdict, words in rows:
        if verdict != "agrees":
            print(f"cell {number} differs ({begins}): {words}")
    for text in fails:
        print(f"does not hold: {text}")
    try:
        run_notebook.write(output, run_notebook.as_html(fresh, path.stem).encode())
    except OSError as fault:
        print(summary)
        sys.exit(f"plegma: {output} could not be written: {fault}")
    print(f"{summary} See {output}")
    sys.exit(1 if fails else 0)


if __name__ == "__main__":
    run_notebook.until_interrupted(main)
