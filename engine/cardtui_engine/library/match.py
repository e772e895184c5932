"""Matches: a game at a table, as one object that deals, answers, acts and can undo, for scripts,
notebooks and tests. A server's matches are in server/cardtui_server/match.

A `Match` holds a position and how it was reached. The rules themselves stay values and functions; a
`Match` is a convenient handle on them for a script, a notebook, a search or a test.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple, Self

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.cards import Card
from cardtui_engine.choices import Choice
from cardtui_engine.events import Event, Viewer
from cardtui_engine.library.action_text import parse_action_text
from cardtui_engine.library.display import position_text
from cardtui_engine.library.records import Act, Entry, Pack, Record, TopUp
from cardtui_engine.library.registry import get_rules
from cardtui_engine.library.simulate import next_pack
from cardtui_engine.options import OptionValue
from cardtui_engine.outcome import Outcome
from cardtui_engine.rules import AnyRules
from cardtui_engine.turn import Turn
from cardtui_engine.views import SeatView, View


class _Point(NamedTuple):
    """A position of the match, what led to it, and the seed for chance from there on."""

    state: Any
    entry: Entry | None
    events: tuple[Event, ...]
    seed: int | None


class Match:
    """A match of one game, from its first deal to its end.

    >>> match = Match("cacho", seats=2, seed=7)
    >>> match.turn.to_act
    (1,)
    >>> happened = match.act("bet")
    >>> match.view(None).common.pot
    1
    >>> match.undo()
    Act(seat=1, action=Action('bet'))
    >>> match.outcome is None
    True

    Attributes:
        rules: the game's rules.
        options: all options of the game, as they were agreed.
        seats: the number of seats.
        dealer: the first dealer.
        players: the names by seat, as the record gave them that was replayed; else ``()``.
    """

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        preset: str | None = None,
        dealer: int = 0,
        seed: int | None = None,
    ) -> None:
        """Begin a match.

        Args:
            game: the game's id, one of `game_ids`.
            seats: the number of seats; by default the smallest that the game allows.
            options: the options that differ from the preset, or from the defaults.
            preset: a named set of options.
            seed: the seed for packs, which are then dealt whenever one is wanted. Without a seed
                the match waits for each pack (`deal`).

        Raises:
            KeyError: there is no such game, or no such preset of it.
            BadOption: there is no such option, or it does not take that value.
            BadSetup: the game cannot be played with that many seats, or there is no such dealer.
        """
        self.rules: AnyRules = get_rules(game)
        self.seats = self.rules.seats[0] if seats is None else seats
        presets = {each.name: each.values for each in self.rules.presets}
        named = {} if preset is None else presets[preset]
        self.options: Mapping[str, OptionValue] = self.rules.options(
            {**named, **(options or {})}, self.seats
        )
        self.dealer = dealer
        self.players: tuple[str, ...] = ()
        state = self.rules.start(self.options, self.seats, dealer)
        self._way = [_Point(state, None, (), seed)]
        self._prepared = False
        self._deal_what_is_wanted()

    @classmethod
    def at(
        cls,
        game: str,
        setup: Mapping[str, Any],
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        preset: str | None = None,
    ) -> Self:
        """Begin a match at a prepared position; it waits for each pack that it needs after that.

        >>> match = Match.at("cacho", {"dealer": 1, "hands": [["6S"], ["AD"]]}, seats=2)
        >>> match.rules.deck.sorted_codes(match.seat_view(0).own.hand)
        ['6S']

        Args:
            game: as for a match from the start.
            setup: the position, as a scenario's ``setup`` gives it, without packs.
            seats: as for a match from the start.
            options: as for a match from the start.
            preset: as for a match from the start.

        Raises:
            KeyError, BadOption: as for a match from the start.
            BadSetup: the position is impossible; the sentence names the key.
        """
        match = cls(game, seats=seats, options=options, preset=preset)
        state = match.rules.setup(match.options, match.seats, setup)
        match.dealer = setup.get("dealer", match.dealer)
        match._way = [_Point(state, None, (), None)]
        match._prepared = True
        return match

    @classmethod
    def replayed(cls, record: Record) -> Self:
        """Return the match of a record, at its last position; its actions can be undone.

        Raises:
            BadOption, BadSetup, IllegalAction: the record breaks the rules.
        """
        match = cls(record.game, seats=record.seats, options=record.options, dealer=record.dealer)
        match.players = record.players
        for entry in record.entries:
            if isinstance(entry, Pack):
                match.deal(entry.cards)
            elif isinstance(entry, TopUp):
                match.top_up(entry.seat, entry.chips)
            else:
                match.act(entry.action, entry.seat)
        return match

    # --- where it stands -----------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The position: a value of the game's own type, which only its rules look into."""
        return self._way[-1].state

    @property
    def turn(self) -> Turn:
        """What the game waits for."""
        return self.rules.turn(self.state)

    @property
    def over(self) -> bool:
        """Whether the match is decided."""
        return self.turn.over

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; ``None`` while it goes on."""
        return self.rules.outcome(self.state)

    @property
    def events(self) -> tuple[Event, ...]:
        """The events that the last pack or action led to."""
        return self._way[-1].events

    def view(self, viewer: Viewer) -> View[Any, Any]:
        """Return all that a viewer may know: a seat, or ``None`` for a spectator.

        Raises:
            ValueError: there is no such seat.
        """
        return self.rules.view(self.state, viewer)

    def seat_view(self, seat: int) -> SeatView[Any, Any]:
        """Return all that a seat may know, with its own part; bots decide from it.

        Raises:
            ValueError: there is no such seat.
        """
        return self.rules.seat_view(self.state, seat)

    def resample(self, viewer: Viewer, bits: Bits) -> Self:
        """Return a match at a position drawn at random that the viewer cannot tell from this one.

        It goes on from there by itself; its actions so far cannot be taken back.

        Raises:
            ValueError: there is no such seat.
        """
        other = self.copy()
        state = self.rules.resample(self.state, viewer, bits)
        seed = None if self._way[-1].seed is None else bits.next64()
        other._way = [_Point(state, None, self.events, seed)]  # noqa: SLF001 - an object of the same class
        other._prepared = True  # noqa: SLF001 - likewise
        return other

    def choices(self, seat: int | None = None) -> tuple[Choice, ...]:
        """Return what a seat may do; by default the first seat that the game waits for.

        Raises:
            ValueError: no seat was named, and the game waits for none.
        """
        return self.rules.legal(self.state, self._seat(seat))

    def actions(self, seat: int | None = None) -> Iterator[Action]:
        """Yield every action of a seat; by default the first seat that the game waits for.

        There can be very many of them where cards are laid out in melds: take only as many as you
        need.

        Raises:
            ValueError: no seat was named, and the game waits for none.
        """
        return self.rules.actions(self.state, self._seat(seat))

    def record(self, players: Sequence[str] | None = None) -> Record:
        """Return the match so far as a record that can be replayed.

        Args:
            players: the names by seat; by default those of `players`.

        Raises:
            ValueError: the match began at a prepared position, which no record can give.
        """
        if self._prepared:
            raise ValueError("a match that began at a prepared position has no record")
        names = self.players if players is None else tuple(players)
        entries = tuple([point.entry for point in self._way if point.entry is not None])
        return Record(self.rules.id, self.seats, self.options, self.dealer, names, entries)

    # --- what is done --------------------------------------------------------------------

    def act(self, action: Action | str, seat: int | None = None) -> tuple[Event, ...]:
        """Do an action, and return what happened.

        Args:
            action: as a value, or as text (``"play 7E"``).
            seat: the seat that acts; by default the first that the game waits for.

        Raises:
            IllegalAction: the action is malformed or against the rules; nothing has changed.
            ValueError: no seat was named, and the game waits for none.
        """
        who = self._seat(seat)
        if isinstance(action, str):
            action = parse_action_text(action, self.rules)
        state, events = self.rules.apply(self.state, who, action)
        self._way.append(_Point(state, Act(who, action), events, self._way[-1].seed))
        return events + self._deal_what_is_wanted()

    def deal(self, pack: Sequence[Card]) -> tuple[Event, ...]:
        """Deal a pack, top card first, and return what happened.

        Raises:
            BadSetup: no pack is wanted, or this is not a pack of this game.
        """
        return self._dealt(pack, self._way[-1].seed)

    def top_up(self, seat: int, chips: int) -> tuple[Event, ...]:
        """Let a seat buy chips between two hands, and return what happened.

        A match with a seed deals the next hand at once, so it never stands between two hands.

        Raises:
            IllegalAction: nobody can buy chips now, or not so many, or there is no such seat.
        """
        state, events = self.rules.top_up(self.state, seat, chips)
        self._way.append(_Point(state, TopUp(seat, chips), events, self._way[-1].seed))
        return events

    def undo(self) -> Act:
        """Take back the last action, and the packs and top-ups since; the seed is restored, too.

        Returns:
            The action that was taken back.

        Raises:
            IndexError: nothing has been done yet.
        """
        for place in range(len(self._way) - 1, 0, -1):
            entry = self._way[place].entry
            if isinstance(entry, Act):
                del self._way[place:]
                return entry
        raise IndexError("nothing has been done yet")

    def copy(self) -> Self:
        """Return an independent match that goes on from here."""
        other = copy(self)
        other._way = self._way.copy()  # noqa: SLF001 - an object of the same class
        return other

    def __str__(self) -> str:
        return position_text(self.rules, self.state)

    def __repr__(self) -> str:
        done = sum(isinstance(point.entry, Act) for point in self._way)
        return f"<Match {self.rules.id}, {self.seats} seats, {done} actions, {self.turn.phase}>"

    def _seat(self, seat: int | None) -> int:
        if seat is not None:
            return seat
        turn = self.turn
        if not turn.to_act:
            waits = "the match is over" if turn.over else "the game waits for a pack"
            raise ValueError(f"nobody is to act: {waits}")
        return turn.to_act[0]

    def _deal_what_is_wanted(self) -> tuple[Event, ...]:
        seed = self._way[-1].seed
        if seed is None or not self.turn.wants_pack:
            return ()
        bits = Bits(seed)
        pack = next_pack(self.rules, self.state, bits)
        return self._dealt(pack, bits.next64())

    def _dealt(self, pack: Sequence[Card], seed: int | None) -> tuple[Event, ...]:
        cards = tuple(pack)
        state, events = self.rules.deal(self.state, cards)
        self._way.append(_Point(state, Pack(cards), events, seed))
        return events
