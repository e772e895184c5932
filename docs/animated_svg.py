"""Joins pictures of a terminal, as Textual exports them, into one SVG that shows them in turn.

It needs no script and no font from elsewhere. What a picture has in common with the next one stands
in it once: the pieces are grouped by the pictures that they are part of, and an animation of the
style sheet shows and hides each group.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

_NAME: Final = re.compile(r"terminal-\d+")
_STYLE: Final = re.compile(r"\.terminal-(r\d+) (\{[^}]*\})")
_PIECE: Final = re.compile(r"<rect .*?/>|<text .*?</text>", re.DOTALL)
_STYLED: Final = re.compile(r'class="terminal-(r\d+)"')
_NEEDLESS: Final = re.compile(r' clip-path="[^"]*"| shape-rendering="[^"]*"')
_SCREEN: Final = '<g transform="translate(9'
_SHEET: Final = (
    ".terminal-title {{ font: bold 18px arial }}"
    " text {{ font-family: DejaVu Sans Mono, monospace; font-size: 20px; white-space: pre }}"
    " rect {{ shape-rendering: crispEdges }}"
    " g[class] {{ animation-duration: {seconds:.2f}s; animation-iteration-count: infinite;"
    " animation-timing-function: step-end }}"
)


class Shot(NamedTuple):
    """A picture, and for how many seconds it is seen."""

    svg: str
    seconds: float


def animated(shots: Sequence[Shot]) -> str:
    """Return one SVG that shows these pictures, all of one size, one after the other for ever."""
    styles: dict[str, str] = {}
    parts: dict[str, list[int]] = {}
    for number, shot in enumerate(shots):
        for piece in _pieces(_NAME.sub("terminal", shot.svg), styles):
            parts.setdefault(piece, []).append(number)
    seen: dict[tuple[int, ...], list[str]] = {}
    for piece, numbers in parts.items():
        seen.setdefault(tuple(numbers), []).append(piece)
    ends = list(accumulate(shot.seconds for shot in shots))
    rules = [_rule(index, set(numbers), ends) for index, numbers in enumerate(seen)]
    first = _NAME.sub("terminal", shots[0].svg)
    sheet = [
        _SHEET.format(seconds=ends[-1]),
        *(f".{name} {style}" for style, name in styles.items()),
        *rules,
    ]
    return "".join(
        [
            first[: first.index("<style>")],
            f"<style>{' '.join(sheet)}</style>",
            first[first.index("<defs>") : first.index(_SCREEN)],
            f'{_SCREEN}, 41)" clip-path="url(#terminal-clip-terminal)">',
            *_groups(seen.values(), "<rect"),
            *_groups(seen.values(), "<text"),
            "</g></svg>\n",
        ]
    )


def _pieces(svg: str, styles: dict[str, str]) -> Iterable[str]:
    """Yield the rectangles and texts of a picture, with names of styles that hold for all."""
    names: Mapping[str, str] = {
        name: styles.setdefault(style, f"s{len(styles)}") for name, style in _STYLE.findall(svg)
    }

    def renamed(found: re.Match[str]) -> str:
        return f'class="{names[found[1]]}"'

    for piece in _PIECE.findall(svg[svg.index(_SCREEN) :]):
        yield _NEEDLESS.sub("", _STYLED.sub(renamed, piece))


def _groups(seen: Iterable[Sequence[str]], kind: str) -> Iterable[str]:
    """Yield the groups of one kind of piece; texts lie above all rectangles."""
    for index, pieces in enumerate(seen):
        if chosen := [piece for piece in pieces if piece.startswith(kind)]:
            yield f'<g class="k{index}">{"".join(chosen)}</g>'


def _rule(index: int, numbers: set[int], ends: Sequence[float]) -> str:
    """Return when a group is seen that is part of some of the pictures."""
    steps: list[str] = []
    before: bool | None = None
    for number, begins in enumerate([0.0, *ends[:-1]]):
        if (shown := number in numbers) is not before:
            seen = "visible" if shown else "hidden"
            steps.append(f"{100 * begins / ends[-1]:.3f}% {{ visibility: {seen} }}")
            before = shown
    if len(steps) == 1:  # always seen
        return ""
    return f"@keyframes m{index} {{ {' '.join(steps)} }} .k{index} {{ animation-name: m{index} }}"
