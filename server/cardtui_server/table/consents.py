"""What players ask for together: a pause or its end, and a bot for who is away.

What they ask for is not logged; what comes of it is.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from cardtui_server.match.state import TableState


class Consents:
    """What the players of one table ask for now.

    Attributes:
        pause: the ids of those who ask for a pause; at a paused table, for its end.
        sit_in: by seat, the ids of those who want a bot to sit in.
    """

    def __init__(self) -> None:
        self.pause: set[str] = set()
        self.sit_in: dict[int, set[str]] = {}

    def ask_pause(self, player: str, *, asks: bool) -> None:
        """Note whether a player asks for a pause, or for its end."""
        if asks:
            self.pause.add(player)
        else:
            self.pause.discard(player)

    def vote(self, player: str, seat: int) -> None:
        """Note that a player wants a bot to sit in."""
        self.sit_in.setdefault(seat, set()).add(player)

    def forget(self, player: str) -> None:
        """Forget what a player who is gone has asked for."""
        self.pause.discard(player)
        for votes in self.sit_in.values():
            votes.discard(player)

    def agreed_on_pause(self, here: AbstractSet[str]) -> bool:
        """Return whether all players who are here ask for a pause, or for its end."""
        return bool(self.pause) and self.pause >= here

    def agreed_on_sit_in(self, state: TableState, here: AbstractSet[str]) -> list[int]:
        """Return the seats for which enough players want a bot."""
        return [
            seat
            for seat, votes in self.sit_in.items()
            if len(votes & here) >= votes_needed(state, seat, here)
        ]

    def look(self, state: TableState, here: AbstractSet[str]) -> None:
        """Drop votes about players who are here, or for whom a bot sits in."""
        for seat in list(self.sit_in):
            sitter = state.sitters[seat]
            if sitter is None or sitter.level or sitter.player in here:
                del self.sit_in[seat]


def votes_needed(state: TableState, seat: int, here: AbstractSet[str]) -> int:
    """Return how many votes let a bot sit in: more than half of the other players who are here."""
    sitter = state.sitters[seat]
    others = here - ({sitter.player} if sitter is not None else set())
    return len(others) // 2 + 1
