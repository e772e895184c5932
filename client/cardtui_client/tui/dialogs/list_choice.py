"""A question whose answers are the lines of a list, asked in the middle of the screen."""

from __future__ import annotations

from abc import abstractmethod
from typing import Generic, TypeVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from cardtui_client.tui.localized import LocalizedModal
from cardtui_client.tui.widgets.key_footer import KeyFooter
from cardtui_client.tui.widgets.words import Words

_Answer = TypeVar("_Answer")


class ListChoice(LocalizedModal[_Answer], Generic[_Answer]):
    """Asks for one of a list; a subclass says which, and what choosing one means."""

    DEFAULT_CSS = """
    ListChoice {
        align: center middle;
        #box {
            width: 64; max-width: 90%; height: auto; max-height: 90%;
            padding: 1 2; border: tall $primary; background: $surface;
        }
        #title { text-style: bold; color: $primary; margin-bottom: 1; }
        OptionList { height: auto; max-height: 14; }
    }
    """

    def compose(self) -> ComposeResult:
        """List the answers under the question."""
        with Vertical(id="box"):
            yield Words(self.question, id="title")
            yield OptionList(*self.options())
        yield KeyFooter(show_command_palette=False)

    def say_anew(self) -> None:
        """Have everything on the screen say its words anew."""
        super().say_anew()
        answers = self.query_one(OptionList)
        highlighted = answers.highlighted
        answers.clear_options()
        answers.add_options(self.options())
        answers.highlighted = highlighted

    @abstractmethod
    def question(self) -> str:
        """Return what is asked."""

    @abstractmethod
    def options(self) -> list[Option]:
        """Return the answers."""
