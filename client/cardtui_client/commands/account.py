"""``cardtui account``: how to be the same player on other machines, and how to end that.
For operators it also exports a player's data, and erases it, but only with ``--yes``: `erase`. How
long a code can be used is the server's: `server/cardtui_server/lobby/account_codes.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cardtui_client.command_line.errors import Failed
from cardtui_client.command_line.options import Access, access_options, given_access
from cardtui_client.command_line.profile import keep_first_name, load_settings, person_name
from cardtui_client.exit_codes import USAGE
from cardtui_client.i18n import _, n_
from cardtui_client.limits import NAME_CELLS

if TYPE_CHECKING:
    from cardtui_client.net.connection import Connection
    from cardtui_client.settings import Settings


@click.group(
    epilog="""\b
Examples:
  cardtui account code --at 192.168.1.7
  cardtui account use hk4mz-7wq2n --at 192.168.1.7
  cardtui account devices --at 192.168.1.7
  cardtui account appeal "It was not me." --at 192.168.1.7
  cardtui account recover Ana
  cardtui account export Ana > ana.jsonl
  cardtui account erase Ana --yes
""",
)
def command() -> None:
    """Be the same player on another machine.

    Make a code on the machine where a server knows you, and use it on the other one.
    """


@command.command()
@click.option("--at", "address", metavar="HOST[:PORT]", help="Ask this server.")
@click.option("--name", metavar="NAME", help="Make it for the player of this name.")
@access_options
def code(*, address: str | None, name: str | None, trust: bool, password_file: str | None) -> None:
    """Make a code for another machine.

    It can be used once, and soon. Keep it to yourself: anybody who uses it is you.
    """
    access = given_access(trust=trust, password_file=password_file)
    _run(_code(load_settings(name), address, access))


@command.command()
@click.argument("code", metavar="CODE")
@click.option("--at", "address", metavar="HOST[:PORT]", help="Use it on this server.")
@click.option("--trust", is_flag=True, help="Trust the certificate of a server that is new to you.")
def use(code: str, *, address: str | None, trust: bool) -> None:
    """Be the player for whom CODE was made.

    From then on you are the same player on both machines.
    """
    _run(_use(load_settings(), address, Access(trust=trust), code))


@command.command()
@click.option("--at", "address", metavar="HOST[:PORT]", help="Ask this server.")
@click.option("--name", metavar="NAME", help="Show those of the player of this name.")
@click.option("--end", "ended", metavar="ID", help="Sign out the machine with this id.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON, for programs.")
@access_options
def devices(
    *,
    address: str | None,
    name: str | None,
    ended: str | None,
    as_json: bool,
    trust: bool,
    password_file: str | None,
) -> None:
    """List the machines on which a server knows you, and sign one out.

    It loses access at once. A machine can sign out only those that were added after it, so nobody
    who copied your token can shut you out. To add a machine, use cardtui account code.
    """
    access = given_access(trust=trust, password_file=password_file)
    _run(_devices(load_settings(name), address, access, ended, as_json=as_json))


@command.command()
@click.argument("words", metavar="WORDS")
@click.option("--at", "address", metavar="HOST[:PORT]", help="Say it at this server.")
@click.option("--name", metavar="NAME", help="Say it as the player of this name.")
@access_options
def appeal(
    words: str, *, address: str | None, name: str | None, trust: bool, password_file: str | None
) -> None:
    """Answer a ban or a mute of yours, once: the person who runs the server reads it."""
    access = given_access(trust=trust, password_file=password_file)
    _run(_appeal(load_settings(name), address, access, words))


@command.command()
@click.argument("name", metavar="NAME")
def recover(name: str) -> None:
    """Make a code for a player who has lost every token.

    Only for the operator of the server: it needs the server’s data folder. Be sure who asks. Once
    the code is used, every machine on which the player was known before is shut out.
    """
    _recover(load_settings(), name)


@command.command()
@click.argument("name", metavar="NAME")
def export(name: str) -> None:
    """Print all that the server keeps of the player NAME, a line of JSON for each thing.

    Only for the operator of the server: it needs the server’s data folder. It tells when the player
    came, results, and what they did and said at tables and in tournaments; nothing of what others
    hold. Times are in milliseconds since 1970.
    """
    _export(load_settings(), name)


@command.command()
@click.argument("name", metavar="NAME")
@click.option("--yes", is_flag=True, help="Do it: nothing of it comes back.")
def erase(name: str, *, yes: bool) -> None:
    """Erase what the server keeps of the player NAME, for good.

    Only for the operator of the server: it needs the server’s data folder. Be sure who asks. All
    machines of the player are shut out, and the logs of closed tables where they were are gone, so
    that nobody gets a record of those matches here any more. Results stay, for the ratings of
    others, but lead to nobody. Tables where they are, or were, must be closed before.
    """
    if not yes:
        raise Failed(
            _(
                "Nothing is erased yet. Read “cardtui account erase --help”, have “cardtui account"
                " export” print what there is, and then say --yes."
            ),
            USAGE,
        )
    _erase(load_settings(), name)


def _run(work: Any) -> None:
    from cardtui_client.commands.session import run_reaching

    run_reaching(work)


async def _code(settings: Settings, address: str | None, access: Access) -> None:
    from cardtui_client.commands.lookup import only_server
    from cardtui_client.commands.session import reach_as_known

    async with await reach_as_known(
        settings, address or only_server(settings), access
    ) as connection:
        made = await connection.create_account_code()
    click.echo(
        n_(
            "Type this on the other machine within {n} minute, to be {name} there, too:",
            "Type this on the other machine within {n} minutes, to be {name} there, too:",
            made.seconds // 60,
            name=_safe(made.name),
        )
    )
    line = connection.join_line
    _tell(made.code, str(line) if line.pin else "")


async def _devices(
    settings: Settings, address: str | None, access: Access, ended: str | None, *, as_json: bool
) -> None:
    import json
    import sys

    from cardtui_client.commands.lookup import only_server
    from cardtui_client.commands.session import reach_as_known
    from cardtui_client.lines.typed_lines import write_lines
    from cardtui_client.model.person import device_lines, ended_words, read_devices

    async with await reach_as_known(
        settings, address or only_server(settings), access
    ) as connection:
        if ended is not None:
            await connection.end_device(ended)
        found = read_devices(await connection.list_devices())
    if as_json:
        lines = [json.dumps([each._asdict() for each in found], indent=2)]
    else:
        lines = device_lines(found) if ended is None else [ended_words(_safe(ended))]
    write_lines(sys.stdout, lines)


async def _use(settings: Settings, address: str | None, access: Access, code: str) -> None:
    from cardtui_client.commands.lookup import only_server
    from cardtui_client.commands.session import reach_with_code

    connection = await reach_with_code(settings, address or only_server(settings), code, access)
    await connection.close()
    name, at = connection.name, connection.address
    click.echo(_("You are {name} on the server at {address}.", name=name, address=at))
    if connection.lost_key:
        click.echo(
            _(
                "The second half of the code is wrong or missing: the key by which you sign matches"
                " stays on the other machine, and you sign here with a new one."
            )
        )
    keep_first_name(name)
    if settings.name and person_name(settings) != name:
        sentence = _(
            "Your name in the settings is {name}: to play as {other}, add --name.",
            name=_safe(settings.name),
            other=name,
        )
        click.echo(sentence)


async def _appeal(settings: Settings, address: str | None, access: Access, words: str) -> None:
    from cardtui_client.commands.lookup import only_server
    from cardtui_client.commands.session import reach_as_known

    if not words.strip():
        raise Failed(_("Say why that is wrong."), USAGE)
    wanted = access._replace(appeal=words)
    connection = await reach_as_known(settings, address or only_server(settings), wanted)
    await connection.close()
    click.echo(_("The person who runs the server can read it now."))


def _recover(settings: Settings, name: str) -> None:
    from cardtui_client.commands.lookup import ask_as_operator

    made = ask_as_operator(settings, lambda server: server.recover_account(name))
    click.echo(
        n_(
            "Give this to {name} and nobody else; it can be used once, within {n} minute:",
            "Give this to {name} and nobody else; it can be used once, within {n} minutes:",
            made.seconds // 60,
            name=_safe(made.name),
        )
    )
    _tell(made.code)
    click.echo(
        _("Once it is used, every earlier machine of {name} is shut out.", name=_safe(made.name))
    )


def _export(settings: Settings, name: str) -> None:
    from cardtui_client.commands.lookup import ask_as_operator

    async def write(connection: Connection) -> None:
        async for told in connection.export_person(name):
            click.echo(told.lines, nl=False)

    ask_as_operator(settings, write)


def _erase(settings: Settings, name: str) -> None:
    from cardtui_client.commands.lookup import ask_as_operator

    erased = ask_as_operator(settings, lambda server: server.erase_person(name))
    tables = n_("{n} table", "{n} tables", erased.tables)
    tournaments = n_("{n} tournament", "{n} tournaments", erased.tournaments)
    click.echo(
        _(
            "{name} is erased here, in {tables} and {tournaments}. Copies of the database still"
            " have it all: delete those that were made before.",
            name=_safe(name),
            tables=tables,
            tournaments=tournaments,
        )
    )


def _tell(code: str, at: str = "") -> None:
    """Print what to type on the other machine."""
    click.echo(f"  cardtui account use {code}" + (f" --at {at}" if at else ""))
    if not at:
        click.echo(_("On a machine other than the server’s, add --at and the server’s join line."))


def _safe(text: str) -> str:
    from cardtui_client.text import safe_text

    return safe_text(text, NAME_CELLS)
