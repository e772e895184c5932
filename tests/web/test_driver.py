"""A client in a browser tells the page what it offers, and ends with the site that shows it."""

import asyncio
import json
from pathlib import Path
from typing import Any

from cardtui_web.terminal import Terminal

SECONDS = 60


async def ignore(*_told: object) -> None:
    """Take what nobody has to be told."""


async def test_the_page_is_told_the_keys_and_the_field_and_types_for_it(tmp_path: Path) -> None:
    told: asyncio.Queue[str] = asyncio.Queue()
    terminal = Terminal("127.0.0.1:1", tmp_path, "en", write=ignore, tell=told.put, ended=ignore)

    async def offer(key: str) -> dict[str, Any]:
        while True:
            kind, offered = json.loads(await told.get())
            assert kind == "offer"
            if key in [name for name, _words, _kind in offered["keys"]]:
                return dict(offered)

    async with asyncio.timeout(SECONDS):
        await terminal.start(48, 34)
        first = await offer("escape")
        while (field := first["field"]) is None:
            first = await offer("escape")
        assert (field["value"], field["secret"]) == ("", False)
        typed = {"type": "line", "field": field["id"], "text": "José\x1b[2J\n", "enter": False}
        await terminal.send_meta({**typed, "field": field["id"] + 1})  # another field: not taken
        await terminal.send_meta(typed)
        while (value := (await offer("escape"))["field"]["value"]) != "José[2J":
            assert value == ""
        await terminal.send_meta({"type": "key", "key": "ctrl+q"})  # it works, but is not offered
        await terminal.send_meta({**typed, "text": "Ana", "enter": True})
        await offer("r")  # the home screen, which has a key for the rules
        await terminal.stop()


async def test_a_client_whose_site_is_gone_ends(tmp_path: Path) -> None:
    drawn = asyncio.Event()

    async def write(_data: bytes) -> None:
        drawn.set()

    terminal = Terminal("127.0.0.1:1", tmp_path, "en", write=write, tell=ignore, ended=ignore)
    await terminal.start(80, 24)
    process = terminal._process
    assert process is not None
    async with asyncio.timeout(SECONDS):
        await drawn.wait()
        terminal.stdin.close()  # as if the site were killed
        assert await process.wait() == 0
        await terminal.stop()
