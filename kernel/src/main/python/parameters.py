"""Parameters of a notebook: a cell tagged "parameters" declares them in Java, and a cell set behind it gives them other values.

The convention is papermill's: the cell that is added has the tag "injected-parameters", and a new run replaces it.
"""

import csv
import json
import re

import nbformat.v4

TAG = "parameters"
INJECTED = "injected-parameters"

NAME = r"[^\W\d]\w*"
DECLARATION = re.compile(rf"\s*(?:final\s+)?(?P<type>[^\W\d][\w.]*(?:<[^=]*>)?(?:\[\])*)\s+(?P<rest>{NAME}\s*=.*)", re.S)
QUOTED = r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'"
NUMBERS = ("byte", "short", "int", "long", "float", "double")
NUMBER = re.compile(r"[-+]?(\d+\.?\d*([eE][-+]?\d+)?|\.\d+([eE][-+]?\d+)?)[fFdDlL]?|[-+]?0[xX][0-9a-fA-F]+[lL]?")


class ParameterError(Exception):
    """A parameter that the notebook does not have, or a value that is none of its type."""


def tags(cell):
    return cell.metadata.get("tags", [])


def declared(source):
    """Of each variable that the cell declares, the type, in order. "int n = 1, m = 2;" declares two."""
    source = re.sub(rf"({QUOTED})|//[^\n]*|/\*.*?\*/", lambda found: found.group(1) or " ", source, flags=re.S)
    blank = re.sub(QUOTED, "0", source)
    types = {}
    for statement in blank.split(";"):
        found = DECLARATION.fullmatch(statement)
        if found:
            flat = found["rest"]
            while re.search(r"[({\[][^(){}\[\]]*[)}\]]", flat):
                flat = re.sub(r"[({\[][^(){}\[\]]*[)}\]]", "0", flat)
            for declarator in flat.split(","):
                name = re.match(rf"\s*({NAME})\s*=", declarator)
                if name:
                    types[name[1]] = found["type"]
    return types


def literal(kind, value):
    """The Java for a value of a declared type."""
    if kind == "String" or kind == "var" and not NUMBER.fullmatch(value) and value not in ("true", "false"):
        return json.dumps(value)
    if kind == "char" and len(value) == 1:
        return "'" + ("\\" + value if value in "'\\" else value) + "'"
    if kind in NUMBERS:
        return number(kind, value.strip())
    if kind == "boolean" and value not in ("true", "false"):
        raise ParameterError(f"{value!r} is no {kind}")
    return decimal(value) if kind == "var" else value


def decimal(value):
    """A number without the zeros at its beginning, which would make it octal."""
    return re.sub(r"^([-+]?)0+(?=\d)", r"\1", value)


def number(kind, value):
    """The Java for a number."""
    box = {"float": "Float", "double": "Double"}.get(kind)
    special = {"nan": "NaN", "inf": "POSITIVE_INFINITY", "infinity": "POSITIVE_INFINITY"}.get(value.lower().lstrip("+-"))
    if box and special:
        return f"{box}.{special.replace('POSITIVE', 'NEGATIVE') if value[0] == '-' else special}"
    if not NUMBER.fullmatch(value):
        raise ParameterError(f"{value!r} is no {kind}")
    if kind != "int" and re.match(r"[-+]?0[xX]", value):
        value = str(int(value.rstrip("lL"), 16))  # as an int, 0xFFFFFFFF were -1
    value = decimal(value)
    if kind == "double" and re.fullmatch(r"[-+]?\d+", value):
        return value + ".0"  # else 3000000000 were an int that is too large
    if kind in ("float", "long") and value[-1].isdigit():
        return value + ("f" if kind == "float" else "L")
    return value


def inject(notebook, values):
    """Gives the notebook a cell that sets the parameters named, behind the one that declares them."""
    notebook.cells = [cell for cell in notebook.cells if INJECTED not in tags(cell)]
    if not values:
        return
    places = [i for i, cell in enumerate(notebook.cells) if cell.cell_type == "code" and TAG in tags(cell)]
    if not places:
        raise ParameterError(f'no cell has the tag "{TAG}", so there is nothing to set')
    types = declared(notebook.cells[places[0]].source)
    lines = []
    for name, value in values.items():
        if name not in types:
            raise ParameterError(f"there is no parameter {name}; the notebook has {', '.join(types) or 'none'}")
        try:
            lines.append(f"{name} = {literal(types[name], value)};")
        except ParameterError as wrong:
            raise ParameterError(f"{name}: {wrong}") from None
    cell = nbformat.v4.new_code_cell("\n".join(lines), metadata={"tags": [INJECTED]})
    if (notebook.nbformat, notebook.nbformat_minor) < (4, 5):
        cell.pop("id", None)  # which Jupyter would call invalid there
    notebook.cells.insert(places[0] + 1, cell)


def assignments(words):
    """Reads "name=value" words."""
    values = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not re.fullmatch(NAME, name):
            raise ParameterError(f"{word!r} is not name=value")
        values[name] = value
    return values


def grid(path):
    """The rows of a table of parameters: the first line names them."""
    with open(path, newline="", encoding="utf-8-sig") as file:  # spreadsheets begin with a mark
        table = csv.DictReader(file, skipinitialspace=True, strict=True)
        table.fieldnames = [name.strip() for name in table.fieldnames or []]
        if len(set(table.fieldnames)) < len(table.fieldnames):
            raise ParameterError(f"the first line of {path} has a name twice")
        rows = list(table)
    if not rows:
        raise ParameterError(f"{path} has no row of values")
    for number, row in enumerate(rows, start=2):
        if None in row or None in row.values():
            raise ParameterError(f"line {number} of {path} has not as many values as the first has names")
    return rows
