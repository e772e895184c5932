"""What is asked of the server of a table by name alone, on the screen and in lines."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from cardtui_client.faces.hint_words import hint_sentence
from cardtui_client.i18n import _
from cardtui_client.model.table import TableModel
from cardtui_client.net.connection import Connection


class Feed(Protocol):
    """What is needed of the feed of a table."""

    async def back(self) -> None:
        """Say that you are back."""


class There(NamedTuple):
    """A table that is asked.

    Attributes:
        connection: the session on its server.
        feed: its feed.
        table_id: its id.
        model: what is known of it.
    """

    connection: Connection
    feed: Feed
    table_id: str
    model: TableModel


class Answer(NamedTuple):
    """What is told once the server has answered.

    Attributes:
        says: says it in the language in use.
        lasts: whether it can be of use later, so that a log keeps it.
    """

    says: Callable[[], str]
    lasts: bool = False


async def start(there: There) -> None:
    """Begin the match."""
    await there.connection.start(there.table_id)


async def come_back(there: There) -> None:
    """Say that you are back, after a bot played."""
    await there.feed.back()


async def hint(there: There) -> Answer:
    """Ask what a strong bot would do now."""
    advice = await there.connection.advise(there.table_id)
    if advice.position != there.model.position:
        return Answer(lambda: _("The table has changed: ask for a hint again."))
    model = there.model.frozen()
    return Answer(lambda: hint_sentence(advice, model), lasts=True)
