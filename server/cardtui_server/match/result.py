"""What came of a match for each seat (`result_of`): chips won, and in which order all came out
(`places`). What that counts in a tournament: `tournament/scores.py`.
"""

from __future__ import annotations

from collections.abc import Collection

from cardtui_server.match.bot_accounts import COUNTED_LEVEL, is_bot_account
from cardtui_server.match.state import Life, Sitter, TableState
from cardtui_server.ports.log_store import Result, SeatResult


def places(state: TableState, winners: Collection[int]) -> list[int]:
    """Return the place of each seat, from 1; those who are level share one.

    A team wins or loses as one. Where each plays alone, who went out later is before who went out
    earlier, and who has more chips left, or the better points, before who has less.

    Args:
        state: the table after the match.
        winners: the seats that have won.
    """
    rules, seats = state.rules, range(state.made.seats)
    left = state.tally.chips or [*map(rules.merit, state.tally.scores)]
    went = {seat: turn for turn, gone in enumerate(state.out) for seat in gone}

    def standing(seat: int) -> tuple[bool, int, int]:
        """Return what is greater for who comes before another."""
        if rules.team_of(seat) is not None:
            return seat in winners, 0, 0
        lasted = went.get(seat, len(state.out))
        return seat in winners, lasted, left[seat]

    found = [standing(seat) for seat in seats]
    return [1 + sum(other > own for other in found) for own in found]


def result_of(
    before: TableState, after: TableState, table: str, time: int, shown: int = 0
) -> Result | None:
    """Return the result of the match that ended between two states; ``None`` if none did.

    Who has left a seat to a bot has the bot's result there. A match that is closed has none.

    Args:
        before: the table before an entry.
        after: the table after it.
        time: when the entry was written, in milliseconds since 1970.
        shown: as in `Result`.
    """
    if before.life is not Life.PLAYING or after.life is not Life.OVER:
        return None
    made, outcome = after.made, after.rules.outcome(after.game)
    assert outcome is not None
    came = places(after, outcome.winners)
    seats = tuple(
        [
            _seat(after, seat, won=seat in outcome.winners, place=place)
            for seat, place in enumerate(came)
        ]
    )
    return Result(table, after.match, made.game, made.preset, time, seats, after.rated, shown)


def _seat(state: TableState, seat: int, *, won: bool, place: int) -> SeatResult:
    sitter, counted, team = state.sitters[seat], state.counted, state.rules.team_of(seat)
    assert sitter is not None
    assert counted is not None
    player, bot = sitter.player or sitter.away, sitter.bot
    if is_bot_account(player):
        player, bot = "", COUNTED_LEVEL
    side = seat if team is None else team
    return SeatResult(
        player,
        0 if player else bot,
        team,
        won,
        chips_won(state, seat, sitter),
        counted.counts.hands[side],
        counted.counts.bluffs[side],
        tuple([(verb, times) for (by, verb), times in counted.calls.items() if by == seat]),
        place,
        left=bool(sitter.away and not sitter.player),
    )


def chips_won(state: TableState, seat: int, sitter: Sitter) -> int:
    """Return how many chips a seat has won; who has left it for good won none after that."""
    if not state.tally.chips:
        return 0
    ledger = state.ledger
    if sitter.away and not sitter.player:
        return ledger.gone[seat]
    return state.tally.chips[seat] - ledger.came[seat]
