"""Everything drawn is in DejaVu Sans Mono, the least that a terminal's font has: no box, no gap."""

import ast
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Final

import pytest
from babel.messages.pofile import read_po

ROOT: Final = Path(__file__).resolve().parents[2]
SNAPSHOTS: Final = ROOT / "tests" / "screens" / "__snapshots__"

FONT: Final = """
20-7e a0-1c3 1cd-1e3 1e6-1f0 1f4-1f6 1f8-1f9 1fc-221 224-241 243-245 24c-24d 250-2b9 2bb-2c1
2c6-2c9 2cc-2d3 2d6-2de 2e0-2e9 2ee 300-33f 370-377 384-38a 2000-200a 2010-2023 2026 202f-2037
2039-203a 203c-203f 2045-2049 204b 205f 2070-2071 2074-208e 2090-209c 20a0-20b5 20b8-20ba 20bd
2102 2105 210d-210f 2115-2117 2119-211a 211d 2122 2124 2126 212a-212b 212e 2148 2150-2151
2153-215f 2189 2190-2213 2215 2217-2220 2223 2227-222d 2234-223d 2241-2269 226d-228b 228d-22a5
22b2-22b5 22b8 22c2-22c6 22cd-22d1 22da-22e9 22ef 2300-2306 2308-2315 2318-2319 231c-2321 2325-2328
232b 2335-237a 237d 2380-2383 2388-238b 2395 239b-23ae 23ce-23cf 2423 2500-262f 2638-268b 2690-269c
26a0-26a1 26b0-26b1 2701-2704 2706-2709 270c-2727 2729-274b 274d 274f-2752 2756 2758-275e 2761-2775
2794 2798-27af 27b1-27be 27c2 27c5-27c6 27dc 27e0 27e6-27eb 27f5-27f7
"""
"""What that font has of signs and of letters that we might use: fc-query --format '%{charset}'."""


def _span(words: str) -> range:
    first, _, last = words.partition("-")
    return range(int(first, 16), int(last or first, 16) + 1)


KNOWN: Final = {chr(code) for span in FONT.split() for code in _span(span)} | {"\n", "\t"}


def missing(text: str) -> set[str]:
    return set(text) - KNOWN


def drawn(path: Path) -> Iterator[str]:
    """Yield what a source may draw: its texts, without what only describes it.

    A source that the font has whole, and that escapes nothing but ends of lines, need not be read.
    """
    source = path.read_text(encoding="utf-8")
    if not missing(source) and "\\" not in source.replace("\\n", ""):
        return
    nodes = [*ast.walk(ast.parse(source))]
    told = {
        id(node.value)
        for node in nodes
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield "".join(char for char in node.value if char.isprintable())


CLEANS: Final = "text.py"
"""The client's list of what it takes out of text that others typed."""


@pytest.mark.slow
@pytest.mark.parametrize("part", ["client", "engine"])
def test_no_source_draws_what_the_font_lacks(part: str) -> None:
    sources = [each for each in (ROOT / part).rglob("*.py") if each.name != CLEANS]
    assert len(sources) > 50
    assert missing("●⁂") == {"⁂"}
    found = {path.name: lacks for path in sources if (lacks := missing("".join(drawn(path))))}
    assert found == {}


def test_no_translation_and_no_sheet_has_what_the_font_lacks() -> None:
    for path in (ROOT / "client").rglob("*.po"):
        with path.open("rb") as file:
            told = [str(message.string) for message in read_po(file)]
        assert len(told) > 1000
        assert missing("".join(told)) == set(), path
    for path in (ROOT / "engine").rglob("sheets/*.md"):
        assert missing(path.read_text(encoding="utf-8")) == set(), path


def test_no_expected_picture_has_what_the_font_lacks() -> None:
    found = {}
    for path in SNAPSHOTS.rglob("*.*"):
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".svg":
            text = unescape("".join(re.findall(r">([^<]*)<", text)))
        if lacks := missing(text):
            found[path.name] = lacks
    assert found == {}
