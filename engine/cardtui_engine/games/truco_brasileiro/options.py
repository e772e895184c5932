"""The options of Brazilian truco with their defaults (`SPECS`), ready sets and the usual one
(`PRESETS`), what hands may be worth (`_STAKES`), how many play (`SEATS`), and who wins where an
accepted raise is for the trick (`LAST_DECIDES`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from cardtui_engine.families.truco.brazilian.stakes import Stakes, stakes_of
from cardtui_engine.families.truco.tricks import BEST_OF_THREE, Course, best_of_three, first_highest
from cardtui_engine.options import OptionKind, OptionSpec, OptionValue, Preset


def _last_decides(teams: Sequence[int | None]) -> int | None:
    """Return the winner of the trick that a raise was for; if it tied, the best of three."""
    return best_of_three(teams) if teams[-1] is None else teams[-1]


LAST_DECIDES: Final = Course(leads=first_highest, takes=_last_decides)


SEATS: Final = 4

SPECS: Final = (
    OptionSpec(
        "shuffle",
        OptionKind.CHOICE,
        "riffle",
        "The pack is kept between hands and riffled once, or shuffled anew for each hand.",
        "TB-03",
        ("riffle", "full"),
    ),
    OptionSpec(
        "accepted_decides",
        OptionKind.CHOICE,
        "trick",
        "An accepted raise plays for the trick in progress, or for the best of three as usual.",
        "TB-46",
        ("trick", "hand"),
    ),
    OptionSpec(
        "fouls",
        OptionKind.CHOICE,
        "refuse",
        "Fouls are refused, or they are taken and cost a tento.",
        "TB-60",
        ("refuse", "penalise"),
    ),
    OptionSpec(
        "won_tricks",
        OptionKind.CHOICE,
        "open",
        "Finished tricks stay face up, or are turned face down.",
        "TB-27",
        ("open", "face_down"),
    ),
    OptionSpec(
        "eleven_run",
        OptionKind.CHOICE,
        "they_gain",
        "Running at eleven gives the opponents one tento, or takes one from the runners.",
        "TB-51",
        ("they_gain", "we_lose"),
    ),
)

PRESETS: Final = (
    Preset("denexa", {"won_tricks": "face_down"}),
    Preset("mesa", {"shuffle": "full", "accepted_decides": "hand"}, usual=True),
)


_STAKES: Final = stakes_of(1, 3, 6, 9, 12)
"""TB-35"""


class Terms(NamedTuple):
    """The options' values, which stay the same throughout a match, and what no option changes."""

    riffled: bool
    trick_decides: bool
    penalised: bool
    face_down: bool
    runners_lose: bool
    seats: int = SEATS
    stakes: Stakes = _STAKES
    best_of: int = 1
    limited: bool = True  # TB-33
    sees_iron: bool = False  # TB-54

    def course(self, raised: bool) -> Course:
        """Return how a hand continues: an accepted raise may be for the trick (TB-46)."""
        return LAST_DECIDES if raised and self.trick_decides else BEST_OF_THREE


def terms_of(options: Mapping[str, OptionValue]) -> Terms:
    """Return the options' values as terms; the values must have been checked."""
    return Terms(
        riffled=options["shuffle"] == "riffle",
        trick_decides=options["accepted_decides"] == "trick",
        penalised=options["fouls"] == "penalise",
        face_down=options["won_tricks"] == "face_down",
        runners_lose=options["eleven_run"] == "we_lose",
    )
