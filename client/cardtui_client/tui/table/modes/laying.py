"""Cards are laid down by hand: selected, put into melds, and out with the middle."""

from __future__ import annotations

from dataclasses import dataclass

from cardtui_client.games.laying import Laid, Step, lay_action, lay_choice, lay_price, melding_at
from cardtui_client.games.registry import presenter_of
from cardtui_client.i18n import _, n_
from cardtui_client.model.cards import corner, face
from cardtui_client.model.table import TableModel
from cardtui_client.scene.commands import Bare, Command, PressCard
from cardtui_client.scene.middle import Mood, Target
from cardtui_client.scene.scene import Button, Tone
from cardtui_client.tui.paint.actions import key_name
from cardtui_client.tui.table.effects import Act
from cardtui_client.tui.table.held_cards import HeldCards
from cardtui_client.tui.table.modes.mode import Mode, Outcome, Prompt, Situation
from cardtui_client.tui.table.ui_state import TableUi


@dataclass(frozen=True, slots=True)
class LayingMode(Mode):
    """Lets melds be put together; it ends with the hand out, taken back, or changed.

    Attributes:
        cards: the cards, and what has been done with them.
        laid: the melds and the selection among them.
    """

    cards: HeldCards
    laid: Laid

    def buttons(self, below: tuple[Button, ...], now: Situation, /) -> tuple[Button, ...]:
        """See `Mode.buttons`: what the middle does, the best ways out, and one step back."""
        if not below:
            return below
        target = self.target(now.model)
        best = tuple(each for each in below if each.tone is Tone.CALL)
        back = Button(Bare.TAKE_BACK, "escape", _back(self.laid))
        if not target.ready:
            return (*best, back)
        price = self._price(now)
        middle = Button(Bare.PRESS_MIDDLE, now.keys.next(), target.words, price, Tone.YES)
        return (middle, *best, back)

    def prompt(self, below: Prompt, now: Situation, /) -> Prompt:
        """See `Mode.prompt`."""
        if not now.offered:
            return below
        if self.target(now.model).ready:
            return _("Click the middle, or press {key}.", key=key_name(now.keys.next())), Mood.TURN
        return _("Select cards: click them, or press their numbers."), Mood.TURN

    def press(self, command: Command, ui: TableUi, now: Situation, /) -> Outcome | None:
        """See `Mode.press`; Escape takes one step back where that is offered."""
        match command:
            case Bare.PROCEED | Bare.PRESS_MIDDLE | Bare.LAY:
                return self._press_middle(ui, now)
            case Bare.SELECT:
                return select(ui, now)
            case PressCard(index):
                cards = ui.cards.pick(index).toggle(index)
                return Outcome(ui.untold()._replace(cards=cards))
            case Bare.TAKE_BACK:
                return Outcome(ui.untold()._replace(cards=ui.cards.step_back()))
            case Bare.LEAVE if now.button(Bare.TAKE_BACK) is not None:
                return Outcome(ui.untold()._replace(cards=ui.cards.step_back()))
            case _:
                return None

    def target(self, model: TableModel) -> Target:
        """Return what the middle of the felt says."""
        laid = self.laid
        called = presenter_of(model).verb(self.cards.given.lays).title().strip("¡!")
        match step := self._step(model):
            case Step.FEW:
                words = _few(len(laid.selected), melding_at(model).least)
            case Step.NOTHING:
                words = _("Select the cards of a meld.")
            case Step.KEEP_ONE:
                words = _("Leave one card out: it is discarded.")
            case Step.MELD:
                count = len(laid.selected)
                words = n_("Lay {n} card as a meld", "Lay {n} cards as a meld", count)
            case Step.OUT if laid.loose:
                thrown = corner(face(laid.loose[0]))
                words = _("{word}, discarding {card}", word=called, card=thrown)
            case Step.OUT:
                words = _("{word}, with all cards", word=called)
        note = _("Checked when you go out.") if laid.melds else ""
        return Target(laid.melds, words, step in (Step.MELD, Step.OUT), note)

    def _press_middle(self, ui: TableUi, now: Situation) -> Outcome:
        ui, verb = ui.untold(), self.cards.given.lays
        match self._step(now.model):
            case Step.MELD:
                return Outcome(ui._replace(cards=ui.cards.meld()))
            case Step.OUT:
                return Outcome(ui, Act(lay_action(verb, self.laid, now.model)))
            case Step.FEW:
                count, least = len(self.laid.selected), melding_at(now.model).least
                return Outcome(ui.told(_few(count, least), Mood.REFUSED))
            case Step.NOTHING | Step.KEEP_ONE:
                return Outcome(ui)

    def _step(self, model: TableModel) -> Step:
        return self.laid.step(melding_at(model))

    def _price(self, now: Situation) -> str:
        choice = lay_choice(now.model)
        goes_out = self._step(now.model) is Step.OUT
        return lay_price(choice, self.laid) if choice is not None and goes_out else ""


def begin(ui: TableUi, _now: Situation) -> Outcome:
    """Begin to lay cards down, where that has a place."""
    return Outcome(ui.untold()._replace(cards=ui.cards.begin_laying()))


def select(ui: TableUi, _now: Situation) -> Outcome:
    """Select the picked card, or put it back; with none, the next is picked."""
    cards = (ui.cards if ui.cards.picked is not None else ui.cards.step(1)).begin_laying()
    if cards.picked is not None:
        cards = cards.toggle(cards.picked)
    return Outcome(ui.untold()._replace(cards=cards))


def _few(count: int, least: int) -> str:
    return n_(
        "A meld has {least} cards or more: {n} is selected.",
        "A meld has {least} cards or more: {n} are selected.",
        count,
        least=least,
    )


def _back(laid: Laid) -> str:
    """Return what one step back takes back."""
    if laid.selected:
        return _("Deselect")
    return _("Take the last meld back") if laid.melds else _("Back")
