"""Tables as one types them: a game, and what differs from its usual rules as ``name=value``."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeVar

from cardtui.v1 import lobby_service_pb2, tables_pb2
from cardtui_client.games.buy_ins import range_of
from cardtui_client.games.characters import UnknownBot, wanted_bots
from cardtui_client.games.delays import read_delay, with_delay
from cardtui_client.games.game_words import game_name
from cardtui_client.games.option_values import MOST_CHOICES, BadValue, number_wanted, value_of
from cardtui_client.games.spectator_choices import TYPED
from cardtui_client.games.table_clocks import read_clock
from cardtui_client.games.table_offers import OWN_RULES, Offers
from cardtui_client.i18n import _
from cardtui_client.limits import (
    LONGEST_PATIENCE,
    LONGEST_PAUSE,
    LONGEST_WINDOW,
    MOST_OPTIONS,
    MOST_PRESETS,
    TABLE_NAME_CELLS,
)
from cardtui_client.lines.commands import Command, typed
from cardtui_client.lines.yes_no import NO, YES
from cardtui_client.model.cards import either_words
from cardtui_client.text import safe_text

_DEALERS: Final = {
    "lot": tables_pb2.FIRST_DEALER_LOT,
    "high-card": tables_pb2.FIRST_DEALER_HIGH_CARD,
}
_PARTNERS: Final = {
    "seats": tables_pb2.PARTNERS_UNSPECIFIED,
    "high-card": tables_pb2.PARTNERS_HIGH_CARD,
    "lot": tables_pb2.PARTNERS_LOT,
    "strength": tables_pb2.PARTNERS_STRENGTH,
}
WHEN_MADE: Final = (
    *("seats", "bots", "name", "sit", "private", "buyins", "pause", "window", "clock"),
    *("patience", "partners", "dealer"),
)
"""The wishes about a table, besides its rules, that are not changed later."""
SPECTATORS: Final = "spectators"
"""The wish about spectators."""
RATED: Final = "rated"
"""The wish about whether matches are rated."""
DELAY: Final = "delay"
"""The wish about how much later they see a match."""

_T = TypeVar("_T")

_SWITCH_ON: Final = (*YES, "true", "on", "1")
_SWITCH_OFF: Final = (*NO, "false", "off", "0")


class BadWish(ValueError):
    """What was typed is no table; the sentence says what to type instead."""


def new_table(text: str, games: Sequence[tables_pb2.Game]) -> lobby_service_pb2.CreateTableRequest:
    """Return what to ask the server for.

    Args:
        text: the game, and after it the wishes: ``seats``, ``rules``, ``bots``, ``name``,
            ``sit``, ``private``, ``rated``, ``spectators``, ``delay``, ``buyins``, ``pause``,
            ``window``, ``clock``, ``patience``, ``partners``, ``dealer``, and the game's options.
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
    clock = read_clock(wishes.pop("clock", "off"))
    if clock is None:
        raise BadWish(_wrong("clock", ("30+60", "45", "long", "off")))
    limits = range_of(wishes.pop("buyins")) if "buyins" in wishes else (0, 0)
    if limits is None:
        raise BadWish(_("buyins takes the least and the most chips, such as 50-200."))
    seats = _number(wishes, "seats", [*game.seats], game.seats[0])
    request = lobby_service_pb2.CreateTableRequest(
        game=game.id,
        seats=seats,
        name=safe_text(wishes.pop("name", ""), TABLE_NAME_CELLS),
        seat=0 if _switch(wishes, "sit", default=True) else None,
        pause_milliseconds=_milliseconds(wishes, "pause", LONGEST_PAUSE),
        window_milliseconds=_milliseconds(wishes, "window", LONGEST_WINDOW),
        clock_milliseconds=clock.act * 1000,
        reserve_milliseconds=clock.reserve * 1000,
        patience_milliseconds=_milliseconds(wishes, "patience", LONGEST_PATIENCE),
        partners=_of(_PARTNERS, wishes, "partners", tables_pb2.PARTNERS_UNSPECIFIED),
        private=_switch(wishes, "private", default=False),
        rated=rated(wishes),
        least_buy_in=limits[0],
        most_buy_in=limits[1],
        watching=spectators(wishes, tables_pb2.Spectators()),
        first_dealer=_of(_DEALERS, wishes, "dealer", tables_pb2.FIRST_DEALER_UNSPECIFIED),
    )
    if "bots" in wishes:
        try:
            wanted_bots(wishes.pop("bots")).put_into(request)
        except UnknownBot as error:
            raise BadWish(str(error)) from None
    preset, options = chosen_rules(wishes, offers, seats)
    request.preset = preset
    for name, value in options.items():
        request.options[name].CopyFrom(value)
    return request


def spectators(wishes: dict[str, str], now: tables_pb2.Spectators) -> tables_pb2.Spectators:
    """Return what spectators may do, as it is typed; takes the wishes away.

    Args:
        wishes: what was typed, by name.
        now: what they may do, as far as nothing else is wished for.

    Raises:
        BadWish: it is none of what there is.
    """
    delay = read_delay(wishes.pop(DELAY)) if DELAY in wishes else now
    if delay is None:
        raise BadWish(_wrong(DELAY, ("1h", "2h", "30s", "off")))
    return with_delay(_of(TYPED, wishes, SPECTATORS, now), delay)


def rated(wishes: dict[str, str]) -> bool:
    """Return whether matches are to be rated, as it is typed; takes the wish away.

    Raises:
        BadWish: it is neither yes nor no.
    """
    return _switch(wishes, RATED, default=False)


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
        begin[name] = _value(specs[name], text, seats)
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
    if name in WHEN_MADE:
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


def _value(spec: tables_pb2.OptionSpec, text: str, seats: int) -> tables_pb2.OptionValue:
    match spec.kind:
        case tables_pb2.OPTION_KIND_FLAG:
            return tables_pb2.OptionValue(flag=_is_on(spec.name, text))
        case tables_pb2.OPTION_KIND_CHOICE:
            if text not in spec.choices:
                raise BadWish(_wrong(spec.name, spec.choices))
        case _:
            pass
    try:
        return value_of(spec, text, seats)
    except BadValue as error:
        raise BadWish(f"{spec.name}: {error}") from None


def _one_of(
    wishes: dict[str, str], name: str, values: Sequence[str] | Mapping[str, object], default: str
) -> str:
    value = wishes.pop(name, default)
    if value not in values:
        raise BadWish(_wrong(name, values))
    return value


def _of(values: Mapping[str, _T], wishes: dict[str, str], name: str, default: _T) -> _T:
    return values[_one_of(wishes, name, values, "")] if name in wishes else default


def _number(wishes: dict[str, str], name: str, allowed: Sequence[int], default: int) -> int:
    text = wishes.pop(name, str(default))
    if text not in map(str, allowed):
        raise BadWish(_wrong(name, map(str, allowed)))
    return int(text)


def _milliseconds(wishes: dict[str, str], name: str, most: int) -> int | None:
    if name not in wishes:
        return None
    text = wishes.pop(name)
    if not (text.isdecimal() and len(text) < 6 and int(text) <= most):
        raise BadWish(f"{name}: {number_wanted(0, most)}")
    return 1000 * int(text)


def _switch(wishes: dict[str, str], name: str, *, default: bool) -> bool:
    return _is_on(name, wishes.pop(name)) if name in wishes else default


def _is_on(name: str, text: str) -> bool:
    if text.casefold() in _SWITCH_ON:
        return True
    if text.casefold() in _SWITCH_OFF:
        return False
    raise BadWish(_wrong(name, ("yes", "no")))


def _wrong(name: str, values: Iterator[str] | Sequence[str] | Mapping[str, object]) -> str:
    names = [safe_text(each, TABLE_NAME_CELLS) for each in values][:MOST_CHOICES]
    return _("{name} takes one of {values}.", name=name, values=either_words(names))
