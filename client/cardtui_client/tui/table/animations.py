"""Moments: what is shown between two positions, because the eye wants to see how it came.

A pack parts and is put together, offered cards are turned up one by one, an iron card turns
over, a hand of its own kind is announced, the last card of a hand lies there before all
cards go back. Each moment is a shot with a short time; any key skips them all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtui.v1 import actions_pb2, cards_pb2, events_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui.v1.truco_brasileiro_pb2 import PackEnd
from cardtui_client.games.arguments import verb_of_action
from cardtui_client.games.registry import presenter_of
from cardtui_client.games.staging import stage
from cardtui_client.i18n import _
from cardtui_client.model.cards import HIDDEN, card_name
from cardtui_client.model.table import TableModel
from cardtui_client.scene.hand import HandScene
from cardtui_client.scene.middle import Laid, Pack, Print
from cardtui_client.scene.scene import Scene
from cardtui_client.scene.shows import CloseUp, Flip, Fresh, Ribbon
from cardtui_client.scene.tricks import Played
from cardtui_client.tui.table.frames import Seen, Shot, shot_of

_OFFERED: Final = 3
"""So many cards are offered, and so many dealt at eleven (TB-05, TB-50)."""
_PART: Final = 0.35
_TOGETHER: Final = 0.3
_WHOLE: Final = 0.5
_BACKS: Final = 0.35
_TURNED: Final = 0.22
_TENSE: Final = 0.6
_EDGE: Final = 0.1
_FACE: Final = 1.1
_RIBBON: Final = 2.0
_HAND: Final = 1.8


def moments(
    model: TableModel, seen: Seen, happened: Sequence[events_pb2.Event]
) -> tuple[Shot, ...]:
    """Return what is to be seen before the table as it is now."""
    if model.before is None or model.view is None:
        return ()
    return (
        *_cut(model, seen, happened),
        *_announced(model, seen, happened),
        *_offered(model, seen, happened),
        *_turned_up(model, seen, happened),
        *_last(model, seen, happened),
    )


def parting(scene: Scene, pack: Pack, *, mine: bool) -> tuple[Shot, ...]:
    """Return how a pack parts where it is pointed at, and how the halves change places."""
    return (
        _shot(scene.with_pack(pack._replace(apart=True), mine=mine), _PART),
        _shot(scene.with_pack(pack._replace(under=True), mine=mine), _TOGETHER),
    )


def _cut(model: TableModel, seen: Seen, happened: Sequence[events_pb2.Event]) -> tuple[Shot, ...]:
    verbs = presenter_of(model).verb
    acts = (event.acted for event in happened if event.HasField("acted"))
    act = next((each for each in acts if verbs(verb_of_action(each.action)).cuts), None)
    before, view = model.before, model.view
    if act is None or before is None or view is None or view.phase == Phase.PHASE_CUT:
        return ()  # taken for a foul: it lies there as before
    cards = model.table.pack_size
    made = _places(act.action, cards)
    if before.phase != Phase.PHASE_CUT or not made:
        return ()
    scene = _scene_before(model, seen)._replace(hand=HandScene())
    mine = act.seat == scene.viewpoint
    # Of one's own cuts all but the last have been seen when they were made.
    first = len(made) - 1 if act.seat == model.seat else 0
    shots: list[Shot] = []
    for number in range(first, len(made)):
        shots += parting(scene, Pack(cards, made[number], cuts=made[:number]), mine=mine)
    whole = Pack(cards, cuts=made, end=_end(act.action))
    return (*shots, _shot(scene.with_pack(whole, mine=mine), _WHOLE))


def _places(action: actions_pb2.Action, cards: int) -> tuple[int, ...]:
    """Return where it was cut, without what a broken server may tell."""
    places = tuple(action.truco_brasileiro_cut.at) or (action.cut.at,)
    return tuple(at for at in places[:3] if 0 < at < cards)


def _end(action: actions_pb2.Action) -> str:
    match action.truco_brasileiro_cut.source:
        case PackEnd.PACK_END_TOP:
            return "top"
        case PackEnd.PACK_END_BOTTOM:
            return "bottom"
        case _:
            return ""


def _announced(
    model: TableModel, seen: Seen, happened: Sequence[events_pb2.Event]
) -> tuple[Shot, ...]:
    kinds = [event.phase_began.phase for event in happened if event.HasField("phase_began")]
    match kinds:
        case [Phase.PHASE_IRON, *_rest]:
            ribbon = Ribbon(
                _("The iron hand"),
                _("Eleven all: nobody looks, and the winners take the match."),
            )
        case [Phase.PHASE_ELEVEN, *_rest]:
            ribbon = Ribbon(
                _("The hand at eleven"),
                _("The side at eleven sees both hands: it plays, or runs."),
            )
        case _:
            return ()
    scene = shot_of(model, seen).scene
    bare = scene._replace(middle=Print(model.deck), caption="", hand=HandScene())
    return (_shot(bare._replace(ribbon=ribbon), _RIBBON),)


def _offered(
    model: TableModel, seen: Seen, happened: Sequence[events_pb2.Event]
) -> tuple[Shot, ...]:
    """Turn the cards up that the mão is to decide about, and at eleven the partner's."""
    view = model.view
    if (
        view is None
        or view.phase not in (Phase.PHASE_MAO, Phase.PHASE_ELEVEN)
        or not _dealt(model, happened)
    ):
        return ()
    shot = shot_of(model, seen, happened)
    scene = shot.scene
    shots = [_turning(scene, 0, _BACKS)]
    others = min(len(scene.hand.cards), _OFFERED)
    shots += [_turning(scene, count, _TURNED) for count in range(1, others)]
    return tuple(each._replace(fresh=shot.fresh) for each in shots)


def _dealt(model: TableModel, happened: Sequence[events_pb2.Event]) -> bool:
    return any(
        event.HasField("cards_dealt") and event.cards_dealt.seat == model.seat for event in happened
    )


def _turning(scene: Scene, count: int, seconds: float) -> Shot:
    """Return the shot in which so many of the cards have been turned up."""
    hand = scene.hand
    hidden = (*hand.cards[:count], *(HIDDEN,) * (len(hand.cards) - count))
    scene = scene._replace(hand=hand._replace(cards=hidden, playable=()))
    match scene.middle:
        case Laid(cards=cards, partner=True):
            turned = (*cards[:count], *(HIDDEN,) * (len(cards) - count))
            scene = scene._replace(middle=scene.middle._replace(cards=turned))
        case _:
            pass
    return _shot(scene, seconds)


def _turned_up(
    model: TableModel, seen: Seen, happened: Sequence[events_pb2.Event]
) -> tuple[Shot, ...]:
    act = _act(happened, "turn_up")
    card = _shown(happened)
    if act is None or card is None:
        return ()
    scene = _scene_before(model, seen)
    side = model.team_of(act.seat)
    who = _("{name} turns up a card", name=model.name_of(act.seat))
    tense = CloseUp(HIDDEN, Flip.BACK, (who,), side)
    told = CloseUp(card, Flip.FACE, (who, card_name(card), _effect(model, act, happened)), side)
    return (
        _shot(scene._replace(close_up=tense), _TENSE),
        _shot(scene._replace(close_up=tense._replace(flip=Flip.EDGE)), _EDGE),
        _shot(scene._replace(close_up=told), _FACE),
    )


def _effect(model: TableModel, act: events_pb2.Acted, happened: Sequence[events_pb2.Event]) -> str:
    """Return what the card does in its trick."""
    ended = next((each.trick_ended for each in happened if each.HasField("trick_ended")), None)
    if ended is not None:
        if not ended.HasField("seat"):
            return _("The trick is tied.")
        return _("The trick goes to {name}.", name=model.name_of(ended.seat))
    game = model.view.truco_brasileiro if model.view is not None else None
    if game is None or not game.trick:
        return ""
    if not game.HasField("winning"):
        return _("It ties.")
    return _("It leads the trick.") if game.winning == act.seat else _("It is beaten.")


def _last(model: TableModel, seen: Seen, happened: Sequence[events_pb2.Event]) -> tuple[Shot, ...]:
    """Return the last moment of a hand, which the view after it no longer shows.

    When a hand ends all cards go back at once. For the eye the last card, or the last word,
    is put into what the table was before.
    """
    act = next((event.acted for event in happened if event.HasField("acted")), None)
    if act is None or not any(event.HasField("hand_ended") for event in happened):
        return ()
    scene = _scene_before(model, seen)
    trick = next((event.trick_ended for event in happened if event.HasField("trick_ended")), None)
    winner = trick.seat if trick is not None and trick.HasField("seat") else None
    card = _shown(happened)
    if act.action.HasField("turn_up") and card is not None:
        act = events_pb2.Acted(seat=act.seat)
        act.action.play.card = card
    if act.action.HasField("play"):
        laid = tuple(each for each in scene.trick if not each.old)
        play = act.action.play
        laid_card = HIDDEN if play.face_down else play.card
        played = (*laid, Played(act.seat, laid_card, fresh=winner is None))
        scene = scene._replace(
            trick=tuple(each._replace(winning=each.seat == winner) for each in played)
        )
    elif said := _said(model, act.action):
        scene = scene._replace(
            seats=tuple(
                seat._replace(bubble=said) if seat.seat == act.seat else seat
                for seat in scene.seats
            )
        )
    fresh = Fresh(spoke=frozenset({act.seat}))
    return (_shot(scene, _HAND)._replace(fresh=fresh),)


def _act(happened: Sequence[events_pb2.Event], *verbs: str) -> events_pb2.Acted | None:
    acts = (event.acted for event in happened if event.HasField("acted"))
    return next((act for act in acts if act.action.WhichOneof("action") in verbs), None)


def _shown(happened: Sequence[events_pb2.Event]) -> cards_pb2.Card.ValueType | None:
    """Return the card that was shown."""
    shown = (event.cards_shown.cards for event in happened if event.HasField("cards_shown"))
    return next((cards[0] for cards in shown if cards), None)


def _scene_before(model: TableModel, seen: Seen) -> Scene:
    """Return the table as it was, with nobody to act."""
    before = views_pb2.PublicView()
    if model.before is not None:
        before.CopyFrom(model.before)
    scene = stage(model, view=before, viewpoint=seen.viewpoint, hide_paper=True)
    return scene._replace(seats=tuple(seat._replace(turn=False) for seat in scene.seats))


def _shot(scene: Scene, seconds: float = 0.0) -> Shot:
    return Shot(scene=scene, settled=scene, seconds=seconds)


def _said(model: TableModel, action: actions_pb2.Action) -> str:
    """Return what was called out with it."""
    return presenter_of(model).verb(verb_of_action(action)).aloud()
