"""What is to be seen of every Brazilian truco between two positions.

A hand of its own kind is announced, the partners' cards are turned up one by one, a card of
the iron hand turns over before everybody's eyes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from cardtui.v1 import events_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.faces.presenter import Change
from cardtui_client.faces.truco.brazilian.scene import MOST_CARDS, Public, brink
from cardtui_client.i18n import _, mark
from cardtui_client.model.cards import HIDDEN, card_name
from cardtui_client.model.sides import actor_of, goes_to
from cardtui_client.scene.middle import HandScene, Laid, Print
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
    """Turn up one by one the cards that are decided about, one's own and the partners'.

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
