"""What you read of a match when you come to it: how it stands (`table_lines`), and what the
view still shows of the running hand (`passed`), since its events are not told again. Each game
adds its own in its face.
"""

from __future__ import annotations

from typing import Final

from cardtui.v1 import events_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui.v1.views_pb2 import PublicView
from cardtui_client.faces.characters import manner_of
from cardtui_client.faces.narration import deed_of, sentences
from cardtui_client.faces.presenter import Happened, lies_words
from cardtui_client.faces.record_words import match_code_words
from cardtui_client.faces.registry import presenter_of
from cardtui_client.faces.seats import draw_told, host_lines, requests_told
from cardtui_client.faces.standing import money_lines, window_lines
from cardtui_client.faces.terms import terms_told
from cardtui_client.i18n import _, mark
from cardtui_client.model.cards import part_of
from cardtui_client.model.sides import actor_of, names
from cardtui_client.model.table import TableModel
from cardtui_client.model.table_summary import free_seats
from cardtui_client.scene.scene import Deed


def table_lines(model: TableModel) -> list[str]:
    """Return how things stand at the table now."""
    lines = [_("Players: {names}.", names=", ".join(_players(model)))]
    lines += host_lines(model)
    lines += requests_told(model)
    if model.view is None:
        bots = [_("Bots take the seats that are free at the start.")]
        waits = bots if model.table.bots_at_start and free_seats(model.table) else []
        return [*lines, *terms_told(model.table), *waits, _waiting(model)]
    view = model.view
    if model.high_cards is not None and view.hand <= 1:
        lines.extend(draw_told(model.high_cards, model))
    lines.append(
        actor_of(view.dealer, model).did(
            mark("Hand {hand}, dealt by {name}."),
            mark("Hand {hand}, dealt by you."),
            hand=view.hand,
        )
    )
    face = presenter_of(model)
    lines += [
        face.standing(view, model),
        *([*face.final_lines(view, model), *money_lines(model)] if model.is_over else []),
        *filter(None, [match_code_words(model.match_code)]),
        *face.state_lines(view, model),
        *(line for line, _deed in passed(model)),
        *window_lines(model),
    ]
    if view.to_act:
        others = [model.name_of(seat) for seat in view.to_act if seat != model.seat]
        if others and view.phase == Phase.PHASE_CUT:
            return [*lines, _("The table waits for {name} to cut the pack.", name=names(others))]
        if len(others) < len(view.to_act):
            others.append(_("you"))
        lines.append(
            _("The table waits for {names}.", names=names(others))
            if len(others) > 1 or model.seat not in view.to_act
            else _("The table waits for you.")
        )
    return lines


def _waiting(model: TableModel) -> str:
    if model.seat is not None and model.table.tournament:
        return _(
            "The match has not started: it begins by itself, or sooner once all have typed ready."
        )
    if model.seat is not None:
        return _("The match has not started. Type ready when you are.")
    return _("The match has not started.")


def _players(model: TableModel) -> list[str]:
    players: list[str] = []
    for seat in model.table.seats:
        name = model.name_of(seat.seat)
        if not seat.name:
            players.append(_("{seat} free", seat=seat.seat + 1))
        elif seat.bot:
            manner = manner_of(seat.character)
            number = seat.seat + 1
            players.append(
                _("{seat} {name} (bot, {manner})", seat=number, name=name, manner=manner)
                if manner
                else _("{seat} {name} (bot)", seat=number, name=name)
            )
        elif seat.seat == model.seat:
            players.append(_("{seat} {name} (you)", seat=seat.seat + 1, name=name))
        else:
            players.append(f"{seat.seat + 1} {name}")
    return players


_PHASES_WITHOUT_NEWS: Final = (Phase.PHASE_ELEVEN, Phase.PHASE_DEAL, Phase.PHASE_OVER)
"""In these phases the cards that you hold are not news, or not those of a hand that is played."""


def passed(model: TableModel) -> list[tuple[str, Deed | None]]:
    """Return what the view still shows of this hand, in order, each as a sentence and as a deed."""
    found: list[tuple[str, Deed | None]] = []
    view, then = model.view, _with_nothing_proposed(model)
    if view is None or view.phase in _PHASES_WITHOUT_NEWS:
        return []
    events = presenter_of(model).passed(view, model)
    for happened in events:
        event = happened[0]
        told = model if happened is events[-1] else then
        deed = deed_of(event, told, happened)
        if event.acted.action.HasField("play"):
            line = lies_words(event.acted.seat, event.acted.action.play.card, model)
        else:
            line = next(iter(sentences(event, told, happened, decides=False)), "")
        if line:
            found.append((line, deed))
    return found


def dealt_to_you(model: TableModel) -> Happened:
    """Return the deal of the cards that you hold; nothing without any, or before the play."""
    if model.seat is None or model.own is None or not model.own.hand:
        return ()
    if model.view is None or model.view.phase in _PHASES_WITHOUT_NEWS:
        return ()
    dealt = events_pb2.CardsDealt(seat=model.seat, cards=model.own.hand)
    return (events_pb2.Event(cards_dealt=dealt),)


def _with_nothing_proposed(model: TableModel) -> TableModel:
    """Return the table as it was before the call that waits: what that asks for was not so then."""
    then = model.frozen()
    if model.view is None:
        return then
    then.view = PublicView()
    then.view.CopyFrom(model.view)
    part = part_of(then.view)
    if part is not None and "proposed" in part.DESCRIPTOR.fields_by_name:
        part.ClearField("proposed")
    return then
