"""A client in a browser ends with the site that shows it, however that ends."""

from __future__ import annotations

import asyncio
from pathlib import Path

from cardtui_web.terminal import Terminal


async def test_a_client_whose_site_is_gone_ends(tmp_path: Path) -> None:
    drawn = asyncio.Event()

    async def write(_data: bytes) -> None:
        drawn.set()

    async def ended() -> None:
        """Nobody is there to be told."""

    terminal = Terminal("127.0.0.1:1", tmp_path, "en", write=write, ended=ended)
    await terminal.start(80, 24)
    process = terminal._process
    assert process is not None
    async with asyncio.timeout(60):
        await drawn.wait()
        terminal.stdin.close()  # as if the site were killed
        assert await process.wait() == 0
        await terminal.stop()
