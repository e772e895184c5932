"""Shots: what the table shows at one moment, and how long (`_CARD`, `_CALL`, `_TRICK`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from cardtui.v1 import events_pb2, tables_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.games.arguments import verb_of_action
from cardtui_client.games.buttons import buttons
from cardtui_client.games.deeds import deed_of
from cardtui_client.games.keys import Keys
from cardtui_client.games.narration import sentences
from cardtui_client.games.prompt import prompt
from cardtui_client.games.registry import presenter_of
from cardtui_client.games.staging import fresh_of, stage
from cardtui_client.games.standing import table_lines
from cardtui_client.i18n import _
from cardtui_client.limits import NAME_CELLS
from cardtui_client.model.cards import brief
from cardtui_client.model.quick_talk import said_words
from cardtui_client.model.table import TableModel
from cardtui_client.scene.middle import Mood, Pack
from cardtui_client.scene.scene import STILL, Button, Entry, Fresh, Kind, Scene, Telling, nothing
from cardtui_client.text import safe_text
from cardtui_client.tui.table.cutting import Cutting
from cardtui_client.tui.table.hiding import face_down, may_hide, with_toggle

_KINDS: Final = {
    events_pb2.TALK_SPECTATORS: Kind.ASIDE,
    events_pb2.TALK_TEAM: Kind.TEAM,
    events_pb2.TALK_HOST: Kind.HOST,
}
_CARD: Final = 0.5
_CALL: Final = 0.9
_TRICK: Final = 1.2


class Shot(NamedTuple):
    """What the screen shows at one moment.

    Attributes:
        scene: the table.
        fresh: what is pointed out while it is new.
        settled: the same scene with nothing pointed out.
        buttons: what may be done.
        sentence: the status line.
        mood: what kind of sentence that is.
        tells: what the log tells with it.
        seconds: how long it stays before the next one.
        bell: whether the bell rings with it.
    """

    scene: Scene
    settled: Scene
    fresh: Fresh = STILL
    buttons: tuple[Button, ...] = ()
    sentence: str = ""
    mood: Mood = Mood.PLAIN
    tells: Telling = nothing
    seconds: float = 0.0
    bell: bool = False

    def still(self) -> Shot:
        """Return it with nothing pointed out and nothing told again."""
        settled = self._replace(scene=self.settled, fresh=STILL)
        return settled._replace(tells=nothing, seconds=0.0, bell=False)


class Seen(NamedTuple):
    """How one looks at the table.

    Attributes:
        keys: the keys of what may be done.
        host: whether one may start the match and seat bots.
        hand: the number of the last hand whose end one has seen.
        viewpoint: the seat at the bottom, for spectators.
        hiding: whether one is about to play a card face down.
        cutting: the cut that one is choosing, or ``None``.
    """

    keys: Keys
    host: bool = False
    hand: int = 0
    viewpoint: int | None = None
    hiding: bool = False
    cutting: Cutting | None = None


def shot_of(model: TableModel, seen: Seen, happened: Sequence[events_pb2.Event] = ()) -> Shot:
    """Return the shot of the table as it is now."""
    fresh = fresh_of(happened, model)
    sentence, mood = prompt(model)
    hiding = seen.hiding and may_hide(model)
    settled = stage(model, viewpoint=seen.viewpoint)
    scene = stage(model, fresh, viewpoint=seen.viewpoint) if fresh != STILL else settled
    if hiding:
        settled, scene = face_down(settled), face_down(scene)
    settled, scene = _with_pack(settled, model, seen), _with_pack(scene, model, seen)
    offered = buttons(model, seen.keys, host=seen.host, seen=seen.hand)
    if seen.cutting is not None:
        offered = seen.cutting.buttons(offered, seen.keys, model)
        sentence = seen.cutting.sentence(sentence, seen.keys)
    return Shot(
        scene=scene,
        settled=settled,
        fresh=fresh,
        buttons=with_toggle(offered, model, seen.keys, hiding=hiding),
        sentence=sentence,
        mood=mood,
        tells=telling_of(happened, model),
        seconds=_seconds(happened, model),
    )


def _with_pack(scene: Scene, model: TableModel, seen: Seen) -> Scene:
    """Return the scene with the pack where one is cut, before whoever is to cut it."""
    playing = model.table.state == tables_pb2.TABLE_STATE_PLAYING
    if model.view is None or model.view.phase != Phase.PHASE_CUT or not playing:
        return scene
    if seen.cutting is not None:
        return scene.with_pack(seen.cutting.pack(), mine=True)
    return scene.with_pack(Pack(model.table.pack_size), mine=scene.viewpoint in model.view.to_act)


def telling_of(happened: Sequence[events_pb2.Event], model: TableModel) -> Telling:
    """Return what tells the log what happened, whatever the table comes to later."""
    return partial(entries_of, tuple(happened), model.frozen()) if happened else nothing


def entries_of(happened: Sequence[events_pb2.Event], model: TableModel) -> tuple[Entry, ...]:
    """Return what the log tells of what happened."""
    entries: list[Entry] = []
    for event in happened:
        if event.HasField("said"):
            entries.append(talk_entry(event.said, model))
            continue
        if event.HasField("gestured"):
            name = safe_text(event.gestured.name, NAME_CELLS)
            seen = sentences(event, model)
            entries += [Entry(Kind.SIGNAL, brief(line), name=name) for line in seen]
            continue
        told = sentences(event, model, happened)
        if event.HasField("hand_started"):
            entries += [Entry(Kind.HEADING, brief(line)) for line in told]
            continue
        # The deed says the first sentence; what a hand brought to all is told after it.
        deed = deed_of(event, model, happened) if told else None
        entries += [
            Entry(Kind.EVENT, brief(line), deed=deed if number == 0 else None)
            for number, line in enumerate(told)
        ]
    return tuple(entries)


def standing(model: TableModel) -> tuple[Entry, ...]:
    """Return what the log tells who comes to a match that is going on."""
    if model.is_prepared:
        return ()  # the coach has told it
    if model.view is None or model.table.state != tables_pb2.TABLE_STATE_PLAYING:
        return ()
    words = _("As you came to the table:")
    return (
        Entry(Kind.HEADING, words),
        *(Entry(Kind.EVENT, brief(line)) for line in table_lines(model)),
    )


def talk_entry(said: events_pb2.Said, model: TableModel) -> Entry:
    """Return a line of talk for the log, safe to draw."""
    seat = said.seat if said.HasField("seat") else None
    side = None if seat is None or not model.has_teams else model.team_of(seat)
    watching = seat is None and said.talk == events_pb2.TALK_PLAYERS
    return Entry(
        Kind.ASIDE if watching else _KINDS.get(said.talk, Kind.TALK),
        said_words(said),
        name=safe_text(said.name, NAME_CELLS),
        side=side,
    )


def _seconds(happened: Sequence[events_pb2.Event], model: TableModel) -> float:
    """Return how long what happened is to be seen before the next thing."""
    if any(event.HasField("trick_ended") for event in happened):
        return _TRICK
    acts = [event.acted for event in happened if event.HasField("acted")]
    if not acts or acts[0].action.HasField("say"):
        return 0.0
    verb = presenter_of(model).verb(verb_of_action(acts[0].action))
    return _CARD if verb.silent else _CALL
