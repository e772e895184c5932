"""A client in another language: it checks a join line by itself, and plays a match to its end."""

import asyncio
import os
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from cardtui_server.limits import Limits
from tests.support.calling import SWIFT, running
from tests.support.door import line_of
from tests.support.must_have import missing

EXAMPLE = Path(__file__).parents[2] / "examples/node"

pytestmark = [pytest.mark.once, pytest.mark.nightly]


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not (npm := shutil.which("npm")):
        missing("node", "there is no npm here")
    folder = tmp_path_factory.mktemp("node")
    shutil.copy(EXAMPLE / "package.json", folder)
    done = subprocess.run(
        [npm, "install", "--no-audit", "--no-fund", "--no-package-lock"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    if done.returncode:
        missing("node", f"npm could not install gRPC: {done.stderr[-200:]}")
    return folder / "node_modules"


async def run(line: str, modules: Path) -> tuple[int | None, str, str]:
    client = await asyncio.create_subprocess_exec(
        "node",
        EXAMPLE / "client.js",
        line,
        env={**os.environ, "NODE_PATH": str(modules)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        out, err = await asyncio.wait_for(client.communicate(), 180)
    finally:
        if client.returncode is None:
            client.kill()
    return client.returncode, out.decode(), err.decode()


async def test_a_client_in_node_plays_a_match_and_refuses_another_pin(modules: Path) -> None:
    settings = replace(SWIFT, lan=("127.0.0.2",), limits=Limits.open())
    async with running(settings) as server:
        code, out, err = await run(line_of(server), modules)
        assert (code, err) == (0, "")
        assert out.startswith("over after ")
        other = f"{line_of(server).partition('/')[0]}/000G4-0R40M-30E20-91842"
        code, out, err = await run(other, modules)
        assert (code, out) == (1, "")
        assert "another server than that of the join line" in err
