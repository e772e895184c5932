"""Every game by its id, ours (`_GAMES`) and those of installed packages; what makes a game of
others unfit to be played (`check_game`), such as too many cards, options or verbs (`_MOST_CARDS`,
`_MOST_OPTIONS`), and the most seats of a table (`MOST_SEATS`). The client's lists have the same
order: `client/cardtui_client/faces/tiles.py`.

Each game is found as an entry point, a `Game` under a name. Ours are known without looking: what
other packages bring is looked up when somebody asks for a game that is not ours, or for all games.
A package that is broken brings no game; `broken_games` says what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from cardtui_engine.bots import BotMaker
from cardtui_engine.cards import DECKS, SUITS, Deck
from cardtui_engine.game import CONTRACT, ENTRY_POINT_GROUP, Game, named
from cardtui_engine.rules import AnyRules, Rules

_GAMES: Final = MappingProxyType(
    {
        game: f"cardtui_engine.games.{game.replace('-', '_')}.rules:GAME"
        for game in (
            "truco-argentino",
            "truco-brasileiro",
            "truco-paulista",
            "cacheta",
            "pif-paf",
            "pif-paf-tradicional",
            "cacho",
        )
    }
)
"""Ours, in the order in which games are shown, with the place of each: pyproject.toml says the
same."""

_GAME_ID: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_WORD: Final = re.compile(r"[a-z][a-z0-9_]*")
_RANK: Final = re.compile(r"[0-9A-Z+*-]{1,3}")
_LONGEST_NAME: Final = 40
MOST_SEATS: Final = 8
"""The most seats that a table can have."""
_MOST_CARDS: Final = 256
_MOST_OPTIONS: Final = 40
_MOST_VERBS: Final = 40


class Package(NamedTuple):
    """The package that brings a game.

    Attributes:
        name: its name, as it was installed.
        version: its version; ``""`` for our own games, which have that of cardtui.
        place: where the game is in it: ``"package.module:name"``.
    """

    name: str
    version: str
    place: str


class BrokenGame(Exception):
    """A package brings a game that cannot be played; the sentence says what is wrong with it."""


class _Found(NamedTuple):
    """The games of other packages that can be played, and what is wrong with the others."""

    games: Mapping[str, Game]
    packages: Mapping[str, Package]
    broken: Mapping[str, str]


def game_ids() -> tuple[str, ...]:
    """Return the ids of all games, in the order in which they are shown: ours come first."""
    return (*_GAMES, *_others().games)


def own_games() -> tuple[str, ...]:
    """Return the ids of our own games, for which no package is looked at."""
    return tuple(_GAMES)


def is_game(game: str) -> bool:
    """Return whether there is a game with that id."""
    return game in _GAMES or game in _others().games


def broken_games() -> Mapping[str, str]:
    """Return what is wrong with each game of a package that cannot be played, by its id."""
    return _others().broken


def package_of(game: str) -> Package:
    """Return which package brings a game, playable or not.

    Raises:
        KeyError: there is no game with that id.
    """
    if game in _GAMES:
        return Package("cardtui", "", _GAMES[game])
    return _others().packages[game]


def named_package(game: str) -> str:
    """Return how a record names the package of a game; ``""`` for our own games."""
    brought = package_of(game)
    return f"{brought.name} {brought.version}" if brought.version else ""


@cache
def get_game(game: str) -> Game:
    """Return a game.

    Raises:
        KeyError: there is no game with that id.
    """
    if game in _GAMES:
        ours: Game = named(_GAMES[game])
        return ours
    return _others().games[game]


@cache
def get_rules(game: str) -> AnyRules:
    """Return the rules of a game.

    Raises:
        KeyError: there is no game with that id.
    """
    return get_game(game).rules


@cache
def get_bot_maker(game: str) -> BotMaker:
    """Return the maker of a game's bots.

    Raises:
        KeyError: there is no game with that id.
    """
    return get_game(game).bot_maker()


@cache
def _others() -> _Found:
    """Return what other packages bring."""
    from importlib.metadata import entry_points  # loads much: not before it is needed

    found: dict[str, set[Package]] = {}
    for each in entry_points(group=ENTRY_POINT_GROUP):
        if _GAMES.get(each.name) == each.value:
            continue
        named_as = ("?", "") if each.dist is None else (each.dist.name, each.dist.version)
        package = Package(*named_as, each.value)
        # An editable package may be found twice.
        found.setdefault(each.name, set()).add(package)
    games: dict[str, Game] = {}
    broken: dict[str, str] = {}
    packages: dict[str, Package] = {}
    for game, brought in sorted(found.items()):
        packages[game], *more = sorted(brought)
        try:
            games[game] = _admitted(game, packages[game], more)
        except BrokenGame as error:
            broken[game] = str(error)
    return _Found(games, packages, broken)


def _admitted(game: str, package: Package, more: list[Package]) -> Game:
    """Return a game of another package.

    Raises:
        BrokenGame: it cannot be played.
    """
    if more or game in _GAMES:
        others = [f"{each.name} {each.version}" for each in (package, *more)]
        if game in _GAMES:
            raise BrokenGame(f"{' and '.join(others)}: “{game}” is a game of cardtui’s own.")
        raise BrokenGame(f"{' and '.join(others)} bring the same game: uninstall one of them.")
    try:
        found = named(package.place)
    except Exception as error:
        raise BrokenGame(f"{package.place} cannot be loaded: {_reason(error)}") from error
    try:
        check_game(game, found)
    except BrokenGame:
        raise
    except Exception as error:
        raise BrokenGame(f"it cannot be looked at: {_reason(error)}") from error
    assert isinstance(found, Game)
    return found


def check_game(game: str, found: object) -> None:
    """Check the form of a game, without playing it.

    Raises:
        BrokenGame: something is wrong with it.
    """
    if not isinstance(found, Game):
        raise BrokenGame(f"the entry point is a {type(found).__name__}, not a Game.")
    if found.contract != CONTRACT:
        which = "newer" if found.contract > CONTRACT else "older"
        raise BrokenGame(
            f"it keeps contract {found.contract}, which is {which} than this cardtui’s, {CONTRACT}:"
            f" install {'a newer cardtui' if which == 'newer' else 'a newer release of the game'}."
        )
    rules: Any = found.rules
    if not isinstance(rules, Rules):
        raise BrokenGame(f"its rules are a {type(rules).__name__}, not Rules.")
    deck: Any = rules.deck
    for broken, why in (
        (not _GAME_ID.fullmatch(game), "its name takes small letters, digits and single hyphens."),
        (rules.id != game, f"its rules call it “{rules.id}”, and its entry point “{game}”."),
        (
            not (0 < len(found.title) <= _LONGEST_NAME and found.title.isprintable()),
            f"its title must have 1 to {_LONGEST_NAME} letters.",
        ),
        ("en" not in found.sheets, "it has no rule sheet in English (“en”)."),
        (
            not rules.seats
            or list(rules.seats) != sorted({*rules.seats} & {*range(2, MOST_SEATS + 1)}),
            f"its seats must be numbers from 2 to {MOST_SEATS}, in ascending order.",
        ),
        (not isinstance(deck, Deck), "its deck is no Deck."),
        (
            rules.deck not in DECKS and rules.deck.name in [each.name for each in DECKS],
            f"its deck is not the one that is called “{rules.deck.name}”: give it another name.",
        ),
        (
            any(not _fits(code, rules.deck) for code in rules.deck.codes),
            "a card of its deck has no suit, or no rank of one to three signs.",
        ),
        (
            not rules.pack
            or list(rules.pack) != sorted(rules.pack)
            or len(rules.pack) > _MOST_CARDS
            or not {*rules.pack} <= {*range(len(rules.deck.codes))},
            f"its pack must be cards of its deck, in ascending order, and at most {_MOST_CARDS}.",
        ),
        (
            any(each is not rules.verbs[each.name] for each in rules.verbs.values()),
            "its verbs must stand under their own names.",
        ),
        (
            any(
                [*fields] != sorted(fields)
                for fields in [[p.field for p in verb.params] for verb in rules.verbs.values()]
            ),
            "the parameters of a verb must stand in alphabetical order.",
        ),
        (len(rules.verbs) > _MOST_VERBS, f"it has more than {_MOST_VERBS} verbs."),
        (len(rules.specs) > _MOST_OPTIONS, f"it has more than {_MOST_OPTIONS} options."),
    ):
        if broken:
            raise BrokenGame(why)
    words = [*rules.verbs, *rules.places, *[each.name for each in rules.specs]]
    for word in (*words, *[word.replace("-", "_") for word in [p.name for p in rules.presets]]):
        if not _WORD.fullmatch(word) or len(word) > _LONGEST_NAME:
            raise BrokenGame(f"“{word}” is no name: use small letters, digits and underscores.")


def _fits(code: str, deck: Deck) -> bool:
    """Return whether a card with that code can be shown."""
    letters = [SUITS.get(suit) for suit in deck.suits]
    return letters.count(code[-1]) == 1 and _RANK.fullmatch(code[:-1]) is not None


def _reason(error: Exception) -> str:
    """Return in one line what an exception says."""
    told = " ".join(str(error).split())[:200]
    return f"{type(error).__name__}: {told}" if told else type(error).__name__
