"""Friends, and who is ignored, on the screen: what the palette offers of them, and their lines.
How long a friend's line stays: `_STAYS`; after how long it asks again whether anybody is known:
`_AGAIN`. The same in lines: `lines/people.py`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final

from cardtui_client.i18n import _
from cardtui_client.limits import TALK_CELLS
from cardtui_client.model.people import (
    ASKS,
    FRIEND,
    IGNORED,
    NOBODY,
    Relation,
    news_lines,
    people_lines,
    private_words,
    related_words,
    told_words,
)
from cardtui_client.model.quick_talk import MutePerson, Mutes
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.text import safe_text
from cardtui_client.tui.lifecycle import StandingScreen
from cardtui_client.tui.protocols import PaletteCommand

_STAYS: Final = 30.0
_AGAIN: Final = 60.0
"""Seconds."""


async def follow_people(
    screen: StandingScreen[None], connection: Connection, changed: Callable[[], None]
) -> None:
    """Tell what friends say and who asks to be one, for as long as the screen is there.

    Args:
        changed: is called once others are known, or here.
    """
    while True:
        before = connection.knows
        connection.related.clear()
        with suppress(Refused, Unreachable):
            async for told in connection.follow_people():
                if told is not None:
                    screen.notify(private_words(*told), timeout=_STAYS, markup=False)
                for line in news_lines(before, connection.knows):
                    screen.notify(line, markup=False)
                before = connection.knows
                changed()
        with suppress(TimeoutError):
            async with asyncio.timeout(_AGAIN):
                await connection.related.wait()


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

    async def relate(name: str, relation: Relation) -> None:
        try:
            known = await connection.set_relation(name, relation)
        except (Refused, Unreachable) as error:
            screen.notify(str(error), severity="error", markup=False)
            return
        if mutes is not None:
            mutes.people.pop(known.player, None)
            if known.relation == IGNORED:
                mutes.people[known.player] = known.name
        screen.notify(related_words(known), markup=False)

    async def write(name: str) -> None:
        from cardtui_client.tui.dialogs import OneLine

        asked = OneLine(lambda: _("To {name} alone:", name=name), TALK_CELLS)
        text = safe_text(await screen.app.push_screen_wait(asked), TALK_CELLS)
        if not text:
            return
        try:
            await connection.tell_friend(name, text)
        except (Refused, Unreachable) as error:
            screen.notify(str(error), severity="error", markup=False)
        else:
            screen.notify(told_words(name, text), markup=False)

    async def tell() -> None:
        screen.notify("\n".join(people_lines(connection.knows)), timeout=_STAYS, markup=False)

    def command(words: str, work: Callable[[], object]) -> PaletteCommand:
        return PaletteCommand(words, "", lambda: screen.run_worker(work(), group="friends"))  # type: ignore[arg-type] # a coroutine

    def befriend(name: str) -> PaletteCommand:
        words = _("Name {name} a friend", name=name)
        return command(words, partial(relate, name, FRIEND))

    def ignore(name: str) -> PaletteCommand:
        return command(_("Ignore {name}", name=name), partial(relate, name, IGNORED))

    found = [command(_("Friends, and who is ignored here"), tell)] if connection.knows else []
    for each in connection.knows:
        name = each.name
        if each.here:
            found.append(command(_("Write to {name} alone", name=name), partial(write, name)))
        if each.relation == ASKS:
            found += [befriend(name), ignore(name)]
        elif each.relation == FRIEND:
            words = _("{name} is no friend any more", name=name)
            found.append(command(words, partial(relate, name, NOBODY)))
        else:
            words = _("Ignore {name} no longer", name=name)
            found.append(command(words, partial(relate, name, NOBODY)))
    known = {each.player for each in connection.knows}
    for other in others:
        if other.player not in known and other.name != connection.name:
            found += [befriend(other.name), ignore(other.name)]
    return found
