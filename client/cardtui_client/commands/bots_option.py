"""``--bots``: which bots sit down: a level, a name, or NAME:LEVEL; several with commas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    # Only for type checkers: older versions of click know neither of these as generic.
    Completions = list[CompletionItem[str]]
    ParamType = click.ParamType[str]
else:
    ParamType = click.ParamType


_LEVELS = ("easy", "normal", "hard")
"""The levels, known without loading anything: the default is checked whenever there is help."""


class BotsType(ParamType):
    """Which bots are wanted; the text itself, once it is known to name some."""

    name = "bots"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Check the text.

        Raises:
            click.BadParameter: it names neither levels nor bots.
        """
        if value in _LEVELS:
            return str(value)
        from cardtui_client.faces.characters import UnknownBot, wanted_bots

        try:
            wanted_bots(value)
        except UnknownBot as error:
            self.fail(str(error), param, ctx)
        return str(value)

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002 - of the base
        param: click.Parameter,  # noqa: ARG002 - of the base
        incomplete: str,
    ) -> Completions:
        """Return the levels and the bots, after a name its levels."""
        from cardtui_client.faces.characters import LEVELS, PEOPLE, manner_of

        before, comma, last = incomplete.rpartition(",")
        name, colon, _level = last.partition(":")
        if colon:
            found = {f"{name}:{level}": "" for level in LEVELS}
        else:
            found = dict.fromkeys(LEVELS, "")
            found |= {who.name.casefold(): manner_of(each) for each, who in PEOPLE.items()}
        return [
            CompletionItem(f"{before}{comma}{each}", help=about)
            for each, about in found.items()
            if each.startswith(last.casefold())
        ]


BOTS = BotsType()
