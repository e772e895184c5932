"""The form for the rules of a table that is there, before its match or between two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Button

from cardtui.v1 import tables_pb2
from cardtui_client.games.table_offers import OWN_RULES, Offers
from cardtui_client.i18n import _, mark
from cardtui_client.limits import TABLE_NAME_CELLS
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.text import safe_text
from cardtui_client.tui.forms.form_field import Field
from cardtui_client.tui.forms.option_fields import OptionField, read_options
from cardtui_client.tui.forms.table_fields import preset_field
from cardtui_client.tui.localized import LocalizedScreen
from cardtui_client.tui.widgets.key_footer import KeyFooter
from cardtui_client.tui.widgets.place_line import PlaceLine
from cardtui_client.tui.widgets.words import WordButton, Words


class TableRules(LocalizedScreen[bool]):
    """Shows the rules of a table to its host, and changes them; tells whether it did."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "change", mark("Change the rules"), id="change.make", priority=True),
        Binding("f2", "app.open_rules", mark("Rules"), id="change.rules"),
        Binding("escape", "dismiss(False)", mark("Cancel"), id="change.cancel"),
    ]

    DEFAULT_CSS = """
    TableRules {
        #form { height: 1fr; padding: 1 1 0 1; }
        #end { height: auto; padding: 0 2 1 2; }
        #wrong { height: auto; max-height: 3; color: $text-error; }
        #buttons { height: 3; }
        #buttons WordButton { margin-right: 1; }
    }
    """

    def __init__(
        self, connection: Connection, table: tables_pb2.Table, games: Sequence[tables_pb2.Game]
    ) -> None:
        super().__init__()
        self.subject = (connection, table.id)
        self.connection = connection
        self._table = table
        self._offers = Offers(games, table.game)
        self._asking = False

    def compose(self) -> ComposeResult:
        """Lay the fields, with the rules as they are."""
        name = safe_text(self._table.name, TABLE_NAME_CELLS)
        yield PlaceLine(lambda: _("Rules at this table"), lambda: name)
        with VerticalScroll(id="form", can_focus=False):
            yield preset_field(self._offers, self._offers.fitting(self._now()) or OWN_RULES)
            for spec in self._offers.specs(OWN_RULES):
                if spec.name in self._table.options:
                    spec.default.CopyFrom(self._table.options[spec.name])
                yield OptionField(self._table.game, spec)
        with Vertical(id="end"):
            yield Words(lambda: "", id="wrong")
            with Horizontal(id="buttons"):
                yield WordButton(lambda: _("Change the rules"), id="change", primary=True)
                yield WordButton(lambda: _("Cancel"), id="cancel")
        yield KeyFooter()

    @property
    def table(self) -> tables_pb2.Table:
        """The table as it is, for the rules to look at."""
        return self._table

    def _now(self) -> dict[str, tables_pb2.OptionValue]:
        return self._offers.values(OWN_RULES) | dict(self._table.options)

    def _fields(self) -> list[OptionField]:
        return list(self.query(OptionField))

    def _say(self, sentence: str) -> None:
        self.query_one("#wrong", Words).say(lambda: sentence)

    @on(Field.Changed, "#preset")
    def _fill(self) -> None:
        chosen = self.query_one("#preset", Field).text
        if chosen != OWN_RULES:
            values = self._offers.values(chosen)
            for field in self._fields():
                field.put_value(values[field.spec.name])

    @on(Field.Changed, "OptionField")
    def _name_rules(self, event: Field.Changed) -> None:
        """Name the preset that the rules are, or call them one's own."""
        event.field.say_problem("")
        options, _wrong = read_options(self._fields(), len(self._table.seats))
        self.query_one("#preset", Field).put(self._offers.fitting(options) or OWN_RULES)
        self._say("")

    def action_change(self) -> None:
        """Change the rules."""
        if self._asking:
            return
        options, wrong = read_options(self._fields(), len(self._table.seats))
        if wrong is not None:
            wrong.query("Input, Select").first().focus()
            self._say(_("Fix the marked fields."))
            return
        self._change(*self._offers.told(options))

    @work
    async def _change(self, preset: str, options: dict[str, tables_pb2.OptionValue]) -> None:
        self._asking = True
        try:
            await self.connection.change_rules(self._table.id, preset, options)
        except (Refused, Unreachable) as error:
            self._say(str(error))
            return
        finally:
            self._asking = False
        self.dismiss(True)

    @on(Button.Pressed, "#change")
    def _press_change(self, event: Button.Pressed) -> None:
        event.stop()
        self.action_change()

    @on(Button.Pressed, "#cancel")
    def _press_cancel(self, event: Button.Pressed) -> None:
        event.stop()
        self.dismiss(False)
