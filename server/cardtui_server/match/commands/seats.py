"""What may be done around a match: sit, leave, bots, swaps, rules, ready, start, buying chips,
closing. Which seats you may take (`_seats_to_take`), who has to be ready for a host to `start`,
and when a match begins because all are ready, or bots `fill` the table.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Final, assert_never

from cardtui_engine.bots import Level
from cardtui_engine.library.records import GRAMMAR
from cardtui_engine.refusals import BadOption
from cardtui_engine.shared_refusals import NOT_IN_A_HAND
from cardtui_server.characters import Character
from cardtui_server.match import entries, requests
from cardtui_server.match.bot_accounts import is_bot_account
from cardtui_server.match.bot_seats import fill_with_bots, names_at, newcomer, replacement_level
from cardtui_server.match.buy_ins import brought, check_chip_value, least_of, taken_by
from cardtui_server.match.commands.shuffle import shuffle
from cardtui_server.match.host_succession import pass_host_on
from cardtui_server.match.rated import check_programs, check_rated
from cardtui_server.match.refusals import (
    BANNED,
    NOT_IN_TOURNAMENTS,
    SEAT_CHANGED,
    TABLE_FULL,
    TAKEN,
    Reason,
    Refused,
)
from cardtui_server.match.seat_asking import ask_for_seat
from cardtui_server.match.state import Asker, Life, Sitter, TableState
from cardtui_server.match.transaction import Transaction, check_open, seat_held
from cardtui_server.ports.log_store import is_tournament_id
from cardtui_server.safe_text import NAME_CELLS, numbered

_NOT_HOST: Final = "Only {host}, the host of this table, may do that."
_NO_HOST: Final = "This table has no host now: the next player to sit down will be."
_CASHED_OUT: Final = (
    "You left a match here with {took} chips: sit down again once this one is over."
)
_NOT_ALL_READY: Final = "The next match begins when all are ready. Still missing: {players}."
_RATED_MATCH: Final = "A rated match goes on to its end: if you leave, a bot plays on for you."
_IN_MATCH: Final = "A match is being played: wait until it is over."


def sit(tx: Transaction, request: requests.Sit) -> int:
    """Take a seat, the one named or any free one, and return it; or `SEAT_ASKED`, and ask for a
    bot's.

    Before a match, and between two, a person may take a bot's without asking.
    """
    player, name, seat, likeness, now, ask, key = request
    state = tx.state
    check_open(state)
    if state.bans_out(player, likeness, now):
        raise Refused(Reason.BANNED, BANNED)
    held = state.seat_of(player)
    if held is not None:
        if seat in (None, held):
            return held
        raise Refused(
            Reason.SEAT_TAKEN, "You already sit at this table, in seat {seat}.", seat=held
        )
    took = state.took.get(player) if state.life is Life.PLAYING else None
    if ask and state.seats_are_set and (took or not _seats_to_take(state, player)):
        return ask_for_seat(tx, Asker(player, name, seat, granted=False, key=key))
    if took:
        raise Refused(Reason.TABLE_STATE, _CASHED_OUT, took=took)
    chosen = _seat_to_take(state, player, seat)
    name = numbered(name, names_at(state, but=chosen), NAME_CELLS)
    if state.sitters[chosen] is not None and not state.seats_are_set:
        tx.add(entries.Freed(chosen))
    tx.add(entries.Seated(chosen, player, name, 0, key=key))
    if not state.host:
        tx.add(entries.Hosted(player, name))
    return chosen


def leave(tx: Transaction, request: requests.Leave) -> None:
    """Leave your seat, or ask for none any more; during a match a bot takes over.

    It is no weaker than the bots at the table.
    """
    player, state = request.player, tx.state
    check_open(state)
    if (asker := state.asks(player)) is not None:
        tx.add(entries.SeatAsked(player, asker.name, entries.AskStep.ENDED))
    if asker is not None or request.asked:
        return
    seat = seat_held(state, player)
    if state.seats_are_set:
        level = replacement_level(state)
        name, character = newcomer(state)
        tx.add(entries.StoodIn(seat, name, level, taken_by(state, seat), character))
    else:
        tx.add(entries.Freed(seat))
    if state.host == player:
        pass_host_on(tx, seat)
    elif state.lender == player:
        tx.add(entries.Hosted(state.host, state.host_name))


def add_bot(tx: Transaction, request: requests.AddBot) -> int:
    """Seat a bot, and return its seat; if only a bot was missing, start the match.

    A bot account is seated as a player is, and says itself when it is ready.
    """
    player, level, seat, wanted, account, account_name = request
    state = tx.state
    check_host(state, player)
    check_no_match(state)
    if account:
        check_programs(state.made, (Sitter(account, account_name),))
        chosen = _seat_to_take(state, "", seat)
        tx.add(
            entries.Seated(chosen, account, numbered(account_name, names_at(state), NAME_CELLS), 0)
        )
        return chosen
    if level not in list(Level):
        raise Refused(Reason.BAD_REQUEST, "Choose a level for the bot.")
    if wanted not in (0, *Character):
        raise Refused(Reason.BAD_REQUEST, "There is no such bot here.")
    chosen = _seat_to_take(state, "", seat)
    name, character = newcomer(state, wanted)
    tx.add(entries.Seated(chosen, "", name, level, character))
    _start_if_all_are_ready(tx)
    return chosen


def remove_bot(tx: Transaction, request: requests.RemoveBot) -> None:
    """Remove a bot, or a bot account."""
    player, seat = request
    state = tx.state
    check_host(state, player)
    check_no_match(state)
    check_seat(state, seat)
    sitter = state.sitters[seat]
    if sitter is None or not (sitter.bot or is_bot_account(sitter.player)):
        raise Refused(Reason.BAD_REQUEST, "There is no bot in seat {seat}.", seat=seat)
    tx.add(entries.Freed(seat))


def set_ready(tx: Transaction, request: requests.SetReady) -> None:
    """Note whether a player is ready; start the match once all are, and no seat stays free."""
    player, ready, commitment = request
    state = tx.state
    check_open(state)
    check_no_match(state)
    seat = seat_held(state, player)
    sitter = state.sitters[seat]
    if sitter is not None and (sitter.ready, sitter.commitment) != (ready, commitment):
        tx.add(entries.Readied(seat, ready, commitment))
    _start_if_all_are_ready(tx)


def change_rules(tx: Transaction, request: requests.ChangeRules) -> None:
    """Change the rules of the table; players who were ready for others have to say so again."""
    player, preset, options = request
    check_host(tx.state, player)
    check_no_match(tx.state)
    made, rules = tx.state.made, tx.state.rules
    check_chip_value(tx.state, options)
    if made.most_buy_in:
        try:  # with the least that all may bring, a match must be able to begin
            rules.options({**options, rules.chips_option: made.least_buy_in}, made.seats)
        except BadOption as error:
            raise Refused(Reason.BAD_OPTION, error.template, error.args_) from error
        if not isinstance(options[rules.chips_option], int):
            raise Refused(Reason.BAD_OPTION, "At this table each player buys their own chips.")
    check_rated(made._replace(preset=preset))
    if options != made.options:
        tx.add(entries.RulesChanged(preset, options))


def swap_seats(tx: Transaction, request: requests.SwapSeats) -> None:
    """Swap seats with a bot, with a player who has agreed, or with nobody."""
    player, wanted, other, agreed = request
    held = seat_to_swap(tx.state, player, wanted)
    sitter = tx.state.sitters[wanted]
    if (sitter.player if sitter else "") != other or agreed not in (None, held):
        raise Refused(Reason.STALE, SEAT_CHANGED)
    tx.add(entries.SeatsSwapped(held, wanted))


def seat_to_swap(state: TableState, player: str, wanted: int) -> int:
    """Return the seat that a player holds, and may give for the one that they want.

    Raises:
        Refused: the player has no seat, a match is played, or there is no such seat; or it is the
            table of a tournament, which says who sits where.
    """
    check_open(state)
    held = seat_held(state, player)
    if is_tournament_id(state.host):
        raise Refused(Reason.NOT_ALLOWED, NOT_IN_TOURNAMENTS)
    check_no_match(state)
    check_seat(state, wanted)
    if wanted == held:
        raise Refused(Reason.BAD_REQUEST, "You sit there already: choose another seat.")
    return held


def start(tx: Transaction, request: requests.Start) -> None:
    """Start a match, the first or the next one; bots take the free seats.

    After a match, the next one needs the consent of all who hold seats: the host gives theirs by
    starting it. A bot sits in for those who are gone. A rated match needs the consent of all of
    them, also the first one: nobody is rated unasked. At the table of a tournament, who entered it
    has consented.

    Raises:
        Refused: a match is played, somebody else is the host, or somebody is not ready.
    """
    player, gone, commitment = request
    check_host(tx.state, player)
    check_no_match(tx.state)
    rated = tx.state.made.rated
    missing = unready(tx.state) - {player} if tx.state.match or rated else set()
    asked = missing if rated else missing - gone
    if is_tournament_id(player):
        missing, asked = unready(tx.state) & gone, set()
    awaited = [each.name for each in tx.state.sitters if each and each.player in asked]
    if awaited:
        raise Refused(Reason.TABLE_STATE, _NOT_ALL_READY, players=", ".join(awaited))
    if commitment and (seat := tx.state.seat_of(player)) is not None:
        tx.add(entries.Readied(seat, ready=True, commitment=commitment))
    fill_with_bots(tx)
    shuffle(tx)
    level = replacement_level(tx.state)
    for at, sitter in enumerate(tx.state.sitters):
        if sitter is not None and sitter.player in missing:
            tx.add(entries.SatIn(at, level, entries.SitInCause.AWAY))


def waits_to_fill(state: TableState, here: AbstractSet[str]) -> bool:
    """Return whether bots will take the free seats by themselves: people sit, and more may come.

    So does a full table where somebody is not ready and has gone, unless it is rated.
    """
    if state.made.rated and unready(state):
        return False
    return (
        state.made.fill_milliseconds > 0
        and state.life is Life.WAITING
        and not state.match
        and bool(state.people())
        and (None in state.sitters or not unready(state) <= here)
    )


def unready(state: TableState) -> set[str]:
    """Return the ids of the players who hold a seat and are not ready."""
    return {each.player for each in state.sitters if each is not None and not each.ready}


def fill(tx: Transaction, here: AbstractSet[str]) -> None:
    """Let bots take the free seats and start, unless somebody who is there is not ready.

    Raises:
        Refused: the table does not wait for that any more.
    """
    state = tx.state
    if not waits_to_fill(state, here) or unready(state) & here:
        raise Refused(Reason.STALE, SEAT_CHANGED)
    fill_with_bots(tx)
    shuffle(tx)


def close(tx: Transaction, player: str, *, operator: bool) -> None:
    """Close the table; the person who runs the server may close any, also during a rated match.

    Raises:
        Refused: somebody else is the host, or a rated match is played.
    """
    if not operator:
        check_host(tx.state, player)
        if tx.state.rated and tx.state.life is Life.PLAYING:
            raise Refused(Reason.TABLE_STATE, _RATED_MATCH)
    tx.add(entries.Closed())


def close_unused(tx: Transaction, disuse: requests.Disuse) -> None:
    """Close a table that nobody uses, unless people hold seats in a match they may return to.

    Raises:
        Refused: it is used again, or closed already.
    """
    state = tx.state
    match disuse:
        case requests.Disuse.UNREAD:
            unused = state.life in (Life.WAITING, Life.OVER)
        case requests.Disuse.EMPTY:
            unused = state.life is not Life.CLOSED and not state.people()
        case requests.Disuse.LEFT:
            unused = state.life is not Life.CLOSED
        case _:
            assert_never(disuse)
    if not unused:
        raise Refused(Reason.STALE, SEAT_CHANGED)
    tx.add(entries.Closed())


def _start_if_all_are_ready(tx: Transaction) -> None:
    """Start a match; bots by themselves would play one after the other for ever."""
    waits = bool(tx.state.made.waiting_bots)
    ready = all(waits if each is None else each.ready for each in tx.state.sitters)
    if tx.state.people() and ready:
        fill_with_bots(tx)
        shuffle(tx)


def _seats_to_take(state: TableState, player: str) -> list[int]:
    """Return the seats that a player (``""`` for a bot) may take now, free ones before bots'."""
    free = [at for at, each in enumerate(state.sitters) if each is None]
    own = [at for at, each in enumerate(state.sitters) if each and player and each.away == player]
    bots = [at for at, each in enumerate(state.sitters) if each and each.bot]
    may = sorted(free + own)
    return may + bots if player and not state.seats_are_set else may


def _seat_to_take(state: TableState, player: str, seat: int | None) -> int:
    """Return the seat, or the first that the player may take, if there is one."""
    may = _seats_to_take(state, player)
    if seat is not None:
        check_seat(state, seat)
        if seat in may:
            return seat
        raise Refused(Reason.SEAT_TAKEN, TAKEN, seat=seat)
    if may:
        return may[0]
    raise Refused(Reason.SEAT_TAKEN, TABLE_FULL)


def check_seat(state: TableState, seat: int) -> None:
    """Refuse a seat that the table does not have.

    Raises:
        Refused: it has no such seat.
    """
    if not 0 <= seat < state.made.seats:
        raise Refused(
            Reason.BAD_REQUEST,
            "This table has the seats 0 to {last}.",
            last=state.made.seats - 1,
        )


def check_host(state: TableState, player: str) -> None:
    """Refuse what only the host may do.

    Raises:
        Refused: the table is closed, or somebody else is its host.
    """
    check_open(state)
    if not state.host:
        raise Refused(Reason.NOT_HOST, _NO_HOST)
    if state.host != player:
        raise Refused(Reason.NOT_HOST, _NOT_HOST, host=state.host_name)


def check_no_match(state: TableState) -> None:
    """Refuse what must wait for the end of a match.

    Raises:
        Refused: one is played, or about to begin.
    """
    if state.seats_are_set:
        raise Refused(Reason.TABLE_STATE, _IN_MATCH)


_NO_BUY_IN: Final = "At this table nobody chooses their chips."
_WRONG_BUY_IN: Final = "At this table each player buys {least} to {most} chips."
_TOO_FEW_BROUGHT: Final = "You left this table with {took} chips: bring {least} or more."
_WRONG_TOP_UP: Final = (
    "You have {has} chips: say how many you want to have, from {least} to {most}."
)
_NO_TOP_UP: Final = "You have {has} chips, and this table lets nobody buy more than {most}."


def buy_in(tx: Transaction, request: requests.BuyIn) -> None:
    """Note how many chips a player brings to the next match, or let them buy more in this one.

    Before a match all are asked anew if they are ready.

    Raises:
        Refused: all start with the same there, a hand is played, or it is beyond the limits.
    """
    player, chips = request
    state, made = tx.state, tx.state.made
    check_open(state)
    seat = seat_held(state, player)
    if not made.most_buy_in:
        raise Refused(Reason.TABLE_STATE, _NO_BUY_IN)
    if state.life is Life.PLAYING:
        _top_up(tx, seat, chips)
        return
    check_no_match(state)
    if not made.least_buy_in <= chips <= made.most_buy_in:
        raise Refused(
            Reason.BAD_AMOUNT, _WRONG_BUY_IN, least=made.least_buy_in, most=made.most_buy_in
        )
    if chips < (least := least_of(state, player)):
        raise Refused(Reason.BAD_AMOUNT, _TOO_FEW_BROUGHT, took=state.took[player], least=least)
    if chips != brought(state, seat):
        tx.add(entries.BoughtIn(seat, chips))


def _top_up(tx: Transaction, seat: int, chips: int) -> None:
    """Let a seat buy as many chips as it needs to have that number."""
    state, made = tx.state, tx.state.made
    if not state.resting:
        raise Refused(Reason.TABLE_STATE, NOT_IN_A_HAND)
    has, most = state.tally.chips[seat], made.most_buy_in
    if has >= most:
        raise Refused(Reason.BAD_AMOUNT, _NO_TOP_UP, has=has, most=most)
    least = max(made.least_buy_in, has + 1)
    if not least <= chips <= most:
        raise Refused(Reason.BAD_AMOUNT, _WRONG_TOP_UP, has=has, least=least, most=most)
    tx.add(entries.ToppedUp(seat, chips - has))


def begin_at(tx: Transaction, request: requests.BeginAt) -> None:
    """Begin a match, and do in it at once all that led to the position.

    No client can ask for it: the packs that were dealt until then are nobody's proof here. A
    program that runs a server in its own process, for one person, may. Nothing is rated there.

    Raises:
        Refused: a match is played.
        IllegalAction: the rules do not lead there.
        BadSetup: one of the packs is none of this game.
    """
    check_open(tx.state)
    check_no_match(tx.state)
    if tx.state.made.rated:
        tx.add(entries.RatedSet(rated=False))
    match, secret = tx.state.match + 1, tx.dealer.secret()
    tx.add(entries.Started(match, secret, request.dealer, grammar=GRAMMAR))
    for entry in request.entries:
        tx.add(entry)
