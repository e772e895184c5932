"""Animations: what is shown between two positions, because the eye wants to see how it came.

A pack parts and is put together, the last card of a hand lies there before all cards go back;
and what a game has of its own. Each of them is a shot with a short time; any key skips them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtui.v1 import actions_pb2, events_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.faces.arguments import verb_of_action
from cardtui_client.faces.presenter import Change, Presenter
from cardtui_client.faces.registry import presenter_of
from cardtui_client.faces.staging import fresh_of, stage
from cardtui_client.model.cards import HIDDEN
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import word_in
from cardtui_client.scene.middle import HandScene, Pack
from cardtui_client.scene.moves import Moment
from cardtui_client.scene.scene import Fresh, Played, Scene
from cardtui_client.tui.table.frames import Seen, Shot

_PART: Final = 0.35
_TOGETHER: Final = 0.3
_WHOLE: Final = 0.5
_HAND: Final = 1.8
_MOST_CUTS: Final = 3
"""No game has a pack cut more often."""


def moments(
    model: TableModel, seen: Seen, happened: Sequence[events_pb2.Event]
) -> tuple[Shot, ...]:
    """Return what is to be seen before the table as it is now."""
    if model.before is None or model.view is None:
        return ()

    def staged(view: views_pb2.PublicView | None, fresh: Fresh) -> Scene:
        before = view is not None
        return stage(model, fresh, view=view, viewpoint=seen.viewpoint, hide_paper=before)

    fresh = fresh_of(happened, model)
    change = Change(model, model.view, model.before, happened, fresh, staged)
    face = presenter_of(model)
    found = (*_cut(change, face), *face.animations(change), *_last(change, face))
    return tuple(map(_shot, found))


def parting(scene: Scene, pack: Pack, *, mine: bool) -> tuple[Shot, ...]:
    """Return how a pack parts where it is pointed at, and how the halves change places."""
    return tuple(map(_shot, _parting(scene, pack, mine=mine)))


def _parting(scene: Scene, pack: Pack, *, mine: bool) -> tuple[Moment, ...]:
    return (
        Moment(scene.with_pack(pack._replace(apart=True), mine=mine), _PART),
        Moment(scene.with_pack(pack._replace(under=True), mine=mine), _TOGETHER),
    )


def _cut(change: Change, face: Presenter) -> tuple[Moment, ...]:
    act, model = change.act, change.model
    if act is None or not face.verb(verb_of_action(act.action)).cuts:
        return ()
    cards = model.table.pack_size
    made, end = _places(act.action, cards)
    # After a foul it lies there as before.
    if change.view.phase == Phase.PHASE_CUT or change.was.phase != Phase.PHASE_CUT or not made:
        return ()
    scene = change.before()._replace(hand=HandScene())
    mine = act.seat == scene.viewpoint
    # Of one's own cuts all but the last have been seen when they were made.
    first = len(made) - 1 if act.seat == model.seat else 0
    shots: list[Moment] = []
    for number in range(first, len(made)):
        shots += _parting(scene, Pack(cards, made[number], cuts=made[:number]), mine=mine)
    return (*shots, Moment(scene.with_pack(Pack(cards, cuts=made, end=end), mine=mine), _WHOLE))


def _places(action: actions_pb2.Action, cards: int) -> tuple[tuple[int, ...], str]:
    """Return where the pack was cut, and its end to deal from, ``""`` where that is fixed.

    What a broken server may tell is left out.
    """
    part = getattr(action, verb_of_action(action))
    fields = part.DESCRIPTOR.fields_by_name
    if "at" not in fields:
        return (), ""
    told = tuple(part.at) if fields["at"].is_repeated else (part.at,)
    places = tuple(at for at in told[:_MOST_CUTS] if 0 < at < cards)
    return places, word_in(fields["source"].enum_type, part.source) if "source" in fields else ""


def _last(change: Change, face: Presenter) -> tuple[Moment, ...]:
    """Return the last moment of a hand, which the view after it no longer shows.

    When a hand ends all cards go back at once. For the eye the last card, or the last word,
    is put into what the table was before.
    """
    act = change.act
    if act is None or not any(event.HasField("hand_ended") for event in change.happened):
        return ()
    scene = change.before()
    verb = face.verb(verb_of_action(act.action))
    ended = change.trick_ended
    winner = ended.seat if ended is not None and ended.HasField("seat") else None
    if verb.into_trick and (card := _laid(change, act.action)) is not None:
        laid = tuple(each for each in scene.trick if not each.old)
        played = (*laid, Played(act.seat, card, fresh=winner is None))
        trick = tuple(each._replace(winning=each.seat == winner) for each in played)
        scene = scene._replace(trick=trick)
    elif said := verb.aloud():
        seats = (
            each._replace(bubble=said) if each.seat == act.seat else each for each in scene.seats
        )
        scene = scene._replace(seats=tuple(seats))
    return (Moment(scene, _HAND, Fresh(spoke=frozenset({act.seat}))),)


def _laid(change: Change, action: actions_pb2.Action) -> int | None:
    """Return the card that came to lie in the trick: as it was played, or turned up."""
    if not action.HasField("play"):
        return change.shown
    return HIDDEN if action.play.face_down else action.play.card


def _shot(moment: Moment) -> Shot:
    return Shot(moment.scene, moment.scene, fresh=moment.fresh, seconds=moment.seconds)
