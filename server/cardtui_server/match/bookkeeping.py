"""What each entry of a table's log adds to its ledger: chips brought and taken (`with_ledger`)."""

from __future__ import annotations

from typing import Final

from cardtui_server.match.bot_accounts import is_bot_account
from cardtui_server.match.entries import Entry, ToppedUp
from cardtui_server.match.ledger import Holder, Ledger
from cardtui_server.match.state import Life, Sitter, TableState

_AT_REST: Final = ("deal", "over")
"""The phases in which all chips lie in front of the players."""


def with_ledger(before: TableState, after: TableState, entry: Entry) -> TableState:
    """Return the table with its ledger as it is after an entry.

    Args:
        before: the table before the entry.
        after: the table after it, with the ledger of before.
        entry: the entry.
    """
    if (
        after.tally is before.tally
        and after.life is before.life
        and after.sitters is before.sitters
    ) or not after.rules.chips_option:
        return after
    ledger = _ledger_after(before, after, entry)
    return after if ledger is before.ledger else after._replace(ledger=ledger)


def _ledger_after(before: TableState, after: TableState, entry: Entry) -> Ledger:
    ledger = before.ledger
    if before.life is not Life.PLAYING:
        if after.life is Life.PLAYING:
            chips = after.tally.chips
            for sitter, brought in zip(after.sitters, chips, strict=True):
                ledger = _brought(ledger, sitter, brought)
            ledger = ledger._replace(rest=chips, came=chips, gone=(0,) * len(chips))
            ledger = ledger.without_oldest(_seated(after))
        return ledger
    if after.life is Life.CLOSED:
        return _all_took(ledger, after, ledger.rest)
    if after.life is Life.OVER:
        return _all_took(ledger, after, after.tally.chips)
    if isinstance(entry, ToppedUp):
        ledger = _brought(ledger, after.sitters[entry.seat], entry.chips)
        came = ledger.came[entry.seat] + entry.chips
        ledger = ledger._replace(came=_at(ledger.came, entry.seat, came))
    for seat, (was, now) in enumerate(zip(before.sitters, after.sitters, strict=True)):
        if was is not now and _holder(was) != _holder(now):
            front: int = after.rules.view(after.game, None).common.chips[seat]
            ledger = _brought(_took(ledger, was, front), now, front)
            back = was is not None and now is not None and was.away == now.player != ""
            ledger = _handed_over(ledger, seat, front, back=back)
    if after.turn is not None and after.turn.phase in _AT_REST:
        ledger = ledger._replace(rest=after.tally.chips)
    return ledger


def _handed_over(ledger: Ledger, seat: int, chips: int, *, back: bool) -> Ledger:
    """Return it after a seat with that many chips has gone to a bot, or back to its player."""
    gone = 0 if back else chips - ledger.came[seat]
    came = chips - ledger.gone[seat] if back else chips
    return ledger._replace(came=_at(ledger.came, seat, came), gone=_at(ledger.gone, seat, gone))


def _at(numbers: tuple[int, ...], seat: int, number: int) -> tuple[int, ...]:
    return (*numbers[:seat], number, *numbers[seat + 1 :])


def _all_took(ledger: Ledger, state: TableState, chips: tuple[int, ...]) -> Ledger:
    for seat, sitter in enumerate(state.sitters):
        ledger = _took(ledger, sitter, chips[seat])
    return ledger._replace(rest=())


def _brought(ledger: Ledger, sitter: Sitter | None, chips: int) -> Ledger:
    return ledger.brought(_holder(sitter), "" if sitter is None else sitter.name, chips)


def _took(ledger: Ledger, sitter: Sitter | None, chips: int) -> Ledger:
    return ledger.took(_holder(sitter), "" if sitter is None else sitter.name, chips)


def _seated(state: TableState) -> list[Holder]:
    return [_holder(sitter) for sitter in state.sitters]


def _holder(sitter: Sitter | None) -> Holder:
    """Return whose account the chips of a seat go to; nobody's are those of who left long ago."""
    if sitter is None:
        return Holder("")
    if not sitter.player or is_bot_account(sitter.player):
        return Holder("", sitter.name)
    return Holder(sitter.player)
