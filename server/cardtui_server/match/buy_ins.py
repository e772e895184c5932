"""Buy-ins: how many chips each player brings to a match, where a table lets them choose."""

from __future__ import annotations

from collections.abc import Mapping

from cardtui_engine.options import OptionValue
from cardtui_server.match.state import TableState


def brought(state: TableState, seat: int) -> int:
    """Return how many chips a seat brings to the next match; 0 where nobody chooses."""
    made, sitter = state.made, state.sitters[seat]
    if not made.most_buy_in:
        return 0
    if sitter is not None and sitter.buy_in:
        return sitter.buy_in
    usual = made.options[state.rules.chips_option]
    assert isinstance(usual, int)  # `NewTable` refuses limits where it is a number for each seat
    return min(max(usual, made.least_buy_in), made.most_buy_in)


def options_of(state: TableState) -> Mapping[str, OptionValue]:
    """Return the options of the match that begins now, with the chips that each seat brings."""
    made = state.made
    if not made.most_buy_in:
        return made.options
    chips = tuple([brought(state, seat) for seat in range(made.seats)])
    return {**made.options, state.rules.chips_option: chips}
