"""An evening (`Evening`): which matches belong to it, by the gap between two (`EVENING_GAP`) and
its length at most (`LONGEST_EVENING`); its best hands, and how its page looks (`_STYLE`). Home's
own is in `client/cardtui_client/history/results.py`.

It is told from what your client keeps: the records of the matches that you played, and the ledgers
of the tables where you played. Where you run the server, the matches are added that everybody could
watch there. So nobody learns from it what they could not see. It is no longer than
`LONGEST_EVENING`. Its sections (`Section`) go into lines, on the screen, and into one HTML file
with nothing outside it (`_STYLE`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from html import escape
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rich.cells import cell_len, set_cell_size

from cardtui_client.command_line.errors import Failed, reason, unreadable
from cardtui_client.exit_codes import FAILED
from cardtui_client.faces.game_words import game_name
from cardtui_client.faces.registry import face_of
from cardtui_client.faces.standing import chips_words
from cardtui_client.files import read_given, write_atomically
from cardtui_client.history.kept_records import KeptRecord, Remembered
from cardtui_client.history.ledgers import Debt, KeptLedger
from cardtui_client.i18n import _, day, language, n_, p_
from cardtui_client.limits import NAME_CELLS
from cardtui_client.model.cards import corner, face
from cardtui_client.model.person import unit_of, worth
from cardtui_client.model.sides import names
from cardtui_client.text import safe_text
from cardtui_engine.library.record_reading import read
from cardtui_engine.library.records import Record, RecordError, replay
from cardtui_engine.library.registry import get_rules
from cardtui_server.match.ledger import settle
from cardtui_studio.deeds import BestHand, hands_of
from cardtui_studio.own_servers import NOTHING_WATCHED, Watched, watched_since

if TYPE_CHECKING:
    from cardtui_client.settings import Settings

EVENING_GAP: Final = timedelta(hours=6)
"""An evening ends where no match begins for so long."""

LONGEST_EVENING: Final = timedelta(days=1)
"""It is no longer, also where somebody always plays."""


class Player(NamedTuple):
    """Somebody who played, and how many matches they won and lost."""

    name: str
    bot: bool
    won: int
    lost: int


class Match(NamedTuple):
    """A match of the evening.

    Attributes:
        record: its record.
        players: who played, by seat; the last person in a seat, or its bot.
        bots: the seats that were a bot's from the first to the last card.
        winners: the seats that won; empty if it was not played to its end.
        hands: what was worth telling of it.
    """

    record: KeptRecord
    players: tuple[str, ...]
    bots: frozenset[int]
    winners: tuple[int, ...]
    hands: tuple[BestHand, ...]


class Told(NamedTuple):
    """One of the best hands, and the name of who held it."""

    hand: BestHand
    name: str


class Evening(NamedTuple):
    """What an evening came to.

    Attributes:
        matches: those that can be read, in order.
        players: people, the one with the most won first, then bots.
        debts: who pays whom so that all are even.
        best: the best hands; of bluffs the boldest of each game.
        missing: sentences on what could not be read.
    """

    matches: tuple[Match, ...] = ()
    players: tuple[Player, ...] = ()
    debts: tuple[Debt, ...] = ()
    best: tuple[Told, ...] = ()
    missing: tuple[str, ...] = ()


def began(record: KeptRecord) -> datetime:
    """Return when a match began."""
    return datetime.fromisoformat(record.began)


def latest(records: Sequence[KeptRecord]) -> list[KeptRecord]:
    """Return those of the latest evening, in order."""
    found: list[KeptRecord] = []
    for each in sorted(records, key=began, reverse=True):
        if found and (
            began(found[-1]) - began(each) > EVENING_GAP
            or began(found[0]) - began(each) > LONGEST_EVENING
        ):
            break
        found.append(each)
    return found[::-1]


def evening_of(
    records: Sequence[KeptRecord],
    ledgers: Iterable[KeptLedger],
    since: datetime | None = None,
    watched: Watched = NOTHING_WATCHED,
) -> Evening:
    """Return the latest evening, or all since a moment.

    Args:
        since: the moment; ``None`` for the latest evening.
        watched: what everybody could watch at your servers; your own records come before it.
    """
    kept = {each.table for each in records}
    found = {at: each for at, each in watched.matches.items() if at not in kept}
    known = [*records, *(_seen(at, each) for at, each in found.items())]
    own = (
        latest(known)
        if since is None
        else sorted([each for each in known if began(each) >= since], key=began)
    )
    told = ((each, found.get(each.table)) for each in own)
    matches = tuple(match for each in told if (match := _played(*each)) is not None)
    start = since or (began(own[0]) if own else datetime.now(UTC))
    elsewhere = [each for each in ledgers if each.id not in watched.ledgers]
    of_then = [
        each for each in (*elsewhere, *watched.ledgers.values()) if each.at >= start.timestamp()
    ]
    debts = tuple(settled([debt for each in of_then for debt in each.ledger.debts]))
    best = tuple(_best(matches))
    return Evening(matches, tuple(_players(matches)), debts, best, watched.missing)


def your_evening(
    settings: Settings, records: Sequence[KeptRecord], since: datetime | None = None
) -> Evening:
    """Return the evening of the person who asks.

    Raises:
        OSError: the ledgers cannot be read.
    """
    from cardtui_client.history.ledgers import Ledgers

    ledgers = Ledgers(settings).latest()
    return evening_of(records, ledgers, since, watched_since(settings, since))


def _seen(at: tuple[str, int], record: Record) -> KeptRecord:
    """Return what a list shows of a match that others played."""
    origin = record.origin
    assert origin is not None
    return KeptRecord(Path(), record.game, origin.began, record.players, own=None, table=at)


def _played(kept: KeptRecord, seen: Record | None) -> Match | None:
    """Return a match; ``None`` if its record cannot be understood.

    Args:
        kept: what is known of it.
        seen: the match itself, if others played it: of it is told what everybody saw, no bluff.
    """
    try:
        record = seen or read(read_given(kept.path))
        steps = list(replay(record))
    except (OSError, RecordError):
        return None
    rules = get_rules(record.game)
    outcome = rules.outcome(steps[-1].state)
    winners = () if outcome is None else outcome.winners
    people, bots = _who(record)
    hands = (
        each for each in hands_of(rules, steps) if seen is None or each.kind is not Remembered.BLUFF
    )
    return Match(kept, people, bots, winners, tuple(hands))


def _who(record: Record) -> tuple[tuple[str, ...], frozenset[int]]:
    """Return who played in each seat, and which were bots' all the time."""
    named = [*(record.players or ("",) * record.seats)]
    sittings = () if record.origin is None else record.origin.sittings
    for each in sittings:
        if not each.level:
            named[each.seat] = each.name
    people = {each.seat for each in sittings if not each.level}
    bots = {each.seat for each in sittings} - people
    safe = (safe_text(name, NAME_CELLS) for name in named)
    told = [name or _("Seat {seat}", seat=seat) for seat, name in enumerate(safe, 1)]
    return tuple(told), frozenset(bots)


def _players(matches: Sequence[Match]) -> list[Player]:
    counts: dict[tuple[str, bool], list[int]] = defaultdict(lambda: [0, 0])
    for each in matches:
        for seat, name in enumerate(each.players):
            count = counts[name, seat in each.bots]
            if each.winners:
                count[seat not in each.winners] += 1
    players = [Player(name, bot, *count) for (name, bot), count in counts.items()]
    return sorted(players, key=lambda each: (each.bot, -each.won, each.lost, each.name))


def settled(debts: Sequence[Debt]) -> Iterator[Debt]:
    """Yield the fewest payments of the same effect: in each currency, and in chips of no value."""
    nets: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    units = {each: unit_of(each.worth) for each in debts}
    finest: dict[str, tuple[str, int]] = {}
    for currency, unit, decimals, _amount in units.values():
        finest[currency] = max(finest.get(currency, ("", -1)), (unit, decimals), key=lambda x: x[1])
    for each in debts:
        currency, _unit, decimals, amount = units[each]
        amount = amount * 10 ** (finest[currency][1] - decimals) if each.worth else each.chips
        nets[currency][each.payer] -= amount
        nets[currency][each.payee] += amount
    for currency, net in nets.items():
        who = [*net]
        for payer, payee, amount in settle([*net.values()]):
            chips, money = (0, worth(finest[currency][0], amount)) if currency else (amount, "")
            yield Debt(who[payer], who[payee], chips, money)


def _best(matches: Sequence[Match]) -> list[Told]:
    best: dict[tuple[Remembered, str], Told] = {}
    for match in matches:
        for hand in match.hands:
            place = hand.kind, hand.game if hand.kind is Remembered.BLUFF else ""
            if place not in best or hand.worth > best[place].hand.worth:
                best[place] = Told(hand, match.players[hand.seat])
    order = [*Remembered]
    return [best[place] for place in sorted(best, key=lambda each: (order.index(each[0]), each[1]))]


# --- in words -------------------------------------------------------------------------------------


_GAP_CELLS: Final = 2
_LEAST_CELLS: Final = 16


class Section(NamedTuple):
    """A part of an evening: a title, and rows of cells."""

    title: str
    rows: Sequence[tuple[str, ...]]


def title(evening: Evening) -> str:
    """Return the day of an evening, by the clock of this machine."""
    if not evening.matches:
        return _("An evening")
    first = began(evening.matches[0].record).timestamp()
    return _("The evening of {day}", day=day(first, near=False))


def none_words() -> str:
    """Return what to say where nobody has played."""
    return _("No match of that evening has a record here: one is kept when a match ends.")


def sections(evening: Evening) -> list[Section]:
    """Return all that there is to tell; no section is empty."""
    told = [
        Section(_("Who was there"), [_player_row(each) for each in evening.players]),
        Section(_("Who pays whom"), [(_debt_words(each),) for each in evening.debts]),
        Section(_("Best hands"), [_hand_row(each) for each in evening.best]),
        Section(_("The matches"), [_match_row(each) for each in evening.matches]),
        Section(_("What is missing"), [(each,) for each in evening.missing]),
    ]
    return [each for each in told if each.rows]


def lines(evening: Evening) -> Iterator[str]:
    """Yield an evening as lines."""
    yield f"{title(evening)}:" if evening.matches else none_words()
    for section in sections(evening):
        yield f"{section.title}:"
        for first, *rest in section.rows:
            yield f"{first}: {', '.join(filter(None, rest))}." if rest else first


def columns(rows: Sequence[tuple[str, ...]], width: int) -> str:
    """Return rows with their cells below each other; the last ones are broken at that width."""
    before = [max(map(cell_len, column)) + _GAP_CELLS for column in zip(*rows, strict=True)][:-1]
    indent, told = sum(before), []
    for row in rows:
        padded = "".join(set_cell_size(*each) for each in zip(row, before, strict=False))
        broken = wrap(row[-1], max(width - indent, _LEAST_CELLS)) or [""]
        told += [padded + broken[0], *(" " * indent + line for line in broken[1:])]
    return "\n".join(line.rstrip() for line in told)


def _player_row(player: Player) -> tuple[str, ...]:
    name = _("{name} (bot)", name=player.name) if player.bot else player.name
    won, lost = n_("{n} won", "{n} won", player.won), n_("{n} lost", "{n} lost", player.lost)
    return name, won, lost


def _debt_words(debt: Debt) -> str:
    left = _("who left before")
    amount = debt.worth or chips_words(debt.chips)
    return _(
        "{payer} pays {payee} {amount}.",
        payer=debt.payer or left,
        payee=debt.payee or left,
        amount=amount,
    )


def _hand_row(told: Told) -> tuple[str, ...]:
    hand = told.hand
    cards = " ".join(corner(face(card)) for card in hand.cards)
    match hand.kind:
        case Remembered.ENVIDO:
            what = _("Largest envido"), str(hand.worth)
        case Remembered.STRAIGHT:
            what = _("Longest straight"), cards
        case _:  # a bluff
            worth = (
                chips_words(hand.worth)
                if hand.game == "cacho"
                else face_of(hand.game).points_words(hand.worth)
            )
            what = _("Boldest bluff"), _("{worth} with {cards}", worth=worth, cards=cards)
    return what[0], told.name, what[1], game_name(hand.game)


def _match_row(match: Match) -> tuple[str, ...]:
    when = p_("a match", "began {time}", time=f"{began(match.record).astimezone():%H:%M}")
    winners = [match.players[seat] for seat in match.winners]
    others = [name for seat, name in enumerate(match.players) if seat not in match.winners]
    if not winners:
        return when, game_name(match.record.game), names(others), _("not played to its end")
    won = _("{winners} won", winners=names(winners))
    against = p_("a match", "against {others}", others=names(others)) if others else ""
    return when, game_name(match.record.game), won, against


def as_json(evening: Evening) -> dict[str, Any]:
    """Return an evening as JSON has it."""
    return {
        "players": [each._asdict() for each in evening.players],
        "payments": [
            {**each._asdict(), "chips": each.chips or None, "worth": each.worth or None}
            for each in evening.debts
        ],
        "best": [
            {
                "kind": each.hand.kind,
                "game": each.hand.game,
                "name": each.name,
                "worth": each.hand.worth,
                "cards": [corner(face(card)) for card in each.hand.cards],
            }
            for each in evening.best
        ],
        "matches": [
            {
                "began": each.record.began,
                "game": each.record.game,
                "table": each.record.table[0],
                "match": each.record.table[1],
                "players": list(each.players),
                "winners": [each.players[seat] for seat in each.winners],
            }
            for each in evening.matches
        ],
        "missing": list(evening.missing),
    }


# --- as a page ------------------------------------------------------------------------------------


_PAGE_MARK: Final = '<meta name="generator" content="cardtui evening">'
"""By this a page of ours is known again."""

_HEAD_BYTES: Final = 500
_STYLE: Final = """
:root { color-scheme: light dark; --ink: #1d2a24; --soft: #5d6b64; --line: #d9ddd6;
  --paper: #fbfaf5; --felt: #1f6b4a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ebe4; --soft: #9eaaa3; --line: #34403a;
  --paper: #161c19; --felt: #7ccba3; } }
body { margin: 0 auto; padding: 2rem 1.25rem; max-width: 46rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
h1 { margin: 0 0 1.5rem; font-size: clamp(1.3rem, 5vw, 1.7rem);
  line-height: 1.2; }
h2 { margin: 2rem 0 .4rem; font-size: 1rem; color: var(--felt); }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .45rem .75rem .45rem 0; border-top: 1px solid var(--line); text-align: left;
  vertical-align: top; font-weight: normal; }
th { font-weight: 600; }
td:last-child { padding-right: 0; white-space: normal; }
@media (min-width: 34.01rem) { th, th + td { white-space: nowrap; } }
footer { margin-top: 2.5rem; color: var(--soft); font-size: .85rem; }
@media (max-width: 34rem) { tr { display: block; padding: .45rem 0;
  border-top: 1px solid var(--line); }
  th, td { display: inline-block; padding: 0 .75rem 0 0; border: 0; } }
@media print { :root { --ink: #000; --soft: #444; --line: #bbb; --paper: #fff; --felt: #000; }
  body { padding: 0; } tr { break-inside: avoid; } h2 { break-after: avoid; } }
"""


def page(evening: Evening) -> str:
    """Return the page."""
    return html_page(title(evening), sections(evening), none_words(), _PAGE_MARK)


def html_page(name: str, told: Sequence[Section], none: str = "", head: str = "") -> str:
    """Return a page without scripts and without anything from elsewhere.

    Args:
        name: its title.
        told: what it says.
        none: what it says where there is nothing to tell.
        head: more for its head, as HTML.
    """
    body = "".join(map(_section_of, told)) or f"<p>{escape(none)}</p>\n"
    name = escape(name)
    return (
        f'<!doctype html>\n<html lang="{escape(language().replace("_", "-"))}">\n<head>\n'
        f'<meta charset="utf-8">\n{head}\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{name}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{name}</h1>\n{body}<footer>cardtui</footer>\n</body>\n</html>\n"
    )


def _section_of(section: Section) -> str:
    rows = "".join(f"<tr>{_cells(row)}</tr>\n" for row in section.rows)
    return f"<section>\n<h2>{escape(section.title)}</h2>\n<table>\n{rows}</table>\n</section>\n"


def _cells(row: tuple[str, ...]) -> str:
    first, *rest = row
    tag = '<th scope="row">{}</th>' if rest else "<td>{}</td>"
    return tag.format(escape(first)) + "".join(f"<td>{escape(cell)}</td>" for cell in rest)


def write_page(evening: Evening, path: Path, *, force: bool) -> None:
    """Write the page to a file; over another file only if it is such a page, or asked for.

    Raises:
        Failed: another file is there, or it cannot be written.
    """
    if path.exists() and not force and not _is_own(path):
        raise Failed(_("{path} is there already: --force writes over it.", path=path), FAILED)
    try:
        write_atomically(path, page(evening))
    except OSError as error:
        sentence = _("{path} cannot be written: {error}.", path=path, error=reason(error))
        raise Failed(sentence, FAILED) from None


def _is_own(path: Path) -> bool:
    try:
        return _PAGE_MARK.encode() in read_given(path)[:_HEAD_BYTES]
    except OSError as error:
        raise unreadable(path, error) from None
