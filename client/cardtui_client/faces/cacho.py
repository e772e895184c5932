"""The face of Cacho: names of `PRESETS` and `OPTIONS`, keys and buttons (`VERBS`), dice, sentences.
Why a hand went as it did: `reason`; why the hands are shown: `_why_shown`. Bets are told in
`faces/betting.py`; what the presets are is in `engine/cardtui_engine/games/cacho/options.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import ClassVar, Final

from cardtui.v1 import cacho_pb2, events_pb2, table_service_pb2, views_pb2
from cardtui.v1.cacho_pb2 import CachoRank
from cardtui.v1.hands_pb2 import HandEndReason, Phase
from cardtui_client.faces.betting import (
    BET,
    BUY_IN,
    CALL,
    CHECK,
    CHIP_VALUE,
    HANDS_TO_PLAY,
    RAISE,
    BettingFace,
    bets_lines,
    bets_passed,
    bubble,
    cap_line,
    due_of,
    end_of_match,
    hand_of_match,
    out_lines,
    own_chips,
    pot_line,
    spoke,
    takes_pot,
)
from cardtui_client.faces.match_won import count_lines
from cardtui_client.faces.presenter import (
    Check,
    DeedWords,
    Example,
    Happened,
    OptionFace,
    Presenter,
    PresetFace,
    Verb,
)
from cardtui_client.i18n import _, mark, mark_p, n_, p_
from cardtui_client.model.cards import cards_words
from cardtui_client.model.sides import actor_of, dealt_by, lone_loser, own_bet
from cardtui_client.model.table import Numbers, TableModel, count_of
from cardtui_client.scene.middle import SMALLEST_LINE_CELLS, Laid, Line, Middle, Pot, Stub, wrapped
from cardtui_client.scene.scene import Fresh, Scene, SeatScene, Tone
from cardtui_client.text import safe_text

OPTIONS: Final[Mapping[str, OptionFace]] = {
    "buy_in": BUY_IN,
    "chip_value": CHIP_VALUE,
    "hands": HANDS_TO_PLAY,
    "third_round_check": OptionFace(mark("Check in the third round")),
}

PRESETS: Final[Mapping[str, PresetFace]] = {
    "cacho": PresetFace(
        mark("standard"), mark("As the written rules say, until one player has all the chips.")
    ),
    "check": PresetFace(
        mark("with checks"),
        mark("Players may check in the third round. Until one player has all the chips."),
    ),
    "noche": PresetFace(mark("20 hands"), mark("Ends after 20 hands: the most chips win.")),
}
"""What is said of its presets; the first has the defaults."""


def sentences(
    event: events_pb2.Event, model: TableModel, among: Sequence[events_pb2.Event]
) -> list[str] | None:
    """Tell an event; ``None`` for the general sentences."""
    match event.WhichOneof("event"):
        case "acted":
            told = spoke(event.acted, actor_of(event.acted.seat, model), among)
            return None if told is None else [*told, *_why_shown(model, among)]
        case "phase_began":
            return _round_began(event.phase_began.phase, model)
        case _:
            return None


def _why_shown(model: TableModel, among: Sequence[events_pb2.Event]) -> list[str]:
    """Tell why the betting is over, if the hands are shown now (CC-14, CC-17, CC-21)."""
    if all(
        event.hand_ended.reason != HandEndReason.HAND_END_REASON_SHOWDOWN
        for event in among
        if event.HasField("hand_ended")
    ):
        return []
    if model.before is not None and model.before.phase != Phase.PHASE_THIRD:
        return [_("Somebody has no chips left, so nobody can bet: the hands are shown.")]
    if any(event.HasField("checked") for event in among):
        return [_("Nobody bets: the hands are shown.")]
    return [_("The bets are matched: the hands are shown.")]


def _round_began(phase: Phase.ValueType, model: TableModel) -> list[str]:
    n = model.view.cacho.stake if model.view is not None else 0
    match phase:
        case Phase.PHASE_FIRST:
            return [n_("First round: a bet is {n} chip.", "First round: a bet is {n} chips.", n)]
        case Phase.PHASE_SECOND:
            return [n_("Second round: a bet is {n} chip.", "Second round: a bet is {n} chips.", n)]
        case Phase.PHASE_THIRD:
            return [_("Third round: the last card; bet what you like, up to the resto.")]
        case _:
            return []


def rank_words(rank: CachoRank.ValueType, points: int) -> str:
    """Return what cards make, in words; ``""`` with no cards."""
    match rank:
        case CachoRank.CACHO_RANK_SIXES:
            return _("three sixes")
        case CachoRank.CACHO_RANK_CACHO:
            return _("cacho, {points}", points=points)
        case CachoRank.CACHO_RANK_FLUSH:
            return _("two of one suit, {points}", points=points)
        case CachoRank.CACHO_RANK_HIGH:
            return _("high card, {points}", points=points)
        case _:
            return ""


def reason(last: cacho_pb2.CachoResult, model: TableModel) -> str:
    """Return in a few words why a hand went as it did."""
    if last.reason == HandEndReason.HAND_END_REASON_PASSES:
        if who := lone_loser(model, last.winners):
            return who.did(mark("{name} passed"), mark("you passed"))
        return _("all the others passed")
    return rank_words(last.rank, last.points)


def outcome(view: cacho_pb2.CachoPublic, model: TableModel) -> list[str]:
    """Return how the last hand ended: the pot, and the hands that were shown."""
    if not view.HasField("last"):
        return []
    last = view.last
    lines = [takes_pot(model, [winner], last.pot, reason(last, model)) for winner in last.winners]
    shown = [
        actor_of(hand.seat, model).did(
            mark("{name} had {rank}: {cards}."),
            mark("You had {rank}: {cards}."),
            rank=rank_words(hand.rank, hand.points),
            cards=cards_words(hand.cards),
        )
        for hand in last.hands
    ]
    return lines + shown


_ROUND_PHASES = (Phase.PHASE_FIRST, Phase.PHASE_SECOND, Phase.PHASE_THIRD)


def add_cacho(
    scene: Scene, model: TableModel, view: views_pb2.PublicView, face: Presenter
) -> Scene:
    """Return the scene with what the game adds to it."""
    cacho = view.cacho
    facts = [hand_of_match(view.hand, cacho.hands)]
    match view.phase:
        case Phase.PHASE_FIRST:
            facts.append(_("first round"))
        case Phase.PHASE_SECOND:
            facts.append(_("second round"))
        case Phase.PHASE_THIRD:
            facts.append(_("third round"))
        case _:
            pass
    facts += end_of_match(view.chips, cacho.hands, view, model)
    facts.append(dealt_by(view.dealer, model))
    hand = scene.hand
    if model.own is not None and view is model.view:
        own = model.own.cacho
        hand = hand._replace(hint=rank_words(own.rank, own.points))
    if cacho.chip_value:
        facts.append(_("a chip is {value}", value=safe_text(cacho.chip_value, 12)))
    middle: Middle = scene.middle
    if view.phase in _ROUND_PHASES:
        middle = Pot(view.pot, cacho.cap if cacho.HasField("cap") else None)
    elif best := [each.cards for each in cacho.last.hands if each.seat in cacho.last.winners]:
        middle = Laid(tuple(chain.from_iterable(best)))
    return scene._replace(
        seats=tuple(_seat(seat, view, cacho, face) for seat in scene.seats),
        top=scene.top._replace(facts=tuple(facts), score=own_chips(view, model.seat)),
        middle=middle,
        stub=Stub() if view.phase in _ROUND_PHASES else None,
        hand=hand,
    )


def _seat(
    seat: SeatScene, view: views_pb2.PublicView, cacho: cacho_pb2.CachoPublic, face: Presenter
) -> SeatScene:
    number = seat.seat
    notes = seat.notes
    passed = number in cacho.passed
    out = number in cacho.out
    if out:
        notes = (_("out"), *notes)
    elif passed:
        notes = (_("passed"), *notes)
    shown: tuple[int, ...] = ()
    if view.phase in (Phase.PHASE_DEAL, Phase.PHASE_OVER):
        shown = next((tuple(hand.cards) for hand in cacho.last.hands if hand.seat == number), ())
    spoken = next((said for said in cacho.spoken if said.seat == number), None)
    return seat._replace(
        shown=shown,
        mark=_("eldest") if number == cacho.eldest and view.phase in _ROUND_PHASES else "",
        bubble=bubble(spoken, face) if spoken is not None else "",
        notes=notes,
        chips=view.chips[number] if number < len(view.chips) else None,
        bet=cacho.bets[number] if number < len(cacho.bets) else 0,
        faded=passed or out,
        winner=seat.winner or (bool(shown) and number in cacho.last.winners),
    )


VERBS: Final[Mapping[str, Verb]] = {
    "pass": Verb(
        mark("Pass"),
        word=mark_p("verb to type", "pass"),
        deed=DeedWords(mark_p("deed", "passed"), mark_p("own deed", "passed")),
        key="p",
        tone=Tone.NO,
    ),
    "bet": replace(BET, bare=True),  # in two of three rounds it is fixed
    "call": CALL,
    "raise": RAISE,
}


_MOST_SEATS: Final = 6
"""No table seats more, whatever a server says."""


class Cacho(BettingFace):
    """The face of Cacho."""

    id = "cacho"
    name = "Cacho"
    about = mark("Bet on one card, then two, then three: the best hand takes the chips.")
    verbs = VERBS
    options = OPTIONS
    presets = PRESETS
    check = Check("check", CHECK.key, "CC-17")
    demo: ClassVar[Mapping[str, int]] = {"hands": 40}
    example = Example((("pass", ""), ("bet", " 3"), ("call", "")), asked="bet")

    def sentences(
        self, event: events_pb2.Event, model: TableModel, among: Sequence[events_pb2.Event]
    ) -> list[str] | None:
        return sentences(event, model, among)

    def chips_in(self, model: TableModel) -> int:
        view = model.view
        if view is None:
            return 0
        bet = own_bet(model)
        match view.phase:
            case Phase.PHASE_SECOND:
                return bet + 1
            case Phase.PHASE_THIRD:
                return bet + _paid_before(view)
            case _:
                return bet

    def prompt(self, view: views_pb2.PublicView, model: TableModel) -> str:
        match view.phase:
            case Phase.PHASE_FIRST | Phase.PHASE_SECOND:
                return n_(
                    "Your turn: bet {n} chip, or pass.",
                    "Your turn: bet {n} chips, or pass.",
                    view.cacho.stake,
                )
            case Phase.PHASE_THIRD:
                if due := due_of(model):
                    return n_("Your turn: {n} chip to call.", "Your turn: {n} chips to call.", due)
                return _("Your turn: bet, or pass.")
            case _:
                return super().prompt(view, model)

    def outcome(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        return outcome(view.cacho, model)

    def why_ended(self, view: views_pb2.PublicView, model: TableModel) -> str:
        return reason(view.cacho.last, model)

    def state_lines(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        cacho = view.cacho
        return [
            pot_line(view.pot),
            *bets_lines(cacho.bets, model),
            *out_lines(cacho.passed, model),
            *([cap_line(cacho.cap)] if cacho.HasField("cap") else []),
        ]

    def passed(self, view: views_pb2.PublicView, model: TableModel) -> Sequence[Happened]:
        return bets_passed(view.cacho.spoken, view.cacho.passed, view.to_act, self)

    def own_words(self, own: views_pb2.OwnView, view: views_pb2.PublicView | None) -> str:
        """Return what your cards make."""
        words = rank_words(own.cacho.rank, own.cacho.points)
        return _("You have: {rank}.", rank=words) if words else ""

    def scene(
        self, scene: Scene, model: TableModel, view: views_pb2.PublicView, fresh: Fresh
    ) -> Scene:
        return add_cacho(scene, model, view, self)

    def hand_paper(self, view: views_pb2.PublicView, model: TableModel) -> list[Line]:
        """See `Presenter.hand_paper`; the hands that were shown are drawn."""
        last = view.cacho.last
        if not last.winners:
            return []
        told = outcome(view.cacho, model)[: len(last.winners)]
        shown = [
            Line(
                _(
                    "{name} ({rank})",
                    name=actor_of(hand.seat, model).name,
                    rank=rank_words(hand.rank, hand.points),
                )
                + " ",
                tuple(hand.cards),
            )
            for hand in last.hands
        ]
        return [*map(Line, told), *shown, Line(self.standing(view, model))]

    def match_paper(self, view: views_pb2.PublicView, model: TableModel, room: int) -> list[Line]:
        """See `Presenter.match_paper`; everybody's chips are a table, and the hands they won."""
        counts = model.counts
        found = [] if counts is None else _columns(counts)
        rows = [Line("", columns=(p_("column", "chips"), *[head for head, _numbers in found]))]
        for seat, chips in sorted(enumerate(view.chips), key=lambda each: -each[1])[:_MOST_SEATS]:
            more = [str(count_of(numbers, seat)) for _head, numbers in found]
            rows.append(Line(actor_of(seat, model).name, columns=(str(chips), *more)))
        last = self.hand_paper(view, model)[:-1]  # the chips are told below
        fitting = (
            told
            for told in (last, last[:1])
            if len(wrapped((*told, *rows), SMALLEST_LINE_CELLS)) <= room
        )
        return [*next(fitting, ()), *rows]

    def final_lines(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        counts = model.counts
        if counts is None:
            return []
        return count_lines([(_("Hands won"), counts.hands), (_("Passed"), counts.folds)], model)


def _paid_before(view: views_pb2.PublicView) -> int:
    """Return what each who is in the third round had put in before it.

    That is a chip where all passed in the second round (CC-13), else the bets of both rounds.
    """
    cacho = view.cacho
    carried = view.pot - sum(cacho.bets)
    said = {each.seat for each in cacho.spoken}
    came = sum(seat in said or seat not in cacho.passed for seat in cacho.dealt)
    return 1 if carried <= came else 3


def _columns(counts: table_service_pb2.MatchCounts) -> list[tuple[str, Numbers]]:
    return [(p_("column", "wins"), counts.hands), (p_("column", "passed"), counts.folds)]
