"""The bets of games for chips: keys (`CHECK`), caps, sentences, what a fold asks (`chips_risk`).
From which part of your chips on a fold is asked about: one in `_RISKY_PART_DIVISOR`; how many hands
a match of bots has to watch: `DEMO_OPTIONS`. How bots bet, and who may bet what, is in the engine.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from cardtui.v1 import actions_pb2, betting_pb2, events_pb2, views_pb2
from cardtui.v1.betting_pb2 import BettingWord
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.faces.arguments import Argument, act_again, argument, span_of, verb_of
from cardtui_client.faces.presenter import (
    CHECKED,
    DeedWords,
    Happened,
    OptionFace,
    Presenter,
    PresetFace,
    Risk,
    Verb,
)
from cardtui_client.i18n import _, mark, mark_p, n_, p_
from cardtui_client.model.sides import Actor, actor_of, names, own_bet
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import word_in
from cardtui_client.scene.scene import Tone


def spoke(
    event: events_pb2.Acted, who: Actor, among: Sequence[events_pb2.Event]
) -> list[str] | None:
    """Tell a word of the betting; ``None`` for what is none.

    Args:
        among: all that happened with it: it says what was put in.
    """
    verb = event.action.WhichOneof("action")
    chips = put_in(event.seat, among).to
    match verb:
        case "check":
            return [who.did(mark("{name} checks."), mark("You check."))]
        case "pass" if _checked(event.seat, among):
            return [who.did(mark("{name} checks."), mark("You check."))]
        case "pass":
            return [who.did(mark("{name} passes."), mark("You pass."))]
        case "bet" if not chips:
            return [who.did(mark("{name} bets."), mark("You bet."))]
        case "bet":
            if who.own:
                return [n_("You bet {n} chip.", "You bet {n} chips.", chips)]
            name = who.name
            return [n_("{name} bets {n} chip.", "{name} bets {n} chips.", chips, name=name)]
        case "call" if not chips:
            return [who.did(mark("{name} calls."), mark("You call."))]
        case "call":
            if who.own:
                return [n_("You call the {n} chip.", "You call the {n} chips.", chips)]
            name = who.name
            return [
                n_("{name} calls the {n} chip.", "{name} calls the {n} chips.", chips, name=name)
            ]
        case "raise":
            raised = getattr(event.action, "raise").to  # a keyword of Python
            if who.own:
                return [n_("You raise to {n} chip.", "You raise to {n} chips.", raised)]
            name = who.name
            return [
                n_("{name} raises to {n} chip.", "{name} raises to {n} chips.", raised, name=name)
            ]
        case "fold":
            return [
                p_("betting", "You fold.")
                if who.own
                else p_("betting", "{name} folds.", name=who.name)
            ]
        case _:
            return None


def put_in(seat: int, among: Sequence[events_pb2.Event]) -> betting_pb2.ChipsBet:
    """Return the chips that the seat put in among what happened; none if it did not."""
    bets = (event.chips_bet for event in among if event.HasField("chips_bet"))
    return next((bet for bet in bets if bet.seat == seat), betting_pb2.ChipsBet(seat=seat))


def _checked(seat: int, among: Sequence[events_pb2.Event]) -> bool:
    """Tell whether the seat stayed in for nothing."""
    return any(event.HasField("checked") and event.checked.seat == seat for event in among)


def bubble(spoken: betting_pb2.SpokenBet, face: Presenter) -> str:
    """Return what was said, with its chips where that says more."""
    chips = spoken.to
    called = face.verb(word_in(BettingWord.DESCRIPTOR, spoken.verb)).aloud()
    match spoken.verb:
        case BettingWord.BETTING_WORD_PASS:
            return _("pass")
        case BettingWord.BETTING_WORD_CHECK:
            return _("check")
        case BettingWord.BETTING_WORD_BET:
            return n_("bet {n}", "bet {n}", chips) if chips else _("bet")
        case BettingWord.BETTING_WORD_CALL:
            return _("call")
        case BettingWord.BETTING_WORD_RAISE:
            return n_("raise to {n}", "raise to {n}", chips)
        case BettingWord.BETTING_WORD_FOLD:
            return _("fold")
        case BettingWord.BETTING_WORD_VOU if chips:
            return f"{called} {chips}"
        case _:
            return called


def bets_passed(
    spoken: Iterable[betting_pb2.SpokenBet],
    gone: Collection[int],
    to_act: Sequence[int],
    face: Presenter,
) -> list[Happened]:
    """Return what was said in this round in turn: whom it waits for spoke longest ago.

    Who has left the hand comes before all others: when they left is not known.
    """
    first = next(iter(to_act), 0)
    found = sorted(spoken, key=lambda each: (each.seat not in gone, each.seat < first, each.seat))
    return [happened for each in found if (happened := _said_again(each, face))]


def _said_again(spoken: betting_pb2.SpokenBet, face: Presenter) -> Happened:
    word = word_in(BettingWord.DESCRIPTOR, spoken.verb)
    put, seat = spoken.HasField("to"), spoken.seat
    takes = {"to": spoken.to} if put and word in ("bet", "raise", "vou") else {}
    act = act_again(seat, face.wire_verb(word), **takes)
    if act is None:
        return ()
    chips = betting_pb2.ChipsBet(seat=seat, to=spoken.to)
    return (act, events_pb2.Event(chips_bet=chips)) if put else (act,)


_RISKY_PART_DIVISOR: Final = 10
"""A fold is asked about if it leaves more than this part of your chips in the pot: a tenth."""


def chips_risk(
    choice: actions_pb2.Choice, model: TableModel, number: int | None, left: int
) -> Risk | None:
    """Return what is at stake with a choice; ``None`` for nothing worth a question.

    Args:
        number: the amount that is chosen, all in all; ``None`` for none.
        left: the chips that you leave in the pot if you fold.
    """
    view, seat = model.view, model.seat
    if view is None or seat is None or seat >= len(view.chips):
        return None
    paid = own_bet(model)
    if choice.kind == actions_pb2.CHOICE_KIND_GIVES_UP:
        return _risk_of_folding(model, left, view.chips[seat])
    price = choice.price
    if number is not None and argument(choice) is Argument.NUMBER:
        price = number - paid
    if 0 < view.chips[seat] <= price:
        return Risk(_("that is all you have"), price)
    return None


def _risk_of_folding(model: TableModel, left: int, chips: int) -> Risk | None:
    if any(each.kind == actions_pb2.CHOICE_KIND_CHECK for each in model.choices()):
        return Risk(_("you could check for nothing"))
    return Risk() if left * _RISKY_PART_DIVISOR > left + chips else None


def ante_and_bet(model: TableModel, ante: str) -> int:
    """Return the chips that you have put into the pot, with the ante: an option of that name."""
    options = model.table.options
    return own_bet(model) + (options[ante].number if ante in options else 0)


def amounts(choice: actions_pb2.Choice) -> str:
    """Return from what to what an amount may be chosen, or the only one."""
    low, high, _most = span_of(choice)
    return f"{low}–{high}" if low != high else str(low)


class BettingFace(Presenter):
    """What games with betting say in the same words."""

    def risk(
        self, choice: actions_pb2.Choice, model: TableModel, number: int | None = None
    ) -> Risk | None:
        return chips_risk(choice, model, number, self.chips_in(model))

    def short_numbers(self, choice: actions_pb2.Choice) -> str:
        """Return how much you may bet, or raise to."""
        verb = verb_of(choice)
        return self.amount_words(verb, amounts(choice)) if verb in ("bet", "raise") else ""

    def amount_words(self, verb: str, amount: str) -> str:
        """Return an amount; a raise is to one, not by one."""
        return _("to {amount}", amount=amount) if verb == "raise" else amount

    def number_line(
        self, choice: actions_pb2.Choice, word: str, price: str, model: TableModel
    ) -> str:
        """See `Presenter.number_line`; one raises to an amount."""
        low, high, _most = span_of(choice)
        match verb_of(choice):
            case "raise" if low == high:
                return _("{word} to {n}", word=word, n=low)
            case "raise":
                return _("{word} to N, from {low} to {high}", word=word, low=low, high=high) + price
            case _:
                return super().number_line(choice, word, price, model)


def hand_of_match(hand: int, hands: int) -> str:
    """Return the number of the hand, of how many if there is a limit (0: none)."""
    return (
        _("hand {hand} of {hands}", hand=hand, hands=hands)
        if hands
        else _("hand {hand}", hand=hand)
    )


def end_of_match(
    standings: Sequence[int], hands: int, view: views_pb2.PublicView, model: TableModel
) -> list[str]:
    """Return in the fewest words what ends a match, and who leads whatever becomes of the pot.

    Args:
        standings: the chips or lives of the seats.
        hands: the hands of the match; 0 if it ends when one is left.
    """
    if view.phase == Phase.PHASE_OVER:
        return []
    facts = [] if hands else [_("until one is left")]
    leading = [seat for seat, each in enumerate(standings) if each == max(standings)]
    if sum(max(standings) - each <= view.pot for each in standings) == 1:
        leader = actor_of(leading[0], model)
        facts.append(leader.did(mark("{name} leads"), mark("you lead")))
    return facts


def own_chips(view: views_pb2.PublicView, seat: int | None) -> str:
    """Return how many chips a seat has of all that are in play; ``""`` for spectators."""
    if seat is None or seat >= len(view.chips):
        return ""
    own, every = view.chips[seat], sum(view.chips) + view.pot
    return _("{own} of {every} chips", own=own, every=every)


BUY_IN: Final = OptionFace(mark("Chips to start with"))
CHIP_VALUE: Final = OptionFace(mark("What a chip is worth"))
HANDS_TO_PLAY: Final = OptionFace(mark("Hands to play"))

TEN_HANDS: Final = PresetFace(mark("10 hands"), mark("Ends after 10 hands: the most chips win."))

DEMO_OPTIONS: Final[Mapping[str, int]] = {"hands": 6}
"""Hands of a match to watch, where it would go on until one player has all the chips."""


def takes_pot(model: TableModel, winners: Sequence[int], chips: int, why: str) -> str:
    """Tell who takes the pot, and why; to you as "you"."""
    if [*winners] == [model.seat]:
        return n_(
            "You take the pot of {n} chip: {why}.",
            "You take the pot of {n} chips: {why}.",
            chips,
            why=why,
        )
    return n_(
        "{name} takes the pot of {n} chip: {why}.",
        "{name} takes the pot of {n} chips: {why}.",
        chips,
        name=names([model.name_of(seat) for seat in winners]),
        why=why,
    )


def due_of(model: TableModel) -> int:
    """Return the chips that it costs to stay in a betting round; 0 where it costs none."""
    stays = (each for each in model.choices() if each.kind == actions_pb2.CHOICE_KIND_STAYS)
    return next((choice.price for choice in stays), 0)


def pot_line(chips: int) -> str:
    """Return what the pot holds."""
    return n_("The pot holds {n} chip.", "The pot holds {n} chips.", chips)


def bets_lines(bets: Iterable[int], model: TableModel) -> list[str]:
    """Return who has put in how much."""
    return [
        n_(
            "{name} has put in {n} chip in this round.",
            "{name} has put in {n} chips in this round.",
            chips,
            name=model.name_of(seat),
        )
        for seat, chips in enumerate(bets)
        if chips
    ]


def out_lines(seats: Sequence[int], model: TableModel) -> list[str]:
    """Return who is out of the hand."""
    if not seats:
        return []
    return [_("Out of this hand: {names}.", names=names([model.name_of(seat) for seat in seats]))]


def cap_line(cap: int) -> str:
    """Return beyond what nobody may bet."""
    return n_("Nobody may bet more than {n} chip.", "Nobody may bet more than {n} chips.", cap)


CHECK: Final = Verb(mark("Check"), word=mark_p("verb to type", "check"), deed=CHECKED, key="k")
BET: Final = Verb(
    mark("Bet"),
    word=mark_p("verb to type", "bet"),
    deed=DeedWords(mark_p("deed", "bet"), mark_p("own deed", "bet")),
    key="b",
    tone=Tone.CALL,
)
CALL: Final = Verb(
    mark("Call"),
    word=mark_p("verb to type", "call"),
    deed=DeedWords(mark_p("deed", "called"), mark_p("own deed", "called")),
    key="q",
    tone=Tone.YES,
)
RAISE: Final = Verb(
    mark("Raise"),
    word=mark_p("verb to type", "raise"),
    deed=DeedWords(mark_p("deed", "raised to"), mark_p("own deed", "raised to")),
    key="r",
    tone=Tone.CALL,
)
