"""What may be asked of a table around its matches: seats, bots, ready, start, close."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, count
from typing import Final

from cardtui_engine.bots import Level
from cardtui_engine.rules import FirstDealer
from cardtui_server.match.entries import Closed, Freed, Hosted, Readied, Seated, Started, StoodIn
from cardtui_server.match.high_card import draw_before_match
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.state import Life, Sitter, Standing
from cardtui_server.match.transaction import Draft, check_open, seat_held
from cardtui_server.ports.dealer import first_dealer
from cardtui_server.text import NAME_CELLS, name_key, safe_text

_BOT_NAMES: Final = ("Alba", "Beto", "Chela", "Dino", "Elsa", "Fito", "Greta", "Hugo")

_NOT_HOST: Final = "Only {host}, the host of this table, may do that."
_NO_HOST: Final = "Nobody is the host of this table now: who sits down next will be."
_IN_MATCH: Final = "A match is being played: wait until it is over."


def sit(draft: Draft, player: str, name: str, seat: int | None) -> int:
    """Take a seat, any free one if none is named; return it."""
    standing = draft.standing
    check_open(standing)
    held = standing.seat_of(player)
    if held is not None:
        if seat in (None, held):
            return held
        raise Refused(
            Reason.SEAT_TAKEN, "You sit at this table already, in seat {seat}.", seat=held
        )
    chosen = _seat_to_take(standing, player, seat)
    name = _own_name(standing, chosen, name)
    draft.add(Seated(chosen, player, name, 0))
    if not standing.host:
        draft.add(Hosted(player, name))
    return chosen


def leave(draft: Draft, player: str) -> None:
    """Get up; during a match a bot takes over, no weaker than those that play already."""
    standing = draft.standing
    check_open(standing)
    seat = seat_held(standing, player)
    if standing.life is Life.PLAYING:
        level = max((each.bot for each in standing.sitters if each), default=0)
        draft.add(StoodIn(seat, _bot_name(standing), level or Level.NORMAL))
    else:
        draft.add(Freed(seat))
    if standing.host == player:
        _pass_host_on(draft)


def add_bot(draft: Draft, player: str, seat: int | None, level: int) -> int:
    """Seat a bot; return its seat."""
    standing = draft.standing
    _check_host(standing, player)
    _check_no_match(standing)
    if level not in list(Level):
        raise Refused(Reason.BAD_REQUEST, "Choose a level for the bot.")
    chosen = _seat_to_take(standing, "", seat)
    draft.add(Seated(chosen, "", _bot_name(standing), level))
    return chosen


def remove_bot(draft: Draft, player: str, seat: int) -> None:
    """Take a bot away."""
    standing = draft.standing
    _check_host(standing, player)
    _check_no_match(standing)
    _check_seat(standing, seat)
    sitter = standing.sitters[seat]
    if sitter is None or not sitter.bot:
        raise Refused(Reason.BAD_REQUEST, "There is no bot in seat {seat}.", seat=seat)
    draft.add(Freed(seat))


def set_ready(draft: Draft, player: str, ready: bool) -> None:
    """Say that one is ready, or not; with every seat taken and ready the match starts."""
    standing = draft.standing
    check_open(standing)
    _check_no_match(standing)
    seat = seat_held(standing, player)
    sitter = standing.sitters[seat]
    if sitter is not None and sitter.ready != ready:
        draft.add(Readied(seat, ready))
    sitters = draft.standing.sitters
    if all(each is not None and each.ready for each in sitters):
        _start(draft)


def start(draft: Draft, player: str) -> None:
    """Start a match, the first one or another one, bots in the free seats."""
    _check_host(draft.standing, player)
    _check_no_match(draft.standing)
    for seat, sitter in enumerate(draft.standing.sitters):
        if sitter is None:
            draft.add(Seated(seat, "", _bot_name(draft.standing), Level.NORMAL))
    _start(draft)


def close(draft: Draft, player: str) -> None:
    """Close the table."""
    _check_host(draft.standing, player)
    draft.add(Closed())


def close_unused(draft: Draft) -> None:
    """Close a table that nobody uses; one where a match is played stays."""
    if draft.standing.life in (Life.WAITING, Life.OVER):
        draft.add(Closed())


def close_abandoned(draft: Draft) -> None:
    """Close a table at which nobody sits, even in a match of bots."""
    if draft.standing.life is not Life.CLOSED and not draft.standing.people():
        draft.add(Closed())


def _start(draft: Draft) -> None:
    standing, made = draft.standing, draft.standing.made
    secret = draft.dealer.secret()
    draws = draw_before_match(draft.dealer, secret, standing.rules, made)
    dealer = (
        draws[0].seat
        if made.first_dealer is FirstDealer.HIGH_CARD
        else first_dealer(draft.dealer, secret, made.seats)
    )
    draft.add(Started(standing.match + 1, secret, dealer, draws))


def _pass_host_on(draft: Draft) -> None:
    """Make the first person at the table its host; with none there the next who sits down."""
    people = draft.standing.people()
    sitter = draft.standing.sitters[people[0]] if people else None
    draft.add(Hosted(sitter.player, sitter.name) if sitter else Hosted("", ""))


def _seat_to_take(standing: Standing, player: str, seat: int | None) -> int:
    """Return the seat, or a free one, if that player (or a bot, ``""``) may take it."""
    may: Callable[[Sitter | None], bool] = lambda each: (  # noqa: E731
        each is None or (player != "" and each.away == player)
    )
    if seat is not None:
        _check_seat(standing, seat)
        if may(standing.sitters[seat]):
            return seat
        raise Refused(Reason.SEAT_TAKEN, "Seat {seat} is taken: choose another one.", seat=seat)
    for each in range(standing.made.seats):
        if may(standing.sitters[each]):
            return each
    raise Refused(Reason.SEAT_TAKEN, "Every seat of this table is taken: watch, or choose another.")


def _check_seat(standing: Standing, seat: int) -> None:
    if not 0 <= seat < standing.made.seats:
        raise Refused(
            Reason.BAD_REQUEST,
            "This table has the seats 0 to {last}.",
            last=standing.made.seats - 1,
        )


def _check_host(standing: Standing, player: str) -> None:
    check_open(standing)
    if not standing.host:
        raise Refused(Reason.NOT_HOST, _NO_HOST)
    if standing.host != player:
        raise Refused(Reason.NOT_HOST, _NOT_HOST, host=standing.host_name)


def _check_no_match(standing: Standing) -> None:
    if standing.life is Life.PLAYING:
        raise Refused(Reason.TABLE_STATE, _IN_MATCH)


def _own_name(standing: Standing, seat: int, name: str) -> str:
    """Return the name, numbered if somebody in another seat has it already."""
    used = _names(standing, but=seat)
    candidate, number = name, 1
    while name_key(candidate) in used:
        number += 1
        suffix = f" {number}"
        candidate = safe_text(name, NAME_CELLS - len(suffix)) + suffix
    return candidate


def _bot_name(standing: Standing) -> str:
    used = _names(standing)
    numbered = (f"{name} {number}" for number in count(2) for name in _BOT_NAMES)
    return next(name for name in chain(_BOT_NAMES, numbered) if name_key(name) not in used)


def _names(standing: Standing, but: int | None = None) -> set[str]:
    return {
        name_key(sitter.name)
        for seat, sitter in enumerate(standing.sitters)
        if sitter is not None and seat != but
    }
