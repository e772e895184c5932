"""Escoba de 15: take cards from the table that make fifteen with a card of yours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from cardtui_engine.contract import (
    SPANISH,
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
    Noted,
    OptionKind,
    OptionSpec,
    OptionValue,
    Param,
    Pile,
    PointsScored,
    Preset,
    Result,
    SheetsIn,
    SimpleRules,
    Verb,
    Words,
    number,
    verb_clauses,
    verb_table,
)

FIFTEEN: Final = 15
_TARGET: Final = "Points that win."
_BONUS: Final = "All ten coins, and all four sevens, bring a second point."
_DEALT: Final = 3
_ON_TABLE: Final = 4
_SEVENS: Final = tuple(SPANISH.card(f"7{suit}") for suit in "EBOC")
_COINS: Final = frozenset(card for card in map(Card, range(40)) if SPANISH.code(card)[-1] == "O")
_SEVEN_OF_COINS: Final = SPANISH.card("7O")


class State(NamedTuple):
    """A position: the fields that every simple game has, and those of Escoba.

    ``card`` was played, and may make fifteen in several ways; ``taken`` and ``sweeps`` are by side.
    """

    phase: str
    dealer: int
    hand: int
    turn: int
    hands: tuple[tuple[Card, ...], ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    table: tuple[Card, ...]
    stock: tuple[Card, ...]
    taken: tuple[tuple[Card, ...], ...]
    sweeps: tuple[int, ...]
    taker: int
    card: Card | None
    target: int
    bonus: bool
    last: Result | None


class Public(NamedTuple):
    """What everybody may know."""

    table: tuple[Card, ...]
    card: Card | None
    stock: Pile
    taken: tuple[int, ...]
    escobas: tuple[int, ...]
    target: int
    last: Result | None


def value(card: Card) -> int:
    """Return what a card counts for (ES-2)."""
    rank = int(SPANISH.code(card)[:-1])
    return rank if rank <= 7 else rank - 2


def ways(card: Card, table: Sequence[Card]) -> list[tuple[Card, ...]]:
    """Return what a card can take: the cards that make fifteen with it, most cards first (ES-6)."""
    wanted = FIFTEEN - value(card)
    low = [each for each in table if value(each) <= wanted]
    return [
        some
        for count in range(len(low), 0, -1)
        for some in combinations(low, count)
        if sum(map(value, some)) == wanted
    ]


def named(cards: Sequence[Card]) -> str:
    """Return the word for taking those cards: ``7O-1E``."""
    return "-".join(map(SPANISH.code, cards))


def side(seat: int) -> int:
    """Return the side that a seat plays for: opposite seats are partners (ES-1)."""
    return seat % 2


class Rules(SimpleRules[State, Public]):
    """The rules."""

    id = "escoba"
    deck = SPANISH
    pack = tuple(map(Card, range(40)))
    seats = (2, 4)
    teams = True
    specs = (
        OptionSpec(
            "target", OptionKind.NUMBER, 15, _TARGET, "ES-12", low=5, high=51, short=(5, 15)
        ),
        OptionSpec("bonus", OptionKind.FLAG, False, _BONUS, "ES-11"),
    )
    presets = (
        Preset("fifteen", {}, usual=True),
        Preset("twenty-one", {"target": 21, "bonus": True}),
    )
    verbs = verb_table(
        Verb("play", (Param("card", Kind.CARD),)),
        Verb("take", (Param("from", Kind.WORD),)),
    )
    clauses = verb_clauses({"play": "ES-5", "take": "ES-7"})
    phases = {"play": ("play",), "choose": ("take",)}
    end_clause = "ES-12"

    def begin_match(self, options: Mapping[str, OptionValue], seats: int, dealer: int) -> State:
        return State(
            *("deal", dealer, 0, dealer, ((),) * seats, (0, 0), (), (), ()),
            *(((), ()), (0, 0), dealer, None, number(options, "target")),
            *(bool(options["bonus"]), None),
        )

    def begin_hand(self, state: State, pack: tuple[Card, ...], events: list[Event]) -> State:
        state = state._replace(hand=state.hand + 1)
        events.append(HandStarted(state.hand, state.dealer))
        state = self._dealt(state._replace(stock=pack), events)
        table, stock = state.stock[:_ON_TABLE], state.stock[_ON_TABLE:]
        first = self.after(state, state.dealer)
        state = state._replace(
            phase="play",
            turn=first,
            table=table,
            stock=stock,
            taker=state.dealer,
            taken=((), ()),
            sweeps=(0, 0),
        )
        total = sum(map(value, table))
        if total not in (FIFTEEN, 2 * FIFTEEN):
            return state
        # ES-4: the dealer sweeps the table as it lies.
        return self._swept(
            self._took(state, state.dealer, table, events), state.dealer, events, total // FIFTEEN
        )

    def _dealt(self, state: State, events: list[Event]) -> State:
        """Deal three cards to everybody, from the seat after the dealer (ES-3)."""
        hands, stock = [*state.hands], state.stock
        for step in range(1, len(hands) + 1):
            seat = (state.dealer + step) % len(hands)
            hands[seat], stock = stock[:_DEALT], stock[_DEALT:]
            events.append(CardsDealt(seat, hands[seat]))
        return state._replace(hands=tuple(hands), stock=stock)

    def choices(self, state: State, seat: int) -> Sequence[Choice]:
        if state.card is None:
            return (Choice("play", (Cards("card", state.hands[seat]),)),)
        words = tuple(map(named, ways(state.card, state.table)))
        return (Choice("take", (Words("source", words),)),)

    def play(self, state: State, seat: int, action: Action, events: list[Event]) -> State:
        if action.verb == "play":
            hands = tuple(
                tuple(each for each in hand if each != action.card) for hand in state.hands
            )
            assert action.card is not None
            state = state._replace(hands=hands, card=action.card)
        card, found = state.card, ways(state.card, state.table) if state.card is not None else []
        assert card is not None
        if action.verb == "take":
            found = [each for each in found if named(each) == action.source]
        if len(found) > 1:
            return state._replace(phase="choose")  # ES-7
        state = state._replace(phase="play", card=None)
        if not found:
            state = state._replace(table=(*state.table, card))  # ES-8
        else:
            state = self._took(state, seat, (*found[0], card), events)
            if not state.table:
                state = self._swept(state, seat, events, 1)  # ES-9
        return self._next(state, seat, events)

    def _took(self, state: State, seat: int, cards: Sequence[Card], events: list[Event]) -> State:
        """Move cards from the table to what a side has taken."""
        events.append(Noted(seat, "takes", tuple(cards)))
        table = tuple(card for card in state.table if card not in cards)
        taken = [*state.taken]
        taken[side(seat)] += tuple(cards)
        return state._replace(table=table, taken=tuple(taken), taker=seat)

    def _swept(self, state: State, seat: int, events: list[Event], count: int) -> State:
        """Count escobas; their points come at the end of the hand."""
        events += [Noted(seat, "escoba")] * count
        sweeps = [*state.sweeps]
        sweeps[side(seat)] += count
        return state._replace(sweeps=tuple(sweeps))

    def _next(self, state: State, seat: int, events: list[Event]) -> State:
        """Go on with the next seat, the next cards, or the end of the hand."""
        state = state._replace(turn=self.after(state, seat))
        if any(state.hands):
            return state
        if state.stock:
            return self._dealt(state, events)
        if state.table:  # ES-10
            state = self._took(state, state.taker, state.table, events)
        return self._end_hand(state, events)

    def _end_hand(self, state: State, events: list[Event]) -> State:
        won = [points(state, each) for each in (0, 1)]
        events += [PointsScored(each, won[each]) for each in (0, 1) if won[each]]
        scores = tuple(score + more for score, more in zip(state.scores, won, strict=True))
        seats = range(len(state.hands))
        best = tuple(each for each in seats if won[side(each)] == max(won))
        events.append(HandEnded(best, "points"))
        state = state._replace(scores=scores, last=Result(best, max(won), "points"))
        if max(scores) >= state.target and scores[0] != scores[1]:
            winning = scores.index(max(scores))
            return self.end_match(state, [each for each in seats if side(each) == winning], events)
        return state._replace(phase="deal", dealer=self.after(state, state.dealer))

    def public(self, state: State) -> Public:
        taken = tuple(map(len, state.taken))
        stock, sweeps = Pile(len(state.stock)), state.sweeps
        return Public(state.table, state.card, stock, taken, sweeps, state.target, state.last)


def points(state: State, mine: int) -> int:
    """Return what a side scores for a hand (ES-11)."""
    own, other = state.taken[mine], state.taken[1 - mine]
    coins, sevens = (len({*own} & {*cards}) for cards in (_COINS, _SEVENS))
    their_coins, their_sevens = (len({*other} & {*cards}) for cards in (_COINS, _SEVENS))
    scored = state.sweeps[mine] + (len(own) > len(other)) + (_SEVEN_OF_COINS in own)
    scored += (coins > their_coins) + (sevens > their_sevens)
    return scored + state.bonus * ((coins == len(_COINS)) + (sevens == len(_SEVENS)))


SHEETS: Final = SheetsIn("cardtui_escoba", "escoba")
GAME: Final = Game(Rules(), "Escoba de 15", SHEETS, bot="cardtui_escoba.bot:EscobaBot")
