"""Options that every Brazilian truco may have, each with the clause of the game's own sheet."""

from __future__ import annotations

from cardtui_engine.options import OptionKind, OptionSpec


def raise_limit(clause: str) -> OptionSpec:
    """Return the option that keeps raises from going beyond what wins."""
    return OptionSpec(
        "raise_limit",
        OptionKind.CHOICE,
        "none",
        "The ladder alone limits raises, or nobody raises beyond what wins.",
        clause,
        ("none", "needed"),
    )


def iron(clause: str) -> OptionSpec:
    """Return the option that says who sees which cards in an iron hand."""
    return OptionSpec(
        "iron",
        OptionKind.CHOICE,
        "blind",
        "In the hand at eleven all nobody sees the cards, or everybody their own.",
        clause,
        ("blind", "seen"),
    )


def best_of(clause: str) -> OptionSpec:
    """Return the option for the games of a match."""
    return OptionSpec(
        "best_of",
        OptionKind.NUMBER,
        1,
        "The games of a match; who wins more than half of them wins it.",
        clause,
        low=1,
        high=5,
        step=2,
        short=(1, 3),
    )
