"""How partners are found: by lot, or so that teams are even (`most_even_team`).
How strong bots and newcomers count: `BOT_STRENGTHS`, `USUAL_STRENGTH`. People:
`ratings/strengths.py`.

Those who play together take the seats of a team, in the order that the lot gives them. By strength,
the teams are as even as they can be: among four the strongest plays with the weakest. The lot
decides between teams that are equally even.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from cardtui_engine.bots import Level
from cardtui_engine.cards import Card
from cardtui_engine.rules import AnyRules
from cardtui_server.match.entries import Partners
from cardtui_server.match.state import Sitter
from cardtui_server.match.transaction import Transaction

USUAL_STRENGTH: Final = 25.0
"""How strong a player counts who has no result."""

BOT_STRENGTHS: Final = {Level.EASY: 20.0, Level.NORMAL: 25.0, Level.HARD: 30.0}
"""How strong a bot counts, whatever its results."""

_LOT: Final = 0
"""The number of the draw that is the lot; those for high card begin with 1."""


def find_partners(tx: Transaction, key: bytes) -> tuple[int, ...]:
    """Return, by seat, the seat that its player has before the match that begins now.

    Empty if partners are not found by lot or by strength.
    """
    made, rules = tx.state.made, tx.state.rules
    seats = range(made.seats)
    if made.partners not in (Partners.LOT, Partners.STRENGTH):
        return ()
    lot = [int(card) for card in tx.dealer.draw(key, _LOT, [Card(seat) for seat in seats])]
    if made.partners is Partners.LOT:
        return seated_by_teams(rules, lot[: made.seats // 2], lot[made.seats // 2 :])
    strengths = [_strength(tx, sitter) for sitter in tx.state.sitters]
    first = most_even_team(lot, strengths)
    return seated_by_teams(rules, first, [seat for seat in lot if seat not in first])


def most_even_team(lot: Sequence[int], strengths: Sequence[float]) -> tuple[int, ...]:
    """Return half of the seats, in the order of the lot, that is as strong as the other half.

    Of several splits the first counts, so that the lot decides.

    Args:
        lot: the seats, in an order that nobody could foresee.
        strengths: by seat.
    """
    total = sum(strengths)

    def unevenness(team: tuple[int, ...]) -> float:
        # Rounded: the sums of the same strengths in another order are the same.
        return round(abs(total - 2 * sum(strengths[seat] for seat in team)), 6)

    return min(combinations(lot, len(lot) // 2), key=unevenness)


def seated_by_teams(
    rules: AnyRules, first: Sequence[int], second: Sequence[int]
) -> tuple[int, ...]:
    """Return, by seat, the seat that its player has before the two teams sit down."""
    teams = iter(first), iter(second)
    seats = range(len(first) + len(second))
    return tuple([next(teams[rules.team_of(seat) or 0]) for seat in seats])


def _strength(tx: Transaction, sitter: Sitter | None) -> float:
    if sitter is None or sitter.bot:
        return BOT_STRENGTHS[Level(sitter.bot if sitter else Level.NORMAL)]
    return tx.strengths.get(sitter.player, USUAL_STRENGTH)
