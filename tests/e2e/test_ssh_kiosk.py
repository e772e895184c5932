"""The recipe of deploy/sshd.conf with a real sshd: who comes is at the tables, and nowhere else."""

import getpass
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.conftest import Host
from tests.support.lasting_port import lasting_port
from tests.support.must_have import missing
from tests.support.programs import PROGRAM, SECONDS, Program

RECIPE = Path(__file__).parents[2] / "deploy" / "sshd.conf"
SSHD = shutil.which("sshd", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")


@pytest.fixture(autouse=True)
def openssh() -> None:
    """Skip what follows where there is no OpenSSH to try it with."""
    if SSHD is None or not all(map(shutil.which, ("ssh", "sftp", "ssh-keygen"))):
        missing("sshd", "no OpenSSH server and client here")
    if os.getuid() == 0 and not Path("/run/sshd").is_dir():
        missing("sshd", "sshd, run by root, needs the folder /run/sshd")


@pytest.fixture
def address(host: Host) -> str:
    return host().address


@pytest.fixture
def options(tmp_path: Path, address: str) -> Iterator[list[str]]:
    """Run sshd with the recipe for ourselves; return the options that lead ssh there."""
    for name in ("host_key", "my_key"):
        subprocess.run(
            ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", tmp_path / name], check=True
        )
    (tmp_path / "settings.toml").write_text('name = "Ana"\n')
    port = lasting_port()
    recipe = RECIPE.read_text(encoding="utf-8")
    for part, ours in (
        ("Match User cards", f"Match User {getpass.getuser()}"),
        ("/opt/cardtui/bin/cardtui", f"{PROGRAM} --config {tmp_path / 'settings.toml'}"),
        ("127.0.0.1:8782", address),
    ):
        assert part in recipe
        recipe = recipe.replace(part, ours)
    config = tmp_path / "sshd_config"
    config.write_text(
        f"Port {port}\nListenAddress 127.0.0.1\nHostKey {tmp_path / 'host_key'}\nPidFile none\n"
        f"AuthorizedKeysFile {tmp_path / 'my_key.pub'}\nStrictModes no\nUsePAM no\n"
        f"PermitRootLogin yes\nSubsystem sftp internal-sftp\n{recipe}"
    )
    assert SSHD is not None
    with subprocess.Popen([SSHD, "-D", "-e", "-f", config], stderr=subprocess.PIPE) as sshd:
        assert sshd.stderr is not None
        try:
            while b"listening" not in (line := sshd.stderr.readline()):
                assert line, "sshd did not start"
            yield [
                *("-o", f"Port={port}", "-i", str(tmp_path / "my_key"), "-o", "LogLevel=ERROR"),
                *("-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"),
                *("-o", "IdentitiesOnly=yes", "-F", "none"),
            ]
        finally:
            sshd.terminate()


@pytest.mark.nightly(reason="by day our own door is tried: tests/ssh/test_visits.py")
def test_a_visitor_by_ssh_is_in_the_lobby_and_has_no_shell_no_files_and_no_other_way(
    options: list[str], address: str
) -> None:
    there = f"{getpass.getuser()}@127.0.0.1"
    environment = {**os.environ, "TERM": "dumb"}
    visit = Program("-tt", *options, there, "sh -i", env=environment, program="ssh")
    try:
        visit.wait_for("You are Ana, in the lobby.")
        visit.type("id")
        visit.wait_for("There is no “id” here")
        visit.type("\x1a")  # Ctrl-Z
        visit.type("create cacho")
        visit.wait_for("You are Ana, in seat 1.")
        visit.type("quit")
        assert visit.wait() == 0
    finally:
        visit.end()
    assert not re.search("uid=", visit.text)
    for command in (
        ["sftp", "-b", "/dev/null", *options, there],
        ["ssh", *options, "-W", address, there],
    ):
        refused = subprocess.run(
            command, input=b"", capture_output=True, timeout=SECONDS, check=False
        )
        assert refused.returncode != 0
        assert not refused.stdout
