"""Friends, who is ignored, and reports, on the screen: what the palette offers, friends' lines.
How long a friend's line stays: `_STAYS`. The same in lines: `lines/people.py`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from contextlib import aclosing
from functools import partial
from typing import Any, Final, TypeVar

from cardtui_client.faces.muting import people_at
from cardtui_client.faces.reporting import report_question, reported_words
from cardtui_client.i18n import _
from cardtui_client.limits import TALK_CELLS
from cardtui_client.model.people import (
    ASKS,
    FRIEND,
    IGNORED,
    NO_RELATION,
    Known,
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

_STAYS: Final = 30.0
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
                screen.notify(line, timeout=_STAYS if said else None, markup=False)
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
    return _Friends(screen, connection, mutes).offered(others)


class _Friends:
    """Makes the commands of the palette, and does what they say."""

    def __init__(
        self, screen: StandingScreen[None], connection: Connection, mutes: Mutes | None
    ) -> None:
        self._screen = screen
        self._connection = connection
        self._mutes = mutes

    def offered(self, others: list[MutePerson]) -> list[PaletteCommand]:
        """Return the commands for those whom you know, and for others."""
        knows = self._connection.knows
        found = [self._command(_("Friends, and who is ignored here"), self._list)] if knows else []
        for each in knows:
            found += self._of_known(each)
        known = {each.player for each in knows}
        for other in others:
            if other.player not in known and other.name != self._connection.name:
                found += self._of_stranger(other.name)
        return found

    def _of_known(self, known: Known) -> list[PaletteCommand]:
        name, found = known.name, list[PaletteCommand]()
        if known.here:
            found.append(
                self._command(_("Write to {name} alone", name=name), partial(self._write, name))
            )
        if known.relation == ASKS:
            return [*found, *self._of_stranger(name)]
        words = (
            _("{name} is no friend any more", name=name)
            if known.relation == FRIEND
            else _("Ignore {name} no longer", name=name)
        )
        return [*found, self._command(words, partial(self._relate, name, NO_RELATION))]

    def _of_stranger(self, name: str) -> list[PaletteCommand]:
        befriend, ignore = _("Name {name} a friend", name=name), _("Ignore {name}", name=name)
        return [
            self._command(befriend, partial(self._relate, name, FRIEND)),
            self._command(ignore, partial(self._relate, name, IGNORED)),
        ]

    def _command(self, words: str, work: Callable[[], Coroutine[Any, Any, None]]) -> PaletteCommand:
        return _command(self._screen, words, work)

    async def _relate(self, name: str, relation: Relation) -> None:
        asked = self._connection.set_relation(name, relation, self._mutes)
        await _tell(self._screen, asked, related_words)

    async def _write(self, name: str) -> None:
        if text := await _typed(self._screen, lambda: _("To {name} alone:", name=name)):
            asked = self._connection.tell_friend(name, text)
            await _tell(self._screen, asked, lambda _: told_words(name, text))

    async def _list(self) -> None:
        lines = people_lines(self._connection.knows)
        self._screen.notify("\n".join(lines), timeout=_STAYS, markup=False)


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


def _command(
    screen: StandingScreen[None], words: str, work: Callable[[], Coroutine[Any, Any, None]]
) -> PaletteCommand:
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
