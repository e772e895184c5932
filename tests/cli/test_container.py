"""The container file runs a server that its health check finds, and that writes nothing but /data.

Where something builds containers, `.ci/run` builds it, too; here its commands run without one.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardtui_client.net.address import PORT_VARIABLE
from tests.support.must_have import missing
from tests.support.programs import Program

FILE = Path(__file__).parents[2] / "deploy" / "Containerfile"
TEXT = FILE.read_text(encoding="utf-8").replace("\\\n", " ")
BIN = Path(sys.executable).parent


def said(word: str) -> str:
    """Return what the last line says that begins with a word."""
    return str(re.findall(rf"^{word} (.*)$", TEXT, re.MULTILINE)[-1])


def command(word: str) -> list[str]:
    found: list[str] = json.loads(said(word)[said(word).index("[") :])
    return found


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    """What the container has in its environment, with another place for its data.

    There it is alone: nobody else's server is at the usual port.
    """
    found = dict(each.split("=", 1) for each in said("ENV").split())
    found["PATH"] = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    found[PORT_VARIABLE] = "0"
    return {name: value.replace("/data", str(tmp_path)) for name, value in found.items()}


READ_ONLY = 'mount --bind "$0" "$0" && mount -o bind,remount,ro / && exec "$@"'
"""Runs a command where nothing can be written but in one folder."""


@pytest.fixture
def server(env: dict[str, str], tmp_path: Path) -> Iterator[Program]:
    shut = ("-m", "sh", "-c", READ_ONLY, str(tmp_path))
    tried = subprocess.run(["unshare", *shut, "true"], capture_output=True, check=False)
    if tried.returncode:
        missing("netns", "no private mount can be made here")
    started = [*command("ENTRYPOINT"), *command("CMD"), "--port", "0"]
    program = Program(*shut, *started, env=env, program="unshare")
    yield program
    program.end()


@pytest.mark.slow
def test_a_server_with_a_root_that_is_read_only_is_healthy_until_it_ends(
    server: Program, env: dict[str, str], tmp_path: Path
) -> None:
    server.wait_for("Ctrl-C stops the server")
    check = command("HEALTHCHECK")
    healthy = subprocess.run(check, env=env, capture_output=True, text=True, check=False)
    assert (healthy.returncode, healthy.stderr) == (0, "")
    assert len(json.loads(healthy.stdout)["servers"]) == 1
    assert (tmp_path / "cardtui.db").exists()
    server.send(signal.SIGTERM)
    assert server.wait() == 0
    assert subprocess.run(check, env=env, capture_output=True, check=False).returncode


def test_it_is_not_root_and_its_folder_and_port_are_the_servers() -> None:
    user = said("USER")
    assert re.search(rf"useradd --system --uid {user} .* cardtui", TEXT)
    assert int(user) > 0
    assert said("VOLUME") == "/data"
    assert "CARDTUI_DATA=/data" in TEXT
    assert said("EXPOSE") == "8782"


def test_all_extras_that_it_installs_exist() -> None:
    extras = re.search(r"/src\[([a-z,]+)\]", TEXT)
    assert extras is not None
    project = tomllib.loads((FILE.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    assert {*extras[1].split(",")} <= {*project["project"]["optional-dependencies"]}
