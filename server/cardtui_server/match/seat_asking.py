"""Who may ask for a bot's seat during a match, who need not wait for the host's word
(`_need_not_ask`), which bot makes way (`_bots_for`), and when a seat is taken (`give_seats`). How
many may ask at a time: `MOST_ASKING`.

A player who was promised a seat has it from the next hand on, with its points and its chips: so
they never see cards of a hand that a bot has begun. Once the match is over, those who still ask
sit down. In a rated match nobody does.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Final

from cardtui_server.match.bot_seats import names_at
from cardtui_server.match.entries import AskStep, Freed, Hosted, SeatAsked, Seated
from cardtui_server.match.refusals import TABLE_FULL, TAKEN, Reason, Refused
from cardtui_server.match.state import Asker, Life, TableState
from cardtui_server.match.transaction import Transaction
from cardtui_server.safe_text import NAME_CELLS, numbered

SEAT_ASKED: Final = -1
"""What is returned instead of a seat if the player has to wait for one."""

MOST_ASKING: Final = 20
"""How many may ask for a seat at one table at a time."""

_RATED_MATCH: Final = (
    "This match is rated, so nobody comes in: you can watch, and sit down once it is over."
)
_TOO_MANY_ASKING: Final = "Too many ask for a seat at this table: watch, or choose another one."


def ask_for_seat(tx: Transaction, asker: Asker) -> int:
    """Ask for a bot's seat: for the one named, or for any; return `SEAT_ASKED`.

    Raises:
        Refused: a rated match is played or begins, no such bot plays, or too many ask.
    """
    state, (player, name, seat, _, key) = tx.state, asker
    if state.rated if state.life is Life.PLAYING else state.made.rated:
        raise Refused(Reason.TABLE_STATE, _RATED_MATCH)
    if seat is not None and seat not in _bots_for(state, player):
        raise Refused(Reason.SEAT_TAKEN, TAKEN, seat=seat)
    held = state.asks(player)
    _check_room(state, player)
    if held is None and len(state.asking) >= MOST_ASKING:
        raise Refused(Reason.LIMIT, _TOO_MANY_ASKING)
    granted = _need_not_ask(state, player) or (held is not None and held.granted)
    if held != asker._replace(granted=granted):
        step = AskStep.GRANTED if granted else AskStep.ASKED
        tx.add(SeatAsked(player, name, step, seat, key))
    return SEAT_ASKED


def answer(tx: Transaction, asker: Asker, *, granted: bool) -> None:
    """Promise a seat to somebody who asks for it, or say no.

    Raises:
        Refused: all bots' seats are promised.
    """
    if granted:
        _check_room(tx.state, asker.player)
    step = AskStep.GRANTED if granted else AskStep.REFUSED
    if not (granted and asker.granted):
        tx.add(SeatAsked(asker.player, asker.name, step, asker.seat, asker.key))


def give_seats(tx: Transaction) -> None:
    """Give bots' seats to those whom they were promised, as a hand is about to begin.

    Where no host is left who could say so, all who ask were promised one.
    """
    hosted = tx.state.host != ""
    for asker in tx.state.asking:
        if asker.granted or not hosted:
            _seat(tx, asker)


def let_in_after_match(tx: Transaction) -> None:
    """Seat those who ask once no match is played or begins; if no bot is left, they ask in vain."""
    state = tx.state
    if not state.asking or state.seats_are_set or state.life is Life.CLOSED:
        return
    for asker in state.asking:
        if not _seat(tx, asker):
            tx.add(SeatAsked(asker.player, asker.name, AskStep.ENDED))


def comers(state: TableState, here: AbstractSet[str]) -> list[Asker]:
    """Return who of those here needs nobody's word for a seat, if the host stays away.

    Whom the host has put out waits until the host is back.
    """
    asking = [each for each in state.asking if each.player in here]
    return [each for each in asking if each.granted or each.player not in state.put_out]


def asks_in_vain(state: TableState, here: AbstractSet[str]) -> Asker | None:
    """Return who of those here asks first for a seat that is free, while the host is away."""
    if state.host in {"", *here}:
        return None
    waits = (each for each in comers(state, here) if not each.granted)
    return next((each for each in waits if _has_room(state, each.player)), None)


def _seat(tx: Transaction, asker: Asker) -> bool:
    """Seat somebody where a bot plays; return whether one does."""
    bots = _bots_for(tx.state, asker.player)
    if not bots:
        return False
    seat = asker.seat if asker.seat in bots else bots[0]
    name = numbered(asker.name, names_at(tx.state, but=seat), NAME_CELLS)
    if not tx.state.seats_are_set:
        tx.add(Freed(seat))
    tx.add(Seated(seat, asker.player, name, 0, key=asker.key))
    if not tx.state.host:
        tx.add(Hosted(asker.player, name))
    return True


def _need_not_ask(state: TableState, player: str) -> bool:
    """Return whether a seat is promised at once: by the table's terms, or as no host could say so.

    A player whom the host put out, or who left with chips, asks at any table.
    """
    known = player in state.put_out or player in state.took
    return state.host in ("", player) or (state.made.bots_yield and not known)


def _bots_for(state: TableState, player: str) -> list[int]:
    """Return the seats of bots that are still in the match, in the order in which to take them.

    First comes what the player has held, last what others have, who may want it back.
    """
    out = {seat for seats in state.out for seat in seats if state.life is Life.PLAYING}
    bots = {at: each for at, each in enumerate(state.sitters) if each and each.bot}
    own = state.put_out.get(player)

    def order(seat: int) -> tuple[bool, bool]:
        away = bots[seat].away
        others = away != "" or seat in state.put_out.values()
        return seat != own and away != player, others

    return sorted(bots.keys() - out, key=lambda seat: (*order(seat), seat))


def _check_room(state: TableState, player: str) -> None:
    """Refuse a request where no bot plays whose seat is not promised to somebody else."""
    if not _has_room(state, player):
        raise Refused(Reason.SEAT_TAKEN, TABLE_FULL)


def _has_room(state: TableState, player: str) -> bool:
    promised = sum(each.granted and each.player != player for each in state.asking)
    return promised < len(_bots_for(state, player))
