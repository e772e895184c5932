"""What a host may do: kick, ban (nobody in a rated match: `_check_unrated`), make another the
host, answer who asks for a seat, announce, change terms. How long a ban lasts is in `limits.py`.
"""

from __future__ import annotations

from typing import Final

from cardtui_server.match import entries
from cardtui_server.match.bot_accounts import is_bot_account
from cardtui_server.match.bot_seats import newcomer, replacement_level
from cardtui_server.match.buy_ins import taken_by
from cardtui_server.match.commands.seats import (
    check_host,
    check_no_match,
    check_seat,
)
from cardtui_server.match.host_succession import handed_on
from cardtui_server.match.rated import check_programs, check_rated
from cardtui_server.match.refusals import SEAT_CHANGED, Reason, Refused
from cardtui_server.match.requests import (
    Announce,
    AnswerSeat,
    BanPlayer,
    ChangeTerms,
    Kick,
    TransferHost,
)
from cardtui_server.match.seat_asking import answer
from cardtui_server.match.state import MOST_BANS, Life, Sitter, TableState
from cardtui_server.match.transaction import Transaction

_EMPTY_SEAT: Final = "No player sits in seat {seat}."
_YOURSELF: Final = "You are the host: leave the table, or make somebody else its host."
_BOT_ACCOUNT_HOST: Final = "A bot account cannot be the host: choose a person."
_NOT_BANNED: Final = "{name} is not banned from this table."
_HOST_FOR_LENDER: Final = "You are the host in place of {name}, who keeps the seat."
_NOT_ASKING: Final = "That player asks for no seat any more."
_RATED_MATCH: Final = "A rated match goes on to its end: nobody loses their seat before."
_TOO_MANY_BANS: Final = (
    "{most} people are banned from this table: lift a ban first, or make another."
)


def kick(tx: Transaction, request: Kick) -> None:
    """Take a player's seat away; during a match a bot plays on, and the seat is its own."""
    player, seat, meant = request
    check_host(tx.state, player)
    kicked = player_in(tx.state, seat, meant)
    if kicked.player == player:
        raise Refused(Reason.BAD_REQUEST, _YOURSELF)
    _check_lender(tx.state, kicked.player, kicked.name)
    _check_unrated(tx.state)
    _unseat(tx, seat)


def ban(tx: Transaction, request: BanPlayer) -> None:
    """Ban somebody from the table, who loses the seat with it; or lift the ban."""
    player, banned, likeness, name, until, now, alike = request
    state = tx.state
    check_host(state, player)
    if banned == player:
        raise Refused(Reason.BAD_REQUEST, _YOURSELF)
    _check_lender(state, banned, name)
    held = [each for each in state.bans if now < each.until]
    if not until and not any(each.player == banned for each in held):
        raise Refused(Reason.BAD_REQUEST, _NOT_BANNED, name=name)
    others = [each for each in held if (each.player, each.likeness) != (banned, likeness)]
    if until and len(others) >= MOST_BANS:
        raise Refused(Reason.LIMIT, _TOO_MANY_BANS, most=MOST_BANS)
    seat = state.seat_of(banned)
    if until and seat is not None:
        _check_unrated(state)
    tx.add(entries.Banned(banned, likeness=likeness, name=name, until_milliseconds=until))
    if until and seat is not None:
        _unseat(tx, seat)
    for asker in state.asking:
        if asker.player in alike - {player, banned}:
            tx.add(entries.SeatAsked(asker.player, asker.name, entries.AskStep.ENDED))


def transfer_host(tx: Transaction, request: TransferHost) -> None:
    """Make the player in a seat the host."""
    player, seat, meant = request
    check_host(tx.state, player)
    heir = player_in(tx.state, seat, meant)
    if is_bot_account(heir.player):
        raise Refused(Reason.BAD_REQUEST, _BOT_ACCOUNT_HOST)
    if heir.player != player:
        tx.add(entries.Hosted(heir.player, heir.name, handed_on(tx.state, heir.player)))


def answer_seat(tx: Transaction, request: AnswerSeat) -> None:
    """Answer somebody who asks for a bot's seat."""
    player, wanted, granted = request
    check_host(tx.state, player)
    asker = tx.state.asks(wanted)
    if asker is None:
        raise Refused(Reason.STALE, _NOT_ASKING)
    answer(tx, asker, granted=granted)


def announce(tx: Transaction, request: Announce) -> None:
    """Say a line to everybody at the table."""
    player, name, text = request
    check_host(tx.state, player)
    tx.add(entries.Announced(player, name=name, text=text))


def change_terms(tx: Transaction, request: ChangeTerms) -> None:
    """Change terms of the table; does nothing if they are so already."""
    player, terms = request
    check_host(tx.state, player)
    if isinstance(terms, entries.SetBetween):
        check_no_match(tx.state)
    made = terms.put(tx.state.made)
    check_rated(made)
    check_programs(made, tx.state.sitters)
    if made != tx.state.made:
        tx.add(terms)


def player_in(state: TableState, seat: int, meant: str = "") -> Sitter:
    """Return who holds a seat.

    Args:
        meant: the id of the player who must hold it; ``""`` for anybody.

    Raises:
        Refused: there is no such seat, or no player or another one holds it.
    """
    check_seat(state, seat)
    sitter = state.sitters[seat]
    if meant and (sitter is None or sitter.player != meant):
        raise Refused(Reason.STALE, SEAT_CHANGED)
    if sitter is None or not sitter.player:
        raise Refused(Reason.BAD_REQUEST, _EMPTY_SEAT, seat=seat)
    return sitter


def _check_lender(state: TableState, player: str, name: str) -> None:
    """Refuse to put out the player whose rights the host only has for a while.

    Raises:
        Refused: it is that player.
    """
    if state.lender == player:
        raise Refused(Reason.BAD_REQUEST, _HOST_FOR_LENDER, name=name)


def _check_unrated(state: TableState) -> None:
    """Refuse to take a seat away in a rated match: a host who loses could call it off alone.

    Raises:
        Refused: a rated match is played.
    """
    if state.rated and state.life is Life.PLAYING:
        raise Refused(Reason.TABLE_STATE, _RATED_MATCH)


def _unseat(tx: Transaction, seat: int) -> None:
    state = tx.state
    if not state.seats_are_set:
        tx.add(entries.Kicked(seat))
        return
    name, character = newcomer(state)
    tx.add(entries.Kicked(seat, name, replacement_level(state), taken_by(state, seat), character))
