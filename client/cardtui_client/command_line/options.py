"""Options that commands share, and what Tab offers for them: trust, bots, a `GAME`, a record.
How you name a game by its beginning, or a record by its number in the list: `kept_file`; which game
is meant where you name none: `first_game`. On which terminals lines are written instead of screens:
`DUMB_TERMINALS`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import click
from click.shell_completion import CompletionItem

from cardtui_client.command_line.errors import Failed, unreadable, unwritable
from cardtui_client.command_line.profile import given_password, load_settings
from cardtui_client.exit_codes import FAILED, NO_SERVER, USAGE
from cardtui_client.i18n import _

if TYPE_CHECKING:
    from pathlib import Path

    from cardtui_client.history.kept_records import KeptRecord
    from cardtui_client.settings import Settings
    from cardtui_engine.library.records import RecordError
    from cardtui_engine.options import OptionSpec
    from cardtui_engine.rules import AnyRules


F = TypeVar("F", bound=Callable[..., Any])

DUMB_TERMINALS: Final = ("dumb", "unknown")
"""What terminals call themselves (in ``TERM``) that screens cannot be drawn on."""

_DEAL_MARK: Final = "#"
"""What a text of a deal begins with, where nothing of deals is loaded."""

_MOST_DIGITS: Final = 9
"""A longer number is taken for a file's name, so that the system says what is wrong with it."""


def with_options(command: F, *options: Callable[[F], F]) -> F:
    """Return a command with these options, in the order in which its help is to list them."""
    for option in reversed(options):
        command = option(command)
    return command


class Access(NamedTuple):
    """What the command line says of servers that are not known, or want a password.

    Attributes:
        trust: to take a server that nothing vouches for as the one that is meant.
        password: of the server; empty if none was given.
        newcomer: whether you may become a new player there.
        appeal: what to say against a ban or a mute, instead of coming in; empty for nothing.
    """

    trust: bool = False
    password: str = ""
    newcomer: bool = True
    appeal: str = ""


DEFAULT_ACCESS: Final = Access()
"""Nothing was said."""


def access_options(command: F) -> F:
    """Add the options that say whom to trust, and with which password."""
    return with_options(
        command,
        click.option(
            "--trust",
            is_flag=True,
            help="Trust the certificate of a server that is new to you, unasked.",
        ),
        click.option(
            "--password-file",
            metavar="FILE",
            help="Take the server’s password from the first line of this file.",
        ),
    )


def given_access(*, trust: bool, password_file: str | None) -> Access:
    """Return what the command line and the environment say.

    Raises:
        Failed: the file with the password cannot be read.
    """
    return Access(trust=trust, password=given_password(password_file))


def forget_server(settings: Settings, address: str | None) -> int:
    """Forget the certificate of a server; the next visit asks whether to trust it.

    Raises:
        Failed: no such server is known.
    """
    from cardtui_client.json_file import Unread
    from cardtui_client.net.address import BadAddress, parse_join_line
    from cardtui_client.net.known_servers import KnownServers

    if address is None:
        raise Failed(_("Say which server to forget: cardtui connect --forget 192.168.1.7."), USAGE)
    try:
        [*_others, at] = parse_join_line(address).addresses
    except BadAddress as error:
        raise Failed(str(error), USAGE) from None
    try:
        gone = KnownServers(settings.data_folder()).forget(at)
    except KeyError:
        raise Failed(_("No server at {address} is known here.", address=at), FAILED) from None
    except Unread as error:
        raise unreadable(error.filename, error) from None
    except OSError as error:
        raise unwritable(error.filename, error, NO_SERVER) from None
    click.echo(_("Forgotten: the server at {address}.", address=", ".join(gone)))
    return 0


def plain_option(*, help: str) -> Callable[[F], F]:  # noqa: A002 - as click has it
    """Return the option that asks for lines, or for screens where the settings ask for lines."""
    return click.option("--plain/--screens", default=None, help=help)


def wants_lines(settings: Settings, plain: bool | None) -> bool:
    """Tell whether to show lines: as the command line says, the settings, or the terminal.

    Args:
        plain: what the command line says; ``None`` for nothing.
    """
    if plain is not None:
        return plain
    at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    return settings.plain or (at_terminal and os.environ.get("TERM", "") in DUMB_TERMINALS)


if TYPE_CHECKING:
    # Only for type checkers: older versions of click know neither of these as generic.
    ParamType = click.ParamType[str]
    Completions = list[CompletionItem[str]]
else:
    ParamType = click.ParamType


LEVELS = ("easy", "normal", "hard")
"""The levels, known without loading anything: the default is checked whenever there is help."""


class _Bots(ParamType):
    """Which bots are wanted; the text itself, once it is known to name some."""

    name = "bots"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Check the text.

        Raises:
            click.BadParameter: it names neither levels nor bots.
        """
        if value in LEVELS:
            return str(value)
        from cardtui_client.faces.characters import UnknownBot, wanted_bots

        try:
            wanted_bots(value)
        except UnknownBot as error:
            self.fail(str(error), param, ctx)
        return str(value)

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002 - of the base
        param: click.Parameter,  # noqa: ARG002 - of the base
        incomplete: str,
    ) -> Completions:
        from cardtui_client.faces.characters import CHARACTERS, LEVELS, manner_of

        before, comma, last = incomplete.rpartition(",")
        name, colon, _level = last.partition(":")
        if colon:
            found = {f"{name}:{level}": "" for level in LEVELS}
        else:
            found = dict.fromkeys(LEVELS, "")
            found |= {who.name.casefold(): manner_of(each) for each, who in CHARACTERS.items()}
        return [
            CompletionItem(f"{before}{comma}{each}", help=about)
            for each, about in found.items()
            if each.startswith(last.casefold())
        ]


BOTS = _Bots()
"""The type of an option that says which bots sit down: a level, a name, or NAME:LEVEL."""


class _Game(click.types.StringParamType):  # ParamType[str] exists only since click 8.4
    name = "game"

    def __init__(self, *, elsewhere: bool = False) -> None:
        self.elsewhere = elsewhere

    def convert(
        self,
        value: str,
        param: click.Parameter | None,  # noqa: ARG002 - click's signature
        ctx: click.Context | None,  # noqa: ARG002 - click's signature
    ) -> str:
        """Return the game's id; its beginning will do if only one game begins so."""
        ids = game_ids()
        if value in ids:
            return value
        ids = all_games()
        fitting = [each for each in ids if each.startswith(value.lower())] if value else []
        if len(fitting) == 1:
            return fitting[0]
        if value in ids:
            return value
        if self.elsewhere and not fitting:
            return value
        near = fitting or _games_like(value, ids)
        sentences = [_("There is no game “{game}”.", game=value)]
        if value.startswith(_DEAL_MARK):
            sentences.append(_("What begins with # is a deal, which comes after its game."))
        elif near:
            sentences.append(_("Did you mean {game}?", game=", ".join(near)))
        sentences.append(_("Choose from {names}.", names=", ".join(ids)))
        raise Failed(" ".join(sentences), USAGE)

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002 - click's signature
        param: click.Parameter,  # noqa: ARG002 - click's signature
        incomplete: str,
    ) -> list[CompletionItem]:
        return [CompletionItem(game) for game in all_games() if game.startswith(incomplete)]


def game_ids() -> Sequence[str]:
    """Return the ids of our own games, for which nothing need be loaded."""
    from cardtui_client.faces.tiles import TILES

    return [each.game for each in TILES]


def all_games() -> Sequence[str]:
    """Return the ids of all games, those of installed packages too, which are looked up."""
    from cardtui_engine.library.registry import game_ids

    return game_ids()


def _games_like(value: str, ids: Sequence[str]) -> list[str]:
    """Return the games that are much like what was typed: all of it, or its first word."""
    from difflib import get_close_matches  # who types well need not load it

    if near := get_close_matches(value, ids, 1):
        return near
    words = {word for each in ids for word in each.split("-")}
    typed = (value.lower().replace("-", " ").split() or [""])[0]
    meant = get_close_matches(typed, words, 1)
    return [each for each in ids if {*meant} & {*each.split("-")}]


GAME = _Game()
"""The type of an argument that names a game."""

SERVER_GAME = _Game(elsewhere=True)
"""The same where a server may have games that are not installed here: it is asked for them."""


def first_game() -> str:
    """Return the game that is meant where none is named."""
    return game_ids()[0]


def kept_file(_ctx: click.Context, _param: click.Parameter, file: Path | None) -> Path | None:
    """Return the file of a record, which may be named by its number in the list of those kept."""
    number = str(file)
    if file is None or not number.isdecimal() or len(number) > _MOST_DIGITS or file.exists():
        return file
    return numbered(int(number)).path


def numbered(number: int) -> KeptRecord:
    """Return the record of that number in the list of those kept.

    Raises:
        Failed: there is none, or none can be read.
    """
    kept = records_kept()
    if not 0 < number <= len(kept):
        raise Failed(_("There is no match number {number} in the list.", number=number), USAGE)
    return kept[number - 1]


def records_kept() -> list[KeptRecord]:
    """Return the records that are kept, the latest first; say which files are set aside as none.

    Raises:
        Failed: their folder may not be read.
    """
    from cardtui_client.history.kept_records import folder_of, kept_records

    settings = load_settings()
    try:
        records, aside = kept_records(settings)
    except OSError as error:
        raise unreadable(folder_of(settings), error) from None
    if aside:
        from cardtui_client.faces.record_words import aside_words

        for path in aside:
            click.echo(aside_words(path), err=True)
    return records


def kept_files(
    ctx: click.Context, param: click.Parameter, files: tuple[Path, ...]
) -> tuple[Path, ...]:
    """Return the files of records, each of which may be named by its number."""
    return tuple([kept_file(ctx, param, file) or file for file in files])


def why_no_record(error: RecordError) -> str:
    """Return where a text is not the record of a match, and why."""
    from cardtui.v1.errors_pb2 import Refusal
    from cardtui_client.model.refusals import refusal_sentence
    from cardtui_engine.library.records import ReplayError

    why = _(error.template, **error.args_)
    if isinstance(error, ReplayError):
        why = refusal_sentence(Refusal(template=error.template, arguments=error.args_))
        return _("entry {entry}: {why}", entry=error.entry, why=why)
    return _("line {line}: {why}", line=error.line, why=why)


def complete_values(
    values: list[str], _ctx: click.Context, _param: click.Parameter, incomplete: str
) -> Completions:
    """Return those values."""
    return _beginning(values, incomplete)


def complete_presets(ctx: click.Context, _param: click.Parameter, incomplete: str) -> Completions:
    """Return the presets of the game named before."""
    return _beginning([preset.name for preset in _rules_named(ctx).presets], incomplete)


def complete_seats(ctx: click.Context, _param: click.Parameter, incomplete: str) -> Completions:
    """Return the numbers of players of that game."""
    return _beginning([str(number) for number in _rules_named(ctx).seats], incomplete)


def complete_options(ctx: click.Context, _param: click.Parameter, incomplete: str) -> Completions:
    """Return the names of that game's options, and after ``name=`` its values."""
    from cardtui_client.i18n import _

    specs = {spec.name: spec for spec in _rules_named(ctx).specs}
    name, equals, value = incomplete.partition("=")
    if not equals:
        return [
            CompletionItem(f"{each.name}=", help=_(each.help))
            for each in specs.values()
            if each.name.startswith(name)
        ]
    values = _values_of(specs[name]) if name in specs else []
    return [CompletionItem(f"{name}={each.value}") for each in _beginning(values, value)]


def _rules_named(ctx: click.Context) -> AnyRules:
    from cardtui_engine.library.registry import get_rules, is_game

    # Where the word to complete is an option's value, click has not read the arguments yet.
    named = [*ctx.args, ctx.params.get("new"), ctx.params.get("game")]
    return get_rules(next((game for game in named if game and is_game(game)), first_game()))


def _values_of(spec: OptionSpec) -> list[str]:
    from cardtui_engine.options import OptionKind

    match spec.kind:
        case OptionKind.FLAG:
            return ["true", "false"]
        case OptionKind.CHOICE:
            return list(spec.choices)
        case OptionKind.NUMBER | OptionKind.NUMBER_BY_SEAT if spec.high - spec.low < 10:
            return [str(number) for number in range(spec.low, spec.high + 1, spec.step)]
        case _:
            return [] if spec.default == "" else [str(spec.default)]


def _beginning(values: list[str], incomplete: str) -> Completions:
    return [CompletionItem(value) for value in values if value.startswith(incomplete)]
