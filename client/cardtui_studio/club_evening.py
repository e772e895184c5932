"""An evening of a club, for its operator: `Club`, its page, and one archive of all of it. Until
which hour of the morning a match counts to the evening before: `_DAWN`. What its files are called:
`files`.

It is read from the database of the server, which may run, so only who may read that can ask. It
tells all matches, also of private tables; of hidden cards the page tells nothing, and the records
of the archive tell what any record tells. Matches of a duplicate whose round is not over are only
counted: others may still play their packs.
"""

from __future__ import annotations

import io
import json
import sys
import time as clock
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from cardtui_client.command_line.errors import Failed, reason, unreadable, with_near
from cardtui_client.command_line.profile import load_settings
from cardtui_client.commands.tournament import cup_as_json
from cardtui_client.exit_codes import FAILED
from cardtui_client.faces.tournament_words import columns_of, who
from cardtui_client.history.ledgers import Debt
from cardtui_client.hosting.opening import chosen_evenings
from cardtui_client.i18n import _, day, n_, p_
from cardtui_client.lines.typed_lines import write_lines
from cardtui_client.model.person import read_ledger
from cardtui_client.model.tournament import TournamentModel
from cardtui_engine.library.record_writing import write
from cardtui_server.calendar import Evening as Announced
from cardtui_server.calendar import last_of
from cardtui_server.fairness.signatures import Signer
from cardtui_server.lobby.match_records import vouched
from cardtui_server.match.record import Recorded
from cardtui_server.network.certificate import CERTIFICATE_FILE, kept_certificate
from cardtui_server.ports.log_store import StoreError, is_tournament_id
from cardtui_server.store.data_folder import database_in
from cardtui_server.store.watched import played, tournament, used
from cardtui_server.wire.tournaments import whole
from cardtui_server.wire.values import ledger_message
from cardtui_studio import evening as evenings
from cardtui_studio.evening import Evening, Section, evening_of, html_page, settled
from cardtui_studio.own_servers import Watched

if TYPE_CHECKING:
    from cardtui_client.settings import Settings
    from cardtui_server.match.state import TableState

_DAWN: Final = time(6)
_DAY: Final = timedelta(days=1)
_MILLISECONDS: Final = 1000
_ARCHIVE_TIME: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive: the same evening gives the same bytes."""


class Span(NamedTuple):
    """Which evening is meant: its name, if it has one, and from when to when its matches began."""

    name: str
    begins: int
    ends: int


class Club(NamedTuple):
    """An evening of a club.

    Attributes:
        span: which one it is.
        evening: who was there, who pays whom, the best hands, the matches.
        cups: the tournaments of which matches were played.
        matches: the matches with their records, in order.
    """

    span: Span
    evening: Evening
    cups: Sequence[TournamentModel]
    matches: Sequence[Recorded]


def tell(which: str | None, export: Path | None, *, force: bool, as_json: bool) -> None:
    """Print an evening, and write its archive if a file is named.

    Args:
        which: its name or its day; ``None`` for the latest.

    Raises:
        Failed: there is none, or something cannot be read or written.
    """
    settings = load_settings()
    path = database_in(settings.data_folder())
    if not path.exists():
        raise Failed(_("No server has kept tables in {folder}.", folder=path.parent), FAILED)
    try:
        times = used(path)
        club = read(path, span_of(which, chosen_evenings(settings), times.values()), times)
    except StoreError as error:
        raise Failed(_(error.template, **error.arguments), FAILED) from None
    except OSError as error:
        raise unreadable(path, error, FAILED) from None
    if export is not None:
        _export(club, export, _signer(settings), force=force)
    if as_json:
        click.echo(json.dumps(told(club), indent=2))
    elif export is None:
        write_lines(sys.stdout, lines(club))
    else:
        click.echo(export)


def span_of(which: str | None, announced: Sequence[Announced], times: Iterable[int]) -> Span:
    """Return which evening is meant.

    Args:
        which: its name or its day; ``None`` for the latest.
        announced: the evenings of the calendar.
        times: when tables were used, in milliseconds since 1970.

    Raises:
        Failed: none is called so, or has begun.
    """
    latest = max(times, default=0) / _MILLISECONDS
    now = clock.time()
    if which is None:
        if (found := last_of(announced, now)) is not None:
            return Span(*found)
        before = datetime.fromtimestamp(latest).astimezone() - timedelta(hours=_DAWN.hour)
        return _span_on(before.date())
    try:
        wanted = date.fromisoformat(which)
    except ValueError:
        named = [each for each in announced if each.name.casefold() == which.casefold()]
        if (found := last_of(named, now)) is not None:
            return Span(*found)
        if named:
            raise Failed(_("“{name}” has not begun yet.", name=which), FAILED) from None
        sentence = _(
            "No evening of the calendar is called “{name}”: name one, or a day, such as"
            " 2026-11-27.",
            name=which,
        )
        raise Failed(with_near(sentence, which, [e.name for e in announced]), FAILED) from None
    on = [found for each in announced if (found := each.on(wanted)) is not None]
    return Span(*on[0]) if on else _span_on(wanted)


def _span_on(wanted: date) -> Span:
    """Return the evening of a day that has no name: until the next morning."""
    try:
        begins, ends = (datetime.combine(each, _DAWN) for each in (wanted, wanted + _DAY))
        return Span("", int(begins.timestamp()), int(ends.timestamp()))
    except (OverflowError, ValueError, OSError):
        raise Failed(_("{day} is no day that this machine knows.", day=wanted), FAILED) from None


def read(path: Path, span: Span, times: Mapping[str, int]) -> Club:
    """Return an evening from the database; logs that are damaged are named, and left out.

    Args:
        times: when each table was used, in milliseconds since 1970.

    Raises:
        StoreError: the database cannot be read.
    """
    begins, ends = span.begins * _MILLISECONDS, span.ends * _MILLISECONDS
    matches: list[Recorded] = []
    debts: list[Debt] = []
    missing: list[str] = []
    hosts: dict[str, str] = {}
    held = 0
    for table in [each for each, at in times.items() if at >= begins]:
        try:
            there = played(path, table, begins, ends)
        except StoreError as error:
            missing.append(_(error.template, **error.arguments))
            continue
        if there is not None:
            matches += there.matches
            held += there.held
            hosts[table] = there.after.made.host
            debts += _debts(there.after)
            debts += [
                each._replace(payer=each.payee, payee=each.payer) for each in _debts(there.before)
            ]
    matches.sort(key=lambda each: (each.origin.began, each.origin.table, each.origin.match))
    records = {
        (e.origin.table, e.origin.match): replace(e.record, origin=e.origin) for e in matches
    }
    cups: list[TournamentModel] = []
    for id_ in filter(is_tournament_id, dict.fromkeys(hosts[e.origin.table] for e in matches)):
        try:
            cup = tournament(path, id_)
        except StoreError as error:
            missing.append(_(error.template, **error.arguments))
            continue
        if any((each.table, each.match) in records for each in cup.fixtures):
            cups.append(_model(id_, cup))
    if held:
        missing.append(
            n_(
                "{n} match of a duplicate: other tables may still play its packs.",
                "{n} matches of duplicates: other tables may still play their packs.",
                held,
            )
        )
    since = datetime.fromtimestamp(span.begins, UTC)
    seen = evening_of((), (), since, Watched(records, {}, tuple(missing)))
    return Club(span, seen._replace(debts=tuple(settled(debts))), cups, matches)


def _debts(state: TableState) -> tuple[Debt, ...]:
    return tuple(read_ledger(ledger_message(state)).debts)


def _model(id_: str, cup: Any) -> TournamentModel:
    model = TournamentModel()
    for message in whole(id_, cup):
        model.take(message)
    return model


# --- the page -------------------------------------------------------------------------------------


def title(club: Club) -> str:
    """Return the name of an evening, and its day by the clock of this machine."""
    on = day(club.span.begins, near=False)
    if club.span.name:
        return _("{name}, {day}", name=club.span.name, day=on)
    return _("The evening of {day}", day=on)


def sections(club: Club) -> list[Section]:
    """Return all that there is to tell; no section is empty."""
    *others, matches = [*evenings.sections(club.evening)] or [Section("", ())]
    standings = [
        Section(_("Standings of {name}", name=each.name), [*_rows(each)])
        for each in club.cups
        if each.lines
    ]
    return [each for each in (*others, *standings, matches) if each.rows]


def _rows(cup: TournamentModel) -> Iterator[tuple[str, ...]]:
    for line in cup.lines:
        cells = (
            "{} {}".format(p_("standings", head), read(line)) for head, read in columns_of(cup)
        )
        yield f"{line.place}. {who(line)}", *cells


def lines(club: Club) -> Iterator[str]:
    """Yield an evening as lines."""
    if not club.matches:
        yield _("No match began that evening, or none is over.")
        yield from club.evening.missing
        return
    yield f"{title(club)}:"
    for section in sections(club):
        yield f"{section.title}:"
        for first, *rest in section.rows:
            yield f"{first}: {', '.join(filter(None, rest))}." if rest else first


def told(club: Club) -> dict[str, Any]:
    """Return an evening as JSON has it."""
    begins, ends = (datetime.fromtimestamp(each, UTC).isoformat() for each in club.span[1:])
    return {
        "name": club.span.name or None,
        "begins": begins,
        "ends": ends,
        **evenings.as_json(club.evening),
        "tournaments": [cup_as_json(each, whole=True) for each in club.cups],
    }


# --- the archive ----------------------------------------------------------------------------------


def _signer(settings: Settings) -> Signer | None:
    """Return what signs for the server, if it has a certificate."""
    folder = settings.data_folder()
    return Signer(kept_certificate(folder).key) if (folder / CERTIFICATE_FILE).exists() else None


def files(club: Club, signer: Signer | None) -> dict[str, str]:
    """Return the files of an archive, by name."""
    found = {
        "evening.json": json.dumps(told(club), indent=2, ensure_ascii=False) + "\n",
        "evening.txt": "\n".join(lines(club)) + "\n",
        "evening.html": html_page(title(club), sections(club)),
    }
    for each in club.cups:
        text = json.dumps(cup_as_json(each, whole=True), indent=2, ensure_ascii=False)
        found[f"tournaments/{each.id}.json"] = text + "\n"
    for match in club.matches:
        record = vouched(match, signer)
        origin = record.origin
        began = datetime.fromisoformat(origin.began)
        name = f"{began:%Y-%m-%d-%H%M}-{record.record.game}-{origin.table}-{origin.match}.txt"
        found[f"records/{name}"] = write(replace(record.record, origin=origin))
    return found


def _export(club: Club, path: Path, signer: Signer | None, *, force: bool) -> None:
    if path.exists() and not force:
        raise Failed(_("{path} is there already: --force writes over it.", path=path), FAILED)
    if not club.matches:
        raise Failed(_("No match began that evening, or none is over."), FAILED)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as pack:
        for name, text in files(club, signer).items():
            entry = zipfile.ZipInfo(f"{path.stem}/{name}", _ARCHIVE_TIME)
            pack.writestr(entry, text, zipfile.ZIP_DEFLATED)
    try:
        path.write_bytes(packed.getvalue())
    except OSError as error:
        sentence = _("{path} cannot be written: {error}.", path=path, error=reason(error))
        raise Failed(sentence, FAILED) from None
