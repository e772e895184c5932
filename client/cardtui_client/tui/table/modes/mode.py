"""What a mode of the table screen is, and the mode of talking: which keys end or fill the line.
Which verb a key means of several (`is_meant`), and what Enter does next (`next_choice`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from cardtui.v1 import actions_pb2
from cardtui_client.faces.arguments import Argument, argument, refusal_among, verb_of
from cardtui_client.faces.offers import Keys, may_talk_apart, quick_command
from cardtui_client.faces.registry import is_of_other, presenter_of
from cardtui_client.faces.seats import why_no_code
from cardtui_client.faces.standing import between_hands
from cardtui_client.faces.table_actions import in_match
from cardtui_client.i18n import _, mark
from cardtui_client.model.table import Status, TableModel
from cardtui_client.scene.commands import Command, Do, Say, SayQuick, Talk
from cardtui_client.scene.middle import Mood
from cardtui_client.scene.scene import Button
from cardtui_client.tui.table.effects import Act, Effect, SayLine
from cardtui_client.tui.table.ui_state import Panel, TableUi

CUT_OFF: Final = mark("No connection: you can play on when it is back.")


class Situation(NamedTuple):
    """What a command is judged by, besides the state of the screen.

    Attributes:
        model: what is known of the table.
        keys: the keys of what may be done.
        confirm: whether what commits is asked about once.
        offered: the buttons to be seen.
    """

    model: TableModel
    keys: Keys
    confirm: bool = True
    offered: tuple[Button, ...] = ()

    def button(self, command: Command) -> Button | None:
        """Return the button that stands for a command, if it is to be seen."""
        return next((button for button in self.offered if button.command == command), None)

    @property
    def in_match(self) -> bool:
        """Whether a match is going on in which you hold a seat."""
        return in_match(self.model)

    @property
    def is_cut_off(self) -> bool:
        """Whether the connection is lost, and sought again."""
        return self.model.status is Status.RECONNECTING


class Outcome(NamedTuple):
    """What comes of a command.

    Attributes:
        ui: the state of the screen after it.
        effect: what else is to be done, or ``None``.
    """

    ui: TableUi
    effect: Effect | None = None


Prompt = tuple[str, Mood]
"""What the status line says, and what kind of sentence that is."""


@dataclass(frozen=True, slots=True)
class Mode:
    """A mode: what it does not answer is left to the mode below it."""

    def command_of(self, _key: str, _now: Situation, /) -> Command | None:
        """Return what a key stands for in this mode alone, ``None`` for none of its own."""
        return None

    def buttons(self, below: tuple[Button, ...], _now: Situation, /) -> tuple[Button, ...]:
        """Return the buttons, given those of the mode below."""
        return below

    def prompt(self, below: Prompt, _now: Situation, /) -> Prompt:
        """Return what is awaited, given what the mode below awaits."""
        return below

    def passing(self, _command: Command, ui: TableUi, /) -> TableUi:
        """Return the state that the mode leaves to those below with a command it does not take."""
        return ui

    def press(self, _command: Command, _ui: TableUi, _now: Situation, /) -> Outcome | None:
        """Return what comes of a command, ``None`` where that is for the mode below."""
        return None


def act(ui: TableUi, action: actions_pb2.Action) -> Outcome:
    """Return what comes of an act, which says anew what is awaited."""
    return Outcome(ui.untold()._replace(chosen=""), Act(action))


@dataclass(frozen=True, slots=True)
class TalkingMode(Mode):
    """Leaves the keys to the line that is typed; clicks mean what they mean else.

    Digits come here only while the line is empty; a team hears texts alone. ``panel`` says
    whether they stand for reactions instead of phrases.
    """

    panel: Panel

    def prompt(self, below: Prompt, _now: Situation, /) -> Prompt:
        """See `Mode.prompt`: what the line would call is told before it is said."""
        if not self.panel.calls:
            return below
        return _("Enter calls “{call}” for you.", call=self.panel.calls), Mood.TURN

    def command_of(self, key: str, _now: Situation, /) -> Command | None:
        if key == "escape":
            return Say("")
        return None if self.panel.team else quick_command(key, reactions=self.panel.reactions)


def turn_quick_talk(ui: TableUi, _now: Situation) -> Outcome:
    """Turn the meaning of the digits over."""
    return Outcome(ui._replace(panel=ui.panel._replace(reactions=not ui.panel.reactions)))


def talk(command: Talk | Say | SayQuick, ui: TableUi, now: Situation) -> Outcome:
    """Begin to talk, or say something and be done."""
    panel = ui.panel
    # The next key is one of the table again, whether anything was said or not.
    done = ui._replace(panel=panel.talk_ended())
    match command:
        case Talk(team=True) if not may_talk_apart(now.model):
            return Outcome(
                ui.told(_("Partners talk apart before a match, and in some games over a raise."))
            )
        case Talk(team):
            return Outcome(ui.untold()._replace(panel=panel.talk_begun(team=team)))
        case SayQuick():
            return Outcome(done._replace(just_said=True, in_breath=True), command)
        case Say(text, calls):
            if not text:
                return Outcome(done)
            if panel.team and (why := why_no_code(text, now.model)):
                return Outcome(done.told(why))
            return Outcome(done._replace(just_said=True), SayLine(text, panel.team, calls))


def choice_of(verb: str, model: TableModel) -> actions_pb2.Choice | None:
    """Return what is offered under that verb."""
    found = (each for each in model.choices() if verb_of(each) == verb)
    return next(found, None)


def must_answer(model: TableModel) -> bool:
    """Tell whether a call waits for your answer: you may refuse it at a price."""
    return refusal_among(model.choices(), presenter_of(model).last_verb) is not None


def next_choice(model: TableModel) -> actions_pb2.Choice | None:
    """Return what is next, if there is nothing to choose about it."""
    face = presenter_of(model)
    for choice in model.choices():
        enter = face.verb(verb_of(choice)).key == "enter"
        if enter and argument(choice) is Argument.NONE:
            return choice
    return None


def is_meant(do: Do, model: TableModel) -> bool:
    """Tell whether that verb is the one meant now of those with the same key."""
    if model.view is None or model.seat is None or is_of_other(presenter_of(model)):
        return False  # what others' verbs mean, their buttons say
    if (check := presenter_of(model).check) is not None and do == Do(check.verb):
        return not between_hands(model)  # then its key buys chips
    keys = {Do(verb, value): said.key for verb, value, said in presenter_of(model).keyed()}
    if do not in keys:
        return False
    same = [each for each, key in keys.items() if key == keys[do]]
    offered = {Do(verb_of(choice)) for choice in model.choices()}
    return do == next((each for each in same if each in offered), same[0])
