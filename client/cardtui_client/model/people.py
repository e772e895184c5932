"""Friends, and who is ignored, on one server (`Known`): what is said of them.
Of which news you are told, as that a friend has come: `news_lines`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

from cardtui.v1 import club_service_pb2
from cardtui_client.i18n import _
from cardtui_client.limits import NAME_CELLS, TALK_CELLS
from cardtui_client.model.sides import names
from cardtui_client.text import safe_text

FRIEND: Final = club_service_pb2.RELATION_FRIEND
IGNORED: Final = club_service_pb2.RELATION_IGNORED
ASKS: Final = club_service_pb2.RELATION_ASKS
NO_RELATION: Final = club_service_pb2.RELATION_UNSPECIFIED

Relation: TypeAlias = club_service_pb2.Relation.ValueType


class Known(NamedTuple):
    """Somebody whom you know.

    Attributes:
        player: the player's id.
        name: the player's name.
        relation: what they are to you, or that they ask.
        mutual: whether you are their friend, too.
        here: whether such a friend is here.
    """

    player: str
    name: str
    relation: Relation
    mutual: bool
    here: bool


def read_known(person: club_service_pb2.Person) -> Known:
    """Return a person as the server tells of them."""
    name = safe_text(person.name, NAME_CELLS)
    return Known(person.player, name, person.relation, person.mutual, person.here)


def ignored(known: Iterable[Known]) -> dict[str, str]:
    """Return the names of those who are ignored, by id."""
    return {each.player: each.name for each in known if each.relation == IGNORED}


def friends_here(known: Iterable[Known]) -> str:
    """Return which friends are here; ``""`` if none is."""
    here = [each.name for each in known if each.here]
    return _("Friends here: {names}.", names=names(here)) if here else ""


def people_lines(known: Sequence[Known]) -> list[str]:
    """Return all whom you know, a line for each kind."""
    friends = [_away(each) for each in known if each.relation == FRIEND and not each.here]
    asking = [each.name for each in known if each.relation == ASKS]
    others = [*ignored(known).values()]
    lines = [
        friends_here(known),
        _("Friends who are away: {names}.", names=names(friends)) if friends else "",
        _("Would be your friends: {names}.", names=names(asking)) if asking else "",
        _("Ignored: {names}.", names=names(others)) if others else "",
    ]
    return [each for each in lines if each] or [_("You have named nobody a friend here yet.")]


def _away(known: Known) -> str:
    return known.name if known.mutual else _("{name} (not yet yours)", name=known.name)


def news_lines(before: Sequence[Known], now: Sequence[Known]) -> list[str]:
    """Return what is worth telling of what has changed: who asks, and which friend has come."""
    asked = {each.player for each in before if each.relation == ASKS}
    were = {each.player for each in before if each.here}
    asking = [each.name for each in now if each.relation == ASKS and each.player not in asked]
    lines = [_("{name} would be your friend, if you agree.", name=each) for each in asking]
    return lines + [
        _("{name} is here.", name=each.name)
        for each in now
        if each.here and each.player not in were
    ]


def private_words(name: str, text: str) -> str:
    """Return a line that a friend says to you alone."""
    said, who = safe_text(text, TALK_CELLS), safe_text(name, NAME_CELLS)
    return _("{name} to you alone: {text}", name=who, text=said)


def told_words(name: str, text: str) -> str:
    """Return a line that you have said to a friend alone."""
    return _("You to {name} alone: {text}", name=name, text=safe_text(text, TALK_CELLS))


def related_words(known: Known) -> str:
    """Return what is said once somebody is something else to you."""
    match known.relation:
        case club_service_pb2.RELATION_FRIEND if known.mutual:
            return _("You and {name} are friends.", name=known.name)
        case club_service_pb2.RELATION_FRIEND:
            return _("{name} is your friend once they name you one, too.", name=known.name)
        case club_service_pb2.RELATION_IGNORED:
            return _("{name} is ignored: you do not read what they say.", name=known.name)
        case _:
            return _("{name} is neither a friend nor ignored.", name=known.name)
