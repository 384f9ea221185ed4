"""What nbgrader's validator refuses in the metadata of cells, schema 3: from its public format, and apart from the product's own rules.

A schema says what the values are; what they mean for each other is said below. A changed type of a cell is only warned of by
nbgrader. Of a task it asks for neither points, nor a name if it is not locked.
"""

import jsonschema

BOOLEAN = {"type": "boolean"}
SCHEMA = {
    "$schema": "http://json-schema.org/draft-04/schema#",
    "type": "object",
    "properties": {
        "schema_version": {"type": "integer", "minimum": 3, "maximum": 3},
        "grade": BOOLEAN,
        "locked": BOOLEAN,
        "solution": BOOLEAN,
        "task": BOOLEAN,
        "grade_id": {"type": "string", "pattern": r"^[a-zA-Z0-9_\-]*$"},
        "points": {"type": "number", "minimum": 0},
        "checksum": {"type": "string", "minLength": 32, "maxLength": 32},
        "cell_type": {"type": "string", "enum": ["raw", "code", "markdown"]},
    },
    "required": ["schema_version", "grade", "locked", "solution"],
    "additionalProperties": False,
}


def refuses(notebook):
    """Whether it refuses a notebook."""
    names = []
    for cell in notebook.cells:
        if "nbgrader" not in cell.metadata:
            continue
        about = cell.metadata["nbgrader"]
        if not jsonschema.Draft4Validator(SCHEMA).is_valid(about):
            return True
        kind = (about["grade"], about["solution"])
        is_task = about.get("task", False)
        if any(kind) or about["locked"]:
            if not about.get("grade_id"):
                return True
            names.append(about["grade_id"])
        if about["grade"] and "points" not in about:
            return True
        if is_task and cell.cell_type != "markdown":
            return True
        if not is_task and cell.cell_type == "markdown" and kind in ((True, False), (False, True)):
            return True
    return len(names) != len(set(names))
