"""Bots in words and as you type them: `LEVELS`, names and manners (`CHARACTERS`), who is wanted.
How often they bluff, how quick they are and what they say is in
`server/cardtui_server/characters.py`; how well a level plays, in the bots of each game in the
engine.

How strong a bot is, its level says; a character says how it bluffs, how quick it is and what it
says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Final, NamedTuple

from cardtui.v1 import lobby_service_pb2, tables_pb2
from cardtui.v1.tables_pb2 import BotLevel, Character
from cardtui_client.i18n import _, mark

LEVELS: Final[Mapping[str, BotLevel.ValueType]] = {
    "easy": tables_pb2.BOT_LEVEL_EASY,
    "normal": tables_pb2.BOT_LEVEL_NORMAL,
    "hard": tables_pb2.BOT_LEVEL_HARD,
}
"""The levels, as you type them."""


class Person(NamedTuple):
    """A character: its name, and its manner in a word."""

    name: str
    manner: str


CHARACTERS: Final[Mapping[Character.ValueType, Person]] = {
    tables_pb2.CHARACTER_ALBA: Person("Alba", mark("calm")),
    tables_pb2.CHARACTER_BETO: Person("Beto", mark("careful")),
    tables_pb2.CHARACTER_CHELA: Person("Chela", mark("bold")),
    tables_pb2.CHARACTER_DINO: Person("Dino", mark("sly")),
    tables_pb2.CHARACTER_ELSA: Person("Elsa", mark("cheerful")),
    tables_pb2.CHARACTER_FITO: Person("Fito", mark("a joker")),
    tables_pb2.CHARACTER_GRETA: Person("Greta", mark("exact")),
    tables_pb2.CHARACTER_HUGO: Person("Hugo", mark("proud")),
}
"""The characters that bots have."""

CHARACTER_NAMES: Final = tuple([person.name.casefold() for person in CHARACTERS.values()])
"""Their names, as you type them."""

_ANY_CHARACTER: Final = tables_pb2.CHARACTER_UNSPECIFIED


class Wanted(NamedTuple):
    """The bots that are wanted.

    Attributes:
        level: of all bots that are not named one by one.
        each: the others: level and character of each, in the order of the seats.
    """

    level: BotLevel.ValueType
    each: tuple[tuple[BotLevel.ValueType, Character.ValueType], ...] = ()

    def put_into(self, request: lobby_service_pb2.CreateTableRequest) -> None:
        """Ask for them with a new table."""
        request.bots = self.level
        for level, character in self.each:
            request.wanted_bots.add(level=level, character=character)


class UnknownBot(ValueError):
    """Nobody is called that; the sentence says who there is."""


def manner_of(character: Character.ValueType) -> str:
    """Return a character's manner in a word; ``""`` for none, or one that is not known here."""
    person = CHARACTERS.get(character)
    return "" if person is None else _(person.manner)


def character_choices() -> list[tuple[str, str]]:
    """Return who may be chosen in a form, each with the value that stands for it."""
    people = [
        (f"{person.name}, {_(person.manner)}", str(character))
        for character, person in CHARACTERS.items()
    ]
    return [(_("anyone"), str(_ANY_CHARACTER)), *people]


def character_of(text: str) -> Character.ValueType:
    """Return the character that a value of `character_choices` stands for."""
    return next((each for each in CHARACTERS if str(each) == text), _ANY_CHARACTER)


def character_named(text: str) -> Character.ValueType | None:
    """Return the character of that name."""
    word = text.casefold()
    return next((each for each, who in CHARACTERS.items() if who.name.casefold() == word), None)


def wanted_bots(text: str) -> Wanted:
    """Return which bots are wanted.

    >>> wanted_bots("hard")
    Wanted(level=3, each=())
    >>> wanted_bots("chela:hard,beto")
    Wanted(level=2, each=((3, 3), (2, 2)))

    Bots beyond those that are named are as strong as the last of them.

    Raises:
        UnknownBot: it is neither a level nor a name.
    """
    each = [_bot(word.strip()) for word in text.split(",")]
    level, character = each[-1]
    if len(each) == 1 and not character:
        return Wanted(level)
    return Wanted(level, tuple(each))


def are_wanted(
    seats: Sequence[tables_pb2.Seat], request: lobby_service_pb2.CreateTableRequest
) -> bool:
    """Tell whether the bots at a table are those that are asked for."""
    bots = [seat for seat in seats if seat.bot]
    named = list(request.wanted_bots)
    return len(named) <= len(bots) and all(
        bot.bot == (named[at].level if at < len(named) else request.bots)
        and (at >= len(named) or named[at].character in (_ANY_CHARACTER, bot.character))
        for at, bot in enumerate(bots)
    )


def _bot(text: str) -> tuple[BotLevel.ValueType, Character.ValueType]:
    name, colon, said = text.partition(":")
    if not colon and name.casefold() in LEVELS:
        return LEVELS[name.casefold()], _ANY_CHARACTER
    character = character_named(name)
    if character is None:
        raise UnknownBot(_unknown(name))
    level = LEVELS.get(said.casefold()) if colon else tables_pb2.BOT_LEVEL_NORMAL
    if level is None:
        raise UnknownBot(_unknown(said, LEVELS))
    return level, character


def _unknown(
    text: str, known: Sequence[str] | Mapping[str, object] = (*LEVELS, *CHARACTER_NAMES)
) -> str:
    names = ", ".join(known)
    near = get_close_matches(text.casefold(), [*known], 1)
    if near:
        return _(
            "There is no bot “{text}”; did you mean {near}? There are {names}.",
            text=text,
            near=near[0],
            names=names,
        )
    return _("There is no bot “{text}”; choose from {names}.", text=text, names=names)
