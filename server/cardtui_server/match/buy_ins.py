"""How many chips each player brings to a match (`brought`), and must at least (`least_of`); a chip
keeps its value at a table (`check_chip_value`). When you may buy chips: `commands/seats.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_engine.options import OptionValue
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.state import MOST_TAKEN_CHIPS, Life, TableState


def brought(state: TableState, seat: int) -> int:
    """Return how many chips a seat brings to the next match; 0 where nobody chooses."""
    made, sitter = state.made, state.sitters[seat]
    if not made.most_buy_in:
        return 0
    if sitter is not None and sitter.buy_in:
        return sitter.buy_in
    least = made.least_buy_in if sitter is None else least_of(state, sitter.player)
    usual = made.options[state.rules.chips_option]
    assert isinstance(usual, int)  # `NewTable` refuses limits where it is a number for each seat
    return min(max(usual, least), made.most_buy_in)


def least_of(state: TableState, player: str) -> int:
    """Return the fewest chips that a player may bring: those with which they left, if more."""
    made = state.made
    return min(max(made.least_buy_in, state.took.get(player, 0)), made.most_buy_in)


def taken_by(state: TableState, seat: int) -> int:
    """Return the chips with which the player in a seat leaves the match; 0 before it is played."""
    if not state.made.most_buy_in or state.life is not Life.PLAYING:
        return 0
    chips: tuple[int, ...] = state.rules.view(state.game, None).common.chips
    return chips[seat]


def with_taken(state: TableState, player: str, chips: int) -> Mapping[str, int]:
    """Return `TableState.took` after a player has left with that many chips."""
    others = [(each, took) for each, took in state.took.items() if each != player]
    return dict([*others, (player, chips)][-MOST_TAKEN_CHIPS:])


def without_seated(state: TableState) -> Mapping[str, int]:
    """Return `TableState.took` once a match begins, to which those in the seats have brought it."""
    players = state.players()
    return {each: took for each, took in state.took.items() if each not in players}


def options_of(state: TableState) -> Mapping[str, OptionValue]:
    """Return the options of the match that begins now, with the chips that each seat brings."""
    made = state.made
    if not made.most_buy_in:
        return made.options
    chips = tuple([brought(state, seat) for seat in range(made.seats)])
    return {**made.options, state.rules.chips_option: chips}


_OTHER_VALUE: Final = (
    "Chips have been won and lost here at another value: make another table for this one."
)


def check_chip_value(state: TableState, options: Mapping[str, OptionValue]) -> None:
    """Check that what has been won and lost stays worth what it was played for.

    Raises:
        Refused: the options give chips another value, and not everybody is even.
    """
    name = state.rules.chip_value_option
    uneven = any(account.won for account in state.ledger.accounts.values())
    if name and uneven and options[name] != state.made.options[name]:
        raise Refused(Reason.TABLE_STATE, _OTHER_VALUE)
