"""Submissions: what students hand in, of which only the text of their solution cells is taken. Nothing of it is run here."""

import json
import pathlib
import re

import assignment

LARGEST = 20 << 20  # bytes of a notebook; outputs of gigabytes are no answer
LONGEST = 100_000  # characters of a cell
# As SourceRules in Java, which tells the student so beforehand; here since a compiler would read files before any judge.
CONTINUED = re.compile(r"(\\|\?\?/)[ \t]*\n")
MARK = re.compile(r"^[ \t]*// ### (?:BEGIN|END) SOLUTION[ \t]*$", re.M)  # by itself it pastes nothing: a teacher tries the source itself
TEXT_OR_COMMENT = re.compile(r""""(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|//[^\n]*|/\*.*?\*/""", re.S)
FORBIDDEN = re.compile(r"(?:#|%:|\?\?=)[ \t]*(?:include|include_next|import|embed)\b|__has_\w+|\b(?:__asm__|__asm|asm)\b|##|%:%:|\?\?="
                       r"|\b__builtin_\w+")


class Submission:
    """A student's notebook, or why there is none."""

    def __init__(self, student, path, problem=None):
        self.student, self.path, self.problem = student, path, problem
        self.cells = {}

    def text(self, grade_id):
        return self.cells.get(grade_id)


def collect(folder, source_name):
    """Of each student one submission: a notebook in the folder, or one in a folder of the student's; in the order of names."""
    found = []
    for entry in sorted(folder.iterdir(), key=lambda path: path.name):
        if entry.name.startswith("."):
            continue
        if entry.is_symlink():
            found.append(Submission(entry.name.removesuffix(".ipynb"), entry, "it is a link to another place"))
        elif entry.is_dir():
            found.append(of_folder(entry, source_name))
        elif entry.suffix == ".ipynb":
            found.append(Submission(entry.stem, entry))
    names = [each.student for each in found]
    for each in found:
        if names.count(each.student) > 1:
            each.problem = "there are several submissions of this name"
        if each.problem is None:
            read(each)
    return found


def of_folder(folder, source_name):
    notebooks = [
        path for path in sorted(folder.rglob("*.ipynb"))
        if not path.is_symlink() and path.is_file() and ".ipynb_checkpoints" not in path.parts
    ]
    named = [path for path in notebooks if path.name == source_name]
    if len(named or notebooks) == 1:
        return Submission(folder.name, (named or notebooks)[0])
    problem = "there is no notebook" if not notebooks else f"there are {len(notebooks)} notebooks and none is named {source_name}"
    return Submission(folder.name, folder, problem)


def read(submission):
    """Takes the texts of the solution cells, by their grade_id."""
    try:
        if submission.path.stat().st_size > LARGEST:
            submission.problem = f"the notebook has more than {LARGEST >> 20} MiB: clear its outputs"
            return
        notebook = json.loads(submission.path.read_text(encoding="utf-8"))
        cells = notebook["cells"]
        if not isinstance(cells, list):
            raise ValueError("its cells are no list")
        twice = set()
        for cell in cells:
            if not isinstance(cell, dict) or not meta_of(cell).get("solution"):
                continue
            name = meta_of(cell).get("grade_id")
            text = cell.get("source", "")
            text = "".join(text) if isinstance(text, list) else text
            if not isinstance(name, str) or not isinstance(text, str):
                continue
            if name in submission.cells:
                twice.add(name)
            submission.cells[name] = text[:LONGEST + 1]
        if twice:
            submission.problem = f"it has the cell {', '.join(sorted(twice))} twice"
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
        submission.problem = f"it is not a notebook: {type(fault).__name__}: {str(fault)[:200]}"


def meta_of(cell):
    found = cell.get("metadata")
    found = found.get("nbgrader") if isinstance(found, dict) else None
    return found if isinstance(found, dict) else {}


def magic(text):
    """The first line of a cell if it is that of a cell's magic: what follows is then data for it, never Java."""
    first = text.split("\n", 1)[0]
    return first if first.startswith("%%") else None


def forbidden(text):
    """What is forbidden in it: as it stands, and without comments, which may stand within a directive."""
    whole = MARK.sub("", CONTINUED.sub("", text))
    bare = TEXT_OR_COMMENT.sub(lambda part: part.group() if part.group()[0] in "\"'" else " ", whole)
    found = FORBIDDEN.search(whole) or FORBIDDEN.search(bare)
    return found.group() if found else None


def judged_text(cell, stub, text):
    """The text that may be put into the teacher's notebook, and why not if it may not: None or a kind of fault and a reason."""
    if text is None:
        return None, ("missing", "the cell is not in the notebook")
    if text.strip() == stub.strip():
        return None, ("missing", "still to be written: the cell is as it was handed out")
    if len(text) > LONGEST:
        return None, ("refused", f"the cell has more than {LONGEST} characters")
    if magic(text) != magic(cell.source):
        return None, ("refused", f"the cell must begin with the line {magic(cell.source)}, as it was handed out")
    found = forbidden(text.replace("\r\n", "\n"))
    if found:
        return None, ("refused", f"a judged cell may not have {found}, in comments neither")
    if "\r" in text.replace("\r\n", "\n") or "\x00" in text:
        return None, ("refused", "the cell has characters that are no text")
    return text.replace("\r\n", "\n"), None


def to_judge(source, submission):
    """
    The teacher's notebook with the student's texts in it, and what is decided without running anything: by the grade_id of each
    solution cell a kind of fault and a reason.

    Java of a student's is not put in: those cells are as they were handed out, and are graded by hand.
    """
    stubs = assignment.released(source)
    notebook = assignment.solved(source)
    decided, judged = {}, {}
    for cell, stub in zip(notebook.cells, stubs.cells):
        if not assignment.is_solution(cell):
            continue
        name = assignment.meta(cell)["grade_id"]
        if magic(cell.source) is None:
            cell.source = stub.source
            continue
        text, refused = judged_text(cell, stub.source, submission.text(name))
        if refused:
            decided[name] = refused
            cell.source = stub.source
        else:
            cell.source = text
            judged[name] = text
    return notebook, decided, judged


def tasks(source):
    """The graded cells, each with the solution cells before it that belong to it."""
    found, before = [], []
    for cell in source.cells:
        if assignment.is_by_hand(cell):
            found.append((cell, [assignment.meta(cell)["grade_id"]]))
        elif assignment.is_solution(cell):
            before.append(assignment.meta(cell)["grade_id"])
        elif assignment.is_graded(cell):
            found.append((cell, before))
            before = []
    return found


def of(path):
    """A single notebook as a submission."""
    submission = Submission(pathlib.Path(path).stem, pathlib.Path(path))
    read(submission)
    return submission
