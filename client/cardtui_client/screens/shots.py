"""Shots: what the table screen shows at one moment, made from the model and what happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from cardtui.v1 import events_pb2, views_pb2
from cardtui_client.cards import HIDDEN
from cardtui_client.model import TableModel
from cardtui_client.narration import sentences
from cardtui_client.text import safe_text
from cardtui_client.widgets.buttons import Keys, buttons, prompt
from cardtui_client.widgets.hiding import face_down, with_toggle
from cardtui_client.widgets.lines import Mood
from cardtui_client.widgets.log import Entry, Kind
from cardtui_client.widgets.scene import Button, Played, Scene
from cardtui_client.widgets.staging import SILENT, STILL, Fresh, fresh_of, stage
from cardtui_client.widgets.staging_brasileiro import may_hide
from cardtui_client.widgets.titles import bubble

_CARD: Final = 0.5
_CALL: Final = 0.9
_TRICK: Final = 1.2
_HAND: Final = 1.8
_NAME_CELLS: Final = 16
_TALK_CELLS: Final = 200


class Shot(NamedTuple):
    """What the screen shows at one moment.

    Attributes:
        scene: the table.
        fresh: what is pointed out while it is new.
        settled: the same scene with nothing pointed out.
        buttons: what may be done.
        sentence: the status line.
        mood: what kind of sentence that is.
        entries: what the log tells with it.
        seconds: how long it stays before the next one.
        bell: whether the bell rings with it.
    """

    scene: Scene
    settled: Scene
    fresh: Fresh = STILL
    buttons: tuple[Button, ...] = ()
    sentence: str = ""
    mood: Mood = Mood.PLAIN
    entries: tuple[Entry, ...] = ()
    seconds: float = 0.0
    bell: bool = False

    def still(self) -> Shot:
        """Return it with nothing pointed out and nothing told again."""
        return self._replace(scene=self.settled, fresh=STILL, entries=(), seconds=0.0, bell=False)


class Seen(NamedTuple):
    """How one looks at the table.

    Attributes:
        keys: the keys of what may be done.
        host: whether one may start the match and seat bots.
        hand: the number of the last hand whose end one has seen.
        viewpoint: the seat at the bottom, for spectators.
        hiding: whether one is about to play a card face down.
    """

    keys: Keys
    host: bool = False
    hand: int = 0
    viewpoint: int | None = None
    hiding: bool = False


def shot_of(model: TableModel, seen: Seen, happened: Sequence[events_pb2.Event] = ()) -> Shot:
    """Return the shot of the table as it is now."""
    fresh = fresh_of(happened)
    sentence, mood = prompt(model, seen=seen.hand)
    hiding = seen.hiding and may_hide(model)
    settled = stage(model, viewpoint=seen.viewpoint)
    scene = stage(model, fresh, viewpoint=seen.viewpoint) if fresh != STILL else settled
    if hiding:
        settled, scene = face_down(settled), face_down(scene)
    offered = buttons(model, seen.keys, host=seen.host, seen=seen.hand)
    return Shot(
        scene=scene,
        settled=settled,
        fresh=fresh,
        buttons=with_toggle(offered, model, seen.keys, hiding=hiding),
        sentence=sentence,
        mood=mood,
        entries=entries_of(happened, model),
        seconds=_seconds(happened),
    )


def last_moment(model: TableModel, seen: Seen, happened: Sequence[events_pb2.Event]) -> Shot | None:
    """Return the shot of a hand's last moment, which the view after it no longer shows.

    When a hand ends all cards go back at once. For the eye the last card, or the last word,
    is put into what the table was before.
    """
    if model.before is None or not any(event.HasField("hand_ended") for event in happened):
        return None
    before = views_pb2.PublicView()
    before.CopyFrom(model.before)
    scene = stage(model, view=before, viewpoint=seen.viewpoint, hide_paper=True)
    act = next((event.acted for event in happened if event.HasField("acted")), None)
    if act is None:
        return None
    trick = next((event.trick_ended for event in happened if event.HasField("trick_ended")), None)
    winner = trick.seat if trick is not None and trick.HasField("seat") else None
    turned_up = next((each.cards_shown for each in happened if each.HasField("cards_shown")), None)
    if act.action.HasField("turn_up") and turned_up is not None and turned_up.cards:
        act = events_pb2.Acted(seat=act.seat)
        act.action.play.card = turned_up.cards[0]
    if act.action.HasField("play"):
        laid = tuple(each for each in scene.trick if not each.old)
        card = HIDDEN if act.action.play.face_down else act.action.play.card
        played = (*laid, Played(act.seat, card, fresh=winner is None))
        scene = scene._replace(
            trick=tuple(each._replace(winning=each.seat == winner) for each in played)
        )
    elif said := bubble(act.action.WhichOneof("action") or ""):
        scene = scene._replace(
            seats=tuple(
                seat._replace(bubble=said) if seat.seat == act.seat else seat
                for seat in scene.seats
            )
        )
    seats = tuple(seat._replace(turn=False) for seat in scene.seats)
    scene = scene._replace(seats=seats)
    return Shot(
        scene=scene,
        settled=scene,
        fresh=Fresh(spoke=frozenset({act.seat})),
        seconds=_HAND,
    )


def entries_of(happened: Sequence[events_pb2.Event], model: TableModel) -> tuple[Entry, ...]:
    """Return what the log tells of what happened."""
    entries: list[Entry] = []
    for event in happened:
        if event.HasField("said"):
            entries.append(talk_entry(event.said, model))
            continue
        kind = Kind.HEADING if event.HasField("hand_started") else Kind.EVENT
        entries += [Entry(kind, sentence) for sentence in sentences(event, model)]
    return tuple(entries)


def talk_entry(said: events_pb2.Said, model: TableModel) -> Entry:
    """Return a line of talk for the log, safe to draw."""
    seat = said.seat if said.HasField("seat") else None
    side = None if seat is None or not model.has_teams else model.team_of(seat)
    return Entry(
        Kind.TALK,
        safe_text(said.text, _TALK_CELLS),
        name=safe_text(said.name, _NAME_CELLS),
        side=side,
    )


def _seconds(happened: Sequence[events_pb2.Event]) -> float:
    """Return how long what happened is to be seen before the next thing."""
    if any(event.HasField("trick_ended") for event in happened):
        return _TRICK
    acts = [event.acted for event in happened if event.HasField("acted")]
    if not acts or acts[0].action.HasField("say"):
        return 0.0
    return _CARD if acts[0].action.WhichOneof("action") in SILENT else _CALL
