"""The bots' characters in words and as they are typed; muting and unmuting people (`change_mutes`).

How strong a bot is, its level says; a character says how it bluffs, how quick it is and what it
says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final, NamedTuple

from cardtui.v1 import events_pb2, lobby_service_pb2, tables_pb2
from cardtui.v1.tables_pb2 import BotLevel, Character
from cardtui_client.i18n import _, mark
from cardtui_client.json_file import OTHER_FORM, JsonFile, texts
from cardtui_client.limits import NAME_CELLS
from cardtui_client.model.quick_talk import Mute, MuteAll, MutePerson, Mutes
from cardtui_client.model.table import TableModel
from cardtui_client.settings import Settings
from cardtui_client.text import safe_text

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


PEOPLE: Final[Mapping[Character.ValueType, Person]] = {
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

NAMES: Final = tuple([person.name.casefold() for person in PEOPLE.values()])
"""Their names, as you type them."""

_ANYBODY: Final = tables_pb2.CHARACTER_UNSPECIFIED

_MUTED_FILE: Final = "muted.json"
_MUTED_PRICE: Final = mark("Nobody is muted any more.")
_MOST_MUTED: Final = 500
_LONGEST_ID: Final = 64


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
    person = PEOPLE.get(character)
    return "" if person is None else _(person.manner)


def character_choices() -> list[tuple[str, str]]:
    """Return who may be chosen in a form, each with the value that stands for it."""
    people = [
        (f"{person.name}, {_(person.manner)}", str(character))
        for character, person in PEOPLE.items()
    ]
    return [(_("anyone"), str(_ANYBODY)), *people]


def character_of(text: str) -> Character.ValueType:
    """Return the character that a value of `character_choices` stands for."""
    return next((each for each in PEOPLE if str(each) == text), _ANYBODY)


def character_named(text: str) -> Character.ValueType | None:
    """Return the character of that name."""
    word = text.casefold()
    return next((each for each, who in PEOPLE.items() if who.name.casefold() == word), None)


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
        and (at >= len(named) or named[at].character in (_ANYBODY, bot.character))
        for at, bot in enumerate(bots)
    )


def _bot(text: str) -> tuple[BotLevel.ValueType, Character.ValueType]:
    name, colon, said = text.partition(":")
    if not colon and name.casefold() in LEVELS:
        return LEVELS[name.casefold()], _ANYBODY
    character = character_named(name)
    if character is None:
        raise UnknownBot(_unknown(name))
    level = LEVELS.get(said.casefold()) if colon else tables_pb2.BOT_LEVEL_NORMAL
    if level is None:
        raise UnknownBot(_unknown(said, LEVELS))
    return level, character


def _unknown(text: str, known: Sequence[str] | Mapping[str, object] = (*LEVELS, *NAMES)) -> str:
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


def mutes_of(settings: Settings, own_name: str) -> Mutes:
    """Return the mutes of who comes to a table: the people of earlier evenings."""
    return Mutes(read_muted(settings), own_name=own_name)


_GROUPS: Final = {
    MuteAll.BOTS: (
        mark("Bots are muted at this table."),
        mark("Bots are no longer muted."),
        mark("Mute bots"),
        mark("Unmute bots"),
    ),
    MuteAll.SPECTATORS: (
        mark("Spectators are muted at this table."),
        mark("Spectators are no longer muted."),
        mark("Mute spectators"),
        mark("Unmute spectators"),
    ),
    MuteAll.EVERYBODY: (
        mark("Everybody is muted at this table. Calls are still told."),
        mark("Not everybody is muted any more."),
        mark("Mute everybody"),
        mark("Unmute everybody"),
    ),
}
"""What is said of groups: that one is muted, that it is no more, to mute it, to unmute it."""


def change_mutes(whom: Mute, mutes: Mutes, *, settings: Settings) -> str:
    """Mute or unmute; return the sentence that says so, or why it will not last."""
    muted = mutes.toggle(whom)
    if isinstance(whom, MuteAll):
        return _(_GROUPS[whom][0 if muted else 1])
    player, name = whom.player, whom.name
    try:
        change_muted(settings, lambda people: _with(people, player, name if muted else None))
    except OSError as error:
        return _("This holds for now, but could not be saved: {error}", error=error)
    if muted:
        return _("{name} is muted. Calls are still told.", name=name)
    return _("{name} is no longer muted.", name=name)


def muted_groups(mutes: Mutes) -> list[str]:
    """Return a sentence for each group that is muted."""
    return [_(said) for group, (said, *_rest) in _GROUPS.items() if group in mutes]


def _with(people: dict[str, str], player: str, name: str | None) -> dict[str, str]:
    """Return who is muted, with that player under a name; ``None`` takes the player out."""
    others = {each: called for each, called in people.items() if each != player}
    return others if name is None else {**others, player: name}


def unmute_all(mutes: Mutes, *, settings: Settings) -> str:
    """Unmute everybody, the people of earlier evenings too; say so, or why it won't last."""
    mutes.groups.clear()
    mutes.people.clear()
    try:
        change_muted(settings, lambda _kept: {})
    except OSError as error:
        return _("This holds for now, but could not be saved: {error}", error=error)
    return _("Nobody is muted any more.")


def people_at(model: TableModel) -> list[MutePerson]:
    """Return whom you can mute or unmute: who has a seat, who has talked, and who is muted."""
    found = {
        seat.player: seat.name
        for seat in model.table.seats
        if seat.player and seat.seat != model.seat
    }
    own = model.sitter(model.seat)
    for said in model.talk:
        if (
            said.player
            and not model.mutes.is_own(said)
            and (own is None or said.player != own.player)
        ):
            found.setdefault(said.player, said.name)
    for player, name in model.mutes.people.items():
        found.setdefault(player, name)
    return [MutePerson(player, safe_text(name, NAME_CELLS)) for player, name in found.items()]


def mute_commands(model: TableModel) -> list[tuple[str, Mute]]:
    """Return what you can mute or unmute, each by its name."""
    mutes, has_bots = model.mutes, any(seat.character for seat in model.table.seats)
    people = [(_unmute if whom in mutes else _mute, whom) for whom in people_at(model)]
    return [
        *((words(whom.name), whom) for words, whom in people),
        *(
            (_(unmute if group in mutes else mute), group)
            for group, (_said, _over, mute, unmute) in _GROUPS.items()
            if group is not MuteAll.BOTS or has_bots
        ),
    ]


def _mute(name: str) -> str:
    return _("Mute {name}", name=name)


def _unmute(name: str) -> str:
    return _("Unmute {name}", name=name)


def mentions(said: events_pb2.Said, name: str) -> bool:
    """Tell whether somebody else says that name in a line of talk, as a word of its own."""
    if not name or said.name == name or said.phrase or said.reaction:
        return False
    words, wanted = _words(said.text), _words(name)
    return any(words[at : at + len(wanted)] == wanted for at in range(len(words))) and bool(wanted)


def _words(text: str) -> list[str]:
    return "".join(char if char.isalnum() else " " for char in text.casefold()).split()


def read_muted(settings: Settings) -> dict[str, str]:
    """Return the names of the people who are muted, by player id."""
    file = _muted_file(settings)
    return {} if file is None else file.read()


def change_muted(settings: Settings, changed: Callable[[dict[str, str]], dict[str, str]]) -> None:
    """Keep who is muted; of too many, those muted first go. A kiosk keeps nothing.

    Args:
        settings: whose file it is.
        changed: returns who is muted from now on, of those muted until now, by any program.

    Raises:
        OSError: that cannot be written.
    """
    file = _muted_file(settings)
    if file is not None:
        file.change(lambda kept: dict(list(changed(kept).items())[-_MOST_MUTED:]))


def _muted_file(settings: Settings) -> JsonFile[dict[str, str]] | None:
    if not settings.kept or settings.path is None:
        return None
    return JsonFile(settings.path.parent / _MUTED_FILE, _parsed_muted, dict[str, str], _MUTED_PRICE)


def _parsed_muted(data: Any) -> dict[str, str]:
    people = texts(data)
    if not all(player and len(player) <= _LONGEST_ID for player in people):
        raise ValueError(OTHER_FORM)
    return {
        player: safe_text(name, NAME_CELLS) for player, name in list(people.items())[-_MOST_MUTED:]
    }
