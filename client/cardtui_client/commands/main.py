"""The commands and their groups in the help (`GROUPS`), and which words mean another one:
`_MEANT_COMMANDS`.
It finds and runs a command, and says what went wrong. Which flags all commands have:
`_GLOBAL_FLAGS`; how long one that was told to end may still take: `_END_SECONDS`.

Nothing heavy is imported here. A command's module is loaded when the command runs, so that
``--help`` and ``--version`` are there at once.
"""

from __future__ import annotations

import codecs
import errno
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from functools import partial
from importlib import import_module
from typing import Any, Final, TextIO

import click
from click.shell_completion import CompletionItem

from cardtui_client.command_line.crash_report import report_crash
from cardtui_client.command_line.errors import (
    TYPED_WORDS_KEY,
    Crashed,
    Failed,
    reason,
    show_json,
    unreadable,
    unwritable,
)
from cardtui_client.command_line.localize import give_back, speak, spoken
from cardtui_client.exit_codes import CRASHED, FAILED, INTERRUPTED, NO_SERVER, PIPE_CLOSED, USAGE
from cardtui_client.extras import what_to_install
from cardtui_client.garbage import go_on
from cardtui_client.i18n import LANGUAGES, _, mark, mark_p, match_language, p_

_OUTPUT_ERRNOS: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
"""What the system says when standard output cannot be written."""

_FILE_ERRNOS: Final = (
    *(errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.ESTALE, errno.EROFS),
    *(errno.EACCES, errno.EPERM, errno.ENOTDIR, errno.EISDIR, errno.EEXIST),
    *(errno.ELOOP, errno.ENAMETOOLONG),
)
"""What the system says of a file or a folder that cannot be used; that is no fault of ours."""

_FEWEST_OPEN_FILES: Final = 48
"""How many files must be allowed to be open at once: without them, libraries end without a word."""

_END_SIGNALS: Final = (
    (signal.SIGTERM,) if sys.platform == "win32" else (signal.SIGTERM, signal.SIGHUP)
)
"""The signals by which others ask a command to end."""

_END_SECONDS: Final = 15.0
"""Seconds after which a command that was asked to end is ended, tidied up or not."""

_GLOBAL_FLAGS: Final = ("--language", "--config", "--data")
"""Flags of every command, which may stand before it or after it."""

_GLOBAL_SWITCHES: Final = ("--kiosk",)
"""The same without a value."""

_JSON_FLAG: Final = "--json"
"""Writes for programs; what goes wrong is an object then, too."""

GROUPS: Final = {
    mark_p("commands", "Play"): {
        "play": mark("Play now, against bots."),
        "learn": mark("Learn a game in a few hands, with a coach."),
        "rules": mark("Read the rules of a game."),
    },
    mark_p("commands", "With others"): {
        "host": mark("Run a table server for others to join."),
        "connect": mark("Sit down at a server’s tables."),
        "spectate": mark("Watch a table."),
        "tournament": mark("Play or direct a tournament: many tables, one standings."),
        "web": mark("Show the client in browsers."),
        "account": mark("Be the same player on another machine."),
    },
    mark_p("commands", "Look back"): {
        "results": mark("Show what you have won and lost."),
        "replay": mark("Show a match again, from its record."),
        "records": mark("List, show and export the matches that you have played."),
        "lab": mark("Show what the choices of a match would have been worth."),
        "verify": mark("Prove from records that matches were fair."),
    },
    mark_p("commands", "Tools"): {
        "config": mark("Show or change the settings."),
        "completion": mark("Print the completion script of a shell."),
        "doctor": mark("Check whether all is well with this machine, and say what to do."),
        "tables": mark("List a server’s tables, and close them."),
        "club": mark("Look after your club: its evenings, reports, mutes, bans."),
        "restart": mark("Tell everybody that your server restarts, and stop it then."),
        "cluster": mark("Look after servers that share their tables."),
        "backup": mark("Copy a server’s tables while it runs, and prove the copy."),
        "restore": mark("Go back to a copy of the tables, once it is proved."),
        "recover": mark("Repair the tables of a damaged database."),
        "bot": mark("Seat a program at a server’s tables."),
        "arena": mark("Have bots play against each other, and see who wins."),
        "demo": mark("Watch bots play a whole match, as lines."),
        "conform": mark("Check the engine against rule scenarios."),
        "games": mark("List the games, and check one of your own."),
    },
}
"""The commands as the help lists them, what is wanted daily first.

Each is a module here, or an entry point of a package beside the client (see `products.py`).
"""

_MEANT_COMMANDS: Final = {"join": "connect", "watch": "spectate", "serve": "host", "server": "host"}
"""Words that people try, and the command that each of them means."""

_COMMANDS: Final = {name: said for group in GROUPS.values() for name, said in group.items()}


class Commands(click.Group):
    """A group that imports a command when it is called, not before."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return the command, loading its module."""
        if cmd_name not in _COMMANDS:
            return None
        command = spoken(_loaded(cmd_name))
        go_on()
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; of a word that is none, say which it is like."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from cardtui_client.command_line.errors import with_near
            from cardtui_client.command_line.options import game_ids

            word = args[0].casefold()
            games = [f"play {game}" for game in game_ids() if word and game.startswith(word)]
            meant = next(iter(games), _MEANT_COMMANDS.get(word, word))
            sentence = with_near(error.message, meant, games or _COMMANDS)
            raise click.UsageError(sentence, ctx) from None

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read what stands before the command; of an option that belongs behind it, say so."""
        typed = [*args]
        ctx.meta[TYPED_WORDS_KEY] = tuple(typed)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            command = next((each for each in typed if each in _COMMANDS), None)
            if command is None or not _has_option(command, error.option_name):
                raise
            raise _misplaced(ctx, command, error.option_name) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the list of commands in groups, without loading one."""
        width = max(map(len, _COMMANDS))
        for heading, group in GROUPS.items():
            with formatter.section(p_("commands", heading)):
                formatter.write_dl([(name.ljust(width), _(said)) for name, said in group.items()])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the end of the help, and where the documents are."""
        super().format_epilog(ctx, formatter)
        if folder := documents(__file__):
            said = _("Documents: {folder}", folder=folder)
            formatter.write(f"\n  {said}\n")  # in one line, so that a path can be copied


def _loaded(name: str) -> click.Command:
    """Return a command of the client's own, or one that a package beside it brings.

    Raises:
        Failed: that package is not installed.
    """
    own = f"cardtui_client.commands.{name}"
    try:
        command: click.Command = import_module(own).command
    except ModuleNotFoundError as error:
        if error.name != own:
            raise
        from cardtui_client.command_line.products import COMMANDS, entry_point

        try:
            command = entry_point(COMMANDS, name)
        except LookupError:
            sentence = _("{command} is not installed.", command=f"cardtui {name}")
            raise Failed(sentence, FAILED) from None
    return command


def _has_option(name: str, option: str) -> bool:
    return any(option in each.opts for each in _loaded(name).params)


def documents(module: str) -> str | None:
    """Return the folder of the documents that came with this module, if there is one."""
    above = module
    while (above := os.path.dirname(above)).strip(os.sep):  # noqa: PTH120 - pathlib is slow to load
        for folder in (f"{above}/share/doc/cardtui/docs", f"{above}/docs"):
            if os.path.isfile(f"{folder}/playing.md"):  # noqa: PTH113
                return folder
    return None


def _languages(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    return [tag for tag in LANGUAGES if tag.startswith(incomplete)]


def _folders(
    _ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem[str]]:
    return [CompletionItem(incomplete, type="dir")]


def _print_version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from cardtui_client.command_line.crash_report import version_text

        click.echo(version_text())
        ctx.exit()


@click.command(
    cls=Commands,
    epilog="""\b
Examples:
  cardtui                           the games, and friends’ servers, on a screen
  cardtui --name Ana                the same, as Ana
  cardtui play                      truco against a bot
  cardtui play cacho --seats 4      cacho against three
  cardtui host                      a server; it prints the line to join with
  cardtui connect 127.0.0.1:8782    sit down there
  cardtui rules truco-argentino     how the game is played

Exit codes: 0 success; 1 refused, or a check failed; 2 wrong usage; 3 a server could not be
reached or started; 4 a record holds but proves less; 130 interrupted; 70 an internal error.
""",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 90},
    invoke_without_command=True,
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Print the version of cardtui, and of what it is built on.",
)
@click.option("--name", metavar="NAME", help="Without a command: be called this.")
@click.option(
    "--language",
    metavar="TAG",
    shell_complete=_languages,
    help="Use en, pt_BR or es_AR.",
)
@click.option(
    "--config",
    metavar="FILE",
    type=click.Path(),
    help="Use this settings file.",
)
@click.option(
    "--data",
    metavar="FOLDER",
    shell_complete=_folders,
    help="Keep tables and tokens in this folder.",
)
@click.option(
    "--kiosk",
    is_flag=True,
    help="For strangers: one server, nothing else of this machine.",
)
@click.pass_context
def cli(
    ctx: click.Context,
    *,
    name: str | None,
    language: str | None,
    config: str | None,
    data: str | None,  # noqa: ARG001 - in the environment by now
    kiosk: bool,  # noqa: ARG001 - likewise
) -> int:
    """Card tables for your terminal.

    Without a command: the home screen.
    """
    from cardtui_client.command_line.profile import check_command

    if os.environ.get("NO_COLOR"):
        ctx.color = False
    _check(language, None if ctx.invoked_subcommand == "config" else config)
    check_command(ctx.invoked_subcommand)
    if ctx.invoked_subcommand is None:
        return open_home(ctx, name)
    if name is not None:
        raise _misplaced(ctx, ctx.invoked_subcommand, "--name")
    return 0


def _misplaced(ctx: click.Context, command: str, option: str) -> click.UsageError:
    """Return what to say of an option before a command: where it belongs, or that there is none."""
    if not _has_option(command, option):
        return click.NoSuchOption(option, ctx=ctx)
    behind = f"cardtui {command} {option}"
    sentence = _("{option} belongs after the command: {behind}.", option=option, behind=behind)
    return click.UsageError(sentence, ctx)


def _check(language: str | None, config: str | None) -> None:
    """Refuse bad flags by their own names: the settings would name the variables instead.

    Raises:
        Failed: the language is none of ours, or the settings file is not there.
    """
    taken = ("auto", *LANGUAGES)
    if language is not None and _tag(language) not in taken:
        sentence = _(
            "{where}: {name} takes one of {values}.",
            where="--language",
            name="language",
            values=", ".join(taken),
        )
        raise Failed(sentence, USAGE)
    if config and not os.path.exists(os.path.expanduser(config)):  # noqa: PTH110, PTH111 - pathlib is slow to load
        raise unreadable(config, FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)))


def _tag(language: str) -> str:
    """Return the name of the language that is meant: ``es`` and ``pt-BR`` will do."""
    if language in ("auto", *LANGUAGES):
        return language
    return match_language(language) or language


def _flags_first(arguments: Sequence[str]) -> list[str]:
    """Return the arguments with the flags of all commands before the command."""
    flags: list[str] = []
    others: list[str] = []
    words = iter(arguments)
    for word in words:
        if word == "--":
            others += [word, *words]
        elif word in _GLOBAL_FLAGS:
            value = next(words, None)
            if value is None:
                return [word]  # click says that its value is missing
            flags += [word, value]
        elif word.partition("=")[0] in _GLOBAL_FLAGS or word in _GLOBAL_SWITCHES:
            flags.append(word)
        else:
            others.append(word)
    return flags + others


def _take_flags(arguments: Sequence[str]) -> None:
    """Take the flags of all commands first: they say how anything else is told.

    A flag beats the environment, and the servers that commands start inherit it.
    """
    # On a copy, because click keeps the help option that it makes, in the language of now.
    flags = copy(cli).make_context("cardtui", list(arguments), resilient_parsing=True).params
    for name in ("language", "config", "data"):
        if flags.get(name) is not None:
            given = _tag(flags[name]) if name == "language" else flags[name]
            os.environ[f"CARDTUI_{name.upper()}"] = given
    if flags.get("kiosk"):
        os.environ["CARDTUI_KIOSK"] = "true"


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return the exit code; no exception gets past."""
    with _ending_as_told() as told:
        code = _run(arguments)
        return 128 + told[0] if told and code == INTERRUPTED else code


@contextmanager
def _ending_as_told() -> Generator[list[int]]:
    """Have signals that mean the end do what Ctrl-C does: what a command has begun is tidied up.

    Commands that hear such signals themselves do so as before, and those that were started to
    ignore one (``nohup``) go on ignoring it. Yields a list into which the number of the signal
    comes.
    """
    told: list[int] = []

    def end(number: int, _frame: object) -> None:
        told.append(number)
        signal.signal(number, signal.SIG_DFL)  # a second one ends it at once
        late = threading.Timer(_END_SECONDS, os._exit, [128 + number])
        late.daemon = True
        late.start()
        if callable(signal.getsignal(signal.SIGINT)):
            signal.raise_signal(signal.SIGINT)
        else:  # ignored, as in the background of a script
            raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield told
        return
    heard = [each for each in _END_SIGNALS if signal.getsignal(each) is signal.SIG_DFL]
    for each in heard:
        signal.signal(each, end)
    try:
        yield told
    finally:
        for each in heard:
            signal.signal(each, signal.SIG_DFL)


def _run(arguments: Sequence[str] | None) -> int:
    # gRPC's own log is for its developers; what goes wrong we say ourselves.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    # Its own way to look up names does not know those that machines at home give themselves.
    os.environ.setdefault("GRPC_DNS_RESOLVER", "native")
    arguments = _flags_first(sys.argv[1:] if arguments is None else arguments)
    shown = partial(_shown, as_json=_wants_json(arguments))
    if "_CARDTUI_COMPLETE" in os.environ:
        import_module("cardtui_client.commands.completion")
    try:
        _take_flags(arguments)
        speak()
        _take_files()
        _measure_terminal()
        _fit_terminal()
        result: Any = spoken(cli).main(
            list(arguments),
            prog_name="cardtui",
            standalone_mode=False,
        )
        sys.stdout.flush()
    except Failed as error:
        return shown(error, error.code)
    except click.ClickException as error:
        return shown(error, error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except (BrokenPipeError, SystemExit) as error:
        if isinstance(error, SystemExit) and "_CARDTUI_COMPLETE" in os.environ:
            raise  # so ends a completion; otherwise click makes it of a pipe that broke
        _write_no_more(sys.stdout)
        return PIPE_CLOSED
    except OSError as error:
        failed = _of_surroundings(error)
        return _crashed(error, shown) if failed is None else shown(failed, failed.code)
    except ModuleNotFoundError as error:
        if not (sentence := what_to_install(error)):
            return _crashed(error, shown)
        return shown(Failed(sentence, FAILED), FAILED)
    except Exception as error:  # noqa: BLE001 - the last line of defence: no traceback for people
        from cardtui_client.settings import BadSettings

        if isinstance(error, BadSettings):
            return shown(Failed(str(error), USAGE), USAGE)
        return _crashed(error, shown)
    finally:
        give_back()
    return result if isinstance(result, int) else 0


def _of_surroundings(error: OSError) -> Failed | None:
    """Return the failure if a place or the output cannot be used; ``None`` for a fault of ours."""
    if error.filename is not None and error.errno in _FILE_ERRNOS:
        return unwritable(error.filename, error, NO_SERVER)
    if _is_lost():
        return Failed(_("The folder that you are in is gone: go to another one."), FAILED)
    if error.filename is not None or error.errno not in _OUTPUT_ERRNOS:
        return None
    if not (_takes(sys.stdout) and _takes(sys.stderr)):
        _write_no_more(sys.stdout)
        return Failed(_("The output cannot be written ({error}).", error=reason(error)), FAILED)
    return None


def _is_lost() -> bool:
    """Tell whether the working folder has been removed; processes cannot be started there."""
    try:
        os.getcwd()  # noqa: PTH109 - pathlib is slow to load
    except OSError:
        return True
    return False


def _takes(stream: TextIO) -> bool:
    """Tell whether the stream takes another line: what failed may have been dropped."""
    try:
        stream.write("\n")
        stream.flush()
    except OSError:
        return False
    return True


def _wants_json(arguments: Sequence[str]) -> bool:
    """Tell whether a program reads what the command says."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return _JSON_FLAG in options


def _shown(error: click.ClickException, code: int, *, as_json: bool) -> int:
    return _said(partial(show_json, error, code) if as_json else error.show, code)


def _crashed(error: Exception, shown: Callable[[click.ClickException, int], int]) -> int:
    if isinstance(error, OverflowError) and not _clock_counts():
        sentence = _("By its clock, this machine is in 2262 or later: set the clock.")
        return shown(Failed(sentence, FAILED), FAILED)
    return shown(Crashed(report_crash(error)), CRASHED)


def _clock_counts() -> bool:
    """Tell whether Python can count what the clock says: nanoseconds in 64 bits."""
    try:
        time.time()
    except OverflowError:
        return False
    return True


def _said(say: Callable[[], object], code: int) -> int:
    try:
        say()
    except OSError:  # who would read it has gone
        _write_no_more(sys.stderr)
    return code


def _write_no_more(stream: TextIO) -> None:
    """Drop what is still to be written, and what Python writes while it shuts down."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _open_streams() -> None:
    """Open the streams that our parent closed, and have all text written somehow."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - for good
        elif mode == "w" and codecs.lookup(stream.encoding).name != "utf-8":
            from cardtui_client.lines.typed_lines import spell_out

            codecs.register_error("cardtui", spell_out)
            stream.reconfigure(errors="cardtui")


def _take_files() -> None:
    """Have room for the files that must be open at once.

    Raises:
        Failed: fewer are allowed.
    """
    if sys.platform == "win32":
        return  # it counts none
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < _FEWEST_OPEN_FILES:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (_FEWEST_OPEN_FILES, hard))
        except (OSError, ValueError):
            sentence = _(
                "Only {n} files may be open at once here, and cardtui needs {most}: allow more "
                "with “ulimit -n {most}”.",
                n=soft,
                most=_FEWEST_OPEN_FILES,
            )
            raise Failed(sentence, FAILED) from None


def _measure_terminal() -> None:
    """Have a terminal's own size count: `COLUMNS` and `LINES` may be left over from another one."""
    for stream in (sys.stdout, sys.stderr, sys.stdin):
        try:
            columns, lines = os.get_terminal_size(stream.fileno())
        except (OSError, ValueError, AttributeError):
            continue  # none, or closed
        if not (columns and lines):
            continue  # one that does not know
        if stream is sys.stdout:  # who asks for a size asks it
            os.environ.pop("COLUMNS", None)
            os.environ.pop("LINES", None)
        else:
            os.environ |= {"COLUMNS": str(columns), "LINES": str(lines)}
        return


def _fit_terminal() -> None:
    """Write nothing but ASCII to a terminal that shows no more; a pipe gets what Python writes."""
    from cardtui_client.settings import BadSettings, read_settings
    from cardtui_client.settings.values import shows_utf8

    if shows_utf8(os.environ):
        return
    with suppress(BadSettings):  # the command says so, if it needs them
        if not read_settings().letters_alone:
            return
    from cardtui_client.lines.typed_lines import AsciiTerminal

    sys.stdout, sys.stderr = (
        AsciiTerminal(stream.buffer) if stream.isatty() else stream
        for stream in (sys.stdout, sys.stderr)
    )


def main() -> None:
    """Run as the program ``cardtui``."""
    _open_streams()
    sys.exit(run())


def open_home(ctx: click.Context, name: str | None = None) -> int:
    """Open the home screen, or print the help where it cannot be shown; return the exit code."""
    if not (sys.stdin.isatty() and sys.stdout.isatty() and sys.stderr.isatty()):
        return _print_help(ctx)
    from cardtui_client.command_line.options import wants_lines
    from cardtui_client.command_line.profile import keep_first_name, load_settings

    settings = load_settings(name)
    if wants_lines(settings, None):
        return _print_help(ctx)
    from cardtui_client.commands.front_end import open_screens
    from cardtui_client.tui.launch import AtHome

    keep_first_name(name)
    return open_screens(settings, AtHome())


def _print_help(ctx: click.Context) -> int:
    click.echo(ctx.get_help())
    return 0
