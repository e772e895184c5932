"""The pack lies before one to be cut: where, how many times, and from which end to deal."""

from __future__ import annotations

from dataclasses import dataclass

from cardtui_client.games.registry import presenter_of
from cardtui_client.scene.commands import Bare, Command, Do, Put, Step, TypeDigit
from cardtui_client.tui.table.cutting import Cutting, cut_offered
from cardtui_client.tui.table.effects import PartPack
from cardtui_client.tui.table.modes.mode import Mode, Outcome, Situation, act
from cardtui_client.tui.table.modes.numbers import NUMBER_KEYS
from cardtui_client.tui.table.ui_state import TableUi


@dataclass(frozen=True, slots=True)
class CuttingMode(Mode):
    """Lets one cut with keys, wheel and clicks alike; ``cut`` is what is chosen so far."""

    cut: Cutting

    def command_of(self, key: str, _now: Situation, /) -> Command | None:
        """See `Mode.command_of`."""
        return NUMBER_KEYS.get(key)

    def press(self, command: Command, ui: TableUi, now: Situation, /) -> Outcome | None:
        """See `Mode.press`."""
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
