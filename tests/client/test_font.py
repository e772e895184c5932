"""What is drawn and said uses only characters that DejaVu Sans Mono has.

It is the font of many terminals: for others a font of another width would step in, or a box.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from unicodedata import combining

import pytest

import cardtui_client
from cardtui_client.i18n import LANGUAGES

ROOT = Path(cardtui_client.__file__).parent
_RANGES = (
    "20-7e a0-1c3 2000-200a 2010-2023 2026 202f-2037 2039-203a 203c-203f 2045-2049 204b "
    "205f 2070-2071 2074-208e 2090-209c 20a0-20b5 20b8-20ba 20bd 2102 2105 210d-210f "
    "2115-2117 2119-211a 211d 2122 2124 2126 212a-212b 212e 2148 2150-2151 2153-215f "
    "2189 2190-2213 2215 2217-2220 2223 2227-222d 2234-223d 2241-2269 226d-228b "
    "228d-22a5 22b2-22b5 22b8 22c2-22c6 22cd-22d1 22da-22e9 22ef 2300-2306 2308-2315 "
    "2318-2319 231c-2321 2325-2328 232b 2335-237a 237d 2380-2383 2388-238b 2395 "
    "239b-23ae 23ce-23cf 2423 2500-262f 2638-268b 2690-269c 26a0-26a1 26b0-26b1 "
    "2701-2704 2706-2709 270c-2727 2729-274b 274d 274f-2752 2756 2758-275e 2761-2775 "
    "2794 2798-27af 27b1-27be 27c2 27c5-27c6 27dc 27e0 27e6-27eb 27f5-27f7 2987-2988 "
    "2997-2998 29eb 29fa-29fb 2a00 2a2f 2a6a-2a6b 2b05-2b0d 2b12-2b1a "
)
"""Its characters, as `fc-query --format '%{charset}'` tells them: Latin letters and signs."""

HAS = {
    code
    for first, _dash, last in (each.partition("-") for each in _RANGES.split())
    for code in range(int(first, 16), int(last or first, 16) + 1)
}
INSIDE = {"text.py"}
"""Modules whose odd characters are never drawn, but cut out of what others typed."""


def lacking(text: str) -> set[str]:
    shown = {each for each in text if each.isprintable() and not combining(each)}
    return {each for each in shown if ord(each) not in HAS}


def drawn() -> Iterator[tuple[str, str]]:
    """Yield every string of the client's modules, with the module."""
    for path in (*ROOT.parent.glob("cardtui_*/**/*.py"),):
        if path.name in INSIDE:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield path.name, node.value


@pytest.mark.slow
def test_the_font_has_what_the_client_draws() -> None:
    strings = [*drawn()]
    assert any("●" in text for _name, text in strings)
    assert {(name, text) for name, text in strings if lacking(text)} == set()


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_the_font_has_what_is_said(language: str) -> None:
    path = ROOT / "locale" / language / "LC_MESSAGES" / "cardtui.po"
    assert lacking(path.read_text(encoding="utf-8")) == set()
    assert lacking("⁂") == {"⁂"}, "a sign that no longer stands in a title"
