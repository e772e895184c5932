"""High card: everybody gets three cards, and the highest card of each trick wins a point."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from cardtui_engine.contract import (
    FRENCH,
    Action,
    Card,
    Cards,
    CardsDealt,
    Choice,
    Event,
    Game,
    HandEnded,
    HandStarted,
    Kind,
    OptionKind,
    OptionSpec,
    OptionValue,
    Param,
    PlayedCard,
    PointsScored,
    Preset,
    Result,
    SimpleRules,
    TrickEnded,
    Verb,
    number,
    verb_clauses,
    verb_table,
)

SHEET: Final = """# High card

## Aim

- **HC-1** The highest card of each trick wins a point. At the end of a hand, the
  player with `target` points, and more than all others, wins the match.

## Play

- **HC-2** The dealer gives everybody three cards. Who sits after the dealer plays first.
- **HC-3** You play a card of your own; then it is the turn of the next seat.
- **HC-4** Aces are high. Of two cards of one rank, spades beat hearts, these diamonds, these clubs.
- **HC-5** Who has won a trick begins the next one. After three tricks the deal moves on.

## Options

| option | values | default | clause |
| --- | --- | --- | --- |
| `target` | 1 to 30 | 7 | HC-1 |
"""

HAND_SIZE: Final = 3
_RANKS: Final = "23456789TJQKA"
_SUITS: Final = "CDHS"


class State(NamedTuple):
    """A position: the fields that every game of this kind has, and its own."""

    phase: str
    dealer: int
    hand: int
    turn: int
    hands: tuple[tuple[Card, ...], ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    target: int
    trick: tuple[PlayedCard, ...]
    last: Result | None


class Public(NamedTuple):
    """What everybody may know."""

    trick: tuple[PlayedCard, ...]
    target: int
    last: Result | None


def strength(card: Card) -> tuple[int, int]:
    """Return what a card is worth in a trick (HC-4)."""
    code = FRENCH.code(card)
    return _RANKS.index(code[0]), _SUITS.index(code[1])


class HighCard(SimpleRules[State, Public]):
    """The rules."""

    id = "high-card"
    deck = FRENCH
    pack = tuple(map(Card, range(52)))
    seats = (2, 3, 4, 5, 6)
    specs = (
        OptionSpec(
            "target", OptionKind.NUMBER, 7, "Points that win.", "HC-1", low=1, high=30, short=(1, 9)
        ),
    )
    presets = (Preset("standard", {}, usual=True),)
    verbs = verb_table(Verb("play", (Param("card", Kind.CARD),)))
    clauses = verb_clauses({"play": "HC-3"})
    phases = {"play": ("play",)}  # noqa: RUF012 - nobody changes it

    def begin_match(self, options: Mapping[str, OptionValue], seats: int, dealer: int) -> State:
        return State(
            "deal",
            dealer,
            hand=0,
            turn=dealer,
            hands=((),) * seats,
            scores=(0,) * seats,
            winners=(),
            target=number(options, "target"),
            trick=(),
            last=None,
        )

    def begin_hand(self, state: State, pack: tuple[Card, ...], events: list[Event]) -> State:
        state = state._replace(hand=state.hand + 1)
        events.append(HandStarted(state.hand, state.dealer))
        hands = []
        for seat in range(len(state.hands)):
            hands.append(pack[HAND_SIZE * seat : HAND_SIZE * (seat + 1)])
            events.append(CardsDealt(seat, hands[seat]))
        first = self.after(state, state.dealer)
        return state._replace(phase="play", turn=first, hands=tuple(hands), trick=())

    def choices(self, state: State, seat: int) -> Sequence[Choice]:
        return (Choice("play", (Cards("card", state.hands[seat]),)),)

    def play(self, state: State, seat: int, action: Action, events: list[Event]) -> State:
        hands = [tuple(card for card in hand if card != action.card) for hand in state.hands]
        assert action.card is not None
        trick = (*state.trick, PlayedCard(seat, action.card))
        state = state._replace(hands=tuple(hands), trick=trick, turn=self.after(state, seat))
        return state if len(trick) < len(hands) else self._end_trick(state, events)

    def _end_trick(self, state: State, events: list[Event]) -> State:
        """Give the point to the highest card (HC-1)."""
        winner = max(state.trick, key=lambda played: strength(played.card)).seat
        events += [TrickEnded(winner, winner, winner), PointsScored(winner, 1)]
        scores = tuple(score + (seat == winner) for seat, score in enumerate(state.scores))
        state = state._replace(scores=scores, turn=winner, trick=())
        return state if any(state.hands) else self._end_hand(state, events)

    def _end_hand(self, state: State, events: list[Event]) -> State:
        """Deal again, or end the match (HC-1, HC-5)."""
        most = max(state.scores)
        best = tuple(seat for seat, score in enumerate(state.scores) if score == most)
        events.append(HandEnded(best, "tricks"))
        state = state._replace(last=Result(best, most, "tricks"))
        if most >= state.target and len(best) == 1:
            return self.end_match(state, best, events)
        return state._replace(phase="deal", dealer=self.after(state, state.dealer))

    def public(self, state: State) -> Public:
        return Public(state.trick, state.target, state.last)


GAME: Final = Game(HighCard(), "High card", {"en": SHEET})
