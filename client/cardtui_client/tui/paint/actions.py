"""Painting the actions: buttons with key and price, a question, an amount to choose."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from cardtui_client.i18n import _
from cardtui_client.scene.middle import AmountZone, ButtonZone, StepZone, Zone
from cardtui_client.scene.scene import Amount, Button, Tone
from cardtui_client.text import cell_width, fit, wrap
from cardtui_client.tui.paint.canvas import Canvas, Palette, Place, mix, readable, style

_SIGNS: Final = {"enter": "⏎", "left": "←", "right": "→"}
_NAMES: Final = {
    "escape": "esc",
    "slash": "/",
    "plus": "+",
    "minus": "-",
    "question_mark": "?",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
}
_GAP: Final = 2
_WHOLE: Final = 99
"""More cells than a label has."""
_ASIDE: Final = re.compile(r" \([^)]*\)")


class _Fit(NamedTuple):
    """How much of a row of buttons is left out to make it fit."""

    gap: int = 1
    brief: bool = True
    cut: int = _WHOLE
    priced: bool = True


_FITS: Final = (
    _Fit(gap=2, brief=False),
    _Fit(brief=False),
    _Fit(),
    *(_Fit(cut=cut) for cut in range(16, 8, -1)),
    _Fit(cut=5, priced=False),
    _Fit(gap=0, cut=6, priced=False),
)


def key_name(key: str, *, ascii_only: bool = False) -> str:
    """Return how a key is written on its button."""
    if key == "space":
        return _("space")
    if key in _SIGNS and not ascii_only:
        return _SIGNS[key]
    return _NAMES.get(key, key)


def keys_spelled(sentence: str) -> str:
    """Return a sentence with the keys it names in letters.

    >>> keys_spelled("Click the middle, or press ⏎.")
    'Click the middle, or press enter.'
    """
    for key, sign in _SIGNS.items():
        sentence = sentence.replace(sign, key)
    return sentence


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
        canvas: what to paint on.
        buttons: the actions.
        hovered: what the mouse is over.
        question: what the buttons answer.
        sent: whether one was pressed and is not answered yet: they are faded.
    """
    width, height = canvas.width, canvas.height
    whole = wrap(question, width - 2) if question else []
    if len(whole) == height:
        # The answers stand behind its last words, rather than that it is cut.
        x = 1 + cell_width(whole[-1]) + _GAP
        gap, rows = arrange(buttons, width - x, 1, ascii_only=canvas.ascii_only)
        if len(rows) == 1:
            _ask(canvas, 0, whole)
            _row(canvas, (x, height - 1), rows[0], gap, hovered, faded=sent)
            return
    asked = whole[: max(height - 1, 1)]
    gap, rows = arrange(buttons, width, height - len(asked), ascii_only=canvas.ascii_only)
    if len(asked) + len(rows) > height:  # what answers it comes first
        gap, rows = arrange(buttons, width, height - 1, ascii_only=canvas.ascii_only)
        asked = asked[: max(height - len(rows), 1)]
    if asked:
        asked[-1] = fit(" ".join(whole[len(asked) - 1 :]), width - 2)
    y = max((height - len(rows) - len(asked)) // 2, 0)
    _ask(canvas, y, asked)
    for number, row in enumerate(rows, y + len(asked)):
        _row(canvas, (1, number), row, gap, hovered, faded=sent)


def _ask(canvas: Canvas, y: int, lines: Sequence[str]) -> None:
    for number, text in enumerate(lines, y):
        canvas.text(1, number, text, style(canvas.palette.warning, bold=True))


def _row(
    canvas: Canvas,
    at: tuple[int, int],
    row: Sequence[tuple[Button, str]],
    gap: int,
    hovered: Zone | None,
    *,
    faded: bool,
) -> None:
    x, y = at
    for button, label in row:
        x = gap + _button(canvas, x, y, button._replace(label=label), hovered, faded=faded)


def arrange(
    buttons: tuple[Button, ...], width: int, rows: int, *, ascii_only: bool = False
) -> tuple[int, list[list[tuple[Button, str]]]]:
    """Return the gap between buttons, and the buttons by line with the labels that fit.

    Gaps go first, then what a label can do without, then letters of long ones, prices last.
    """
    keys = [key_name(button.key, ascii_only=ascii_only) for button in buttons]
    for each in _FITS:
        lines = _lines(buttons, keys, width, each)
        if len(lines) <= rows:
            return each.gap, lines
    return _FITS[-1].gap, _lines(buttons, keys, width, _FITS[-1])


def brief_label(label: str) -> str:
    """Return what a button says where there is little room.

    >>> brief_label("¡Falta envido!"), brief_label("Fold (al mazo)")
    ('Falta envido', 'Fold')
    """
    return _ASIDE.sub("", label).strip("¡!")


def _lines(
    buttons: tuple[Button, ...], keys: Sequence[str], width: int, wanted: _Fit
) -> list[list[tuple[Button, str]]]:
    lines: list[list[tuple[Button, str]]] = [[]]
    x = 1
    for button, key in zip(buttons, keys, strict=True):
        label = fit(brief_label(button.label) if wanted.brief else button.label, wanted.cut)
        if button.price and wanted.priced:
            label = f"{label} {button.price}"
        needed = cell_width(key) + 4 + cell_width(label)
        if lines[-1] and x + needed > width - 1:
            lines.append([])
            x = 1
        lines[-1].append((button, label))
        x += needed + wanted.gap
    return lines


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
        x += _GAP


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
        colour, ink = mix(palette.panel, colour, 0.4), mix(palette.panel, ink, 0.5)
    ground = mix(palette.panel, colour, 0.35 if is_hovered else 0.12)
    left = x
    key = key_name(button.key, ascii_only=canvas.ascii_only)
    cap, bold = style(readable(colour), colour, bold=True), is_hovered
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
