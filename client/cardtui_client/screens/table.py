"""The table: where a seat plays and a spectator watches."""

from __future__ import annotations

from typing import ClassVar, Protocol, runtime_checkable

from textual import events, on
from textual.binding import BindingType
from textual.widgets import Input

from cardtui.v1 import tables_pb2
from cardtui_client import choices
from cardtui_client.choices import Argument
from cardtui_client.i18n import _
from cardtui_client.model import Status
from cardtui_client.screens.followed_table import FollowedTable
from cardtui_client.screens.meanings import attempt, choice_of, usual_number, verb_meant
from cardtui_client.screens.table_keys import table_bindings
from cardtui_client.widgets.action_bar import ActionBar
from cardtui_client.widgets.felt import Felt
from cardtui_client.widgets.hand import Hand
from cardtui_client.widgets.lines import StatusLine
from cardtui_client.widgets.log import LogView, SidePanel
from cardtui_client.widgets.scene import Button, Tone


@runtime_checkable
class HasRules(Protocol):
    """An app that can open the rules at a clause."""

    def open_rules(self, clause: str = "") -> object:
        """Open them."""


class TableScreen(FollowedTable):
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
        elif event.character and event.character in "123456789":
            self._press_card(int(event.character) - 1)
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
            case (("pick" | "play"), _):
                return self.model.seat is not None
            case _:
                return super().check_action(action, parameters)

    def action_pick(self, step: int) -> None:
        """Pick the next card, or the one before."""
        self.query_one(Hand).move(step)

    def action_play(self) -> None:
        """Play the picked card."""
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
        """Do what a button does."""
        self._press(what)

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
                self.act(choices.build(choice))
        elif kind == "bot":
            self._add_bot(int(verb))
        else:
            self._leave(event.id)

    @on(ActionBar.Chosen)
    def _chosen(self, event: ActionBar.Chosen) -> None:
        choice = choice_of(event.id.partition("-")[2], self.model)
        if choice is not None and choice.low <= event.value <= choice.high:
            self.act(choices.build(choice, number=event.value))

    @on(Hand.CardPressed)
    def _card_pressed(self, event: Hand.CardPressed) -> None:
        self._press_card(event.index)

    @on(Felt.PaperPressed)
    @on(Hand.PaperPressed)
    def _paper_pressed(self) -> None:
        if self.button("go_on") is not None:
            self._press("go_on")

    @on(Felt.SeatPressed)
    @on(Hand.SeatPressed)
    def _seat_pressed(self, event: Felt.SeatPressed | Hand.SeatPressed) -> None:
        seat = next((each for each in self.model.table.seats if each.seat == event.seat), None)
        waiting = self.model.table.state == tables_pb2.TABLE_STATE_WAITING
        if seat is None or (waiting and not self.is_host):
            return
        if not waiting:
            self._change_viewpoint(event.seat)
        elif seat.bot:
            self.request(self.connection.remove_bot(self.table_id, event.seat))
        elif not seat.name:
            self._ask_bot(event.seat)

    @on(SidePanel.Said)
    def _said(self, event: SidePanel.Said) -> None:
        self.talk(event.text)
        if not self.has_class("-wide"):
            self.close_talk()

    # --- doing ---------------------------------------------------------------------------

    def _press(self, what: str) -> None:
        """Do what a button, or a key's name in the status line, stands for."""
        clause = self.clause
        self.untell()
        table = self.table_id
        own = next((s for s in self.model.table.seats if s.seat == self.model.seat), None)
        match what:
            case "go_on":
                self.go_on()
            case "ready":
                ready = not (own is not None and own.ready)
                self.request(self.connection.set_ready(table, ready))
            case "add_bot":
                self._ask_bot(None)
            case "remove_bot":
                bots = [seat.seat for seat in self.model.table.seats if seat.bot]
                if bots:
                    self.request(self.connection.remove_bot(table, bots[-1]))
            case "start":
                self.request(self.connection.start(table))
            case "retry":
                self.follow()
            case "leave":
                self._ask_leave()
            case "rules":
                self._open_rules(clause)
            case "talk":
                self.open_talk()
            case "log":
                self.toggle_panel()
            case "turn_table":
                self._change_viewpoint(self.viewpoint + 1)
            case _ if what.startswith("verb-"):
                self._do_verb(what.removeprefix("verb-"))
            case _:
                raise ValueError(f"no button is called {what}")

    def _do_verb(self, verb: str) -> None:
        self.untell()
        choice = choice_of(verb, self.model)
        if choice is None:
            self.act(attempt(verb, self.model))
            return
        button = self.button(f"verb-{verb}")
        bar = self.query_one(ActionBar)
        match choices.argument(choice):
            case Argument.CARD:
                self.action_play()
            case Argument.NUMBER if button is not None:
                bar.choose(button, choice.low, choice.high, usual_number(verb, choice, self.model))
            case Argument.NONE if button is not None:
                if self.settings.confirm and choices.needs_confirm(choice):
                    price = choices.price_text(choice, self.model)
                    called = f"{button.label} ({price})" if price else button.label
                    question = _("{action}: are you sure?", action=called)
                    bar.ask(question, button._replace(key="enter"), about=button.id)
                else:
                    self.act(choices.build(choice))
            case _:
                pass  # not shown yet: the next shot will offer it

    def _press_card(self, index: int) -> None:
        if self.model.seat is None:
            return
        hand = self.query_one(Hand)
        again = hand.picked == index
        hand.pick(index)
        if (again or not self.settings.confirm) and hand.picked_card is not None:
            self._play(hand.picked_card)

    def _play(self, card: int) -> None:
        self.untell()
        choice = choice_of("play", self.model)
        if choice is not None and card in choice.cards:
            self.act(choices.build(choice, card=card))
        elif self.model.view is not None and self.model.has_teams:
            # The server says why not.
            self.act(attempt("play", self.model, card))

    def _ask_bot(self, seat: int | None) -> None:
        """Ask how strong a bot is to be; ``None`` for any free seat."""
        self._bot_seat = seat
        self.query_one(ActionBar).ask(
            _("How strong is the bot to be?"),
            Button(f"bot-{tables_pb2.BOT_LEVEL_NORMAL}", "enter", _("Normal")),
            Button(f"bot-{tables_pb2.BOT_LEVEL_EASY}", "e", _("Easy")),
            Button(f"bot-{tables_pb2.BOT_LEVEL_HARD}", "h", _("Hard")),
        )

    def _add_bot(self, level: int) -> None:
        chosen = tables_pb2.BotLevel.ValueType(level)
        self.request(self.connection.add_bot(self.table_id, chosen, self._bot_seat))

    def _ask_leave(self) -> None:
        if not self.in_match or self.model.status is Status.ENDED:
            self._leave("leave-seat" if self._holds_free_seat else "leave-keep")
            return
        self.query_one(ActionBar).ask(
            _("Leave the table? Your seat is kept for you, but the game goes on."),
            Button("leave-keep", "enter", _("Leave, keep my seat")),
            Button("leave-seat", "g", _("Give up my seat"), tone=Tone.NO),
        )

    @property
    def _holds_free_seat(self) -> bool:
        """Whether one sits at a table where nothing is being played: then getting up is all."""
        live = self.model.status is not Status.ENDED
        return live and self.model.seat is not None

    def _leave(self, answer: str) -> None:
        if answer == "leave-seat":
            self.get_up()
        else:
            self.dismiss()

    def _open_rules(self, clause: str) -> None:
        if isinstance(self.app, HasRules):
            self.app.open_rules(clause)

    def _change_viewpoint(self, seat: int) -> None:
        if self.model.seat is None and self.model.table.seats:
            self.viewpoint = seat % len(self.model.table.seats)
            self.stage()
