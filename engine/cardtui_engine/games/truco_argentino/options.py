"""The options of Argentinean truco with their defaults and bounds (`SPECS`), ready sets and the
usual one (`PRESETS`), and the `Terms` that they make, such as where the malas end (`malas`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from cardtui_engine.options import OptionKind, OptionSpec, OptionValue, Preset, number

SPECS: Final = (
    OptionSpec(
        "flor",
        OptionKind.CHOICE,
        "none",
        "Three cards of one suit are a flor: not at this table, or it must be called.",
        "TA-80",
        ("none", "obligatory"),
    ),
    OptionSpec(
        "target",
        OptionKind.NUMBER,
        30,
        "Points that win the match: the first half malas, the second buenas.",
        "TA-51",
        low=1,
        high=120,
        short=(3, 12),
    ),
    OptionSpec(
        "second_tie",
        OptionKind.CHOICE,
        "third",
        "Second trick tied: the third decides, or the winner of the first wins.",
        "TA-12",
        ("third", "first"),
    ),
    OptionSpec(
        "third_tie",
        OptionKind.CHOICE,
        "mano",
        "Third trick tied: the mano’s side wins, or the winner of the first.",
        "TA-12",
        ("mano", "first"),
    ),
    OptionSpec(
        "envido_after_truco",
        OptionKind.FLAG,
        True,
        "Envido may still be called once a truco has been accepted.",
        "TA-31",
    ),
    OptionSpec(
        "duels",
        OptionKind.CHOICE,
        "alternate",
        "Six players: every other deal is for duels, or only in the middle of the match.",
        "TA-60",
        ("alternate", "middle"),
    ),
    OptionSpec(
        "envido_pair",
        OptionKind.CHOICE,
        "any",
        "Without two cards of a suit, envido counts any two cards, or the highest alone.",
        "TA-30",
        ("any", "highest"),
    ),
    OptionSpec(
        "envido_fold",
        OptionKind.CHOICE,
        "source",
        "Points for a declined envido: as the rules list them, or what was accepted before the "
        "last bet.",
        "TA-41",
        ("source", "traditional"),
    ),
    OptionSpec(
        "envido_first",
        OptionKind.CHOICE,
        "raiser",
        "After an accepted envido the last to raise says a number first, or the mano.",
        "TA-42",
        ("raiser", "mano"),
    ),
    OptionSpec(
        "real_envido_many",
        OptionKind.FLAG,
        False,
        "A real envido may be raised by another real envido as often as you like.",
        "TA-34",
    ),
    OptionSpec(
        "falta",
        OptionKind.CHOICE,
        "leader",
        "A falta envido is worth what the leaders lack; or, with both sides in the malas, what "
        "its winner lacks to the buenas, or to the end.",
        "TA-46",
        ("leader", "halves", "match"),
    ),
    OptionSpec(
        "won_tricks",
        OptionKind.CHOICE,
        "open",
        "Finished tricks stay face up, or are turned face down.",
        "TA-15",
        ("open", "face_down"),
    ),
    OptionSpec(
        "scoring",
        OptionKind.CHOICE,
        "round_end",
        "Points are added after the hand, or as soon as they are won.",
        "TA-52",
        ("round_end", "as_called"),
    ),
    OptionSpec(
        "envido_show",
        OptionKind.CHOICE,
        "always",
        "The winning envido is always shown, or only if an opponent asks.",
        "TA-44",
        ("always", "on_request"),
    ),
    OptionSpec(
        "reserved_words",
        OptionKind.FLAG,
        True,
        "A player who says the name of a call in the talk has made that call.",
        "TA-70",
    ),
    OptionSpec(
        "own_signals",
        OptionKind.FLAG,
        False,
        "Each team may agree on signals of its own; a player who is ready consents.",
    ),
)

_TRADITIONAL: Final[Mapping[str, OptionValue]] = {
    "second_tie": "first",
    "third_tie": "first",
    "envido_after_truco": False,
    "duels": "middle",
    "envido_pair": "highest",
    "envido_fold": "traditional",
    "scoring": "as_called",
}

PRESETS: Final = (
    Preset("fuente", {}),
    Preset("tradicional", _TRADITIONAL, usual=True),
    Preset("con-flor", {**_TRADITIONAL, "flor": "obligatory"}),
    Preset("a-quince", {**_TRADITIONAL, "target": 15}),
    Preset("a-quince-con-flor", {**_TRADITIONAL, "target": 15, "flor": "obligatory"}),
    Preset("gauderio", {**_TRADITIONAL, "target": 24, "flor": "obligatory"}),
)


class Terms(NamedTuple):
    """What stays the same throughout a match: the number of seats and the options' values."""

    seats: int
    target: int
    second_to_first: bool
    third_to_first: bool
    envido_after_truco: bool
    duels_in_middle: bool
    highest_alone: bool
    traditional_fold: bool
    mano_speaks_first: bool
    real_envido_many: bool
    falta: str
    face_down: bool
    as_called: bool
    on_request: bool
    flor: bool
    reserved_words: bool

    @property
    def malas(self) -> int:
        """How many points the first half of the match has (TA-46)."""
        return (self.target + 1) // 2


def terms_of(options: Mapping[str, OptionValue], seats: int) -> Terms:
    """Return the options' values as terms; the values must have been checked."""
    return Terms(
        seats=seats,
        target=number(options, "target"),
        second_to_first=options["second_tie"] == "first",
        third_to_first=options["third_tie"] == "first",
        envido_after_truco=bool(options["envido_after_truco"]),
        duels_in_middle=options["duels"] == "middle",
        highest_alone=options["envido_pair"] == "highest",
        traditional_fold=options["envido_fold"] == "traditional",
        mano_speaks_first=options["envido_first"] == "mano",
        real_envido_many=bool(options["real_envido_many"]),
        falta=str(options["falta"]),
        face_down=options["won_tricks"] == "face_down",
        as_called=options["scoring"] == "as_called",
        on_request=options["envido_show"] == "on_request",
        flor=options["flor"] == "obligatory",
        reserved_words=bool(options["reserved_words"]),
    )
