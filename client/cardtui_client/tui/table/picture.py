"""All that the table screen shows at one moment: a shot, with what the person has done."""

from __future__ import annotations

from typing import NamedTuple

from cardtui.v1 import actions_pb2
from cardtui_client.games.arguments import card_of
from cardtui_client.games.buttons import hints
from cardtui_client.games.papers import finale_of
from cardtui_client.games.registry import presenter_of
from cardtui_client.games.staging import time_sentence, with_times
from cardtui_client.model.table import TableModel
from cardtui_client.scene.commands import Do
from cardtui_client.scene.middle import Finale, Mood, Note
from cardtui_client.scene.scene import Bar, Button, ChosenAmount, Offers, Scene
from cardtui_client.tui.table.frames import Shot
from cardtui_client.tui.table.held_cards import HeldCards
from cardtui_client.tui.table.modes.mode import Prompt, Situation
from cardtui_client.tui.table.modes.stack import prompt_of, target_of
from cardtui_client.tui.table.notes import notes_of
from cardtui_client.tui.table.panel import Panel
from cardtui_client.tui.table.ui_state import Reacted, TableUi


class Picture(NamedTuple):
    """What the widgets show.

    Attributes:
        felt: the table; in its middle what is laid down by hand, if anything is.
        own: the table, with one's cards as one holds them.
        spoke: the seats that have just spoken.
        picked: the place of the picked card, or of the one that is on its way to the table.
        banner: what the top line says instead of the score; ``""`` for nothing.
        bar: what the action bar shows.
        sentence: what the status line says.
        mood: what kind of sentence that is.
        hints: the keys that always work.
        panel: the side panel.
        finale: the page at the end of a match for where it has room; ``None`` before.
        notes: what the log says in its free room.
    """

    felt: Scene
    own: Scene
    spoke: frozenset[int]
    picked: int | None
    banner: str
    bar: Bar
    sentence: str
    mood: Mood
    hints: tuple[Button, ...]
    panel: Panel
    finale: Finale | None = None
    notes: tuple[Note, ...] = ()


def picture_of(
    shot: Shot,
    ui: TableUi,
    now: Situation,
    *,
    banner: str = "",
    awaited: str = "",
    sent: bool = False,
    going: actions_pb2.Action | None = None,
) -> Picture:
    """Return what is to be seen.

    Args:
        shot: the table.
        ui: what the person has done.
        now: what is offered, and with which keys.
        banner: what the top line says instead of the score.
        awaited: what the status line says of an act whose answer takes long.
        sent: whether an act is not answered yet.
        going: the act that is not answered yet, or still waits to be sent.
    """
    target = target_of(ui, now.model)
    scene = _with_reactions(with_times(shot.scene, now.model), ui.reactions)
    scene = scene._replace(lately=ui.lately)
    sentence, mood = _said(shot, ui, now, awaited)
    return Picture(
        felt=scene if target is None else scene._replace(middle=target),
        own=scene._replace(hand=ui.cards.hand._replace(coming=scene.hand.coming)),
        spoke=shot.fresh.spoke,
        picked=_lifted(ui.cards, going),
        banner=banner,
        bar=_bar(ui, now, sent=sent),
        sentence=sentence,
        mood=mood,
        hints=_hints(ui, now),
        panel=ui.panel,
        finale=finale_of(now.model) if scene.paper else None,
        notes=notes_of(ui, now),
    )


def _lifted(cards: HeldCards, going: actions_pb2.Action | None) -> int | None:
    """Return the place of the card that leaves the hand, else of the picked one."""
    card = None if going is None else card_of(going)
    if card is None or card not in cards.cards:
        return cards.picked
    picked = cards.picked
    return picked if picked is not None and cards.cards[picked] == card else cards.cards.index(card)


def _with_reactions(scene: Scene, reactions: tuple[Reacted, ...]) -> Scene:
    """Return the scene with what seats show for a moment, beside what they have called."""
    forms = {each.seat: each.form for each in reactions}
    if not forms:
        return scene
    return scene._replace(
        seats=tuple(
            seat._replace(bubble=f"{seat.bubble} {forms[seat.seat]}".strip())
            if seat.seat in forms
            else seat
            for seat in scene.seats
        )
    )


def _bar(ui: TableUi, now: Situation, *, sent: bool) -> Bar:
    match ui.waiting:
        case ChosenAmount(Button(command=Do(verb)) as button, amount):
            words = presenter_of(now.model).amount_words(verb, amount.shown)
            return ChosenAmount(button._replace(price=words), amount)
        case None:
            return Offers(now.offered, sent)
        case waiting:
            return waiting


def _said(shot: Shot, ui: TableUi, now: Situation, awaited: str) -> Prompt:
    told = time_sentence(shot.sentence, now.model), shot.mood
    if (notice := ui.notice) is not None:
        if notice.mood is Mood.REFUSED and _must_answer(now.model):
            # What one is asked stays: a refusal is no reason to forget it.
            return f"{notice.sentence} {prompt_of(ui, told, now)[0]}", notice.mood
        return notice.sentence, notice.mood
    if awaited:
        return awaited, Mood.PLAIN
    return prompt_of(ui, told, now)


def _must_answer(model: TableModel) -> bool:
    """Tell whether a call waits for one's answer: one may refuse it at a price."""
    return any(
        each.kind == actions_pb2.CHOICE_KIND_GIVES_UP and each.HasField("price")
        for each in model.choices()
    )


def _hints(ui: TableUi, now: Situation) -> tuple[Button, ...]:
    """Return the keys that always work; a key that a button has does what that one says."""
    clause = "" if ui.notice is None else ui.notice.clause
    taken = {button.key: button.command for button in now.offered}
    always = hints(now.model, now.keys, ui.panel.unread, clause)
    return tuple(hint for hint in always if taken.get(hint.key, hint.command) == hint.command)
