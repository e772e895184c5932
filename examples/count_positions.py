"""Count the ways in which the first actions of a hand can go, from one pack.

Two implementations of the same rules must agree on these numbers.
"""

from cardtui_engine import Match


def count(match: Match, depth: int) -> int:
    """Return how many sequences of that many actions there are from here."""
    if depth == 0 or not match.turn.to_act:
        return 1
    total = 0
    for seat in match.turn.to_act:
        for action in match.actions(seat):
            match.act(action, seat)
            total += count(match, depth - 1)
            match.undo()
    return total


match = Match("cacho", seats=2, options={"buy_in": 5})
match.deal(match.rules.pack)
for depth in range(1, 5):
    print(f"{depth} actions: {count(match, depth)} ways")
