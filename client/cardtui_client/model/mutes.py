"""Mutes: whose talk one does not want to see, at one table."""

from __future__ import annotations

from collections.abc import Mapping

from cardtui.v1 import events_pb2


class Mutes:
    """Whose talk, phrases and reactions are hidden; calls of the game never are.

    Attributes:
        people: the names of those who are muted, by player id.
        spectators: whether all spectators are muted.
        bots: whether all bots are.
        everybody: whether everybody is.
    """

    def __init__(self, people: Mapping[str, str] | None = None, *, own_name: str = "") -> None:
        """Begin with those people muted; what ``own_name`` says is always shown."""
        self.people = dict(people or {})
        self.spectators = False
        self.bots = False
        self.everybody = False
        self._own_name = own_name

    def hides(self, said: events_pb2.Said) -> bool:
        """Tell whether a line of talk is not to be shown; what the host announces always is."""
        if self.is_own(said) or said.talk == events_pb2.TALK_HOST:
            return False
        if self.everybody or said.player in self.people:
            return True
        if said.HasField("seat") and not said.player:
            return self.bots
        return self.spectators and said.talk == events_pb2.TALK_SPECTATORS

    def is_own(self, said: events_pb2.Said) -> bool:
        """Tell whether one has said it oneself."""
        return bool(self._own_name) and said.name == self._own_name

    def toggle_person(self, player: str, name: str) -> bool:
        """Mute a person, or do so no longer; return whether the person is muted now."""
        if self.people.pop(player, None) is not None:
            return False
        self.people[player] = name
        return True
