"""Painting the actions: buttons with key and price, a question, an amount to choose.
How loud each kind is: `_LOUDNESS`; what is cut first where buttons have no room: `_FITS`. Which
buttons there are is in `faces/offers.py`, how their keys are written in `key_names.py`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Final, NamedTuple

from cardtui_client.scene.middle import AmountZone, ButtonZone, StepZone, Zone
from cardtui_client.scene.scene import Amount, Button, Tone
from cardtui_client.text import cell_width, fit, wrap
from cardtui_client.tui.paint.canvas import Canvas, Palette, Place, mix, readable, style
from cardtui_client.tui.paint.key_names import key_name

_GAP_CELLS: Final = 2
_UNCUT_CELLS: Final = 99
"""More cells than a label has."""
_IN_BRACKETS: Final = re.compile(r" \([^)]*\)")


class _Fit(NamedTuple):
    """How much of a row of buttons is left out to make it fit.

    Attributes:
        gap: between buttons of one group; groups lie farther apart.
        brief: whether labels go without their asides.
        cut: the cells of a label.
        priced: whether prices are told.
        worded: whether what is given up is told in words.
        whole: whether each group stays in one line.
    """

    gap: int = 1
    brief: bool = True
    cut: int = _UNCUT_CELLS
    priced: bool = True
    worded: bool = False
    whole: bool = False


_TIGHTEST_FIT: Final = _Fit(gap=0)
"""The least room in which no label and no price is cut."""
_ROOMY_FITS: Final = (
    _Fit(gap=2, brief=False, worded=True, whole=True),
    _Fit(brief=False, worded=True, whole=True),
)
"""Those in which only gaps are small."""
_FITS: Final = (
    *_ROOMY_FITS,
    _Fit(worded=True, whole=True),
    _Fit(brief=False, whole=True),
    _Fit(brief=False),
    _Fit(whole=True),
    _Fit(),
    _TIGHTEST_FIT,
    *(_Fit(cut=cut) for cut in range(16, 8, -1)),
    *(_Fit(cut=cut, priced=False) for cut in range(9, 4, -1)),
    _Fit(gap=0, cut=6, priced=False),
)
_GROUP_GAP: Final = 2
"""Groups lie so much farther apart than buttons."""


class Placed(NamedTuple):
    """A button of the bar with the label that fits, and the column where it begins."""

    x: int
    button: Button


def paint_buttons(
    canvas: Canvas,
    buttons: tuple[Button, ...],
    *,
    hovered: Zone | None = None,
    question: str = "",
    sent: bool = False,
) -> None:
    """Paint a button for each action, a question before them if there is one.

    Args:
        hovered: what the mouse is over.
        question: what the buttons answer.
        sent: whether one was pressed and is not answered yet: they are faded.
    """
    width, height = canvas.width, canvas.height
    whole = wrap(question, width - 2) if question else []
    if len(whole) == height and _behind(whole, buttons, width):
        # The answers stand behind its last words, rather than that it is cut.
        x = 1 + cell_width(whole[-1]) + _GAP_CELLS
        rows = arrange(buttons, width - x, 1, ascii_only=canvas.ascii_only)
        _ask(canvas, 0, whole)
        _row(canvas, (x - 1, height - 1), rows[0], hovered, faded=sent)
        return
    asked = whole[: max(height - 1, 1)]
    rows = arrange(buttons, width, height - len(asked), ascii_only=canvas.ascii_only)
    if len(asked) + len(rows) > height:  # what answers it comes first
        rows = arrange(buttons, width, height - 1, ascii_only=canvas.ascii_only)
        asked = asked[: max(height - len(rows), 1)]
    if asked:
        asked[-1] = fit(" ".join(whole[len(asked) - 1 :]), width - 2)
    y = max((height - len(rows) - len(asked)) // 2, 0)
    _ask(canvas, y, asked)
    for number, row in enumerate(rows, y + len(asked)):
        _row(canvas, (0, number), row, hovered, faded=sent)


def _ask(canvas: Canvas, y: int, lines: Sequence[str]) -> None:
    for number, text in enumerate(lines, y):
        canvas.text(1, number, text, style(canvas.palette.warning, bold=True))


def _row(
    canvas: Canvas,
    at: tuple[int, int],
    row: Sequence[Placed],
    hovered: Zone | None,
    *,
    faded: bool,
) -> None:
    left, y = at
    for x, button in row:
        _button(canvas, left + x, y, button, hovered, faded=faded)


def arrange(
    buttons: tuple[Button, ...], width: int, rows: int, *, ascii_only: bool = False
) -> list[list[Placed]]:
    """Return the buttons by line, in groups, with the labels that fit.

    Gaps go first, before a line that is full has another below it, then that groups stay
    together, then what a label can do without, then letters of long labels, prices last.
    """
    groups = grouped(buttons)
    lines: list[list[Placed]] = []
    for most, each in [*((1, each) for each in _ROOMY_FITS), *((rows, each) for each in _FITS)]:
        lines = _lines(groups, width, each, ascii_only=ascii_only)
        if len(lines) <= most and _inside(lines, width, ascii_only=ascii_only):
            break
    return [_worded(line, buttons, width, ascii_only=ascii_only) for line in lines]


def _worded(
    line: list[Placed], buttons: tuple[Button, ...], width: int, *, ascii_only: bool
) -> list[Placed]:
    """Return a line with what is given up told in words, where it has room for that."""
    room = width - 1 - max((x + _cells(each, ascii_only=ascii_only) for x, each in line), default=0)
    found: list[Placed] = []
    moved = 0
    for x, button in line:
        told = button
        given = next((each for each in buttons if each.command == button.command), button)
        if given.lost and given.lost not in button.label:
            told = _told(given, _Fit(worded=True))
            more = cell_width(told.label) - cell_width(button.label)
            told, more = (told, more) if more <= room else (button, 0)
            room -= more
        found.append(Placed(x + moved, told))
        moved += cell_width(told.label) - cell_width(button.label)
    return found


def lines_needed(buttons: tuple[Button, ...], width: int) -> int:
    """Return how many lines the buttons need for all of their labels and prices."""
    # In letters keys are as long as they can be.
    return len(_lines(grouped(buttons), width, _TIGHTEST_FIT, ascii_only=True))


def lines_asking(question: str, buttons: tuple[Button, ...], width: int) -> int:
    """Return how many lines a question needs with all that answers it."""
    whole = wrap(question, width - 2) if question else []
    apart = len(whole) + lines_needed(buttons, width)
    return len(whole) if _behind(whole, buttons, width) else apart


def _behind(question: Sequence[str], buttons: tuple[Button, ...], width: int) -> bool:
    """Tell whether the answers have room behind the last words of a question of several lines."""
    room = width - 1 - cell_width(question[-1]) - _GAP_CELLS if len(question) > 1 else 0
    return room > 0 and lines_needed(buttons, room) == 1 and _fits(buttons, room)


def _fits(buttons: tuple[Button, ...], room: int) -> bool:
    """Tell whether all buttons fit in a line with all of their labels and prices."""
    return _inside(
        _lines(grouped(buttons), room, _TIGHTEST_FIT, ascii_only=True), room, ascii_only=True
    )


def _inside(lines: list[list[Placed]], width: int, *, ascii_only: bool) -> bool:
    """Tell whether no button, such as one of a group wider than a line, leaves the bar."""
    ends = (line[-1].x + _cells(line[-1].button, ascii_only=ascii_only) for line in lines if line)
    return all(end < width for end in ends)


def grouped(buttons: tuple[Button, ...]) -> list[list[Button]]:
    """Return the buttons in groups: what answers a call, and then those of each kind."""
    yes = [each for each in buttons if each.tone is Tone.YES]
    refusal = [each for each in buttons if each.tone is Tone.NO][: len(yes)]
    answers = [*yes, *refusal]
    rest = [each for each in buttons if each not in answers]
    groups = [list(group) for _tone, group in groupby(rest, key=lambda each: each.tone)]
    return [answers, *groups] if answers else groups


def brief_label(label: str) -> str:
    """Return what a button says where there is little room.

    >>> brief_label("¡Falta envido!"), brief_label("Fold (al mazo)")
    ('Falta envido', 'Fold')
    """
    return _IN_BRACKETS.sub("", label).strip("¡!")


def _lines(
    groups: list[list[Button]], width: int, wanted: _Fit, *, ascii_only: bool
) -> list[list[Placed]]:
    """Return the buttons by line; a group that stays whole lies in the first that has room."""
    lines: list[list[Placed]] = []
    ends: list[int] = []
    parts = groups if wanted.whole else [[each] for group in groups for each in group]
    for group in parts:
        told = [_told(button, wanted) for button in group]
        cells = [_cells(button, ascii_only=ascii_only) for button in told]
        needed = sum(cells) + wanted.gap * (len(cells) - 1)
        first = 0 if wanted.whole else len(lines) - 1
        roomy = (at for at in range(max(first, 0), len(lines)) if ends[at] + needed < width)
        line = next(roomy, len(lines))
        if line == len(lines):
            lines, ends = [*lines, []], [*ends, 1]
        x = ends[line]
        for button, wide in zip(told, cells, strict=True):
            lines[line].append(Placed(x, button))
            x += wide + wanted.gap
        ends[line] = x + _GROUP_GAP * wanted.whole
    return lines or [[]]


def _told(button: Button, wanted: _Fit) -> Button:
    """Return the button with as much of its label as is wanted."""
    label = fit(brief_label(button.label) if wanted.brief else button.label, wanted.cut)
    if button.lost and wanted.worded:
        label = f"{label} · {button.lost}"
    elif button.price and wanted.priced:
        label = f"{label} {button.price}"
    return button._replace(label=label)


def _cells(button: Button, *, ascii_only: bool) -> int:
    return cell_width(key_name(button.key, ascii_only=ascii_only)) + 4 + cell_width(button.label)


def paint_amount(
    canvas: Canvas, amount: Amount, buttons: tuple[Button, ...], *, hovered: Zone | None = None
) -> None:
    """Paint a slider, whose track can be clicked, over the buttons."""
    palette = canvas.palette
    width, height = canvas.width, canvas.height
    y = max((height - 2) // 2, 0)
    label = fit(amount.label, width // 3)
    x = canvas.text(1, y, label, style(palette.warning, bold=True)) + 2
    x = _arrow(canvas, x, y, StepZone.LESS, hovered)
    number = f"{amount.shown:>{len(str(amount.high))}}"
    ground = palette.warning if amount.fits else palette.error
    x = canvas.text(x + 1, y, f" {number} ", style(palette.surface, ground, bold=True))
    x = _arrow(canvas, x + 1, y, StepZone.MORE, hovered)
    low, high = str(amount.low), str(amount.high)
    soft = style(palette.muted)
    x = canvas.text(x + 2, y, low, soft) + 1
    track = min(width - x - len(high) - 3, 50)
    if track >= 4:
        _track(canvas, x, y, track, amount)
        canvas.text(x + track + 1, y, high, soft)
    x = 1
    for button in buttons:
        x = _button(canvas, x, y + 1, button._replace(label=button.words), hovered)
        x += _GAP_CELLS


def value_at(cell: int, track: int, low: int, high: int) -> int:
    """Return the number that a cell of the track stands for.

    >>> [value_at(cell, 5, 10, 50) for cell in range(5)]
    [10, 20, 30, 40, 50]
    """
    return low + round((high - low) * cell / max(track - 1, 1))


def _track(canvas: Canvas, x: int, y: int, track: int, amount: Amount) -> None:
    palette = canvas.palette
    span = max(amount.high - amount.low, 1)
    knob = round((amount.value - amount.low) * (track - 1) / span)
    canvas.text(x, y, "━" * track, style(mix(palette.surface, palette.ink, 0.3)))
    canvas.text(x, y, "━" * knob, style(palette.warning))
    canvas.text(x + knob, y, "●", style(palette.warning, bold=True))
    for cell in range(track):
        zone = AmountZone(value_at(cell, track, amount.low, amount.high))
        canvas.zone(Place(x + cell, y, 1, 1), zone)


def _arrow(canvas: Canvas, x: int, y: int, zone: StepZone, hovered: Zone | None) -> int:
    palette = canvas.palette
    sign = "◀" if zone is StepZone.LESS else "▶"
    ground = mix(palette.panel, palette.ink, 0.3 if hovered == zone else 0.1)
    canvas.zone(Place(x, y, 3, 1), zone)
    return canvas.text(x, y, f" {sign} ", style(palette.ink, ground))


def _button(
    canvas: Canvas, x: int, y: int, button: Button, hovered: Zone | None, *, faded: bool = False
) -> int:
    palette = canvas.palette
    zone = ButtonZone(button.command)
    is_hovered = hovered == zone
    colour = _tone(button.tone, palette)
    ink = palette.ink
    if faded:
        colour, ink = mix(palette.panel, colour, 0.4), mix(palette.panel, ink, _FADED_LABEL_INK)
    ground = mix(palette.panel, colour, 0.35 if is_hovered else 0.12)
    left = x
    key = key_name(button.key, ascii_only=canvas.ascii_only)
    loud = colour if palette.hueless else mix(palette.panel, colour, _LOUDNESS[button.tone])
    letter = mix(loud, readable(loud), _FADED_KEY_INK) if faded else readable(loud)
    cap, bold = style(letter, loud, bold=not faded), is_hovered
    if palette.hueless:  # a no has a dark cap, a yes bold words, a raise underlined ones
        bold = bold or button.tone is Tone.YES
        if button.tone is Tone.NO:
            cap = style(ink, palette.surface, bold=True)
    x = canvas.text(x, y, f" {key} ", cap)
    words = x + 1
    x = canvas.text(x, y, f" {button.label} ", style(ink, ground, bold=bold))
    if palette.hueless and button.tone is Tone.CALL:
        canvas.text(words, y, button.label, style(ink, ground, bold=bold, underline=True))
    canvas.zone(Place(left, y, x - left, 1), zone)
    return x


_FADED_LABEL_INK: Final = 0.65
"""How much of its ink the label of a faded button has."""
_FADED_KEY_INK: Final = 0.85
"""How much of its ink the key of one has."""
_LOUDNESS: Final = {Tone.YES: 1.0, Tone.PLAIN: 1.0, Tone.CALL: 0.7, Tone.NO: 0.35}
"""How much of its colour a key has: what goes on is louder than what raises or gives up."""


def _tone(tone: Tone, palette: Palette) -> str:
    match tone:
        case Tone.CALL:
            return palette.accent
        case Tone.YES:
            return palette.success
        case Tone.NO:
            return palette.error
        case Tone.PLAIN:
            return palette.primary
