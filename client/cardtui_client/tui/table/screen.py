"""The table: where a seat plays and a spectator watches."""

from __future__ import annotations

from typing import ClassVar, Protocol, runtime_checkable

from textual import events, on
from textual.binding import BindingType
from textual.widgets import Input

from cardtui.v1 import actions_pb2
from cardtui_client.games import choices
from cardtui_client.games.arguments import (
    Argument,
    argument,
    build,
    cards_of,
    lays_melds,
    may_hide,
    plainest,
    span_of,
    stands_alone,
    verb_of,
    words_of,
)
from cardtui_client.games.laying import lay_choice
from cardtui_client.games.presenter import Presenter
from cardtui_client.games.registry import presenter_of
from cardtui_client.i18n import _
from cardtui_client.model.cards import corner, face
from cardtui_client.scene.buttons import Button
from cardtui_client.scene.mood import Mood
from cardtui_client.tui.table.attended_table import AttendedTable
from cardtui_client.tui.table.cutting import AGAIN, HERE
from cardtui_client.tui.table.hand_order import sorted_by
from cardtui_client.tui.table.meanings import choice_of, verb_meant
from cardtui_client.tui.table.table_keys import table_bindings
from cardtui_client.tui.widgets.action_bar import ActionBar
from cardtui_client.tui.widgets.bars import StatusLine
from cardtui_client.tui.widgets.felt import Felt
from cardtui_client.tui.widgets.hand import Hand
from cardtui_client.tui.widgets.log import LogView, SidePanel


@runtime_checkable
class HasRules(Protocol):
    """An app that can open the rules at a clause."""

    def open_rules(self, clause: str = "") -> object:
        """Open them."""


class TableScreen(AttendedTable):
    """One table, played at or watched: what keys and clicks do there."""

    BINDINGS: ClassVar[list[BindingType]] = table_bindings()

    def on_key(self, event: events.Key) -> None:
        """Give keys to what waits for them first."""
        bar = self.query_one(ActionBar)
        used = False
        if isinstance(self.focused, Input):
            used = event.key == "escape"
            if used:
                self.close_talk()
        elif self.pacer.behind:
            self.pacer.skip()
            used = True
        elif bar.busy:
            used = bar.take_key(event)
        elif self.take_cut_key(event):
            used = True
        elif event.character and event.character in "1234567890":
            self._press_card((int(event.character) - 1) % 10)
            used = True
        if used:
            event.stop()
            event.prevent_default()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Tell which keys do something now."""
        match action, parameters:
            case "verb", (str(verb),):
                return self.in_match and verb == verb_meant(verb, self.model)
            case "press", ("log" | "talk" | "rules" | "leave", *_):
                return True
            case "press", (str(what),):
                return self.button(what) is not None
            case (("shift" | "sort"), _):
                return self.model.seat is not None and bool(self._face.lays)
            case (("pick" | "play"), _):
                return self.model.seat is not None
            case _:
                return super().check_action(action, parameters)

    def action_pick(self, step: int) -> None:
        """Pick the next card, or the one before."""
        self.query_one(Hand).move(step)

    def action_shift(self, step: int) -> None:
        """Move the picked card among one's own."""
        self.query_one(Hand).shift(step)

    def action_sort(self) -> None:
        """Sort one's own cards another way."""
        if order := self.query_one(Hand).sort():
            self.tell(sorted_by(order), Mood.PLAIN)

    def action_play(self) -> None:
        """Play the picked card; or do what Enter stands for now."""
        if self.press_middle() or self._do_next():
            return
        hand = self.query_one(Hand)
        if hand.picked is None:
            hand.move(1)
            if self.model.own is None or len(self.model.own.hand) != 1:
                return
        if (card := hand.picked_card) is not None:
            self._play(card)

    def action_scroll_log(self, pages: int) -> None:
        """Go through the log by half of what is in view."""
        log = self.query_one(LogView)
        log.scroll_lines(pages * max(log.size.height // 2, 1))

    def action_press(self, what: str) -> None:
        """Do what a button does; Escape takes cards back first, if some are laid down."""
        self._press("take_back" if what == "leave" and self.button("take_back") else what)

    def action_verb(self, verb: str) -> None:
        """Do a verb of the game; one that is not offered makes the server say why not."""
        self._do_verb(verb)

    @on(ActionBar.Pressed)
    def _button_pressed(self, event: ActionBar.Pressed) -> None:
        self._press(event.id)

    @on(StatusLine.Pressed)
    def _hint_pressed(self, event: StatusLine.Pressed) -> None:
        self._press(event.id)

    @on(ActionBar.Answered)
    def _answered(self, event: ActionBar.Answered) -> None:
        kind, _sep, verb = event.id.partition("-")
        if kind == "verb":
            choice = choice_of(verb, self.model)
            if choice is not None:
                self.act(build(choice))
        elif kind == "throw":
            choice = choice_of(self._face.card_verb, self.model)
            if choice is not None and int(verb) in cards_of(choice):
                self.query_one(Hand).pick(None)
                self.act(build(choice, card=int(verb)))
        else:
            self.answer(event.id)

    @on(ActionBar.Chosen)
    def _chosen(self, event: ActionBar.Chosen) -> None:
        choice = choice_of(event.id.partition("-")[2], self.model)
        if choice is None or not span_of(choice).holds(event.value):
            return
        self.act(build(choice, number=event.value))

    @on(Hand.CardPressed)
    def _card_pressed(self, event: Hand.CardPressed) -> None:
        self._press_card(event.index)

    @on(Felt.PaperPressed)
    @on(Hand.PaperPressed)
    def _paper_pressed(self) -> None:
        if self.button("go_on") is not None:
            self._press("go_on")

    @on(Felt.PilePressed)
    def _pile_pressed(self, event: Felt.PilePressed) -> None:
        card = self.query_one(Hand).picked_card
        if (
            event.pile == "discards"
            and card is not None
            and choice_of(self._face.card_verb, self.model)
        ):
            self._play(card)
        elif self.in_match:
            drawn = (verb for verb, value, _said in self._face.keyed() if value == event.pile)
            self._do_verb(f"{next(drawn, '')}-{event.pile}")

    @on(SidePanel.Said)
    def _said(self, event: SidePanel.Said) -> None:
        if event.text:
            self.talk(event.text)
        self.close_talk()  # the next key is one of the table again

    # --- doing ---------------------------------------------------------------------------

    def _press(self, what: str) -> None:
        """Do what a button, or a key's name in the status line, stands for."""
        clause = self.clause
        self.untell()
        if self.press_cut(what) or self.attend(what):
            return
        match what:
            case "go_on":
                self.go_on()
            case "rules":
                self._open_rules(clause)
            case "talk":
                self.open_talk()
            case "log":
                self.toggle_panel()
            case "middle" | "lay":
                self.action_lay()
            case "take_back":
                self.take_back()
            case "hide":
                self.hiding = not self.hiding
                self.stage()
            case _ if what.startswith("verb-"):
                self._do_verb(what.removeprefix("verb-"))
            case _:
                raise ValueError(f"no button is called {what}")

    def _do_verb(self, verb: str) -> None:
        self.untell()
        verb, _sep, word = verb.partition("-")
        choice = choice_of(verb, self.model)
        if choice is None or (word and word not in words_of(choice)):
            self.act(self._face.attempt(verb, self.model, value=word))
            return
        button = self.button(f"verb-{verb}")
        bar = self.query_one(ActionBar)
        low, high, _most = span_of(choice)
        match argument(choice):
            case _ if self._face.verb(verb).cuts and self.cutting and self.press_cut(AGAIN):
                pass
            case Argument.CARD if lays_melds(choice):
                self._lay_down(choice, button)
            case Argument.CARD:
                self.action_play()
            case Argument.WORD if word:
                self.act(build(choice, word=word))
            case Argument.NUMBER if low == high:
                self.act(build(choice, number=low))
            case Argument.NUMBER if button is not None:
                bar.choose(button, low, high, self._face.usual_number(verb, low, high, self.model))
            case Argument.NONE if button is not None:
                if self.settings.confirm and choices.needs_confirm(choice, self.model):
                    self._ask_sure(choice, button)
                else:
                    self.act(build(choice))
            case _:
                pass  # not shown yet: the next shot will offer it

    def _do_next(self) -> bool:
        """Do what there is nothing to choose about, if that is what is next."""
        if self.cutting is not None and self.press_cut(HERE):
            return True
        if (choice := self._next_choice()) is None:
            return False
        self.untell()
        self.act(build(choice))
        return True

    def _next_choice(self) -> actions_pb2.Choice | None:
        """Return what is next, if there is nothing to choose about it."""
        for choice in self.model.choices():
            enter = self._face.verb(verb_of(choice)).key == "enter"
            if enter and argument(choice) is Argument.NONE:
                return choice
        return None

    @property
    def _face(self) -> Presenter:
        return presenter_of(self.model)

    def _ask_sure(self, choice: actions_pb2.Choice, button: Button) -> None:
        price = choices.price_text(choice, self.model)
        called = f"{button.label} ({price})" if price else button.label
        question = _("{action}: are you sure?", action=called)
        bar = self.query_one(ActionBar)
        bar.ask(question, button._replace(key="enter"), about=button.id)

    def _ask_throw(self, choice: actions_pb2.Choice, card: int) -> None:
        """Ask before a card is thrown from a hand that can go out."""
        question = _("You can go out. Throw {card} all the same?", card=corner(face(card)))
        throw = Button(f"throw-{card}", "enter", choices.label(choice, self.model))
        self.query_one(ActionBar).ask(question, throw, about=f"verb-{self._face.card_verb}")

    def _lay_down(self, choice: actions_pb2.Choice, button: Button | None) -> None:
        """Go out in the best way there is, or by throwing the picked card."""
        picked = self.query_one(Hand).picked_card
        if (
            button is not None
            and self.settings.confirm
            and choices.needs_confirm(choice, self.model)
        ):
            self._ask_sure(choice, button)
        elif stands_alone(choice):
            self.act(build(choice))
        else:
            chosen = picked in cards_of(choice)
            self.act(build(choice, card=picked) if chosen else plainest(choice))

    def _press_card(self, index: int) -> None:
        if self.model.seat is None:
            return
        choice = self._next_choice()
        if choice is not None and self._face.verb(verb_of(choice)).lays:
            self._do_next()
            return
        if self.mark_card(index):
            return
        hand = self.query_one(Hand)
        again = hand.picked == index
        hand.pick(index)
        if (again or not self.settings.confirm) and hand.picked_card is not None:
            self._play(hand.picked_card)

    def _play(self, card: int) -> None:
        self.untell()
        verb = self._face.card_verb
        choice = choice_of(verb, self.model)
        if choice is not None and card in cards_of(choice):
            if self.settings.confirm and lay_choice(self.model) is not None:
                self._ask_throw(choice, card)
                return
            hidden = self.hiding and may_hide(choice)
            self.hiding = False
            self.query_one(Hand).pick(None)
            self.act(build(choice, card=card, face_down=hidden))
        elif self.model.view is not None and verb:
            # The server says why not.
            self.act(self._face.attempt(verb, self.model, card))

    def _open_rules(self, clause: str) -> None:
        if isinstance(self.app, HasRules):
            self.app.open_rules(clause)
