"""The one table of the benchmarks, as it stands in their README between two marks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bench.reporting import Row

README: Final = Path(__file__).with_name("README.md")
BEGIN, END = "<!-- The table that `make bench` writes. -->", "<!-- End of the table. -->"
TABLE_HEAD: Final = """\
| measured by | what | ours | theirs | ratio | goal |
| --- | --- | ---: | ---: | ---: | --- |"""


def table_of(rows: Sequence[Row]) -> str:
    """Return the rows as Markdown; a script is named in the first of its rows."""
    lines, before = [TABLE_HEAD], ""
    for row in rows:
        script = "" if row.file == before else f"`{row.file}`"
        before = row.file
        lines.append(f"| {' | '.join([script, *row.cells])} |")
    return "\n".join(lines)


def write_table(facts: Sequence[str], rows: Sequence[Row]) -> None:
    """Put the table, and what has to be known of the run, in the place of the last ones."""
    head, _begin, rest = README.read_text(encoding="utf-8").partition(BEGIN)
    _table, _end, foot = rest.partition(END)
    parts = [head + BEGIN, "\n\n".join(facts), table_of(rows), END + foot]
    README.write_text("\n\n".join(parts), encoding="utf-8")
