"""What came of a match, as it is kept for whoever counts results."""

from __future__ import annotations

from cardtui_server.match.state import Life, Sitter, TableState
from cardtui_server.ports.log_store import Result, SeatResult


def result_of(before: TableState, after: TableState, table: str, time: int) -> Result | None:
    """Return the result of the match that ended between two states; ``None`` if none did.

    Who has left a seat to a bot has the bot's result there. A match that is closed has none.

    Args:
        before: the table before an entry.
        after: the table after it.
        table: the table's id.
        time: when the entry was written, in milliseconds since 1970.
    """
    if before.life is not Life.PLAYING or after.life is not Life.OVER:
        return None
    made, rules = after.made, after.rules
    outcome = rules.outcome(after.game)
    assert outcome is not None
    seats = tuple(
        [
            _seat(sitter, rules.team_of(seat), won=seat in outcome.winners)
            for seat, sitter in enumerate(after.sitters)
        ]
    )
    return Result(table, after.match, made.game, made.preset, time, seats)


def _seat(sitter: Sitter | None, team: int | None, *, won: bool) -> SeatResult:
    assert sitter is not None
    player = sitter.player or sitter.away
    return SeatResult(player, 0 if player else sitter.bot, team, won)
