"""The places where OpenCL text of a package can be mutated: its .cl files, and strings of Java classes that write kernels."""

import collections
import re

# A token at file[start:end] that becomes another.
Site = collections.namedtuple("Site", "kind file line start end change new")

TOKEN = re.compile(
    r"""(?P<skip>^\#ifndef\ (?P<default>\w+)[^\n]*\n\#define\ (?P=default)\b[^\n]*|//[^\n]*|/\*.*?\*/|\\.|^[ \t]*\#[ \t]*(?:pragma|include|undef|error|line)[^\n]*|"(?:\\.|[^"\\\n])*")"""
    r"""|(?P<barrier>\b(?:work_group_)?barrier\s*\([^()]*\)\s*;)"""
    r"""|(?P<word>%(?:\d+\$)?[sd]|[A-Za-z_$]\w*)"""
    r"""|(?P<number>(?:0[xX][0-9a-fA-F]+|\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)\w*)"""
    r"""|(?P<operator><<=|>>=|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|->|[-+*/%<>&|^=?:])"""
    r"""|(?P<other>\S)""",
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)
ARITHMETIC = {"+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "+=": "-=", "-=": "+=", "*=": "+=", "++": "--", "--": "++"}
BITS = {"<<": ">>", ">>": "<<", "&": "|", "|": "&", "^": "&", "<<=": ">>=", ">>=": "<<="}
BOUNDS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
LOGIC = {"&&": "||", "||": "&&"}
WORDS = {"min": "max", "max": "min", "fmin": "fmax", "fmax": "fmin", "break": "continue", "continue": "break"}
WORDS |= {"get_local_id": "get_global_id", "get_group_id": "get_global_id", "get_local_size": "get_global_size"}
TYPES = re.compile(r"(?:unsigned|void|bool|u?(?:char|short|int|long)|size_t|half|float|double|real|T)\d*$")
QUALIFIERS = {"const", "restrict", "global", "local", "constant", "private", "volatile", "return", "case"}

# Strings that are no code: of statements with messages, formats and patterns; names; sentences. Classes that time or explain.
NO_CODE = re.compile(r"\b\w*Exception\b|\b[Rr]efus|requireNonNull|@\w+\(|Diagnostic|\.format\(|Pattern|\.matches\(|-XX|createTemp")
NAME = re.compile(r"-?[A-Za-z]{2}[\w./]*(-[A-Za-z0-9]+)*-?=?")
OTHER_CLASSES = re.compile(r"(Family|Explanation|Exercise|Examples|Report|Journal)$")
SENTENCE = re.compile(r"\b[a-z]{2,} [a-z]{2,} [a-z]{2,}\b(?![^\n]*[;={}])")
JAVA = re.compile(
    r"""//[^\n]*|/\*.*?\*/|(?P<block>\"\"\".*?\"\"\")|(?P<string>"(?:\\.|[^"\\\n])*")|'(?:\\.|[^'\\])'|(?P<end>[;{}])|\w+|.""",
    re.DOTALL,
)


def sites(module, package):
    """All places of a package and of those within it, in order."""
    folder = package.replace(".", "/")
    found = []
    for path in sorted((module / "src/main/resources" / folder).rglob("*.cl")):
        text = path.read_text()
        found += places(text, 0, len(text), str(path.relative_to(module)), "")
    for path in sorted((module / "src/main/java" / folder).rglob("*.java")):
        text = path.read_text()
        strings = list(code_strings(text))
        if not OTHER_CLASSES.search(path.stem) and sum(";" in text[start:end] for start, end in strings) >= 2:
            for start, end in strings:
                found += places(text, start, end, str(path.relative_to(module)), "in a string: ")
    return found


def code_strings(java):
    """Where a Java source has strings that may be code."""
    statement = 0
    pending = []
    for token in JAVA.finditer(java):
        if token["block"] or token["string"]:
            pending.append(token)
        elif token["end"]:
            if not NO_CODE.search(java, statement, token.end()):
                for string in pending:
                    quotes = 3 if string["block"] else 1
                    start, end = string.start() + quotes, string.end() - quotes
                    if not SENTENCE.search(java, start, end) and not NAME.fullmatch(java, start, end):
                        yield start, end
            statement = token.end()
            pending = []


def places(text, start, end, file, where):
    before = None
    matches = [m for m in TOKEN.finditer(text, start, end) if not m["skip"]]
    for i, token in enumerate(matches):
        after = matches[i + 1] if i + 1 < len(matches) else None
        for kind, new in mutations(token, before, after):
            line = text.count("\n", 0, token.start()) + 1
            old = re.sub(r"\s+", " ", token[0])
            column = token.start() - text.rfind("\n", 0, token.start())
            change = f"{where}{old} to {new or 'nothing'}, column {column}"
            yield Site(kind, file, line, token.start(), token.end(), change, new)
        before = token


def mutations(token, before, after):
    """What a token may become, by kind. Each place has one mutation, and a number two."""
    if token["barrier"]:
        yield "barrier", ""
    elif token["number"]:
        whole = re.fullmatch(r"(\d+)([uUlL]*)", token[0])
        if whole:
            yield "constant", f"{int(whole[1]) + 1}{whole[2]}"
            if int(whole[1]) > 0:
                yield "constant", f"{int(whole[1]) - 1}{whole[2]}"
        elif not token[0].startswith(("0x", "0X")):
            digits = re.match(r"[\d.]+", token[0])[0]
            yield "constant", f"{float(digits) + 1}{token[0][len(digits):]}"
    elif token["word"] in WORDS:
        yield "function", WORDS[token["word"]]
    elif token["operator"]:
        operator = token["operator"]
        # A star or an ampersand after a type or before nothing is a pointer; a sign at the start of an operand has no left side.
        if operator in "*&" and (before is None or after is None or pointer(before, after)):
            return
        for kind, table in (("arithmetic", ARITHMETIC), ("bits", BITS), ("bound", BOUNDS), ("logic", LOGIC)):
            if operator in table:
                yield kind, table[operator]


def pointer(before, after):
    if before["word"]:
        return bool(TYPES.match(before["word"])) or before["word"] in QUALIFIERS
    return not before["number"] and before[0] not in (")", "]") or (after["word"] or "") in QUALIFIERS
