"""An evening (`Evening`): matches with no gap of `GAP` between them, who won, who pays whom.

It is told from what your client keeps: the records of the matches that you played, and the ledgers
of the tables where you played. So nobody learns from it what they were not there for.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final, NamedTuple

from cardtui_client.files import read_given
from cardtui_client.i18n import _
from cardtui_client.limits import NAME_CELLS
from cardtui_client.model.person import unit_of, worth
from cardtui_client.settings.diary import Debt, KeptLedger
from cardtui_client.settings.kept_records import KeptRecord
from cardtui_client.text import safe_text
from cardtui_engine.library.record_reading import read
from cardtui_engine.library.records import Record, RecordError, replay
from cardtui_engine.library.registry import get_rules
from cardtui_server.match.ledger import settle
from cardtui_studio.evening_hands import BestHand, Kind, hands_of

if TYPE_CHECKING:
    from cardtui_client.settings import Settings

GAP: Final = timedelta(hours=6)
"""An evening ends where no match begins for so long."""


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
    """

    matches: tuple[Match, ...] = ()
    players: tuple[Player, ...] = ()
    debts: tuple[Debt, ...] = ()
    best: tuple[Told, ...] = ()


def began(record: KeptRecord) -> datetime:
    """Return when a match began."""
    return datetime.fromisoformat(record.began)


def latest(records: Sequence[KeptRecord]) -> list[KeptRecord]:
    """Return those of the latest evening, in order; the records are given the latest first."""
    found: list[KeptRecord] = []
    for each in sorted(records, key=began, reverse=True):
        if found and began(found[-1]) - began(each) > GAP:
            break
        found.append(each)
    return found[::-1]


def evening_of(
    records: Sequence[KeptRecord], ledgers: Iterable[KeptLedger], since: datetime | None = None
) -> Evening:
    """Return the latest evening, or all since a moment.

    Args:
        records: the records that are kept, the latest first.
        ledgers: the ledgers that are kept.
        since: the moment; ``None`` for the latest evening.
    """
    own = latest(records) if since is None else [x for x in records[::-1] if began(x) >= since]
    matches = tuple(match for each in own if (match := _match(each)) is not None)
    start = since or (began(own[0]) if own else datetime.now(UTC))
    of_then = [each for each in ledgers if each.at >= start.timestamp()]
    debts = tuple(settled([debt for each in of_then for debt in each.ledger.debts]))
    return Evening(matches, tuple(_players(matches)), debts, tuple(_best(matches)))


def your_evening(
    settings: Settings, records: Sequence[KeptRecord], since: datetime | None = None
) -> Evening:
    """Return the evening of the person who asks.

    Raises:
        OSError: the ledgers cannot be read.
    """
    from cardtui_client.settings.diary import Ledgers

    return evening_of(records, Ledgers(settings).latest(), since)


def _match(kept: KeptRecord) -> Match | None:
    """Return a match; ``None`` if its record cannot be understood."""
    try:
        record = read(read_given(kept.path))
        steps = list(replay(record))
    except (OSError, RecordError):
        return None
    rules = get_rules(record.game)
    outcome = rules.outcome(steps[-1].state)
    winners = () if outcome is None else outcome.winners
    people, bots = _who(record)
    return Match(kept, people, bots, winners, tuple(hands_of(rules, steps)))


def _who(record: Record) -> tuple[tuple[str, ...], frozenset[int]]:
    """Return who played in each seat, and which were bots' all the time."""
    names = [*(record.players or ("",) * record.seats)]
    sittings = () if record.origin is None else record.origin.sittings
    for each in sittings:
        if not each.level:
            names[each.seat] = each.name
    people = {each.seat for each in sittings if not each.level}
    bots = {each.seat for each in sittings} - people
    safe = (safe_text(name, NAME_CELLS) for name in names)
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
        names = [*net]
        for payer, payee, amount in settle([*net.values()]):
            chips, money = (0, worth(finest[currency][0], amount)) if currency else (amount, "")
            yield Debt(names[payer], names[payee], chips, money)


def _best(matches: Sequence[Match]) -> list[Told]:
    best: dict[tuple[Kind, str], Told] = {}
    for match in matches:
        for hand in match.hands:
            place = hand.kind, hand.game if hand.kind is Kind.BLUFF else ""
            if place not in best or hand.worth > best[place].hand.worth:
                best[place] = Told(hand, match.players[hand.seat])
    order = [*Kind]
    return [best[place] for place in sorted(best, key=lambda each: (order.index(each[0]), each[1]))]
