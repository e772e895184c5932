"""Does keys, clicks and pastes one after another (`InOrder`), each for `_LONGEST_SECONDS` at most.
How many are kept while a screen is being built: `_MOST_KEYS_AHEAD`.

Textual hands a key to the field that has the focus. A letter is taken there; any other key climbs
on to the app, which looks for its action. Letters that come behind it are in the field by then.
Keys come like that over a slow line, and from who types faster than a screen opens.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

from textual import events
from textual.app import App
from textual.errors import NoWidget
from textual.message import Message
from textual.message_pump import MessagePump

_MOST_KEYS_AHEAD: Final = 1024

_LONGEST_SECONDS: Final = 1.0
"""The seconds after which a key counts as done, even if something still stands in its way."""

_INPUT_EVENTS: Final = events.Key | events.Paste | events.MouseDown | events.MouseUp


class Settled(Message, bubble=True):
    """Goes the way that a key went, behind it, and comes to the app when the key is done.

    Attributes:
        number: which key it is.
        again: whether it has to go once more, behind what the key has caused.
        focus: what had the focus when it set out.
    """

    def __init__(self, number: int, focus: MessagePump, *, again: bool) -> None:
        super().__init__()
        self.number = number
        self.focus = focus
        self.again = again


class InOrder(App[None]):
    """An app that keeps keys, clicks and pastes until all before them is done."""

    def __init__(self) -> None:
        super().__init__()
        self._ahead: deque[events.Event] = deque(maxlen=_MOST_KEYS_AHEAD)
        self._number = 0
        self._late: asyncio.TimerHandle | None = None

    async def on_event(self, event: events.Event) -> None:
        """Keep keys, clicks and pastes until it is their turn."""
        if not isinstance(event, events.InputEvent | events.Paste) or event.is_forwarded:
            await super().on_event(event)
            return
        if not self.is_lost(event):
            self._ahead.append(event)
        await self.take_ahead()

    def simulate_key(self, key: str) -> None:
        """Do what a key does, before what was typed since."""
        self._ahead.appendleft(events.Key(key, None))
        self.call_later(self.take_ahead)

    def is_lost(self, event: events.Event) -> bool:
        """Tell whether a key or a click is meant for nothing that can be seen."""
        del event
        return False

    def is_ready(self) -> bool:
        """Tell whether the screen on top takes keys by now."""
        return bool(self.screen_stack)

    async def take_ahead(self) -> None:
        """Hand on what was kept, one by one, as far as it can be done now."""
        while self._ahead and self._late is None and self.is_ready():
            event = self._ahead.popleft()
            way = self._way(event)
            await super().on_event(event)
            if isinstance(event, _INPUT_EVENTS):
                self._number += 1
                loop = asyncio.get_running_loop()
                self._late = loop.call_later(_LONGEST_SECONDS, self.call_later, self._go_on)
                self._follow(way, again=True)

    def _way(self, event: events.Event) -> MessagePump:
        if isinstance(event, events.MouseEvent) and self.screen_stack:
            try:
                return self.get_widget_at(event.x, event.y)[0]
            except NoWidget:
                pass
        return self._focus()

    def _focus(self) -> MessagePump:
        return (self.focused or self.screen) if self.screen_stack else self  # none: it is closing

    def _follow(self, way: MessagePump, *, again: bool) -> None:
        sign = Settled(self._number, self._focus(), again=again)
        if not way.post_message(sign):
            self.post_message(sign)

    async def on_settled(self, sign: Settled) -> None:
        """Hand on the next key, unless what this one did has led elsewhere."""
        sign.stop()
        if sign.number != self._number or self._late is None:
            return
        if sign.again or sign.focus is not self._focus():
            self._follow(self._focus(), again=False)
        else:
            await self._go_on()

    async def _go_on(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
        await self.take_ahead()
