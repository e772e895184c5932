"""``cardtui club``: what the operator does about people: reports, mutes, bans, answers, the log.
It also shows evenings, which `client/cardtui_studio/club_evening.py` puts together.
How an entry of the log is told: `_entry_lines`. What is refused is decided on the server, in
`server/cardtui_server/club/book.py`.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from cardtui_client.command_line.errors import Failed
from cardtui_client.command_line.profile import load_settings
from cardtui_client.exit_codes import FAILED, USAGE
from cardtui_client.i18n import _, mark

if TYPE_CHECKING:
    from cardtui.v1 import club_service_pb2
    from cardtui_client.net.connection import Connection

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

_LONGEST_TEXT_CELLS: Final = 200


@click.group(
    epilog="""\b
Examples:
  cardtui club reports
  cardtui club reports 12
  cardtui club mute Ana --hours 24 "No insults, please."
  cardtui club ban Ana --for-ever "You were warned twice."
  cardtui club ban 192.168.1.66 --hours 2 "A flood from there."
  cardtui club lift Ana
  cardtui --data /var/lib/cardtui club log
  cardtui club evening "Truco night"
  cardtui club evening 2026-11-27 --export night.zip

Exits 0 if it is done, 1 if the server refuses, and 3 if none runs here.
"""
)
def command() -> None:
    """Look after your club: its evenings, reports, mutes, bans, answers.

    It is for the operator: it asks the server that runs in the data folder.
    """


_json = click.option("--json", "as_json", is_flag=True, help="Write JSON, for programs.")


@command.command()
@click.argument("number", metavar="[NUMBER]", type=int, required=False)
@click.option("--done", is_flag=True, help="Be done with the report of that number.")
@_json
def reports(number: int | None, *, done: bool, as_json: bool) -> None:
    """List what people have reported, or show one report with its talk.

    A report comes with up to fifty lines of the talk at that table before it, and as many after it,
    as long as that talk is kept; never with cards.
    """
    if number is None:
        if done:
            raise Failed(_("Say which report you are done with, by its number."), USAGE)
        found = _ask("ListReports", harmless=True).reports
        _tell(found, _report_lines, _("Nobody has reported anything."), as_json=as_json)
        return
    wanted = number if 0 <= number < 2**32 else 0
    told = _ask("ReadReport", harmless=True, number=wanted, settle=done)
    if as_json:
        _write_json({**_plain([told.report])[0], "lines": _plain(told.lines)})
        return
    _tell([told.report], _report_lines)
    _tell(told.lines, _talk_lines, _("The talk at that table is kept no longer."))


def _span(command: F) -> F:
    for option in (
        click.option("--for-ever", "ever", is_flag=True, help="For good."),
        click.option("--hours", type=float, metavar="HOURS", help="For so many hours."),
        click.argument("why", metavar="WHY"),
        click.argument("who", metavar="NAME|ADDRESS"),
    ):
        command = option(command)
    return command


@command.command()
@_span
@click.option("--address", "also_address", is_flag=True, help="Ban the player’s address, too.")
@click.option("--yes", "sure", is_flag=True, help="Ban an address though others are there.")
def ban(
    who: str, why: str, *, hours: float | None, ever: bool, also_address: bool, sure: bool
) -> None:
    """Ban a player by name, or everybody who comes from an address; they are told WHY.

    It holds at once: they lose their view of every table, and bots play on in their seats. Another
    player who lives behind the same address is banned with it.
    """
    _restrict(who, why, hours, ever=ever, mute=False, also_address=also_address, sure=sure)


@command.command()
@_span
def mute(who: str, why: str, *, hours: float | None, ever: bool) -> None:
    """Have a player say nothing anywhere, who is told WHY. They may play on."""
    _restrict(who, why, hours, ever=ever, mute=True)


@command.command()
@click.argument("who", metavar="NAME|ADDRESS")
def lift(who: str) -> None:
    """Let somebody come and talk again."""
    _ask("Lift", who=who)
    click.echo(_("{name} may come and talk again.", name=_safe(who)))


@command.command()
@_json
def bans(*, as_json: bool) -> None:
    """List who is banned or muted now, and what they answer."""
    found = _ask("ListRestrictions", harmless=True).restrictions
    _tell(found, _restriction_lines, _("Nobody is banned or muted."), as_json=as_json)


@command.command()
@_json
def log(*, as_json: bool) -> None:
    """Show who did what: reports, bans, mutes, answers, the oldest first."""

    async def ask(connection: Connection) -> list[str]:
        return [line async for told in connection.club_log() for line in told.lines.splitlines()]

    lines = _asked(ask)
    told = lines if as_json else [line for each in lines for line in _entry_lines(json.loads(each))]
    for line in told:
        click.echo(line)
    if not lines and not as_json:
        click.echo(_("Nothing has happened yet."))


@command.command()
@click.argument("which", metavar="[NAME|DATE]", required=False)
@click.option(
    "--export",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write one ZIP file: the page, the standings and the record of each match.",
)
@click.option("--force", is_flag=True, help="Write over a file that is there already.")
@click.option("--json", "as_json", is_flag=True, help="Write it as JSON.")
def evening(which: str | None, *, export: Path | None, force: bool, as_json: bool) -> None:
    """Show an evening of the club: players, debts, standings, matches.

    It is the latest one of the calendar in the settings, the latest of that NAME, or the one of a
    DATE, such as 2026-11-27. Where the calendar has none, a day’s evening goes from six in the
    morning to six the next morning. It tells the matches that began in it and are over, at all
    tables of the server, also private ones; who pays whom is what they came to together.

    The server may run. Verify what was exported: unzip it, then cardtui verify FOLDER/records.
    """
    from cardtui_client.command_line.products import COMMANDS, entry_point

    try:
        tell = entry_point(COMMANDS, "club-evening")
    except LookupError:
        sentence = _("{command} is not installed.", command="cardtui club evening")
        raise Failed(sentence, FAILED) from None
    tell(which, export, force=force, as_json=as_json)


_ENTRY_WORDS: Final = {
    "reported": mark("{by} reports {name} at “{table}”: {why}"),
    "settled": mark("the operator is done with report {number}"),
    "muted": mark("the operator mutes {name} until {until}: {why}"),
    "banned": mark("the operator bans {name} until {until}: {why}"),
    "muted for good": mark("the operator mutes {name} for good: {why}"),
    "banned for good": mark("the operator bans {name} for good: {why}"),
    "lifted": mark("the operator lifts the ban or mute {number}"),
    "appealed": mark("answer to the ban or mute {number}: {words}"),
    "restricted": "",
}
"""How each entry of the log is told."""


_RESTRICTION_WORDS: Final = {
    (False, False): mark("{name} is banned until {until}: {why}"),
    (False, True): mark("{name} is banned for good: {why}"),
    (True, False): mark("{name} is muted until {until}: {why}"),
    (True, True): mark("{name} is muted for good: {why}"),
}
"""How a restriction is told, by whether it is a mute, and for good."""


def _entry_lines(told: dict[str, Any]) -> Iterator[str]:
    entry = told["entry"]
    kind = next((each for each in _ENTRY_WORDS if each in entry), "")
    if not kind:
        return
    said = entry[kind]
    if kind == "restricted":
        kind = "muted" if said.get("mute") else "banned"
        kind += "" if int(said.get("until", 0)) else " for good"
    words = _words(
        _ENTRY_WORDS[kind],
        by=said.get("playerName", ""),
        name=said.get("otherName") or said.get("address") or said.get("playerName", ""),
        table=said.get("tableName", ""),
        why=said.get("why", ""),
        words=said.get("words", ""),
        until=_time(int(said.get("until", 0))),
        number=str(said.get("number", 0)),
    )
    yield f"{told['number']:>4}  {_time(int(entry['timeMilliseconds']))}  {words}"


def _restriction_lines(each: club_service_pb2.Restriction) -> Iterator[str]:
    sentence = _RESTRICTION_WORDS[each.mute, not each.until_milliseconds]
    yield _words(sentence, name=each.who, until=_time(each.until_milliseconds), why=each.why)
    if each.appeal:
        yield "  " + _("They answer: {words}", words=_safe(each.appeal))


def _report_lines(each: club_service_pb2.Report) -> Iterator[str]:
    said = _words(
        _ENTRY_WORDS["reported"], by=each.by, name=each.name, table=each.table, why=each.why
    )
    told, done = f"{each.number}  {_time(each.time_milliseconds)}  {said}", _("(done)")
    yield f"{told} {done}" if each.settled else told


def _talk_lines(each: club_service_pb2.ReportedLine) -> Iterator[str]:
    sign, name = "+" if each.after else " ", _safe(each.name)
    yield f"{sign} {_time(each.time_milliseconds)}  {name}: {_safe(each.text)}"


def _restrict(
    who: str, why: str, hours: float | None, *, ever: bool, mute: bool, **more: bool
) -> None:
    if ever == (hours is not None) or (hours is not None and not hours > 0):
        raise Failed(_("Say for how long: --hours 24, or --for-ever."), USAGE)
    found = _ask("Restrict", who=who, mute=mute, hours=hours or 0, why=why, **more).restrictions
    _tell(found, _restriction_lines)


def _ask(method: str, *, harmless: bool = False, **fields: Any) -> Any:
    """Return what a method of the club answers to the operator, at the server of the data folder.

    Args:
        harmless: whether it does no harm to ask twice.
        fields: those of the request.
    """
    return _asked(lambda server: server.ask_club(method, harmless=harmless, **fields))


def _asked(ask: Callable[[Connection], Awaitable[T]]) -> T:
    from cardtui_client.commands.lookup import ask_as_operator

    return ask_as_operator(load_settings(), ask)


def _tell(
    found: Sequence[T],
    lines: Callable[[T], Iterator[str]],
    nothing: str = "",
    *,
    as_json: bool = False,
) -> None:
    """Write what was found, or that it is nothing."""
    if as_json:
        _write_json(_plain(found))
        return
    for line in [line for each in found for line in lines(each)] or [nothing]:
        click.echo(line)


def _plain(found: Sequence[Any]) -> list[dict[str, Any]]:
    from cardtui_client.commands.lookup import message_as_json

    return [*map(message_as_json, found)]


def _write_json(told: Sequence[Any] | dict[str, Any]) -> None:
    click.echo(json.dumps(told, indent=2, ensure_ascii=False))


def _time(milliseconds: int) -> str:
    try:
        time = datetime.fromtimestamp(milliseconds / 1000, UTC).astimezone()
    except (OverflowError, ValueError, OSError):
        return "–"
    return f"{time:%Y-%m-%d %H:%M}"


def _words(sentence: str, **told: str) -> str:
    return _(sentence, **{name: _safe(each) for name, each in told.items()})


def _safe(text: str) -> str:
    from cardtui_client.text import safe_text

    return safe_text(text, _LONGEST_TEXT_CELLS)
