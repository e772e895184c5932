"""The face that the Brazilian trucos share, but for their scene: a game is its difference."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar, Final

from cardtui.v1 import actions_pb2, events_pb2, views_pb2
from cardtui.v1.hands_pb2 import HandEndReason, Phase
from cardtui.v1.truco_pb2 import TrucoHandKind
from cardtui_client.faces.arguments import verb_of_action
from cardtui_client.faces.match_won import on_tricks
from cardtui_client.faces.presenter import Change, Presenter, Risk
from cardtui_client.faces.truco import face as papers
from cardtui_client.faces.truco.brazilian_scene import (
    MOST_CARDS,
    VERBS,
    Public,
    Result,
    brink,
    prompt,
    public_of,
)
from cardtui_client.faces.truco.face import played, risk_of, took, tricks_lines
from cardtui_client.i18n import _, mark, n_
from cardtui_client.model.cards import HIDDEN, card_name, card_words, cards_words
from cardtui_client.model.sides import (
    Actor,
    actor_of,
    goes_to,
    lone_opponent,
    names,
    score_line,
    side_name,
)
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import sheet_word
from cardtui_client.scene.middle import HandScene, Laid, Line, Print, Score
from cardtui_client.scene.moves import Moment
from cardtui_client.scene.scene import CloseUp, Flip, Ribbon, Scene

_BACKS: Final = 0.35
_TURNED: Final = 0.22
_TENSE: Final = 0.6
_EDGE: Final = 0.1
_FACE: Final = 1.1
_RIBBON: Final = 2.0

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


def announced(change: Change, ribbons: Mapping[int, tuple[str, str]]) -> tuple[Moment, ...]:
    """Return the ribbon that announces a hand of its own kind."""
    words = ribbons.get(change.began or 0)
    if words is None:
        return ()
    title, meaning = words
    points = brink(change.view)
    ribbon = Ribbon(_(title, points=points), _(meaning, points=points))
    bare = change.now()._replace(middle=Print(change.model.deck), caption="", hand=HandScene())
    return (Moment(bare._replace(ribbon=ribbon), _RIBBON),)


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
        Moment(_turning(scene, 0), _BACKS, fresh),
        *(Moment(_turning(scene, count), _TURNED, fresh) for count in range(1, others)),
    )


def _turning(scene: Scene, count: int) -> Scene:
    """Return the scene in which so many cards of each hand have been turned up."""
    hand = scene.hand
    cards = (*hand.cards[:count], *(HIDDEN,) * (len(hand.cards) - count))
    scene = scene._replace(hand=hand._replace(cards=cards, playable=()))
    match scene.middle:
        case Laid(cards=laid, partner=True) as middle:
            up = [card if at % MOST_CARDS < count else HIDDEN for at, card in enumerate(laid)]
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
    tense = CloseUp(HIDDEN, Flip.BACK, (who,), side)
    told = CloseUp(card, Flip.FACE, (who, card_name(card), _effect(change, act, game)), side)
    return (
        Moment(scene._replace(close_up=tense), _TENSE),
        Moment(scene._replace(close_up=tense._replace(flip=Flip.EDGE)), _EDGE),
        Moment(scene._replace(close_up=told), _FACE),
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
        event: what happened.
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
            return [] if dealt and all(card == HIDDEN for card in dealt) else None
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
        case "play" if action.play.card == HIDDEN:
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


def _hand_started(
    started: events_pb2.HandStarted, game: Public, model: TableModel
) -> list[str] | None:
    return [
        _(
            "Hand {hand}. {dealer} deals, {mao} is mão.",
            hand=started.hand,
            dealer=model.name_of(started.dealer),
            mao=model.name_of(game.mao),
        )
    ]


def _shown(event: events_pb2.CardsShown, model: TableModel) -> list[str] | None:
    who, cards = actor_of(event.seat, model), cards_words(event.cards)
    if model.before is not None and model.before.phase == Phase.PHASE_IRON:
        return [who.did(mark("{name} turns up {card}."), mark("You turn up {card}."), card=cards)]
    return None


def _phase_began(phase: Phase.ValueType, game: Public, model: TableModel) -> list[str] | None:
    match phase:
        case Phase.PHASE_ELEVEN:
            side = side_name(model, game.eleven)
            return [
                _(
                    "At {points}: {side} see each other's cards, and choose.",
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
    side, n = side_name(model, event.team), abs(event.points)
    if event.points < 0:
        return [n_("−{n} tento for {side}.", "−{n} tentos for {side}.", n, side=side)]
    return [n_("{n} tento for {side}.", "{n} tentos for {side}.", n, side=side)]


def state_lines(game: Public, model: TableModel) -> list[str]:
    """Return how the hand stands."""
    lines = [
        n_(
            "The hand is worth {n} tento; {mao} is mão.",
            "The hand is worth {n} tentos; {mao} is mão.",
            game.stake,
            mao=model.name_of(game.mao),
        )
    ]
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


def proposed_lines(game: Public) -> list[str]:
    """Return what waits for an answer."""
    if not game.HasField("proposed"):
        return []
    return [_("A raise to {n} is waiting for an answer.", n=game.proposed)]


def outcome(game: Public, model: TableModel) -> list[str]:
    """Return how the last hand ended."""
    if not game.HasField("last"):
        return []
    last = game.last
    winners = names([model.name_of(seat) for seat in last.winners])
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
    name = lone_opponent(model, last.winners[0]) if last.winners else ""
    match last.reason:
        case HandEndReason.HAND_END_REASON_TRICKS:
            return on_tricks(model)
        case HandEndReason.HAND_END_REASON_RUN:
            return _("{name} ran", name=name) if name else _("the others ran")
        case HandEndReason.HAND_END_REASON_ELEVEN_RUN:
            if name:
                return _("{name} ran before play", name=name)
            return _("the others ran before play")
        case HandEndReason.HAND_END_REASON_DRAWN:
            return _("it is drawn")
        case HandEndReason.HAND_END_REASON_FOUL:
            if name:
                return _("{name} called truco when nobody may", name=name)
            return _("the others called truco when nobody may")
        case _:
            return ""


class BrazilianTruco(Presenter):
    """What all Brazilian trucos say in the same words.

    Attributes:
        ribbons: what is announced as a phase begins: the title, and what it means.
        decided: the phases in which you decide about the cards that you have been dealt.
    """

    ribbons: ClassVar[Mapping[int, tuple[str, str]]] = RIBBONS
    decided: ClassVar[Collection[int]] = (Phase.PHASE_ELEVEN,)

    verbs = VERBS
    card_verb = "play"
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

    def standing(self, view: views_pb2.PublicView, model: TableModel) -> str:
        return score_line(model)

    def outcome(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        return outcome(self.public(view), model)

    def match_paper(self, view: views_pb2.PublicView, model: TableModel, room: int) -> list[Line]:
        return papers.match_paper(view, model, self.outcome(view, model), room)

    def final_scores(self, view: views_pb2.PublicView, model: TableModel) -> list[Score]:
        return papers.final_scores(view, model)

    def final_lines(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        return papers.final_lines(view, model)

    def why_ended(self, view: views_pb2.PublicView, model: TableModel) -> str:
        return reason(self.public(view).last, model)

    def state_lines(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        game = self.public(view)
        return [*state_lines(game, model), *proposed_lines(game)]

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
