"""How a table of the lobby looks in `ROW_LINES`: a card, the game, who sits where, the way in.
What Enter does there: `way_in`. The order of tables is in `tui/table_list.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from textual.content import Content

from cardtui.v1 import tables_pb2
from cardtui_client.faces.game_words import game_name, preset_name
from cardtui_client.faces.terms import told_shortly
from cardtui_client.i18n import _, n_, p_
from cardtui_client.limits import NAME_CELLS
from cardtui_client.model.quick_talk import face_at_rest
from cardtui_client.model.table_summary import (
    is_free,
    lack_words,
    player,
    seats_to_ask_for,
    seats_to_take,
    shown_seats,
    stage_words,
    title_of,
)
from cardtui_client.text import safe_text
from cardtui_client.tui.widgets.tile_grid import card_of

ROW_LINES: Final = 3
_SEPARATOR: Final = "  "
_MUTED_STYLE: Final = "$felt-ink 75%"
_TEAM_STYLES: Final = ("$team-0", "$team-1")

_Part = tuple[str, str]
"""Words, and their style."""


def way_in(table: tables_pb2.Table, *, sits: bool) -> str:
    """Return what Enter does at a table of the lobby.

    Args:
        sits: whether you have a seat there.
    """
    if sits:
        return _("Go on")
    if take := seats_to_take(table):
        free = any(is_free(table.seats[seat]) for seat in take)
        return _("Sit down") if free else _("Replace a bot")
    return _("Ask for a seat") if seats_to_ask_for(table) else _("Full")


def table_row(table: tables_pb2.Table, width: int, does: str, *, marked: bool) -> Content:
    """Draw a table.

    Args:
        width: the columns there are.
        does: what Enter does there, and what else there is to press.
        marked: whether it is the chosen one: that has one colour, as its ground is another.
    """
    card = card_of(table.game)
    room = width - card[0].cell_length - 1
    words = [
        _between(_head(table), [(stage_words(table), "bold")], room, marked=marked),
        _between(_who(table, room), [], room, marked=marked),
        _between(_more(table), [(does, "bold" if marked else _MUTED_STYLE)], room, marked=marked),
    ]
    return Content("\n").join(
        Content.assemble(face, " ", said) for face, said in zip(card, words, strict=True)
    )


def _between(left: Sequence[_Part], right: Sequence[_Part], room: int, *, marked: bool) -> Content:
    """Return words at both ends of a line; those at the left are cut where they must be."""
    first, last = (_assembled(parts, marked=marked) for parts in (left, right))
    gap = 2 * bool(last.cell_length)
    first = first.truncate(room - last.cell_length - gap, ellipsis=True, pad=True)
    return Content.assemble(first, " " * gap, last)


def _assembled(parts: Sequence[_Part], *, marked: bool) -> Content:
    def look(style: str) -> str:
        return " ".join(word for word in style.split() if word in ("bold", "italic"))

    return Content.assemble(*((text, look(style) if marked else style) for text, style in parts))


def _head(table: tables_pb2.Table) -> list[_Part]:
    rules = preset_name(table.game, table.preset) if table.preset else p_("rules", "custom")
    name = title_of(table)
    return [
        (game_name(table.game), "bold"),
        *((f" · {each}", _MUTED_STYLE) for each in (rules, name) if each),
    ]


def _more(table: tables_pb2.Table) -> list[_Part]:
    """Return what there is to say of a table besides its players."""
    lacking = lack_words(table)
    watching = n_("{n} watching", "{n} watching", table.spectators)
    clock = table.clock_milliseconds // 1000, table.reserve_milliseconds // 1000
    told = [
        *([watching] if table.spectators else []),
        *([f"{clock[0]}+{clock[1]}"] if clock[0] else []),
        *told_shortly(table),
    ]
    parts = [(each, _MUTED_STYLE) for each in told]
    if lacking:
        parts.insert(0, (lacking, "$accent"))
    return [part for each in parts for part in ((" · ", _MUTED_STYLE), each)][1:]


def _who(table: tables_pb2.Table, room: int) -> list[_Part]:
    """Return who sits where, with the score; with faces if that leaves room for all."""
    for faces in (True, False):
        parts = _seats(table, faces=faces)
        if sum(Content(text).cell_length for text, _style in parts) <= room:
            break
    return parts


def _seats(table: tables_pb2.Table, *, faces: bool) -> list[_Part]:
    seats = shown_seats(table)
    if not any(seat.HasField("team") for seat in seats) or table.partners:
        points = [*table.scores, *table.chips][: len(seats)]
        each = [_seat(seat, "$felt-ink", faces=faces) for seat in seats]
        for parts, number in zip(each, points, strict=False):
            parts.append((f" {number}", "bold"))
        return _joined(each, (_SEPARATOR, ""))
    sides = [
        _joined(
            [
                _seat(seat, _TEAM_STYLES[team], faces=faces)
                for seat in seats
                if min(seat.team, 1) == team
            ],
            (", ", _MUTED_STYLE),
        )
        for team in (0, 1)
    ]
    numbers = [str(points) for points in table.scores[:2]]
    return _joined(sides, (f"  {' – '.join(numbers) or '–'}  ", "bold"))


def _joined(groups: Sequence[list[_Part]], between: _Part) -> list[_Part]:
    return [part for group in groups for part in (between, *group)][1:]


def _seat(seat: tables_pb2.Seat, colour: str, *, faces: bool) -> list[_Part]:
    return [*_sitting(seat, colour, faces=faces)]


def _sitting(seat: tables_pb2.Seat, colour: str, *, faces: bool) -> Iterator[_Part]:
    if is_free(seat):
        yield (_("free"), f"italic {_MUTED_STYLE}")
        return
    if faces:
        yield (face_at_rest(safe_text(seat.name, NAME_CELLS), seat.character) + " ", _MUTED_STYLE)
    yield (player(seat), colour)
    if seat.bot:
        yield (" " + _("(bot)"), _MUTED_STYLE)
    elif seat.stand_in:
        yield (" " + _("(a bot plays)"), _MUTED_STYLE)
    elif seat.ready:
        yield (" ✓", "$success")
