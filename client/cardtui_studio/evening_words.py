"""An evening in words: its sections (`Section`) for lines, the screen and the page, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any, Final, NamedTuple

from rich.cells import cell_len, set_cell_size

from cardtui_client.faces.game_words import game_name
from cardtui_client.faces.standing import chips_words
from cardtui_client.i18n import _, n_, p_
from cardtui_client.model.cards import corner, face
from cardtui_client.model.sides import names
from cardtui_client.settings.diary import Debt
from cardtui_studio.evening import Evening, Match, Player, Told, began
from cardtui_studio.evening_hands import Kind

_GAP_CELLS: Final = 2
_LEAST_CELLS: Final = 16


class Section(NamedTuple):
    """A part of an evening: a title, and rows of cells."""

    title: str
    rows: Sequence[tuple[str, ...]]


def title(evening: Evening) -> str:
    """Return the day of an evening, by the clock of this machine."""
    if not evening.matches:
        return _("An evening")
    day = began(evening.matches[0].record).astimezone()
    return _("The evening of {day}", day=f"{day:%Y-%m-%d}")


def none_words() -> str:
    """Return what to say where nobody has played."""
    return _("No match of that evening has a record here: one is kept when a match ends.")


def sections(evening: Evening) -> list[Section]:
    """Return all that there is to tell; no section is empty."""
    told = [
        Section(_("Who was there"), [_player(each) for each in evening.players]),
        Section(_("Who pays whom"), [(_debt(each),) for each in evening.debts]),
        Section(_("Best hands"), [_hand(each) for each in evening.best]),
        Section(_("The matches"), [_match(each) for each in evening.matches]),
    ]
    return [each for each in told if each.rows]


def lines(evening: Evening) -> Iterator[str]:
    """Yield an evening as lines."""
    yield f"{title(evening)}:" if evening.matches else none_words()
    for section in sections(evening):
        yield f"{section.title}:"
        for first, *rest in section.rows:
            yield f"{first}: {', '.join(filter(None, rest))}." if rest else first


def columns(rows: Sequence[tuple[str, ...]], width: int) -> str:
    """Return rows with their cells below each other; the last ones are broken at that width."""
    before = [max(map(cell_len, column)) + _GAP_CELLS for column in zip(*rows, strict=True)][:-1]
    indent, told = sum(before), []
    for row in rows:
        padded = "".join(set_cell_size(*each) for each in zip(row, before, strict=False))
        broken = wrap(row[-1], max(width - indent, _LEAST_CELLS)) or [""]
        told += [padded + broken[0], *(" " * indent + line for line in broken[1:])]
    return "\n".join(line.rstrip() for line in told)


def _player(player: Player) -> tuple[str, ...]:
    name = _("{name} (bot)", name=player.name) if player.bot else player.name
    won, lost = n_("{n} won", "{n} won", player.won), n_("{n} lost", "{n} lost", player.lost)
    return name, won, lost


def _debt(debt: Debt) -> str:
    left = _("who left before")
    amount = debt.worth or chips_words(debt.chips)
    return _(
        "{payer} pays {payee} {amount}.",
        payer=debt.payer or left,
        payee=debt.payee or left,
        amount=amount,
    )


def _hand(told: Told) -> tuple[str, ...]:
    hand = told.hand
    cards = " ".join(corner(face(card)) for card in hand.cards)
    match hand.kind:
        case Kind.ENVIDO:
            what = _("Largest envido"), str(hand.worth)
        case Kind.STRAIGHT:
            what = _("Longest straight"), cards
        case Kind.BLUFF:
            worth = (
                chips_words(hand.worth)
                if hand.game == "cacho"
                else n_("1 point", "{n} points", hand.worth)
            )
            what = _("Boldest bluff"), _("{worth} with {cards}", worth=worth, cards=cards)
    return what[0], told.name, what[1], game_name(hand.game)


def _match(match: Match) -> tuple[str, ...]:
    when = f"{began(match.record).astimezone():%H:%M}"
    winners = [match.players[seat] for seat in match.winners]
    others = [name for seat, name in enumerate(match.players) if seat not in match.winners]
    if not winners:
        return when, game_name(match.record.game), names(others), _("not played to its end")
    won = _("{winners} won", winners=names(winners))
    against = p_("a match", "against {others}", others=names(others)) if others else ""
    return when, game_name(match.record.game), won, against


def as_json(evening: Evening) -> dict[str, Any]:
    """Return an evening as JSON has it."""
    return {
        "players": [each._asdict() for each in evening.players],
        "payments": [
            {**each._asdict(), "chips": each.chips or None, "worth": each.worth or None}
            for each in evening.debts
        ],
        "best": [
            {
                "kind": each.hand.kind,
                "game": each.hand.game,
                "name": each.name,
                "worth": each.hand.worth,
                "cards": [corner(face(card)) for card in each.hand.cards],
            }
            for each in evening.best
        ],
        "matches": [
            {
                "began": each.record.began,
                "game": each.record.game,
                "table": each.record.table[0],
                "match": each.record.table[1],
                "players": list(each.players),
                "winners": [each.players[seat] for seat in each.winners],
            }
            for each in evening.matches
        ],
    }
