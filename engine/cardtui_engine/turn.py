"""The turn: whom, or what, a game waits for, and all else that whoever moderates a match asks."""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui_engine.cards import Card


class Chance(NamedTuple):
    """The pack that the game waits for: any permutation of its cards (`Rules.deal`).

    Attributes:
        gathered: the pack of the hand before, top first, which the dealer riffles once;
            ``None`` where the next pack is shuffled in full. It holds what nobody may know.
    """

    gathered: tuple[Card, ...] | None = None


SHUFFLED: Final = Chance()
"""A pack that is shuffled in full."""


class Turn(NamedTuple):
    """Whom, or what, the game waits for: all that whoever moderates a match asks.

    But for the pack that is gathered, it follows from what everybody knows.

    Attributes:
        phase: the sheet's word; ``"deal"`` when a pack is wanted, ``"over"`` at the end.
        to_act: sorted seats whose decision the game waits for.
        may_act: sorted seats that may interrupt; none of ``to_act``. Whether they have anything
            to do it with may be known to them alone.
        may_declare: sorted seats that may have something to declare beside everybody's turns,
            and stand in neither of the others. The game neither waits for them nor is
            interrupted by it.
        holds_draw: whether a card lies open that others may take before the next draw, which
            is held for a moment. It is no only where nobody but who draws next could take the
            card whatever they hold.
        chance: the pack that is wanted, ``None`` where none is.
    """

    phase: str
    to_act: tuple[int, ...] = ()
    may_act: tuple[int, ...] = ()
    may_declare: tuple[int, ...] = ()
    holds_draw: bool = False
    chance: Chance | None = None

    @property
    def asked(self) -> tuple[int, ...]:
        """All the seats, in the order in which they are asked.

        First those whose chance may be gone once somebody of ``to_act`` has acted.
        """
        return (*self.may_act, *self.may_declare, *self.to_act)

    @property
    def wants_pack(self) -> bool:
        """Whether the game waits for a pack."""
        return self.chance is not None

    @property
    def over(self) -> bool:
        """Whether the match is decided."""
        return self.phase == "over"
