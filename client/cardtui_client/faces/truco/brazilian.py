"""The face that the Brazilian trucos share, with the keys and calls of their buttons: `VERBS`.
What is announced as a phase begins (`RIBBONS`), and for how long it stays (`_RIBBON_SECONDS`); how
the cards of a special hand are turned up. A game of them is its difference.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import ClassVar, Final, NamedTuple

from cardtui.v1 import (
    actions_pb2,
    events_pb2,
    truco_brasileiro_pb2,
    truco_paulista_pb2,
    truco_pb2,
    views_pb2,
)
from cardtui.v1.hands_pb2 import HandEndReason, Phase
from cardtui.v1.truco_pb2 import SpokenCall, TrucoHandKind, TrucoWord
from cardtui_client.faces.arguments import verb_of, verb_of_action
from cardtui_client.faces.match_won import on_tricks
from cardtui_client.faces.presenter import Change, Happened, Presenter, Risk, Verb
from cardtui_client.faces.truco.face import (
    PLAY,
    TrucoFace,
    cards_and_calls,
    finished,
    play_words,
    played,
    risk_of,
    said_again,
    score_words,
    stake_of,
    tallies_of,
    team_names,
    took,
    trick_of,
    tricks_lines,
)
from cardtui_client.i18n import _, mark, mark_p, n_
from cardtui_client.model.cards import HIDDEN_CARD, card_name, card_words, cards_words
from cardtui_client.model.sides import (
    Actor,
    actor_of,
    begun,
    dealt_by,
    for_seats,
    for_side,
    goes_to,
    lone_loser,
    lone_opponent,
    names,
    score_line,
    side_name,
    sides_in_order,
)
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import sheet_word, word_in
from cardtui_client.scene.middle import HandScene, Laid, Print, Stub
from cardtui_client.scene.moves import Moment
from cardtui_client.scene.scene import CloseUp, Flip, Fresh, Ribbon, Scene, SeatScene, Stake, Tone

Public = truco_brasileiro_pb2.TrucoBrasileiroPublic | truco_paulista_pb2.TrucoPaulistaPublic
"""All of them tell of stakes, tricks and hands in the same words."""

Result = truco_brasileiro_pb2.TrucoBrasileiroResult | truco_pb2.TrucoHandResult
"""How their hands ended."""

_BACKS_SECONDS: Final = 0.35
_TURN_SECONDS: Final = 0.22
_TENSE_SECONDS: Final = 0.6
_EDGE_SECONDS: Final = 0.1
_FACE_SECONDS: Final = 1.1
_RIBBON_SECONDS: Final = 2.0

RIBBONS: Final[Mapping[int, tuple[str, str]]] = {
    Phase.PHASE_IRON: (
        mark("The iron hand"),
        mark("Both at {points}: nobody looks, and this hand decides."),
    ),
    Phase.PHASE_ELEVEN: (
        mark("The hand at {points}"),
        mark("The side at {points} sees its own hands: it plays, or runs."),
    ),
}
"""What is announced as a phase begins: the title, and what it means."""


def public_of(view: views_pb2.PublicView, game: str) -> Public:
    """Return the game's own part of a view."""
    part: Public = getattr(view, game.replace("-", "_"))
    return part


_NUMBER_WORDS: Final = {10: mark("ten"), 11: mark("eleven")}


def brink(view: views_pb2.PublicView | None) -> str:
    """Return the score, in words, at which one more hand wins: the side at eleven, or at ten."""
    points = 0 if view is None else max(view.scores, default=0)
    return _(_NUMBER_WORDS[points]) if points in _NUMBER_WORDS else str(points)


VERBS: Final[Mapping[str, Verb]] = {
    "play": PLAY,
    "truco": Verb(call="Truco!", key="t", tone=Tone.CALL, weight=1),
    "raise": Verb(
        mark("Raise"),
        call="Mais!",
        calls={6: "Seis!", 9: "Nove!", 10: "Dez!", 12: "Doze!"},
        word=mark_p("verb to type", "raise"),
        key="t",
        tone=Tone.CALL,
        weight=2,
        weights={9: 3, 10: 3, 12: 3},
    ),
    "accept": Verb(call="Aceito!", word=mark_p("verb to type", "accept"), key="q", tone=Tone.YES),
    "run": Verb(
        call="Corro!",
        word=mark_p("verb to type", "run"),
        key="n",
        tone=Tone.NO,
    ),
    "play_on": Verb(call="Vamos!", word=mark_p("verb to type", "play on"), key="q", tone=Tone.YES),
    "turn_up": Verb(
        mark("Turn up a card"),
        word=mark_p("verb to type", "turn up"),
        key="enter",
        tone=Tone.CALL,
        silent=True,
        into_trick=True,
        why=mark("Nobody knows these cards: there is nothing to choose."),
    ),
}
"""Those of the hand itself; how the pack is cut, and what comes before, is a game's own."""


def called(word: TrucoWord.ValueType, stake: int = 0, verbs: Mapping[str, Verb] = VERBS) -> str:
    """Return what is said aloud, ``""`` for what is done without a word.

    >>> called(TrucoWord.TRUCO_WORD_RAISE, 9)
    'Nove!'
    """
    verb = verbs.get(word_in(TrucoWord.DESCRIPTOR, word))
    return "" if verb is None else verb.aloud(stake)


def weight_of(word: TrucoWord.ValueType, stake: int = 0, verbs: Mapping[str, Verb] = VERBS) -> int:
    """Return how much a call risks; 0 for what is said in passing."""
    verb = verbs.get(word_in(TrucoWord.DESCRIPTOR, word))
    return 0 if verb is None else verb.weighs(stake)


def prompt(phase: Phase.ValueType, game: Public, model: TableModel) -> str:
    """Return the sentence for who is awaited."""
    match phase:
        case Phase.PHASE_ANSWER:
            return _answer(game, model)
        case Phase.PHASE_ELEVEN:
            n = next((each.price for each in model.choices() if verb_of(each) == "play_on"), 0)
            return _(
                "At {points}: with these hands, do you play for {n}, or run?",
                points=brink(model.view),
                n=n,
            )
        case Phase.PHASE_IRON:
            return _("The iron hand: turn up your next card.")
        case Phase.PHASE_PLAY:
            return play_words(model, VERBS)
        case _:
            return _("Your turn.")


def _answer(game: Public, model: TableModel) -> str:
    n = game.proposed
    said = waiting_call(game)
    if said is None:
        return n_(
            "A raise to {n} tento. Your answer?",
            "A raise to {n} tentos. Your answer?",
            n,
        )
    return _(
        "{name}: {call} What do you say?",
        name=model.name_of(said.seat),
        call=called(said.verb, said.number),
    )


def waiting_call(game: Public) -> truco_pb2.SpokenCall | None:
    """Return the call that waits for an answer."""
    return next((said for said in game.spoken if is_waiting(said, game)), None)


def is_waiting(said: truco_pb2.SpokenCall, game: Public) -> bool:
    """Tell whether what was said is the call that waits for an answer."""
    return game.HasField("caller") and said.seat == game.caller


TRICK_PHASES: Final = (Phase.PHASE_PLAY, Phase.PHASE_ANSWER, Phase.PHASE_IRON)
"""The phases in which cards are played."""

MOST_CARDS: Final = 3
"""A hand has no more, whatever a server says."""


class Part(NamedTuple):
    """What a Brazilian truco tells of a hand, and its words.

    Attributes:
        game: what everybody may know.
        partners: the partners' cards that you have seen, by their seats.
        face_down: the cards that you have played face down.
        verbs: the game's verbs, with what is called out.
        flip: the card turned up beside the pack; ``None`` where there is none.
    """

    game: Public
    partners: Mapping[int, tuple[int, ...]]
    face_down: tuple[int, ...]
    verbs: Mapping[str, Verb]
    flip: int | None = None

    @property
    def held(self) -> Mapping[int, tuple[int, ...]]:
        """The partners' cards that have not been played in sight."""
        played = {each.card for trick in self.game.tricks for each in trick.cards}
        played |= {each.card for each in self.game.trick}
        return {
            seat: tuple(card for card in cards[:MOST_CARDS] if card not in played)
            for seat, cards in self.partners.items()
        }


def brazilian_scene(
    scene: Scene, model: TableModel, view: views_pb2.PublicView, part: Part, fresh: Fresh
) -> Scene:
    """Return the scene with what all Brazilian trucos add to it."""
    game, held = part.game, part.held
    tricks, at_eleven = view.phase in TRICK_PHASES, view.phase == Phase.PHASE_ELEVEN
    seen = tuple(card for cards in held.values() for card in cards)
    heard = () if view.phase == Phase.PHASE_CUT else game.spoken  # at the cut, of the hand before
    seats = tuple(
        _seat(seat, part, () if at_eleven else held.get(seat.seat, ()), heard)
        for seat in scene.seats
    )
    facts = tuple(_facts(model, view, game))
    return scene._replace(
        seats=seats,
        top=scene.top._replace(facts=facts, score=score_words(model, view)),
        trick=trick_of(view, game, model, fresh.played, between=tricks),
        earlier=tuple(finished(game, team_names(model), tied=_("tie"))) if tricks else (),
        tallies=tallies_of(model, view, game.target, fresh.scored),
        bowl=True,
        middle=Laid(seen, partner=True) if at_eleven and seen else scene.middle,
        stub=Stub(part.flip) if tricks or at_eleven else None,
        stake=_stake(model, view, game) if tricks or at_eleven else None,
        caption=_caption(model, view, game, held),
        hand=_hand(scene.hand, part.face_down),
    )


def _facts(model: TableModel, view: views_pb2.PublicView, game: Public) -> list[str]:
    facts = [_("hand {hand}", hand=view.hand)]
    if game.kind == TrucoHandKind.TRUCO_HAND_KIND_ELEVEN:
        facts.insert(0, _("at {points}", points=brink(view)))
    elif game.kind == TrucoHandKind.TRUCO_HAND_KIND_IRON:
        facts.insert(0, _("iron hand"))
    if view.phase not in (Phase.PHASE_DEAL, Phase.PHASE_OVER, Phase.PHASE_CUT):
        facts.append(_("worth {points}", points=game.stake))
    if game.HasField("proposed"):
        facts.append(_("{points} called", points=game.proposed))
    facts.append(dealt_by(view.dealer, model))
    return facts


def _stake(model: TableModel, view: views_pb2.PublicView, game: Public) -> Stake:
    said = waiting_call(game)
    call = "" if said is None else called(said.verb, said.number).strip("!")
    raised = game.HasField("raiser") or game.HasField("proposed")
    return stake_of(view, game, model, called=call, raised=raised)


def _caption(
    model: TableModel,
    view: views_pb2.PublicView,
    game: Public,
    held: Mapping[int, tuple[int, ...]],
) -> str:
    match view.phase:
        case Phase.PHASE_ELEVEN if any(held.values()):
            partners = names([model.name_of(seat) for seat in held])
            return n_("{name} holds these", "{name} hold these", len(held), name=partners)
        case Phase.PHASE_IRON if game.tricks:
            return _("tricks: {score}", score=_tricks_won(model, game))
        case _:
            return ""


def _tricks_won(model: TableModel, game: Public) -> str:
    names = team_names(model)
    won = {
        side: sum(trick.HasField("team") and trick.team == side for trick in game.tricks)
        for side in sides_in_order(model)
    }
    return " · ".join(f"{names[side]} {tricks}" for side, tricks in won.items())


def _seat(
    seat: SeatScene,
    part: Part,
    shown: tuple[int, ...],
    heard: Iterable[SpokenCall],
) -> SeatScene:
    game = part.game
    spoken = next((said for said in heard if said.seat == seat.seat), None)
    return seat._replace(
        mark="mão" if seat.seat == game.mao else "",
        bubble="" if spoken is None else called(spoken.verb, spoken.number, part.verbs),
        loud=spoken is not None and is_waiting(spoken, game),
        weight=0 if spoken is None else weight_of(spoken.verb, spoken.number, part.verbs),
        shown=shown,
        faded=not seat.name,
    )


def _hand(hand: HandScene, face_down: tuple[int, ...]) -> HandScene:
    if not face_down:
        return hand
    cards = ", ".join(card_name(card) for card in face_down[:MOST_CARDS])
    return hand._replace(hint=_("face down: {cards}", cards=cards))


def announced(change: Change, ribbons: Mapping[int, tuple[str, str]]) -> tuple[Moment, ...]:
    """Return the ribbon that announces a hand of its own kind."""
    words = ribbons.get(change.began or 0)
    if words is None:
        return ()
    title, meaning = words
    points = brink(change.view)
    ribbon = Ribbon(_(title, points=points), _(meaning, points=points))
    bare = change.now()._replace(middle=Print(), caption="", hand=HandScene())
    return (Moment(bare._replace(ribbon=ribbon), _RIBBON_SECONDS),)


def offered(change: Change, phases: Collection[int]) -> tuple[Moment, ...]:
    """Turn up one by one the cards that are decided about, your own and the partners'.

    Args:
        change: what has just happened.
        phases: those in which cards are decided about.
    """
    if change.view.phase not in phases or not change.dealt:
        return ()
    fresh = change.fresh
    scene = change.now(fresh=True)
    others = min(len(scene.hand.cards), MOST_CARDS)
    return (
        Moment(_turning(scene, 0), _BACKS_SECONDS, fresh),
        *(Moment(_turning(scene, count), _TURN_SECONDS, fresh) for count in range(1, others)),
    )


def _turning(scene: Scene, count: int) -> Scene:
    """Return the scene in which so many cards of each hand have been turned up."""
    hand = scene.hand
    cards = (*hand.cards[:count], *(HIDDEN_CARD,) * (len(hand.cards) - count))
    scene = scene._replace(hand=hand._replace(cards=cards))
    match scene.middle:
        case Laid(cards=laid, partner=True) as middle:
            up = [card if at % MOST_CARDS < count else HIDDEN_CARD for at, card in enumerate(laid)]
            return scene._replace(middle=middle._replace(cards=tuple(up)))
        case _:
            return scene


def turned_up(change: Change, game: Public) -> tuple[Moment, ...]:
    """Turn a card of the iron hand over before everybody's eyes."""
    act, card = change.act, change.shown
    if act is None or card is None or not act.action.HasField("turn_up"):
        return ()
    scene = change.before()
    side = change.model.team_of(act.seat)
    who = actor_of(act.seat, change.model).did(
        mark("{name} turns up a card"), mark("You turn up a card")
    )
    tense = CloseUp(HIDDEN_CARD, Flip.BACK, (who,), side)
    told = CloseUp(card, Flip.FACE, (who, card_name(card), _effect(change, act, game)), side)
    return (
        Moment(scene._replace(close_up=tense), _TENSE_SECONDS),
        Moment(scene._replace(close_up=tense._replace(flip=Flip.EDGE)), _EDGE_SECONDS),
        Moment(scene._replace(close_up=told), _FACE_SECONDS),
    )


def _effect(change: Change, act: events_pb2.Acted, game: Public) -> str:
    """Return what the card does in its trick."""
    if (ended := change.trick_ended) is not None:
        if not ended.HasField("seat"):
            return _("The trick is tied.")
        return goes_to(actor_of(ended.seat, change.model))
    if not game.trick:
        return ""
    if not game.HasField("winning"):
        return _("It ties.")
    return _("It leads the trick.") if game.winning == act.seat else _("It is beaten.")


def sentences(event: events_pb2.Event, model: TableModel, face: Presenter) -> list[str] | None:
    """Tell an event; ``None`` for the general sentences.

    Args:
        model: the table after it.
        face: whose of them it is.
    """
    if model.view is None:
        return None
    game = public_of(model.view, face.id)
    match event.WhichOneof("event"):
        case "acted":
            return _acted(event.acted, actor_of(event.acted.seat, model), game, face)
        case "hand_started":
            return _hand_started(event.hand_started, game, model)
        case "cards_dealt":
            dealt = event.cards_dealt.cards
            return [] if dealt and all(card == HIDDEN_CARD for card in dealt) else None
        case "cards_shown":
            return _shown(event.cards_shown, model)
        case "phase_began":
            return _phase_began(event.phase_began.phase, game, model)
        case "trick_ended":
            return _trick_ended(event.trick_ended, model, face)
        case "points_scored":
            return _scored(event.points_scored, model)
        case _:
            return None


def _acted(event: events_pb2.Acted, who: Actor, game: Public, face: Presenter) -> list[str] | None:
    action = event.action
    verb = face.verb(verb_of_action(action))
    match sheet_word(verb_of_action(action)):
        case "play" if action.play.card == HIDDEN_CARD:
            return [_("{name} plays a card face down.", name=who.name)]
        case "play" if action.play.face_down:
            card = card_words(action.play.card)
            return [
                who.did(
                    mark("{name} plays {card} face down."),
                    mark("You play {card} face down."),
                    card=card,
                )
            ]
        case "play":
            return [played(who, action.play.card)]
        case "truco" | "raise":
            n = game.proposed
            return [
                n_(
                    "{name}: “{call}” For {n} tento.",
                    "{name}: “{call}” For {n} tentos.",
                    n,
                    name=who.name,
                    call=verb.aloud(n),
                )
            ]
        case "accept":
            return [
                n_(
                    "{name}: “{call}” The hand is worth {n} tento.",
                    "{name}: “{call}” The hand is worth {n} tentos.",
                    game.stake,
                    name=who.name,
                    call=verb.aloud(),
                )
            ]
        case "turn_up":
            return []  # the card that is shown tells it
        case "tap":
            return [who.did(mark("{name} taps the pack."), mark("You tap the pack."))]
        case "cut":
            return None
        case word:
            said = verb.aloud() or word.replace("_", " ")
            return [_("{name}: “{call}”", name=who.name, call=said)]


def _mao_words(seat: int, model: TableModel) -> str:
    """Return who plays first."""
    return actor_of(seat, model).did(mark("{name} is mão."), mark("You are mão."))


def _hand_started(
    started: events_pb2.HandStarted, game: Public, model: TableModel
) -> list[str] | None:
    return [begun(started.hand, started.dealer, model, _mao_words(game.mao, model))]


def _shown(event: events_pb2.CardsShown, model: TableModel) -> list[str] | None:
    who, cards = actor_of(event.seat, model), cards_words(event.cards)
    if model.before is not None and model.before.phase == Phase.PHASE_IRON:
        return [who.did(mark("{name} turns up {card}."), mark("You turn up {card}."), card=cards)]
    return None


def _phase_began(phase: Phase.ValueType, game: Public, model: TableModel) -> list[str] | None:
    match phase:
        case Phase.PHASE_ELEVEN:
            side = for_side(model, game.eleven)
            return [
                _(
                    "At {points}, it is for {side} to see the cards of their side, and choose.",
                    points=brink(model.view),
                    side=side,
                )
            ]
        case Phase.PHASE_IRON:
            return [_("The iron hand: nobody looks, and cards are turned up one at a time.")]
        case _:
            return None


def _trick_ended(ended: events_pb2.TrickEnded, model: TableModel, face: Presenter) -> list[str]:
    if not ended.HasField("seat"):
        return [_("The trick is tied.")]
    before = model.before
    done = len(public_of(before, face.id).tricks) if before is not None else 0
    return [took(actor_of(ended.seat, model), done)]


def _scored(event: events_pb2.PointsScored, model: TableModel) -> list[str]:
    side, n = for_side(model, event.team), abs(event.points)
    if event.points < 0:
        return [n_("−{n} tento for {side}.", "−{n} tentos for {side}.", n, side=side)]
    return [n_("{n} tento for {side}.", "{n} tentos for {side}.", n, side=side)]


def state_lines(game: Public, model: TableModel) -> list[str]:
    """Return how the hand stands."""
    worth = n_("The hand is worth {n} tento.", "The hand is worth {n} tentos.", game.stake)
    lines = [f"{worth} {_mao_words(game.mao, model)}"]
    if game.kind == TrucoHandKind.TRUCO_HAND_KIND_ELEVEN:
        lines.append(
            _(
                "{side} are at {points}.",
                side=side_name(model, game.eleven),
                points=brink(model.view),
            )
        )
    elif game.kind == TrucoHandKind.TRUCO_HAND_KIND_IRON:
        lines.append(_("It is the iron hand."))
    return [*lines, *tricks_lines(game, model)]


def outcome(game: Public, model: TableModel) -> list[str]:
    """Return how the last hand ended."""
    if not game.HasField("last"):
        return []
    last = game.last
    winners = for_seats(last.winners, model)
    match last.reason:
        case HandEndReason.HAND_END_REASON_DRAWN:
            return [_("The hand is drawn: nobody scores.")]
        case HandEndReason.HAND_END_REASON_ELEVEN_RUN if not last.points:
            return [_("The side at eleven ran, and pays for it.")]
        case _:
            n = last.points
            return [
                n_(
                    "{n} tento for {side} ({why}).",
                    "{n} tentos for {side} ({why}).",
                    n,
                    side=winners,
                    why=reason(last, model),
                )
            ]


def reason(last: Result, model: TableModel) -> str:
    """Return the sheet's word for how a hand ended, in a few words."""
    who = lone_loser(model, last.winners)
    match last.reason:
        case HandEndReason.HAND_END_REASON_TRICKS:
            return on_tricks(model)
        case HandEndReason.HAND_END_REASON_RUN:
            return who.did(mark("{name} ran"), mark("you ran")) if who else _("the others ran")
        case HandEndReason.HAND_END_REASON_ELEVEN_RUN:
            if who:
                return who.did(mark("{name} ran before play"), mark("you ran before play"))
            return _("the others ran before play")
        case HandEndReason.HAND_END_REASON_DRAWN:
            return _("it is drawn")
        case HandEndReason.HAND_END_REASON_FOUL:
            if who:
                return who.did(
                    mark("{name} called truco when nobody may"),
                    mark("you called truco when nobody may"),
                )
            return _("the others called truco when nobody may")
        case _:
            return ""


class BrazilianTruco(TrucoFace):
    """What all Brazilian trucos say in the same words.

    Attributes:
        ribbons: what is announced as a phase begins: the title, and what it means.
        decided: the phases in which you decide about the cards that you have been dealt.
        ranks: the ranks of cards that are no manilhas, the highest first.
    """

    ribbons: ClassVar[Mapping[int, tuple[str, str]]] = RIBBONS
    decided: ClassVar[Collection[int]] = (Phase.PHASE_ELEVEN,)

    verbs = VERBS
    unit: ClassVar[str] = mark("tentos")
    ranks: ClassVar[str] = "32AKJQ7654"
    told_by_summary = Presenter.told_by_summary - {"cards_shown"}  # a card turned up is told

    def public(self, view: views_pb2.PublicView) -> Public:
        """Return the game's own part of a view."""
        return public_of(view, self.id)

    def price(self, choice: actions_pb2.Choice, n: int, model: TableModel) -> str:
        """See `Presenter.price`; it is counted in tentos."""
        if choice.kind == actions_pb2.CHOICE_KIND_GIVES_UP:
            if name := lone_opponent(model):
                return n_("{name} gets {n} tento", "{name} gets {n} tentos", n, name=name)
            return n_("they get {n} tento", "they get {n} tentos", n)
        return n_("for {n} tento", "for {n} tentos", n)

    def points_words(self, n: int) -> str:
        return n_("1 tento", "{n} tentos", n)

    def risk(
        self, choice: actions_pb2.Choice, model: TableModel, number: int | None = None
    ) -> Risk | None:
        view = model.view
        if view is None:
            return None
        return risk_of(choice, self.public(view), model, best_of=self.best_of(view))

    def best_of(self, view: views_pb2.PublicView) -> int:
        """Return of how many games a match is."""
        return 1

    def sentences(
        self, event: events_pb2.Event, model: TableModel, among: Sequence[events_pb2.Event]
    ) -> list[str] | None:
        return sentences(event, model, self)

    def prompt(self, view: views_pb2.PublicView, model: TableModel) -> str:
        return prompt(view.phase, self.public(view), model)

    def answered(self, view: views_pb2.PublicView) -> str:
        said = waiting_call(self.public(view))
        if view.phase != Phase.PHASE_ANSWER or said is None:
            return ""
        return word_in(TrucoWord.DESCRIPTOR, said.verb)

    def awaits(self, view: views_pb2.PublicView, model: TableModel) -> str:
        said = waiting_call(self.public(view))
        if view.phase != Phase.PHASE_ANSWER or said is None:
            return super().awaits(view, model)
        return _("an answer to “{call}”", call=called(said.verb, said.number))

    def standing(self, view: views_pb2.PublicView, model: TableModel) -> str:
        return score_line(model)

    def outcome(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        return outcome(self.public(view), model)

    def why_ended(self, view: views_pb2.PublicView, model: TableModel) -> str:
        return reason(self.public(view).last, model)

    def state_lines(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        game = self.public(view)
        return state_lines(game, model)

    def passed(self, view: views_pb2.PublicView, model: TableModel) -> Sequence[Happened]:
        game = self.public(view)
        waits = game.said[-1:] if game.HasField("proposed") else ()
        # A raise does not say how high it was, but for the one that waits.
        calls = [
            (each.laid, said_again(each, self))
            for each in game.said
            if each.verb != TrucoWord.TRUCO_WORD_RAISE or each in waits
        ]
        return cards_and_calls(game, calls, len(model.table.seats))

    def own_words(self, own: views_pb2.OwnView, view: views_pb2.PublicView | None) -> str:
        """Return the partner's cards that you have seen."""
        partner = self.partner(own)
        return _("Your partner was dealt {cards}.", cards=cards_words(partner)) if partner else ""

    def partner(self, own: views_pb2.OwnView) -> Sequence[int]:
        """Return the partner's cards that you have seen."""
        return ()

    def animations(self, change: Change) -> tuple[Moment, ...]:
        return (
            *announced(change, self.ribbons),
            *offered(change, self.decided),
            *turned_up(change, self.public(change.view)),
        )
