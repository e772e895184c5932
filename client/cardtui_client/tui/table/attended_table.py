"""What is done at a table besides playing: getting ready, seating bots, leaving, looking round."""

from __future__ import annotations

from textual import on

from cardtui.v1 import tables_pb2
from cardtui_client.i18n import _
from cardtui_client.model.table import Status
from cardtui_client.scene.buttons import Button, Tone
from cardtui_client.scene.mood import Mood
from cardtui_client.tui.table.cutting_table import CuttingTable
from cardtui_client.tui.widgets.action_bar import ActionBar
from cardtui_client.tui.widgets.felt import Felt
from cardtui_client.tui.widgets.hand import Hand


class AttendedTable(CuttingTable):
    """A table that one can get ready at, manage, look at from all sides, and leave."""

    _bot_seat: int | None = None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Tell which keys do something now; who watches hears spectators anyway."""
        if action == "settings":
            return self.model.seat is not None
        return super().check_action(action, parameters)

    async def action_settings(self) -> None:
        """Open the program's settings, under words of the table's own."""
        await self.app.run_action("open_settings")

    def attend(self, what: str) -> bool:
        """Do what a button of this kind stands for; tell whether it was one."""
        table = self.table_id
        match what:
            case "ready":
                own = next((s for s in self.model.table.seats if s.seat == self.model.seat), None)
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
            case "turn_table":
                self._change_viewpoint(self.viewpoint + 1)
            case _:
                return False
        return True

    def answer(self, answer: str) -> None:
        """Do what was answered to a question asked here."""
        kind, _sep, level = answer.partition("-")
        if kind == "bot":
            self._add_bot(int(level))
        else:
            self._leave(answer)

    @on(ActionBar.Misfit)
    def _misfit(self, event: ActionBar.Misfit) -> None:
        amount = event.amount
        refused = _(
            "{typed} is out of range: choose from {low} to {high}.",
            typed=amount.typed,
            low=amount.low,
            high=amount.high,
        )
        self.tell(refused, Mood.REFUSED)

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
            _("Leave? Keep your seat and the table waits; give it up and a bot plays."),
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

    def _change_viewpoint(self, seat: int) -> None:
        if self.model.seat is None and self.model.table.seats:
            self.viewpoint = seat % len(self.model.table.seats)
            self.stage()
