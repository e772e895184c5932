"""What games, their options and the values of those are called in the reader's language.

Games that this client has not heard of are shown by the words that the server has for
them, so that a newer server can be played on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui.v1 import tables_pb2
from cardtui_client.i18n import _, mark
from cardtui_client.text import safe_text

_CELLS: Final = 40

GAMES: Final = {
    "truco-argentino": "Truco argentino",
    "cacho": "Cacho",
    "pif-paf": "Pif Paf",
    "pif-paf-tradicional": "Pif Paf tradicional",
    "cacheta": "Cacheta",
    "truco-brasileiro": "Truco brasileiro",
}
"""The games that this client has a name for, by id: each keeps its own in every language."""

_OPTIONS: Final = {
    "target": mark("Points to win"),
    "second_tie": mark("Second trick tied"),
    "third_tie": mark("Third trick tied"),
    "envido_after_truco": mark("Envido after truco"),
    "duels": mark("Duels of six"),
    "envido_pair": mark("Unsuited envido"),
    "envido_fold": mark("Folded envido"),
    "won_tricks": mark("Finished tricks"),
    "scoring": mark("Points count"),
    "envido_show": mark("Checking the envido"),
    "reserved_words": mark("Calls in the talk"),
    "buy_in": mark("Chips to start with"),
    "chip_value": mark("What a chip is worth"),
    "hands": mark("Hands to play"),
    "third_round_check": mark("Check in the third round"),
    "ante": mark("Ante"),
    "aces": mark("Aces"),
    "cacife": mark("Chips to start with (cacife)"),
    "pingo": mark("Ante (pingo)"),
    "min_bet": mark("Least bet"),
    "max_bet": mark("Greatest bet"),
    "points": mark("Points to start with"),
    "rounds": mark("Rounds to play"),
    "natural_trumps": mark("Trumps in their own place"),
    "set_suits": mark("Suits in a set"),
    "shuffle": mark("Shuffling"),
    "accepted_decides": mark("An accepted raise"),
    "fouls": mark("Fouls"),
    "eleven_run": mark("Running at eleven"),
}

_CHOICES: Final = {
    ("second_tie", "third"): mark("the third decides"),
    ("second_tie", "first"): mark("the first decides"),
    ("third_tie", "mano"): mark("the mano wins"),
    ("third_tie", "first"): mark("the first decides"),
    ("duels", "alternate"): mark("every second deal"),
    ("duels", "middle"): mark("mid-match only"),
    ("envido_pair", "any"): mark("two cards added"),
    ("envido_pair", "highest"): mark("the highest card"),
    ("envido_fold", "source"): mark("by the table"),
    ("envido_fold", "traditional"): mark("what stood before"),
    ("won_tricks", "open"): mark("stay face up"),
    ("won_tricks", "face_down"): mark("are turned down"),
    ("scoring", "round_end"): mark("after the round"),
    ("scoring", "as_called"): mark("as they are won"),
    ("envido_show", "always"): mark("always"),
    ("envido_show", "on_request"): mark("if asked for"),
    ("aces", "low"): mark("below the two"),
    ("aces", "both"): mark("above the king, too"),
    ("shuffle", "riffle"): mark("one riffle"),
    ("shuffle", "full"): mark("a fresh pack each hand"),
    ("accepted_decides", "trick"): mark("plays for the trick"),
    ("accepted_decides", "hand"): mark("plays for the hand"),
    ("fouls", "refuse"): mark("are refused"),
    ("fouls", "penalise"): mark("cost a tento"),
    ("eleven_run", "they_gain"): mark("the others gain one"),
    ("eleven_run", "we_lose"): mark("the runners lose one"),
}

_LEVELS: Final = {
    tables_pb2.BOT_LEVEL_EASY: mark("easy"),
    tables_pb2.BOT_LEVEL_NORMAL: mark("normal"),
    tables_pb2.BOT_LEVEL_HARD: mark("hard"),
}


def game_name(game: str) -> str:
    """Return what the game is called."""
    return GAMES.get(game) or _in_words(game)


def preset_name(preset: str) -> str:
    """Return what the preset is called: its own name, in whatever language that is."""
    return _in_words(preset) if preset else _("own rules")


def option_name(option: str) -> str:
    """Return what the option is called."""
    return _(_OPTIONS[option]) if option in _OPTIONS else _in_words(option).capitalize()


def choice_name(option: str, choice: str) -> str:
    """Return what a value of an option of few values is called."""
    known = _CHOICES.get((option, choice))
    return _(known) if known else _in_words(choice)


def level_name(level: int) -> str:
    """Return what the level of a bot is called."""
    known = _LEVELS.get(level)  # type: ignore[call-overload]  # an unknown level is a plain number
    return _(known) if known else ""


def value_words(option: str, value: tables_pb2.OptionValue) -> str:
    """Return an option's value as people read it."""
    match value.WhichOneof("value"):
        case "flag":
            return _("yes") if value.flag else _("no")
        case "number":
            return str(value.number)
        case "choice":
            return choice_name(option, value.choice)
        case "text":
            return safe_text(value.text, _CELLS) or "–"
        case "by_seat":
            return ", ".join(str(number) for number in value.by_seat.numbers[:8])
        case _:
            return "–"


def changed_options(
    game: tables_pb2.Game, options: Mapping[str, tables_pb2.OptionValue]
) -> list[tuple[str, tables_pb2.OptionValue]]:
    """Return the options that differ from the sheet's defaults, in the sheet's order."""
    return [
        (spec.name, options[spec.name])
        for spec in game.options
        if spec.name in options and options[spec.name] != spec.default
    ]


def _in_words(name: str) -> str:
    return safe_text(name.replace("_", " ").replace("-", " "), _CELLS)
