"""Tables told in lines: each in one line, or one in all that the lobby knows of it."""

from __future__ import annotations

from collections.abc import Sequence

from cardtui.v1 import tables_pb2
from cardtui_client.games.buy_ins import brings_words
from cardtui_client.games.game_words import (
    bot_words,
    changed_options,
    game_name,
    game_title,
    option_name,
    preset_name,
    value_words,
)
from cardtui_client.games.terms import terms_told, told_shortly
from cardtui_client.i18n import _, n_
from cardtui_client.limits import MOST_SEATS, NAME_CELLS, TABLE_NAME_CELLS
from cardtui_client.model.table_summary import (
    is_free,
    lack_words,
    player,
    seats_words,
    state_words,
)
from cardtui_client.text import safe_text


def table_name(table: tables_pb2.Table) -> str:
    """Return what a table is called: by its name, or else by its id."""
    return safe_text(table.name or table.id, TABLE_NAME_CELLS)


def table_line(table: tables_pb2.Table, *, mine: bool) -> str:
    """Return a table in one line.

    Args:
        table: the table.
        mine: whether one holds a seat there.
    """
    parts = [game_title(table), seats_words(table), state_words(table)]
    if lacking := lack_words(table):
        parts.append(lacking)
    if table.spectators:
        parts.append(spectators_words(table))
    parts += told_shortly(table)
    if mine:
        parts.append(_("you have a seat here"))
    return f"{table_name(table)}: {'; '.join(parts)}"


def spectators_words(table: tables_pb2.Table) -> str:
    """Return how many watch."""
    return n_("1 spectator", "{n} spectators", table.spectators)


def description(table: tables_pb2.Table, game: tables_pb2.Game | None) -> list[str]:
    """Return all that the lobby knows of a table: seats, state, host, and its own rules.

    Args:
        table: the table.
        game: its game, as the server describes it.
    """
    lines = [
        f"{table_name(table)}: {game_name(table.game)}, {preset_name(table.game, table.preset)}.",
        *_seats(table),
        _("State: {state}.", state=state_words(table)),
        *terms_told(table),
    ]
    if table.host:
        lines.append(_("{host} is the host.", host=safe_text(table.host, NAME_CELLS)))
    if table.spectators:
        lines.append(f"{spectators_words(table)}.")
    if game is not None and (changed := changed_options(game, table.options)):
        rules = "; ".join(
            f"{option_name(table.game, name)}: {value_words(table.game, name, value)}"
            for name, value in changed
        )
        lines.append(_("Here: ") + rules)
    return lines


def _seats(table: tables_pb2.Table) -> list[str]:
    seats = table.seats[:MOST_SEATS]
    if table.partners or not any(seat.HasField("team") for seat in seats):
        return [_seats_line(_("Seats"), seats)]
    return [
        _seats_line(
            _("Team {team}", team="AB"[team]),
            [seat for seat in seats if min(seat.team, 1) == team],
        )
        for team in (0, 1)
    ]


def _seats_line(title: str, seats: Sequence[tables_pb2.Seat]) -> str:
    return f"{title}: {', '.join(_seat(seat) for seat in seats)}."


def _seat(seat: tables_pb2.Seat) -> str:
    number = seat.seat + 1
    if is_free(seat):
        return _("{seat} free", seat=number)
    words = f"{number} {player(seat)}"
    if seat.buy_in:
        words = f"{words} ({brings_words(seat)})"
    if seat.bot:
        return f"{words} " + bot_words(seat)
    if seat.stand_in:
        return f"{words} " + _("(a bot plays)")
    return f"{words} " + _("(ready)") if seat.ready else words
