"""The options of Truco Paulista with their defaults and bounds (`SPECS`), ready sets and the usual
one (`PRESETS`), and what hands may be worth (`_STAKES`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from cardtui_engine.families.truco.brazilian.stakes import Stakes, stakes_of
from cardtui_engine.families.truco.tricks import BEST_OF_THREE, Course
from cardtui_engine.games.truco_paulista.cards import Manilhas, manilhas_of
from cardtui_engine.options import OptionKind, OptionSpec, OptionValue, Preset, number

SPECS: Final = (
    OptionSpec(
        "manilha",
        OptionKind.CHOICE,
        "vira",
        "A card turned up says which cards are highest, or they are always the same four.",
        "TP-05",
        ("vira", "fixed"),
    ),
    OptionSpec(
        "deck",
        OptionKind.CHOICE,
        "full",
        "The pack of forty, or the clean one, without fours, fives, sixes and sevens.",
        "TP-01",
        ("full", "clean"),
    ),
    OptionSpec(
        "stakes",
        OptionKind.CHOICE,
        "paulista",
        "Hands are worth 1, 3, 6, 9, 12, or in Minas 2, 4, 6, 10, 12.",
        "TP-50",
        ("paulista", "mineiro"),
    ),
    OptionSpec(
        "raise_limit",
        OptionKind.CHOICE,
        "none",
        "The ladder alone limits raises, or nobody raises beyond what wins.",
        "TP-34",
        ("none", "needed"),
    ),
    OptionSpec(
        "raise_while_eleven",
        OptionKind.CHOICE,
        "refuse",
        "A truco in a hand at eleven is refused, or it loses the hand, or the game.",
        "TP-44",
        ("refuse", "hand", "game"),
    ),
    OptionSpec(
        "iron",
        OptionKind.CHOICE,
        "blind",
        "In the hand at eleven all nobody sees the cards, or everybody their own.",
        "TP-46",
        ("blind", "seen"),
    ),
    OptionSpec(
        "best_of",
        OptionKind.NUMBER,
        1,
        "The games of a match; who wins more than half of them wins it.",
        "TP-61",
        low=1,
        high=5,
        step=2,
        short=(1, 3),
    ),
)

PRESETS: Final = (
    Preset("paulista", {}, usual=True),
    Preset("limpo", {"deck": "clean"}),
    Preset("velha", {"manilha": "fixed"}),
    Preset("mineiro", {"manilha": "fixed", "stakes": "mineiro"}),
)

_STAKES: Final = {"paulista": stakes_of(1, 3, 6, 9, 12), "mineiro": stakes_of(2, 4, 6, 10, 12)}
"""TP-30 to TP-35, TP-50"""


class Terms(NamedTuple):
    """The options' values, which stay the same throughout a match.

    Attributes:
        seats: the number of seats.
        stakes: what hands may be worth.
        best_of: the games of a match.
        limited: whether a side may not raise a stake that would win it the game.
        sees_iron: whether players look at their cards in an iron hand.
        foul: what a truco in a hand at eleven loses: the hand, the game; or it is refused.
        manilhas: the pack, and which of its cards are above all others.
    """

    seats: int
    stakes: Stakes
    best_of: int
    limited: bool
    sees_iron: bool
    foul: str
    manilhas: Manilhas

    def course(self, raised: bool) -> Course:  # noqa: ARG002 - part of the contract; other games use it
        """Return how a hand continues after a trick (TP-23 to TP-26, TP-33)."""
        return BEST_OF_THREE


def terms_of(options: Mapping[str, OptionValue], seats: int) -> Terms:
    """Return the options' values as terms; the values must have been checked."""
    return Terms(
        seats=seats,
        stakes=_STAKES[str(options["stakes"])],
        best_of=number(options, "best_of"),
        limited=options["raise_limit"] == "needed",
        sees_iron=options["iron"] == "seen",
        foul=str(options["raise_while_eleven"]),
        manilhas=manilhas_of(clean=options["deck"] == "clean", fixed=options["manilha"] == "fixed"),
    )
