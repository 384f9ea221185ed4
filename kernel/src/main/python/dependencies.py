"""Tells which libraries of the build have newer releases, and by how long theirs are older.

Called by "plegma doctor --dependencies" with the parent POM and with what Maven's versions plugin wrote of its properties. The
dates are those at which Maven's central repository got the releases; where it does not answer there are none.
"""

import email.utils
import pathlib
import re
import sys
import urllib.error
import urllib.request
import xml.etree.ElementTree

CENTRAL = "https://repo.maven.apache.org/maven2"
POM = "{http://maven.apache.org/POM/4.0.0}"
UPDATE = re.compile(r"\$\{(\S+)\}[ .]+(\S+) -> (\S+)")
PATIENCE_SECONDS = 20
DAYS_OF_A_MONTH = 30.44


def artifacts(pom):
    """A library for each property that gives a version: those of one property are released together."""
    found = {}
    for dependency in xml.etree.ElementTree.parse(pom).iter(POM + "dependency"):
        version = dependency.findtext(POM + "version") or ""
        if version.startswith("${"):
            found.setdefault(version[2:-1], (dependency.findtext(POM + "groupId"), dependency.findtext(POM + "artifactId")))
    return found


def updates(report):
    """Properties with the version that is used and the newest one."""
    return UPDATE.findall(report)


def released(artifact, version):
    """When a version was released; None if that cannot be known."""
    group, name = artifact
    address = f"{CENTRAL}/{group.replace('.', '/')}/{name}/{version}/{name}-{version}.pom"
    try:
        request = urllib.request.Request(address, method="HEAD")
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:
            return email.utils.parsedate_to_datetime(answer.headers["Last-Modified"])
    except (urllib.error.URLError, OSError, TypeError, ValueError):
        return None


def rows(pom, report, date=released):
    """One row a library that has a newer release, with how many months lie between the two."""
    known = artifacts(pom)
    for name, used, newest in updates(report):
        artifact = known.get(name)
        old, new = (date(artifact, version) if artifact else None for version in (used, newest))
        behind = f"{(new - old).days / DAYS_OF_A_MONTH:.0f} months" if old and new else "?"
        yield ":".join(artifact) if artifact else name, used, str(old.date()) if old else "?", newest, str(new.date()) if new else "?", behind


def main():
    pom, report = sys.argv[1:]
    table = [("library", "used", "of", "newest", "of", "behind"), *rows(pom, pathlib.Path(report).read_text())]
    if len(table) == 1:
        print("All libraries are of their newest releases.")
        return
    widths = [max(map(len, column)) for column in zip(*table)]
    for row in table:
        print("  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip())


if __name__ == "__main__":
    main()
