"""The contract that every game signs: start, turn, legal, apply, deal, view, seen.

A position is a value. Chance is an input: a state that wants a pack waits for one and
takes any permutation of the game's cards. `Rules` is generic in the game's state type,
which nobody outside the game looks into.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from cardtui_engine.actions import Action, Verb
from cardtui_engine.cards import Card, Deck
from cardtui_engine.events import Event, Viewer, hidden_from
from cardtui_engine.options import OptionSpec, OptionValue, Preset, check_options
from cardtui_engine.views import Choice, View

S = TypeVar("S")


class Turn(NamedTuple):
    """Whom the game waits for.

    Attributes:
        phase: the sheet's word; ``"deal"`` when a pack is wanted, ``"over"`` at the end.
        to_act: sorted seats whose decision the game waits for.
        may_act: sorted seats that may interrupt; none of ``to_act``. Ask them first: once
            somebody of ``to_act`` has acted, their chance may be gone.
    """

    phase: str
    to_act: tuple[int, ...]
    may_act: tuple[int, ...]

    @property
    def wants_pack(self) -> bool:
        """Whether the game waits for a pack (`Rules.deal`)."""
        return self.phase == "deal"

    @property
    def over(self) -> bool:
        """Whether the match is decided."""
        return self.phase == "over"


class Rules(ABC, Generic[S]):
    """The rules of one game. Stateless: one instance serves every table.

    Attributes:
        id: the game's id, as in notation (``"truco-argentino"``).
        deck: what its cards are.
        pack: every card of its pack, two copies where it plays with two packs.
        seats: the numbers of seats it can be played with.
        specs: its options.
        presets: named sets of options; the first is the default.
        verbs: its verbs by name.
        teams: whether seats play in two teams (even and odd).
        clockwise: whether play goes clockwise at the table (only the picture differs).
        interrupts: whether there are cards that others may take before the next draw; where
            not, `interruptible` is never true.
    """

    id: str
    deck: Deck
    pack: tuple[Card, ...]
    seats: tuple[int, ...]
    specs: tuple[OptionSpec, ...]
    presets: tuple[Preset, ...]
    verbs: Mapping[str, Verb]
    teams: bool
    clockwise: bool
    interrupts: bool = False

    def options(self, given: Mapping[str, Any], seats: int) -> dict[str, OptionValue]:
        """Return all options, checked, with defaults for those not given.

        Raises:
            BadOption: no such option, or not such a value.
        """
        return check_options(self.specs, given, seats)

    def has_partners(self, seats: int) -> bool:
        """Return whether so many seats form partnerships; with two there is nobody to have."""
        return self.teams and seats >= 4

    @abstractmethod
    def start(self, options: Mapping[str, OptionValue], seats: int, dealer: int) -> S:
        """Return the start of a match, waiting for its first pack.

        Args:
            options: as `options` returned them.
            seats: one of ``self.seats``.
            dealer: the first dealer's seat.

        Raises:
            BadSetup: the number of seats or the dealer is out of range.
        """

    @abstractmethod
    def turn(self, state: S) -> Turn:
        """Return whom the game waits for."""

    @abstractmethod
    def legal(self, state: S, seat: int) -> tuple[Choice, ...]:
        """Return what the seat may do now; empty if nothing (``say`` is never listed)."""

    @abstractmethod
    def apply(self, state: S, seat: int, action: Action) -> tuple[S, tuple[Event, ...]]:
        """Return the next position and what happened; the events are unredacted.

        Raises:
            IllegalAction: refused; the state given is untouched, as always.
        """

    @abstractmethod
    def deal(self, state: S, pack: Sequence[Card]) -> tuple[S, tuple[Event, ...]]:
        """Begin a hand with that pack, top first.

        Raises:
            BadSetup: no pack is wanted, or it is no permutation of ``self.pack``.
        """

    def may_declare(self, state: S) -> tuple[int, ...]:  # noqa: ARG002 - others ask it
        """Return the seats that may have something to declare beside everybody's turns.

        The game neither waits for them nor is interrupted by it, so that they stand neither
        in ``to_act`` nor in ``may_act``. The answer follows from what everybody knows.
        """
        return ()

    def interruptible(self, state: S) -> bool:  # noqa: ARG002 - others ask it
        """Return whether a card lies open that others may take before the next draw.

        Who moderates a match holds that draw for a moment. The answer follows from what
        everybody knows, whether or not anybody has a use for the card: it is no only where
        nobody but who draws next could take it whatever they hold.
        """
        return False

    def gathered(self, state: S) -> tuple[Card, ...] | None:  # noqa: ARG002 - others ask it
        """Return the pack that the dealer riffles once for the next hand, top first.

        ``None`` where the next pack is shuffled in full. It holds what nobody may know.
        """
        return None

    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> View:
        """Return all that the viewer may know. The only way out for facts.

        Raises:
            ValueError: the viewer is no seat of the table, nor ``None`` for a spectator.
        """

    def seen(self, event: Event, viewer: Viewer) -> Event:
        """Return the event as the viewer may know it; the same object if nothing is hidden."""
        return hidden_from(event, viewer)

    @abstractmethod
    def setup(self, options: Mapping[str, OptionValue], seats: int, setup: Mapping[str, Any]) -> S:
        """Return the position that a scenario's ``setup`` describes, but for its packs.

        With ``hands`` the position is past the deal; without, it waits for a pack. Cards are
        codes. ``deck`` and ``decks`` are the scenario's business, not looked at here.

        Raises:
            BadSetup: the position cannot be; the sentence names the key.
        """

    @abstractmethod
    def facts(self, state: S) -> dict[str, Any]:
        """Return every fact of the sheet and of notation as plain data, all hands open."""

    def verbs_legal(self, state: S, seat: int) -> set[str]:
        """Return the verbs that the seat may use now."""
        return {choice.verb for choice in self.legal(state, seat)}
