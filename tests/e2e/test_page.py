"""A server that is opened to others shows its page to their browsers, too."""

import re
import ssl
from pathlib import Path

import pytest
from aiohttp import ClientSession

from tests.e2e.conftest import Start


async def _page(url: str) -> str:
    async with ClientSession() as session, session.get(url, ssl=_any_certificate()) as answer:
        assert answer.status == 200
        return await answer.text()


def _any_certificate() -> ssl.SSLContext:
    """Take what a browser takes once its person has said that it may."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


@pytest.mark.once
@pytest.mark.parametrize(
    "command",
    [
        ("host", "--listen", "127.0.0.2", "--port", "0"),
        pytest.param(("play", "cacho", "--lan", "--plain"), marks=pytest.mark.nightly),
    ],
)
async def test_a_server_for_others_has_a_page(
    start: Start, tmp_path: Path, command: tuple[str, ...]
) -> None:
    (tmp_path / "Ana.toml").write_text('listen = "127.0.0.2"\n')
    program = start("Ana", *command, "--web")
    program.wait_for("phone or browser")
    url = re.search(r"https://127\.0\.0\.2:\d+/", program.text)
    assert url is not None
    page = await _page(url[0])
    assert url[0].replace("https", "wss") + "ws" in page
