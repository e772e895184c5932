"""The turn: whom a game waits for, who may interrupt or declare (`may_act`, `may_declare`),
whether draws wait for claims (`holds_draw`), and which pack is wanted (`Chance`).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui_engine.cards import Card


class Chance(NamedTuple):
    """The pack that the game waits for: any permutation of its cards (`Rules.deal`).

    Attributes:
        gathered: the pack of the previous hand, top first, which the dealer riffles once; ``None``
            if the next pack is shuffled in full. No viewer may know it.
    """

    gathered: tuple[Card, ...] | None = None


SHUFFLED: Final = Chance()
"""A pack that is shuffled in full."""


class Turn(NamedTuple):
    """Whom or what the game waits for: all that the moderator of a match needs to know.

    Except for a gathered pack, all of it follows from what everybody knows.

    Attributes:
        phase: the sheet's word; ``"deal"`` when a pack is wanted, ``"over"`` at the end.
        to_act: the seats whose decision the game waits for, sorted.
        may_act: the seats that may interrupt, sorted; none of them is in ``to_act``. Whether such a
            seat has anything to interrupt with may be known to it alone.
        may_declare: the seats that may have something to declare, sorted; none of them is in the
            other two. The game does not wait for a declaration, and a declaration does not
            interrupt it.
        holds_draw: whether a card lies open that others may take before the next draw, which is
            therefore held for a moment. It is false only where nobody except the seat that draws
            next could take the card, whatever they hold.
        chance: the pack that is wanted; ``None`` if none is.
    """

    phase: str
    to_act: tuple[int, ...] = ()
    may_act: tuple[int, ...] = ()
    may_declare: tuple[int, ...] = ()
    holds_draw: bool = False
    chance: Chance | None = None

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats to ask, in order.

        First come those who may lose their chance once a seat of ``to_act`` has acted.
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
