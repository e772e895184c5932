"""``cardtui doctor``: whether you can play on this machine, or run a server, and what to do if not.
What it looks at: `_PLAYER_CHECKS`, or `_SERVER_CHECKS`. How much room there must be:
`_LEAST_FREE_BYTES`; how long a write may take: `_SLOW_WRITE_MILLISECONDS`,
`_TOO_SLOW_WRITE_MILLISECONDS`; how old the last copy may be: `_OLD_COPY_DAYS`.
"""

from __future__ import annotations

import asyncio
import json
import os
import select
import shutil
import socket
import stat
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from cardtui_client.command_line.errors import Failed, reason
from cardtui_client.command_line.options import DUMB_TERMINALS
from cardtui_client.exit_codes import FAILED
from cardtui_client.i18n import _, n_, p_, set_language

if TYPE_CHECKING:
    from cardtui_client.settings import Settings

_LEAST_FREE_BYTES: Final = 100_000_000
"""Bytes that must be free, beside as much as a copy of the database needs."""

_TRIAL_WRITES: Final = 40
_SLOW_WRITE_MILLISECONDS: Final = 20.0
_TOO_SLOW_WRITE_MILLISECONDS: Final = 100.0
"""How long a write takes on a disk which is a little too slow, and much too slow."""

_FASTEST_WRITE_MILLISECONDS: Final = 0.01
"""No disk has kept a write in so few milliseconds."""

_OLD_COPY_DAYS: Final = 8
"""A copy each week is never as old."""

_ANSWER_SECONDS: Final = 1.0
"""Seconds in which a terminal answers where its cursor is."""


class Finding(NamedTuple):
    """What was found of one thing.

    Attributes:
        state: ``good``; ``note`` for what can be lived with; or ``wrong``.
        said: what was found, and what to do about it.
    """

    state: str
    said: str


@click.command(
    epilog="""\b
Examples:
  cardtui doctor
  cardtui doctor --server
  cardtui doctor --server /srv/cardtui --json

Exits 0 if nothing is wrong, and 1 if something is. Notes do not count.
"""
)
@click.option(
    "--server",
    "folder",
    metavar="[FOLDER]",
    is_flag=False,
    flag_value="",
    help="Check whether a server can serve from this data folder, or from the usual one.",
)
@click.option("--json", "as_json", is_flag=True, help="As JSON, for programs.")
def command(*, folder: str | None, as_json: bool) -> int:
    """Check whether all is well with this machine, and say what to do where it is not.

    Without --server: what you play with. Nothing is changed, and the server may run.
    """
    found = _findings(folder)
    wrong = sum(each.state == "wrong" for each in found.values())
    if as_json:
        listed = [{"name": name, **each._asdict()} for name, each in found.items()]
        click.echo(json.dumps({"good": not wrong, "findings": listed}, indent=2))
    else:
        words = {
            "good": p_("a finding", "good"),
            "note": p_("a finding", "note"),
            "wrong": p_("a finding", "wrong"),
        }
        for each in found.values():
            click.echo(f"{words[each.state]}: {each.said}")
        click.echo(
            n_("{n} thing is wrong.", "{n} things are wrong.", wrong)
            if wrong
            else _("Nothing is wrong.")
        )
    return FAILED if wrong else 0


def _findings(folder: str | None) -> dict[str, Finding]:
    """Return what was found, by the name of what was looked at."""
    from cardtui_client.settings import BadSettings, Settings, read_settings

    try:
        settings = read_settings()
        set_language(settings.language_tag())
        found = {"settings": _chosen(settings)}
    except BadSettings as error:
        settings = Settings(data=os.environ.get("CARDTUI_DATA", ""))
        found = {"settings": Finding("wrong", str(error))}
    try:
        settings.data = folder or str(settings.data_folder())
    except BadSettings as error:
        return {**found, "folder": Finding("wrong", str(error))}
    for name, check in (_PLAYER_CHECKS if folder is None else _SERVER_CHECKS).items():
        if name not in _WINDOW_CHECKS or _is_terminal():
            found[name] = check(settings)
    return found


def _chosen(settings: Settings) -> Finding:
    """Look at the settings, and at your own keys.

    Raises:
        BadSettings: a key cannot be used.
    """
    if settings.path is None or not settings.path.exists():
        return Finding("good", _("There is no settings file: all is as usual."))
    if settings.keys:
        from cardtui_client.tui.own_keys import check_keymap

        check_keymap(settings.path)
    return Finding("good", _("The settings file {path} can be read.", path=settings.path))


def _is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _terminal(_settings: Settings) -> Finding:
    if not _is_terminal():
        said = _("This is not a terminal: run it in the one where you play.")
        return Finding("note", said)
    term = os.environ.get("TERM", "")
    if term in DUMB_TERMINALS or not term:
        said = _(
            "This terminal (TERM={term}) cannot show screens: set TERM to what it is, such as"
            " xterm-256color, or play in lines with --plain.",
            term=term,
        )
        return Finding("wrong", said)
    return Finding("good", _("The terminal (TERM={term}) can show screens.", term=term))


def _size(_settings: Settings) -> Finding:
    from textual.geometry import Size

    from cardtui_client.tui.screens import LEAST_UPRIGHT_WINDOW, LEAST_WINDOW, is_too_small

    columns, lines = shutil.get_terminal_size()
    if is_too_small(Size(columns, lines)):
        said = _(
            "The window has {columns} columns and {lines} lines, and a table needs {wide} and"
            " {low}, or {slim} and {high}: make it larger, or the letters smaller.",
            columns=columns,
            lines=lines,
            wide=LEAST_WINDOW.width,
            low=LEAST_WINDOW.height,
            slim=LEAST_UPRIGHT_WINDOW.width,
            high=LEAST_UPRIGHT_WINDOW.height,
        )
        return Finding("wrong", said)
    said = _("The window is large enough: {columns} by {lines}.", columns=columns, lines=lines)
    return Finding("good", said)


def _colours(_settings: Settings) -> Finding:
    from rich.console import Console

    if os.environ.get("NO_COLOR"):
        return Finding("note", _("NO_COLOR is set: cards have no colours."))
    system = Console().color_system
    if system in ("truecolor", "256"):
        number = "256" if system == "256" else _("16 million")
        return Finding("good", _("The terminal shows {number} colours.", number=number))
    said = _(
        "The terminal says that it shows 16 colours or none. If it shows more, set"
        " COLORTERM=truecolor."
    )
    return Finding("note", said)


def _signs(settings: Settings) -> Finding:
    """Look whether the signs of cards are as wide as the tables take them to be."""
    from cardtui_client.model.cards import COIN_SIGN, SUIT_SIGNS
    from cardtui_client.text import cell_width

    if settings.letters_alone:
        said = _(
            "The locale is not UTF-8, so cards are drawn in plain letters. Set LC_ALL=C.UTF-8 if"
            " the terminal shows more."
        )
        return Finding("note", said)
    signs = [*SUIT_SIGNS.values(), COIN_SIGN, "╭", "█", "…"]
    widths = _widths(signs)
    if not widths:
        return Finding("note", _("The terminal does not say how wide it draws the signs of cards."))
    odd = [sign for sign, wide in zip(signs, widths, strict=True) if wide != cell_width(sign)]
    if odd:
        said = _(
            "The terminal draws {signs} wider than others do, so cards come apart: choose narrow"
            " “ambiguous” characters in its settings, or set card_style to ascii.",
            signs=" ".join(odd),
        )
        return Finding("wrong", said)
    return Finding("good", _("The signs of cards are as wide as they should be."))


def _widths(signs: list[str]) -> list[int]:
    """Return how many cells the terminal gives to each, as its cursor shows; empty if unknown."""
    if sys.platform == "win32":
        return []
    import termios
    import tty

    keyboard, screen = sys.stdin.fileno(), sys.stdout.fileno()
    before = termios.tcgetattr(keyboard)
    said = b""
    try:
        tty.setcbreak(keyboard)
        os.write(screen, "".join(f"\r{each}\x1b[6n" for each in signs).encode())
        while (
            said.count(b"R") < len(signs) and select.select([keyboard], [], [], _ANSWER_SECONDS)[0]
        ):
            said += os.read(keyboard, 1024)
        os.write(screen, b"\r\x1b[K")
    finally:
        termios.tcsetattr(keyboard, termios.TCSAFLUSH, before)
    columns = [each.rpartition(b";")[2] for each in said.split(b"R")[:-1]]
    if len(columns) != len(signs) or not all(each.isdigit() for each in columns):
        return []
    return [int(each) - 1 for each in columns]


def _clock(_settings: Settings) -> Finding:
    now, made = time.time(), Path(__file__).stat().st_mtime
    told = datetime.fromtimestamp(now).astimezone().isoformat(" ", "minutes")
    if now < made:
        said = _("The clock says {now}, before cardtui was installed: set it.", now=told)
        return Finding("wrong", said)
    return Finding("good", _("The clock says {now}.", now=told))


def _zone(_settings: Settings) -> Finding:
    from zoneinfo import ZoneInfo

    named = os.environ.get("TZ", "").removeprefix(":")
    if "/" in named and not named.startswith("/"):
        try:
            ZoneInfo(named)
        except (LookupError, OSError, ValueError):
            said = _(
                "There is no time zone “{zone}” here, so times are told in UTC: correct TZ, or"
                " install tzdata.",
                zone=named,
            )
            return Finding("wrong", said)
    zone = time.tzname[time.localtime().tm_isdst > 0]
    return Finding("good", _("Times are told in the time zone {zone}.", zone=zone))


def _port(settings: Settings) -> Finding:
    from cardtui_client.commands.lookup import servers_here
    from cardtui_client.net.discovery import usual_port

    if here := asyncio.run(servers_here(settings)):
        said = _("A server runs on this machine: {addresses}.", addresses=", ".join(here))
        return Finding("good", said)
    port = usual_port()
    if not port:
        return Finding("good", _("A server of yours takes any free port."))
    try:
        with closing(socket.socket()) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(("127.0.0.1", port))
    except OSError as error:
        said = _(
            "No server of yours can listen at port {port} ({error}): start it with another one,"
            " such as --port 9000.",
            port=port,
            error=reason(error),
        )
        return Finding("note", said)
    return Finding("good", _("Port {port} is free for a server of yours.", port=port))


def _network(settings: Settings) -> Finding:
    from cardtui_client.commands.lookup import announced_servers

    if not settings.discovery:
        said = _("Servers in the network are not looked for: the setting “discovery” says so.")
        return Finding("note", said)
    found, problem = asyncio.run(announced_servers(settings, []))
    if problem:
        return Finding("wrong", problem)
    said = n_(
        "Servers in the network can be found: {n} is there.",
        "Servers in the network can be found: {n} are there.",
        len(found),
    )
    return Finding("good", said)


def _certificate(settings: Settings) -> Finding:
    from cardtui_server.failures import StartError
    from cardtui_server.network.certificate import CERTIFICATE_FILE, kept_certificate

    path = settings.data_folder() / CERTIFICATE_FILE
    try:
        if not path.exists():
            return Finding("good", _("There is no certificate yet: a server makes it."))
        certificate = kept_certificate(settings.data_folder())
    except StartError as error:
        return Finding("wrong", _(error.template, **error.arguments))
    except OSError as error:
        return Finding(
            "wrong", _("{path} cannot be read: {error}.", path=path, error=reason(error))
        )
    if outdated := certificate.outdated(path, datetime.now(UTC)):
        return Finding("wrong", _(outdated.template, **outdated.arguments))
    return Finding("good", _("The certificate {path} is good.", path=path))


def _room(settings: Settings) -> Finding:
    """Look whether the data folder can be written, and has room for what is to come."""
    from cardtui_server.store.data_folder import database_in

    folder = settings.data_folder()
    try:
        with tempfile.TemporaryFile(dir=_existing(folder)) as file:
            file.write(bytes(4096))
            file.flush()
        free = shutil.disk_usage(_existing(folder)).free
    except OSError as error:
        return _unwritable(folder, error)
    needed = _LEAST_FREE_BYTES
    with suppress(OSError):
        needed += database_in(folder).stat().st_size
    room = f"{free / 1e6:.0f}"
    if free < needed:
        said = _(
            "Only {n} MB are free for {folder}: make room, so that a copy of the tables fits.",
            n=room,
            folder=folder,
        )
        return Finding("wrong", said)
    return Finding("good", _("{folder} has room: {n} MB.", folder=folder, n=room))


def _unreadable(path: Path, error: OSError) -> Finding:
    said = _("{path} cannot be read: {error}.", path=path, error=reason(error))
    return Finding("wrong", said)


def _unwritable(path: Path, error: OSError) -> Finding:
    said = _(
        "{path} cannot be written ({error}); choose another place with {option}.",
        path=path,
        error=reason(error),
        option="--data",
    )
    return Finding("wrong", said)


def _existing(folder: Path) -> Path:
    """Return the folder, or the nearest above it that is there."""
    return next((each for each in (folder, *folder.parents) if each.is_dir()), folder)


def _folder(settings: Settings) -> Finding:
    """Look whether others could put something into the data folder."""
    folder = settings.data_folder()
    try:
        mode = folder.stat().st_mode
    except FileNotFoundError:
        return Finding("note", _("{folder} is not there yet: a server makes it.", folder=folder))
    except OSError as error:
        return _unreadable(folder, error)
    if mode & (stat.S_IWGRP | stat.S_IWOTH):
        said = _(
            "Others may write into {folder}: take that right from them with “chmod go-w {folder}”.",
            folder=folder,
        )
        return Finding("wrong", said)
    return Finding("good", _("Nobody else may write into {folder}.", folder=folder))


def _disk(settings: Settings) -> Finding:
    """Measure how long what is written takes to be kept: each act at a table waits for that."""
    took = list[float]()
    try:
        with tempfile.NamedTemporaryFile(dir=_existing(settings.data_folder())) as file:
            for _number in range(_TRIAL_WRITES):
                began = time.perf_counter()
                os.write(file.fileno(), bytes(4096))
                os.fsync(file.fileno())
                took.append((time.perf_counter() - began) * 1000)
    except OSError as error:
        return _unwritable(settings.data_folder(), error)
    usual = statistics.median(took)
    figures = {"usual": f"{usual:.2f}", "longest": f"{max(took):.2f}"}
    if usual < _FASTEST_WRITE_MILLISECONDS:
        said = _(
            "Writes take {usual} ms, so this is no disk, or one that does not wait: after a power"
            " cut, acts may be gone. Choose a folder on a disk with --data.",
            **figures,
        )
        return Finding("note", said)
    if usual > _SLOW_WRITE_MILLISECONDS:
        said = _(
            "Writes take {usual} ms, the longest {longest} ms, and each act waits for one: choose"
            " a folder on a faster disk with --data.",
            **figures,
        )
        return Finding("wrong" if usual > _TOO_SLOW_WRITE_MILLISECONDS else "note", said)
    said = _("Writes take {usual} ms, the longest {longest} ms.", **figures)
    return Finding("good", said)


def _files(settings: Settings) -> Finding:
    """Compare the limit on connections with the files that may be open."""
    from cardtui_client.hosting.opening import chosen_limits
    from cardtui_server.rpc.connections import files_for

    try:
        connections = chosen_limits(settings).connections
    except Failed as error:
        return Finding("wrong", error.message)
    most, needed = _most_files(), files_for(connections)
    if most is not None and most < needed:
        said = _(
            "{most} files may be open at once, too few for {connections} connections: allow"
            " {needed}, with LimitNOFILE in the unit or “ulimit -n”, or lower the limit"
            " “connections”.",
            most=most,
            connections=connections,
            needed=needed,
        )
        return Finding("wrong", said)
    said = _("Enough files may be open for {connections} connections.", connections=connections)
    return Finding("good", said)


def _most_files() -> int | None:
    """Return how many files may be open at once; ``None`` where the system sets no limit."""
    if sys.platform == "win32":
        return None
    import resource

    _soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if most == resource.RLIM_INFINITY else most


def _backup(settings: Settings) -> Finding:
    from cardtui_server.store.backup import last_copy
    from cardtui_server.store.data_folder import database_in

    folder = settings.data_folder()
    try:
        if not database_in(folder).exists():
            return Finding("good", _("There are no tables to copy yet."))
        made = last_copy(folder)
    except OSError as error:
        return _unreadable(folder, error)
    if made is None:
        said = _("“cardtui backup” has made no copy of these tables yet: make one each week.")
        return Finding("note", said)
    days = int((time.time() - made) // 86_400)
    if days >= _OLD_COPY_DAYS:
        said = n_(
            "The last copy by “cardtui backup” is {n} day old: make one each week.",
            "The last copy by “cardtui backup” is {n} days old: make one each week.",
            days,
        )
        return Finding("wrong", said)
    said = n_(
        "The last copy by “cardtui backup” is {n} day old.",
        "The last copy by “cardtui backup” is {n} days old.",
        days,
    )
    return Finding("good", said)


def _club(settings: Settings) -> Finding:
    """Look whether the log by which people are banned can be read."""
    from cardtui_server.ports.log_store import StoreError
    from cardtui_server.store.data_folder import database_in
    from cardtui_server.store.watched import broken_entry

    path = database_in(settings.data_folder())
    try:
        broken = broken_entry(path) if path.exists() else 0
    except OSError as error:
        return _unreadable(path, error)
    except StoreError as error:
        return Finding("wrong", _(error.template, **error.arguments))
    if broken:
        said = _(
            "Entry {number} of the log of reports and bans is damaged: bans after it do not hold,"
            " and nobody can be banned. Stop the server, and run “cardtui recover”.",
            number=broken,
        )
        return Finding("wrong", said)
    return Finding("good", _("The log of reports and bans can be read."))


_Check = Callable[["Settings"], Finding]

_MACHINE_CHECKS: Final[Mapping[str, _Check]] = {
    "clock": _clock,
    "port": _port,
    "network": _network,
    "certificate": _certificate,
    "room": _room,
}

_WINDOW_CHECKS: Final[Mapping[str, _Check]] = {"size": _size, "colours": _colours, "signs": _signs}

_PLAYER_CHECKS: Final[Mapping[str, _Check]] = {
    "terminal": _terminal,
    **_WINDOW_CHECKS,
    **_MACHINE_CHECKS,
}

_SERVER_CHECKS: Final[Mapping[str, _Check]] = {
    "folder": _folder,
    "disk": _disk,
    "files": _files,
    "zone": _zone,
    "backup": _backup,
    "club": _club,
    **_MACHINE_CHECKS,
}
