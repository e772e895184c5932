"""Friends, and who is ignored, on the screen: what the palette offers of them, and their lines.
How long a friend's line stays: `_STAYS`. The same in lines: `lines/people.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import aclosing
from functools import partial
from typing import Final

from cardtui_client.i18n import _
from cardtui_client.limits import TALK_CELLS
from cardtui_client.model.people import (
    ASKS,
    FRIEND,
    IGNORED,
    NO_RELATION,
    Known,
    Relation,
    news_lines,
    people_lines,
    private_words,
    related_words,
    told_words,
)
from cardtui_client.model.quick_talk import MutePerson, Mutes
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.club import people_news
from cardtui_client.net.connection import Connection
from cardtui_client.text import safe_text
from cardtui_client.tui.lifecycle import StandingScreen
from cardtui_client.tui.protocols import PaletteCommand

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
        async for told, before in news:
            if told is not None:
                screen.notify(private_words(*told), timeout=_STAYS, markup=False)
            for line in news_lines(before, connection.knows):
                screen.notify(line, markup=False)
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

    def _command(self, words: str, work: Callable[[], object]) -> PaletteCommand:
        def run() -> object:
            return self._screen.run_worker(work(), group="friends")  # type: ignore[arg-type] # a coroutine

        return PaletteCommand(words, "", run)

    async def _relate(self, name: str, relation: Relation) -> None:
        try:
            known = await self._connection.set_relation(name, relation)
        except (Refused, Unreachable) as error:
            self._screen.notify(str(error), severity="error", markup=False)
            return
        if self._mutes is not None:
            self._mutes.people.pop(known.player, None)
            if known.relation == IGNORED:
                self._mutes.people[known.player] = known.name
        self._screen.notify(related_words(known), markup=False)

    async def _write(self, name: str) -> None:
        from cardtui_client.tui.dialogs import OneLine

        asked = OneLine(lambda: _("To {name} alone:", name=name), TALK_CELLS)
        text = safe_text(await self._screen.app.push_screen_wait(asked), TALK_CELLS)
        if not text:
            return
        try:
            await self._connection.tell_friend(name, text)
        except (Refused, Unreachable) as error:
            self._screen.notify(str(error), severity="error", markup=False)
        else:
            self._screen.notify(told_words(name, text), markup=False)

    async def _list(self) -> None:
        lines = people_lines(self._connection.knows)
        self._screen.notify("\n".join(lines), timeout=_STAYS, markup=False)
