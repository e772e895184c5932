"""Asks for an amount, a cut or a yes, stepped, typed or pointed at; lets an act be taken back.
The keys for numbers: `NUMBER_KEYS`; those that say yes or no to any question: `_ACCEPTING_KEYS`,
`_REFUSING_KEYS`. Which question its own key answers, and what is asked, is in `playing`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cardtui_client.faces.arguments import span_of
from cardtui_client.faces.offers import cut_offered
from cardtui_client.faces.registry import presenter_of
from cardtui_client.faces.table_actions import is_asked_for_seat
from cardtui_client.i18n import _
from cardtui_client.scene.commands import (
    Bare,
    Command,
    Do,
    Opening,
    Put,
    ScrollLog,
    Step,
    TypeDigit,
)
from cardtui_client.scene.middle import Mood
from cardtui_client.scene.scene import Amount, Button, ChosenAmount, Question
from cardtui_client.tui.paint.key_names import key_name
from cardtui_client.tui.table.effects import Act, BringChips, PartPack
from cardtui_client.tui.table.modes import playing
from cardtui_client.tui.table.modes.idle import IdleMode
from cardtui_client.tui.table.modes.mode import (
    Mode,
    Outcome,
    Prompt,
    Situation,
    act,
    choice_of,
)
from cardtui_client.tui.table.ui_state import Cutting, TableUi

_DIGITS: Final = "0123456789"

NUMBER_KEYS: Final[Mapping[str, Command]] = {
    "left": Step(-1),
    "down": Step(-1),
    "minus": Step(-1),
    "right": Step(1),
    "up": Step(1),
    "plus": Step(1),
    "pagedown": Step(-5),
    "pageup": Step(5),
    "home": Bare.TO_LEAST,
    "end": Bare.TO_MOST,
    "backspace": Bare.ERASE_DIGIT,
    **{digit: TypeDigit(digit) for digit in _DIGITS},
}


def _number_command(key: str, now: Situation) -> Command | None:
    if key in ("plus", "minus") and is_asked_for_seat(now.model):
        return None  # these answer who asks for a bot's seat
    return NUMBER_KEYS.get(key)


@dataclass(frozen=True, slots=True)
class AmountMode(Mode):
    """Lets a number be chosen for a verb, or of chips; ``chosen`` is how far that is."""

    chosen: ChosenAmount

    def command_of(self, key: str, now: Situation, /) -> Command | None:
        """See `Mode.command_of`; the key of the verb takes the amount, too."""
        match key:
            case "enter" | self.chosen.button.key:
                return Bare.PROCEED
            case "escape":
                return Bare.TAKE_BACK
            case _:
                return _number_command(key, now)

    def press(self, command: Command, ui: TableUi, now: Situation, /) -> Outcome | None:
        amount = self.chosen.amount
        match command:
            case Step(by):
                changed = _put(amount, amount.value + by)
            case Put(number):
                changed = _put(amount, number)
            case Bare.TO_LEAST:
                changed = _put(amount, amount.low)
            case Bare.TO_MOST:
                changed = _put(amount, amount.high)
            case TypeDigit(digit):
                changed = _typed_on(amount, digit)
            case Bare.ERASE_DIGIT:
                changed = _typed(amount, amount.typed[:-1])
            case Bare.PROCEED:
                return self._take(ui, now)
            case Bare.TAKE_BACK:
                return Outcome(ui._replace(waiting=None))
            case _:
                return None
        return Outcome(ui._replace(waiting=self.chosen._replace(amount=changed)))

    def _take(self, ui: TableUi, now: Situation) -> Outcome:
        amount, command = self.chosen.amount, self.chosen.button.command
        if not amount.fits:
            refused = _(
                "{typed} is out of range: choose from {low} to {high}.",
                typed=amount.typed,
                low=amount.low,
                high=amount.high,
            )
            return Outcome(ui.told(refused, Mood.REFUSED))
        taken = ui._replace(waiting=None)
        if command == Bare.ASK_BUY_IN:
            return Outcome(taken.untold(), BringChips(amount.value))
        choice = choice_of(command.verb, now.model) if isinstance(command, Do) else None
        if choice is None or not span_of(choice).holds(amount.value):
            return Outcome(taken)
        return playing.take_number(choice, amount.value, taken, now)


def _put(amount: Amount, value: int) -> Amount:
    return amount._replace(value=min(max(value, amount.low), amount.high), typed="")


def _typed_on(amount: Amount, digit: str) -> Amount:
    """Return it with another digit; after a whole number out of range it begins a new one."""
    typed = amount.typed + digit
    if len(typed) <= len(str(amount.high)):
        return _typed(amount, typed)
    return amount if amount.fits else _typed(amount, digit)


def _typed(amount: Amount, typed: str) -> Amount:
    """Return it with those digits; a number out of range is refused later."""
    return _put(amount, int(typed or amount.low))._replace(typed=typed)


_REFUSING_KEYS: Final = ("escape", "enter", "y", "n")
"""The keys that say yes or no to any question: where they are no answer, they close it.

They never mean anything else meanwhile: who says no to a question does not refuse a call.
"""

_ACCEPTING_KEYS: Final = ("enter", "y")

_COMMANDS_BESIDE_QUESTION: Final = (Bare.SKIP, Bare.TOGGLE_LOG)
"""What is done beside a question, as opening a screen and scrolling: it stays."""


@dataclass(frozen=True, slots=True)
class AskingMode(Mode):
    """Asks once before what commits; ``question`` is what."""

    question: Question

    def command_of(self, key: str, now: Situation, /) -> Command | None:
        answers = {each.key: each.command for each in self.question.answers}
        sure = next((each for each in answers.values() if isinstance(each, Do)), None)
        if sure is not None and key in _ACCEPTING_KEYS:  # whatever key its button has
            return sure
        if key == "y" and "y" not in answers:
            key = "enter"
        if key in answers:
            return answers[key]
        if key in _DIGITS and self._is_of_chips(now):
            return Bare.SKIP  # no card is lifted for nothing
        return Bare.TAKE_BACK if key in _REFUSING_KEYS else None

    def _is_of_chips(self, now: Situation) -> bool:
        """Tell whether no card is played next: neither by an answer, nor after it."""
        face = presenter_of(now.model)
        about_card = self.question.about == Do(face.card_verb)
        return not (about_card or (face.card_verb and face.verb(face.card_verb).into_trick))

    def passing(self, command: Command, ui: TableUi, /) -> TableUi:
        """See `Mode.passing`: what is no answer takes the question back."""
        if command in _COMMANDS_BESIDE_QUESTION or isinstance(command, Opening | ScrollLog):
            return ui
        return ui._replace(waiting=None)

    def press(self, command: Command, ui: TableUi, now: Situation, /) -> Outcome | None:
        answered = ui._replace(waiting=None)
        if command == Bare.TAKE_BACK:
            return Outcome(answered)
        if any(each.command == command for each in self.question.answers):
            return IdleMode().press(command, answered, now)
        done = IdleMode().press(command, answered, now) if isinstance(command, Do) else None
        if done is not None and isinstance(done.effect, Act):
            return Outcome(answered)  # nobody bets or folds by a key that answers something else
        return None


@dataclass(frozen=True, slots=True)
class CuttingMode(Mode):
    """Lets one cut with keys, wheel and clicks alike; ``cut`` is what is chosen so far."""

    cut: Cutting

    def command_of(self, key: str, now: Situation, /) -> Command | None:
        return _number_command(key, now)

    def press(self, command: Command, ui: TableUi, now: Situation, /) -> Outcome | None:
        cut = self.cut
        if isinstance(command, Do) and presenter_of(now.model).verb(command.verb).cuts:
            command = Bare.CUT_AGAIN
        match command:
            case Step(by):
                changed = cut.put(cut.at + by)
            case Put(number) if number != cut.at:
                changed = cut.put(number)
            case Bare.TO_LEAST:
                changed = cut.put(1)
            case Bare.TO_MOST:
                changed = cut.put(cut.cards - 1)
            case TypeDigit(digit):
                changed = cut.type(digit)
            case Bare.ERASE_DIGIT:
                changed = cut.erase()
            case Bare.TURN_PACK:
                changed = cut.turned()
            case Bare.CUT_AGAIN if cut.may_go_on:
                return Outcome(ui.untold()._replace(cut=cut.then()), PartPack(cut.pack()))
            case Bare.CUT_HERE | Bare.CUT_AGAIN | Bare.PROCEED | Put():
                return self._cut(ui, now)
            case _:
                return None
        return Outcome(ui.untold()._replace(cut=changed))

    def _cut(self, ui: TableUi, now: Situation) -> Outcome:
        choice = cut_offered(now.model)
        return Outcome(ui) if choice is None else act(ui, self.cut.action(choice))


@dataclass(frozen=True, slots=True)
class HoldingMode(Mode):
    """Lets the act be taken back by its key or Esc; talk, log and all else go on meanwhile."""

    def command_of(self, key: str, _now: Situation, /) -> Command | None:
        return Bare.RECALL if key == "escape" else None

    def buttons(self, _below: tuple[Button, ...], now: Situation, /) -> tuple[Button, ...]:
        return (Button(Bare.RECALL, now.keys.of(Bare.RECALL), _("Take it back")),)

    def prompt(self, _below: Prompt, now: Situation, /) -> Prompt:
        key = key_name(now.keys.of(Bare.RECALL))
        return _("Sent in a moment; {key} or Esc takes it back.", key=key), Mood.PLAIN

    def press(self, command: Command, ui: TableUi, _now: Situation, /) -> Outcome | None:
        return Outcome(ui, Bare.RECALL) if command in (Bare.RECALL, Bare.TAKE_BACK) else None
