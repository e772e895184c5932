"""Tables as one types them: a game, and what differs from its usual rules as ``name=value``."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import Final

from google.protobuf.message import Message

from cardtui.v1 import lobby_service_pb2, tables_pb2
from cardtui_client.faces.characters import UnknownBot, wanted_bots
from cardtui_client.faces.game_words import game_name
from cardtui_client.faces.option_values import value_of
from cardtui_client.faces.table_offers import OWN_RULES, Offers
from cardtui_client.faces.terms import TERMS, changes, request_for
from cardtui_client.faces.typed import BadValue, one_of
from cardtui_client.i18n import _
from cardtui_client.limits import MOST_OPTIONS, MOST_PRESETS, TABLE_NAME_CELLS
from cardtui_client.lines.help import Command, typed
from cardtui_client.model.cards import either_words
from cardtui_client.text import safe_text

_OF_SEATS: Final = ("seats", "bots")

WISHES: Final = ("rules", *_OF_SEATS, *(term.name for term in TERMS))
"""What may be wished for at a table of every game."""

CHANGEABLE: Final = frozenset(term.name for term in TERMS if term.right is not None)
"""The wishes, besides rules, that may be changed later."""


class BadWish(ValueError):
    """What was typed is no table; the sentence says what to type instead."""


def new_table(text: str, games: Sequence[tables_pb2.Game]) -> lobby_service_pb2.CreateTableRequest:
    """Return what to ask the server for.

    Args:
        text: the game, and after it the wishes: some of `WISHES`, and the game's options.
        games: those that the server plays.

    Raises:
        BadWish: there is no such game, or no such wish, or its value is none.
    """
    words = _words(text)
    if not words:
        raise BadWish(
            _("Say which game: {games}.", games=either_words([each.id for each in games]))
        )
    game = game_named(words[0], games)
    wishes = _wishes(words[1:])
    offers = Offers([game], game.id)
    try:
        seats = int(_one_of(wishes, "seats", [*map(str, game.seats)], offers.fewest))
        terms = {term.name: wishes.pop(term.name) for term in TERMS if term.name in wishes}
        request = request_for(offers, seats, terms)
        if "bots" in wishes:
            wanted_bots(wishes.pop("bots")).put_into(request)
    except (BadValue, UnknownBot) as error:
        raise BadWish(str(error)) from None
    preset, options = chosen_rules(wishes, offers, seats)
    request.preset = preset
    for name, value in options.items():
        request.options[name].CopyFrom(value)
    return request


def term_changes(wishes: Mapping[str, str], table: tables_pb2.Table) -> list[Message]:
    """Return what to ask the server for, as the host of a table wishes its terms to be.

    Raises:
        BadWish: one of the wishes has no such value.
    """
    try:
        return changes(table, wishes)
    except BadValue as error:
        raise BadWish(str(error)) from None


def chosen_rules(
    wishes: dict[str, str],
    offers: Offers,
    seats: int,
    now: Mapping[str, tables_pb2.OptionValue] | None = None,
) -> tuple[str, dict[str, tables_pb2.OptionValue]]:
    """Return the set of rules that is wished for, and the options that differ from it.

    Args:
        wishes: what was typed, by name; all of it must be rules.
        offers: what the game offers.
        seats: the number of seats.
        now: the rules to begin with; by default the game's usual ones.

    Raises:
        BadWish: there are no such rules.
    """
    presets = [each.name for each in offers.game.presets[:MOST_PRESETS]]
    begin = dict(now) if now is not None else offers.values(offers.usual)
    if "rules" in wishes:
        begin = offers.values(_one_of(wishes, "rules", presets, offers.usual))
    specs = {spec.name: spec for spec in offers.game.options[:MOST_OPTIONS]}
    for name, text in wishes.items():
        if name not in specs:
            raise BadWish(_unknown(name, offers.game))
        try:
            begin[name] = value_of(specs[name], text, seats)
        except BadValue as error:
            raise BadWish(error.of(name)) from None
    preset = offers.fitting(begin)
    base = offers.values(preset or OWN_RULES)
    return preset or "", {name: each for name, each in begin.items() if base.get(name) != each}


def game_named(word: str, games: Sequence[tables_pb2.Game]) -> tables_pb2.Game:
    """Return the game with that id, or name, or beginning of an id, or number in the list.

    Raises:
        BadWish: there is none, or there are several.
    """
    said = word.casefold()
    for game in games:
        if said in (game.id, game_name(game.id).casefold()):
            return game
    if said.isdecimal() and 1 <= int(said[:4]) <= len(games):
        return games[int(said[:4]) - 1]
    fitting = [game for game in games if game.id.startswith(said)]
    if len(fitting) != 1:
        raise BadWish(
            _(
                "There is no game “{game}” here; choose from {names}.",
                game=safe_text(word, TABLE_NAME_CELLS),
                names=either_words([game.id for game in fitting or games]),
            )
        )
    return fitting[0]


def wishes_of(text: str) -> dict[str, str]:
    """Return what was typed as ``name=value``, by name.

    Raises:
        BadWish: some of it is not of that form.
    """
    return _wishes(_words(text))


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:
        raise BadWish(_("A quotation mark is missing.")) from None


def _wishes(words: Sequence[str]) -> dict[str, str]:
    found = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise BadWish(
                _(
                    "Type name=value, such as seats=4, not “{text}”.",
                    text=safe_text(word, TABLE_NAME_CELLS),
                )
            )
        found[name.casefold().replace("-", "_")] = value
    return found


def _unknown(name: str, game: tables_pb2.Game) -> str:
    if name in WISHES and name not in CHANGEABLE:
        create = typed(Command.CREATE)
        return _(
            "“{name}” is chosen when a table is made: make another one with {create}.",
            name=name,
            create=create,
        )
    return _(
        "{game} has no option “{name}”; type {word} {game} for what there is.",
        word=typed(Command.GAMES),
        game=game.id,
        name=safe_text(name, TABLE_NAME_CELLS),
    )


def _one_of(
    wishes: dict[str, str], name: str, values: Sequence[str] | Mapping[str, object], default: str
) -> str:
    try:
        return one_of(wishes.pop(name, default), values)
    except BadValue as error:
        raise BadWish(error.of(name)) from None
