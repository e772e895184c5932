"""The process that one visitor by ssh sees: takes its terminal, its name, and its account code."""

from __future__ import annotations

import fcntl
import json
import os
import sys
import termios

import click

from cardtui_client.command_line.profile import GUEST_FILE, load_settings
from cardtui_client.commands.main import main as run_command


def main() -> None:
    """Show the tables of one server to one visitor."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    wanted = json.loads(os.environ.pop("CARDTUI_VISIT"))
    os.environ["CARDTUI_DATA"] = wanted["folder"]
    try:
        if wanted["code"]:
            _use(wanted["line"], wanted["code"])
        else:
            _take_name(wanted["name"])
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    sys.argv[1:] = ["connect", wanted["line"], *(["--plain"] if wanted["lines"] else [])]
    run_command()


def _take_name(name: str) -> None:
    """Keep the name of a first visit."""
    from cardtui_client.settings import write_settings

    settings = load_settings()
    if name and not settings.name:
        settings.name = name
        write_settings(settings)


def _use(line: str, code: str) -> None:
    """Become the player for whom an account code was made.

    Raises:
        Failed: the code cannot be used.
    """
    from cardtui_client.command_line.options import DEFAULT_ACCESS
    from cardtui_client.commands.session import reach_with_code, run_reaching
    from cardtui_client.settings import write_settings

    settings = load_settings()

    async def use() -> str:
        connection = await reach_with_code(settings, line, code, DEFAULT_ACCESS)
        await connection.close()
        return connection.name

    settings.name = run_reaching(use())
    write_settings(settings)
    (settings.data_folder() / GUEST_FILE).unlink(missing_ok=True)  # the player is known elsewhere


if __name__ == "__main__":
    main()
