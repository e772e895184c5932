"""An amount is chosen: stepped, typed, or pointed at, then taken or taken back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cardtui_client.games.arguments import span_of
from cardtui_client.i18n import _
from cardtui_client.scene.commands import Bare, Command, Do, Put, Step, TypeDigit
from cardtui_client.scene.middle import Mood
from cardtui_client.scene.scene import Amount, ChosenAmount
from cardtui_client.tui.table.effects import BringChips
from cardtui_client.tui.table.meanings import choice_of
from cardtui_client.tui.table.modes import playing
from cardtui_client.tui.table.modes.mode import Mode, Outcome, Situation
from cardtui_client.tui.table.modes.numbers import NUMBER_KEYS
from cardtui_client.tui.table.ui_state import TableUi

_MOST_DIGITS: Final = 7


@dataclass(frozen=True, slots=True)
class AmountMode(Mode):
    """Lets a number be chosen for a verb, or of chips; ``chosen`` is how far that is."""

    chosen: ChosenAmount

    def command_of(self, key: str, _now: Situation, /) -> Command | None:
        """See `Mode.command_of`; the key of the verb takes the amount, too."""
        match key:
            case "enter" | self.chosen.button.key:
                return Bare.PROCEED
            case "escape":
                return Bare.TAKE_BACK
            case _:
                return NUMBER_KEYS.get(key)

    def press(self, command: Command, ui: TableUi, now: Situation, /) -> Outcome | None:
        """See `Mode.press`."""
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
                changed = _typed(amount, amount.typed + digit)
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


def _typed(amount: Amount, typed: str) -> Amount:
    """Return it with those digits; what does not fit is left so, and refused when taken."""
    if len(typed) > _MOST_DIGITS:
        return amount
    return _put(amount, int(typed or amount.low))._replace(typed=typed)
