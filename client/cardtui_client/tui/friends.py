"""Friends, who is ignored, and reports, on the screen: what the palette offers, friends' lines.
How long a friend's line stays: `_NOTE_SECONDS`. The same in lines: `lines/people.py`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import aclosing
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

from cardtui_client.faces.muting import people_at
from cardtui_client.faces.reporting import report_question, reported_words
from cardtui_client.i18n import _
from cardtui_client.limits import TALK_CELLS
from cardtui_client.model.people import (
    ASKS,
    FRIEND,
    IGNORED,
    NO_RELATION,
    Relation,
    people_lines,
    related_words,
    told_words,
)
from cardtui_client.model.quick_talk import MutePerson, Mutes
from cardtui_client.model.table import TableModel
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.club import people_news
from cardtui_client.net.connection import Connection
from cardtui_client.text import safe_text
from cardtui_client.tui.lifecycle import StandingScreen
from cardtui_client.tui.protocols import PaletteCommand

T = TypeVar("T")
Work = Callable[[], Coroutine[Any, Any, None]]

_NOTE_SECONDS: Final = 30.0
"""Seconds."""


async def follow_people(
    screen: StandingScreen[None], connection: Connection, changed: Callable[[], None]
) -> None:
    """Tell what friends say and who asks to be one, for as long as the screen is there.

    Args:
        changed: is called once others are known, or here.
    """
    async with aclosing(people_news(connection)) as news:
        async for lines, said in news:
            for line in lines:
                screen.notify(line, timeout=_NOTE_SECONDS if said else None, markup=False)
            changed()


def friends_offered(
    screen: StandingScreen[None],
    connection: Connection,
    others: list[MutePerson],
    mutes: Mutes | None = None,
) -> list[PaletteCommand]:
    """Return what the palette offers of friends, and of who is ignored.

    Args:
        others: people at hand whom you may not know.
        mutes: whose talk is hidden where you are.
    """
    offers = _Friends(screen, connection, mutes).offers(others)
    return [_command(screen, words, work) for words, work in offers]


class _Friends(NamedTuple):
    """Says what is offered of those whom you know, and of others, and does it."""

    screen: StandingScreen[None]
    connection: Connection
    mutes: Mutes | None

    def offers(self, others: list[MutePerson]) -> Iterator[tuple[str, Work]]:
        """Yield what is offered in words, with the work to do then."""
        knows = self.connection.knows
        if knows:
            yield _("Friends, and who is ignored here"), self._list
        for each in knows:
            if each.here:
                yield _("Write to {name} alone", name=each.name), partial(self._write, each.name)
            if each.relation == ASKS:
                yield from self._of_stranger(each.name)
            elif each.relation == FRIEND:
                yield self._relating(_("{name} is no friend any more", name=each.name), each.name)
            else:
                yield self._relating(_("Ignore {name} no longer", name=each.name), each.name)
        known = {each.player for each in knows}
        for other in others:
            if other.player not in known and other.name != self.connection.name:
                yield from self._of_stranger(other.name)

    def _of_stranger(self, name: str) -> Iterator[tuple[str, Work]]:
        yield self._relating(_("Name {name} a friend", name=name), name, FRIEND)
        yield self._relating(_("Ignore {name}", name=name), name, IGNORED)

    def _relating(
        self, words: str, name: str, relation: Relation = NO_RELATION
    ) -> tuple[str, Work]:
        return words, partial(self._relate, name, relation)

    async def _relate(self, name: str, relation: Relation) -> None:
        asked = self.connection.set_relation(name, relation, self.mutes)
        await _tell(self.screen, asked, related_words)

    async def _write(self, name: str) -> None:
        if text := await _typed(self.screen, lambda: _("To {name} alone:", name=name)):
            asked = self.connection.tell_friend(name, text)
            await _tell(self.screen, asked, lambda _: told_words(name, text))

    async def _list(self) -> None:
        lines = people_lines(self.connection.knows)
        self.screen.notify("\n".join(lines), timeout=_NOTE_SECONDS, markup=False)


def reports_offered(
    screen: StandingScreen[None], connection: Connection, model: TableModel
) -> list[PaletteCommand]:
    """Return what the palette offers against those who have talked at a table."""

    async def report(name: str) -> None:
        if why := await _typed(screen, partial(report_question, name)):
            asked = connection.report_talk(model.table.id, name, why)
            await _tell(screen, asked, lambda _: reported_words(name))

    talked = {each.player for each in model.talk}
    return [
        _command(screen, _("Report what {name} said", name=each.name), partial(report, each.name))
        for each in people_at(model)
        if each.player in talked
    ]


def _command(screen: StandingScreen[None], words: str, work: Work) -> PaletteCommand:
    return PaletteCommand(words, "", lambda: screen.run_worker(work(), group="friends"))


async def _typed(screen: StandingScreen[None], question: Callable[[], str]) -> str:
    """Return what is typed for a question; ``""`` for nothing."""
    from cardtui_client.tui.dialogs import OneLine

    return safe_text(await screen.app.push_screen_wait(OneLine(question, TALK_CELLS)), TALK_CELLS)


async def _tell(
    screen: StandingScreen[None], asked: Awaitable[T], words: Callable[[T], str]
) -> None:
    """Tell what the server answers, or why it does not."""
    try:
        answer = await asked
    except (Refused, Unreachable) as error:
        screen.notify(str(error), severity="error", markup=False)
    else:
        screen.notify(words(answer), markup=False)
