"""From the model to the scene: what everybody at the table sees of it, in words and values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtui.v1 import events_pb2, tables_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.games.arguments import cards_of, verb_of_action
from cardtui_client.games.delays import watching_words
from cardtui_client.games.game_words import game_title
from cardtui_client.games.papers import paper_of
from cardtui_client.games.rated_words import short_words
from cardtui_client.games.registry import presenter_of
from cardtui_client.games.tell_signals import gaze_note
from cardtui_client.i18n import _, n_
from cardtui_client.limits import NAME_CELLS
from cardtui_client.model.cards import HIDDEN
from cardtui_client.model.table import TableModel
from cardtui_client.scene.hand import HandScene
from cardtui_client.scene.middle import Print
from cardtui_client.scene.scene import Scene, Top
from cardtui_client.scene.seats import SeatScene
from cardtui_client.scene.shows import STILL, Fresh
from cardtui_client.text import safe_text

MOST_CARDS: Final = 20
"""No game deals more to a hand."""

TOGETHER: Final = "⁂"
"""The mark of a match whose key the players and the server found together."""

_SUMMED_UP: Final = (Phase.PHASE_DEAL, Phase.PHASE_OVER)
"""When a hand has ended, and how it went is told."""


def fresh_of(events: Sequence[events_pb2.Event], model: TableModel) -> Fresh:
    """Return what those events make worth pointing out."""
    face = presenter_of(model)
    acts = [
        (event.acted.seat, face.verb(verb_of_action(event.acted.action)))
        for event in events
        if event.HasField("acted")
    ]
    return Fresh(
        spoke=frozenset(seat for seat, verb in acts if not verb.silent),
        played=frozenset(seat for seat, verb in acts if verb.into_trick),
        scored=frozenset(
            event.points_scored.team for event in events if event.HasField("points_scored")
        ),
        shown=frozenset(
            card
            for event in events
            if event.HasField("cards_shown")
            for card in event.cards_shown.cards
        ),
    )


def stage(
    model: TableModel,
    fresh: Fresh = STILL,
    *,
    viewpoint: int | None = None,
    view: views_pb2.PublicView | None = None,
    hide_paper: bool = False,
) -> Scene:
    """Return the scene of the table as the model has it.

    Args:
        model: the table.
        fresh: what to point out.
        viewpoint: the seat at the bottom, for spectators; players sit there themselves.
        view: a public view to show instead of the model's.
        hide_paper: whether to leave the felt open to the eye.
    """
    view = model.view if view is None else view
    seat = model.seat
    below = seat if seat is not None else (viewpoint or 0)
    known = model.table.id or model.is_prepared
    deck = model.deck if known else ""  # nothing is printed before it is known
    scene = Scene(
        seats=tuple(_seat(model, each, view) for each in model.table.seats),
        viewpoint=below if below < len(model.table.seats) else 0,
        clockwise=model.table.clockwise,
        top=Top(title=game_title(model.table)),
        hand=_hand(model, view, below),
        middle=Print(deck),
        cloth=deck,
    )
    if view is not None and model.table.state != tables_pb2.TABLE_STATE_WAITING:
        scene = presenter_of(model).scene(scene, model, view, fresh)
        if model.is_shuffled_together:
            scene = scene._replace(top=scene.top._replace(facts=(*scene.top.facts, TOGETHER)))
    scene = scene._replace(top=scene.top._replace(facts=(*scene.top.facts, *_around(model))))
    if hide_paper:
        return scene
    return scene._replace(paper=paper_of(model))


def _seat(model: TableModel, seat: tables_pb2.Seat, view: views_pb2.PublicView | None) -> SeatScene:
    waiting = model.table.state == tables_pb2.TABLE_STATE_WAITING
    undrawn = waiting and model.table.partners
    notes: list[str] = []
    if seat.bot:
        notes.append(_("bot"))
    elif seat.stand_in:
        notes.append(_("(bot)"))  # the name is still the player’s
    if not waiting and model.is_away(seat.seat):
        notes.append(_("away"))
    if not waiting and (note := gaze_note(seat.seat, model)):
        notes.append(note)
    if waiting and seat.ready and not seat.bot:
        notes.append(_("ready"))
    side = model.team_of(seat.seat) if model.has_teams and not undrawn else None
    scene = SeatScene(
        seat.seat,
        name=safe_text(seat.name, NAME_CELLS),
        side=side,
        letter="AB"[side : side + 1]
        if side is not None and len(model.table.seats) > 2 and seat.name
        else "",
        notes=tuple(notes),
        you=seat.seat == model.seat,
    )
    if view is None or waiting:
        return scene
    return scene._replace(
        cards=_count(view, seat.seat),
        dealer=view.dealer == seat.seat,
        turn=seat.seat in view.to_act,
        winner=view.phase == Phase.PHASE_OVER and seat.seat in view.winners,
    )


def _around(model: TableModel) -> tuple[str, ...]:
    """Return whether it is rated, and how many watch."""
    count = model.presence.spectators
    watching = (n_("{n} watching", "{n} watching", count),) if count else ()
    return (*short_words(model.table), *watching)


def _count(view: views_pb2.PublicView, seat: int) -> int:
    """Return how many cards a seat holds; a server that tells of millions gets a handful."""
    return min(view.cards[seat], MOST_CARDS) if seat < len(view.cards) else 0


def _hand(model: TableModel, view: views_pb2.PublicView | None, below: int) -> HandScene:
    if not (model.table.id or model.is_prepared):
        return HandScene()  # whether one plays or watches is not known yet
    if model.seat is None:
        backs = () if view is None else (HIDDEN,) * _count(view, below)
        return HandScene(cards=backs, watching=watching_words(model.table.watching))
    if model.unplayed and model.view is not None and model.view.phase in _SUMMED_UP:
        return HandScene(cards=tuple(model.unplayed), unplayed=True)
    if model.own is None:
        return HandScene()
    playable = [card for choice in model.own.choices for card in cards_of(choice)]
    return HandScene(cards=tuple(model.own.hand), playable=tuple(playable))
