"""Which modes are on (`modes_of`), and which of them answers a key, a command, a prompt.
What the status line says while a card is lifted: `_lifted`.
"""

from __future__ import annotations

from cardtui.v1 import actions_pb2
from cardtui_client.faces.arguments import cards_of
from cardtui_client.faces.registry import (
    card_verb,
    card_verbs,
    is_of_other,
    label_of,
    presenter_of,
)
from cardtui_client.i18n import _
from cardtui_client.model.cards import corner, face
from cardtui_client.model.table import TableModel
from cardtui_client.scene.commands import Command, Do
from cardtui_client.scene.middle import Mood, Target
from cardtui_client.scene.scene import Button, ChosenAmount, Question
from cardtui_client.tui.paint.key_names import key_name
from cardtui_client.tui.table.modes.amount import (
    AmountMode,
    AskingMode,
    CuttingMode,
    HoldingMode,
)
from cardtui_client.tui.table.modes.idle import IdleMode
from cardtui_client.tui.table.modes.mode import (
    Mode,
    Outcome,
    Prompt,
    Situation,
    TalkingMode,
    choice_of,
)
from cardtui_client.tui.table.modes.playing import LayingMode
from cardtui_client.tui.table.ui_state import TableUi


def modes_of(ui: TableUi) -> tuple[Mode, ...]:
    """Return the modes that are on, topmost first, without the idle one under them."""
    modes: list[Mode] = []
    if ui.panel.talking:
        modes.append(TalkingMode(ui.panel))
    if ui.held:
        modes.append(HoldingMode())
    match ui.waiting:
        case Question():
            modes.append(AskingMode(ui.waiting))
        case ChosenAmount():
            modes.append(AmountMode(ui.waiting))
        case None:
            pass
    if ui.cut is not None:
        modes.append(CuttingMode(ui.cut))
    if (laid := ui.cards.laid) is not None:
        modes.append(LayingMode(ui.cards, laid))
    return tuple(modes)


def buttons_of(ui: TableUi, shown: tuple[Button, ...], now: Situation) -> tuple[Button, ...]:
    """Return the buttons to be seen, given those of what is shown."""
    for mode in reversed(modes_of(ui)):
        shown = mode.buttons(shown, now)
    return shown


def prompt_of(ui: TableUi, shown: Prompt, now: Situation) -> Prompt:
    """Return what is awaited, given what is shown to be."""
    shown = _lifted(ui, now) or shown
    for mode in reversed(modes_of(ui)):
        shown = mode.prompt(shown, now)
    return shown


def _lifted(ui: TableUi, now: Situation) -> Prompt | None:
    """Return what to press once a card is lifted that can be played; ``None`` before."""
    card = ui.cards.picked_card
    choice = choice_of(card_verb(now.model, ui.chosen), now.model)
    if card is None or choice is None or card not in cards_of(choice) or not now.offered:
        return None
    key = key_name(now.keys.next())
    if is_of_other(presenter_of(now.model)):
        return _for_verb(card, choice, key, ui, now), Mood.TURN
    return presenter_of(now.model).picked_words(card, key, now.model), Mood.TURN


def _for_verb(card: int, choice: actions_pb2.Choice, key: str, ui: TableUi, now: Situation) -> str:
    """Return what to press once a card is lifted with which several things can be done."""
    told, verb = corner(face(card)), label_of(choice, now.model)
    if ui.chosen:
        return _("{verb}: {key} takes {card}, ← → pick up another.", verb=verb, key=key, card=told)
    others = [Do(each) for each in card_verbs(now.model)[1:]]
    beside = [each for each in now.offered if each.command in others]
    ways = [f"{key}: {verb}", *(f"{key_name(each.key)}: {each.label}" for each in beside)]
    return _("{card} is picked up. {ways}.", card=told, ways=", ".join(ways))


def command_of(key: str, ui: TableUi, now: Situation) -> Command | None:
    """Return what a key stands for, be it a mode's own or a button's; else ``None``.

    A button's key does by construction what a click on the button does.
    """
    if ui.panel.talking:
        return TalkingMode(ui.panel).command_of(key, now)
    for mode in modes_of(ui):
        if (command := mode.command_of(key, now)) is not None:
            return command
    buttons = (button.command for button in now.offered if button.key == key)
    return next(buttons, IdleMode().command_of(key, now))


def press(command: Command, ui: TableUi, now: Situation) -> Outcome:
    """Return what comes of a command in the topmost mode that answers it."""
    for mode in modes_of(ui):
        if (outcome := mode.press(command, ui, now)) is not None:
            return outcome
        ui = mode.passing(command, ui)
    return IdleMode().press(command, ui, now)


def target_of(ui: TableUi, model: TableModel) -> Target | None:
    """Return what the middle of the felt says while cards are laid down there."""
    laid = ui.cards.laid
    return None if laid is None else LayingMode(ui.cards, laid).target(model)
