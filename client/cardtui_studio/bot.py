"""``cardtui bot``: seats a program at a server's tables, as a bot account; what its name may be,
its clock (usually 5+30), and how long an action takes at least (`delay`). How such names begin
(`BOT_NAME_PREFIX`) is the server's: `server/cardtui_server/match/bot_accounts.py`.
"""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from cardtui_client.command_line.errors import Failed
from cardtui_client.command_line.options import Access, access_options, given_access
from cardtui_client.command_line.profile import load_settings
from cardtui_client.exit_codes import FAILED, USAGE
from cardtui_client.i18n import _
from cardtui_client.limits import NAME_CELLS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from cardtui_client.net.connection import Connection
    from cardtui_client.settings import Settings

    Play = Callable[[Connection], Awaitable[None]]

BOT_NAME_PREFIX: Final = "bot-"
"""How the server has the names of bot accounts begin."""


@click.command(
    epilog="""\b
Examples:
  cardtui bot Robo --connect 127.0.0.1 -- python examples/bots/random_bot.py
  cardtui bot Robo --connect 192.168.1.7/ECR0G-WFM9G-B8WZ4-MKQZH -- ./robo --deep
  cardtui bot Robo --connect 127.0.0.1 --log robo.log --clock 1+5 -- ./robo

The program speaks the bots’ line protocol (docs/bots.md); the rest of the line after -- is passed
to it. It waits in the lobby until the host of a table invites it with “Add a bot”.
"""
)
@click.argument("name", metavar="NAME")
@click.argument("program", nargs=-1, required=True, metavar="-- PROGRAM [ARGUMENT...]")
@click.option("--connect", "address", required=True, metavar="SERVER", help="Come to this server.")
@click.option(
    "--clock",
    default="5+30",
    show_default=True,
    metavar="ACT+RESERVE",
    help="Seconds that the program has for each decision, and in reserve for a match.",
)
@click.option(
    "--delay",
    type=click.FloatRange(0, 10),
    default=0.7,
    show_default=True,
    metavar="SECONDS",
    help="Take at least so long for an action, so that people can follow.",
)
@click.option(
    "--log",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Keep what the program writes to its standard error.",
)
@access_options
def command(
    *,
    name: str,
    program: tuple[str, ...],
    address: str,
    clock: str,
    delay: float,
    log: Path | None,
    trust: bool,
    password_file: str | None,
) -> int:
    """Seat a program at the tables of SERVER, as the bot account NAME.

    It is marked as a bot, everywhere: its name begins with “bot-”. It sits down only where the host
    of a casual table invites it, one table at a time, and comes back when the connection was lost.
    """
    from cardtui_client.commands.session import run_reaching
    from cardtui_engine.library.bot_lines import LONGEST_ANSWER
    from cardtui_studio.bot_account import play_where_invited
    from cardtui_studio.bot_process import (
        GaveUp,
        Process,
        ProgramPlayer,
        check_program,
        clock_of,
    )

    settings = load_settings()
    _check_name(name)
    check_program(program[0], " ".join(program))
    player = ProgramPlayer(lambda: Process(program, log, LONGEST_ANSWER), clock_of(clock))
    access = given_access(trust=trust, password_file=password_file)
    try:
        play = partial(play_where_invited, program=player, say=_say, delay=delay)
        return run_reaching(_play(settings, address, name, access, play=play))
    except GaveUp as error:
        raise Failed(_("The program plays no further: {why}.", why=error), FAILED) from None
    finally:
        player.close()


def _check_name(name: str) -> None:
    """Refuse a name that says nothing, or that would be cut.

    Raises:
        Failed: it does.
    """
    from cardtui_client.text import cell_width, safe_text

    own = safe_text(name, len(name) * 2).removeprefix(BOT_NAME_PREFIX)
    if not own:
        raise Failed(_("Give the bot a name that can be read."), USAGE)
    most = NAME_CELLS - len(BOT_NAME_PREFIX)
    if cell_width(own) > most:
        sentence = _(
            "The name “{name}” is too long: the name of a bot has at most {most} letters.",
            name=own,
            most=most,
        )
        raise Failed(sentence, USAGE)


async def _play(settings: Settings, address: str, name: str, access: Access, *, play: Play) -> int:
    from cardtui_client.commands.session import reach

    async with await reach(settings, address, access, bot_account=name) as connection:
        _say(_("{name} is here, and waits to be invited.", name=connection.name))
        await play(connection)
    return 0


def _say(sentence: str) -> None:
    click.echo(f"{time.strftime('%H:%M:%S')} {sentence}")
