"""Count what bots call, and what they bet, in whole matches: in how many of 100 hands each. At
which tables: `TABLES`.

At the trucos: ``truco``, of these ``early``, before any card lies on the table, and ``first``, in
the first trick; and ``top``, the last raise. At Truco argentino also ``envido`` while both sides
have less than half of the match, and of a hundred of these how many go to ``falta``. At both Pif
Pafs, by the number of cards that a hand lacks: how often a seat folds it, and how often it puts in
more than it must. There and at Cacho also by how much it does so, as a part of the pot.

    python -m bench.manners [--table T ...] [--level L ...] [--character C] [--person] [--matches N]

``--person`` seats a scripted beginner in seat 0, whose calls are counted apart.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any, Final, NamedTuple

from bench.argentino_fixed import BEGINNER
from bench.rummy_rounds import Beginner as RummyBeginner
from cardtui_engine import Action, Bits, Level, get_bot_maker, get_rules
from cardtui_engine.bots import PLAIN, Bot, Manner
from cardtui_engine.families.rummy.cards.bot.judging import HandJudge
from cardtui_engine.families.rummy.cards.declaring import melder_for
from cardtui_engine.families.rummy.melding.masks import hand_mask
from cardtui_engine.games.pif_paf.options import terms_of as pif_paf_terms
from cardtui_engine.games.pif_paf_tradicional.options import terms_of as tradicional_terms
from cardtui_engine.library.records import Act, Pack, Step
from cardtui_engine.library.simulate import play
from cardtui_engine.options import OptionValue
from cardtui_server.characters import NATURES
from tests.engine.brazilian_beginner import Beginner as BrazilianBeginner


class Table(NamedTuple):
    """What is played.

    Attributes:
        game: its id.
        preset: the options.
        seats: the number of seats.
        hands: after how many hands a match ends that has no other end.
        fold: whether players may leave a hand before play, where the preset does not say so.
    """

    game: str
    preset: str
    seats: int
    hands: int | None = None
    fold: bool = False


TABLES: Final = {
    "argentino": Table("truco-argentino", "tradicional", 2),
    "argentino-4": Table("truco-argentino", "tradicional", 4),
    "con-flor": Table("truco-argentino", "con-flor", 2),
    "con-flor-4": Table("truco-argentino", "con-flor", 4),
    "gauderio": Table("truco-argentino", "gauderio", 4),
    "mesa": Table("truco-brasileiro", "mesa", 4),
    "denexa": Table("truco-brasileiro", "denexa", 4),
    "paulista": Table("truco-paulista", "paulista", 2),
    "paulista-4": Table("truco-paulista", "paulista", 4),
    "mineiro": Table("truco-paulista", "mineiro", 4),
    "pif-paf": Table("pif-paf", "denexa", 4, 12),
    "tradicional": Table("pif-paf-tradicional", "tradicional", 4, 12),
    "cacho": Table("cacho", "cacho", 2, 20),
    "cacho-4": Table("cacho", "cacho", 4, 20),
}

_POT_PARTS: Final = {"a quarter": 1 / 4, "half": 1 / 2, "the pot": 1.0, "half as much again": 3 / 2}

_CALL_KINDS: Final = ("truco", "early", "first", "top", "person's truco")
_ENVIDOS: Final = ("envido", "real_envido", "falta_envido")

_LAST_RAISE_POINTS: Final = 12
"""What the last raise of all plays for at the trucos of Brazil."""

_FOLD_VERBS: Final = ("fold", "estou_fora")
_BET_VERBS: Final = (*_FOLD_VERBS, "check", "call", "bet", "raise", "vou", "pagar")


def options_of(table: Table) -> Mapping[str, OptionValue]:
    """Return the options of a table."""
    rules = get_rules(table.game)
    [values] = [each.values for each in rules.presets if each.name == table.preset]
    hands = {"hands": table.hands} if table.hands else {}
    fold = {"fold": True} if table.fold else {}
    return rules.options({**values, **hands, **fold}, table.seats)


def matches(
    table: Table, level: Level, number: int, manner: Manner = PLAIN, *, person: bool = False
) -> Iterator[Iterator[Step]]:
    """Play matches, each with its own seed; each is the steps of a record."""
    rules, options = get_rules(table.game), options_of(table)
    for seed in range(number):
        bots: list[Bot] = [
            get_bot_maker(table.game)(options, table.seats, level, manner)
            for _ in range(table.seats)
        ]
        if person:
            bots[0] = _person(table, options)
        yield play(rules, options, bots, Bits(seed), seed % table.seats)


def _person(table: Table, options: Mapping[str, OptionValue]) -> Bot:
    """Return a beginner for a table: a script that knows the cards, and little else."""
    if table.game == "truco-argentino":
        return BEGINNER
    if table.game.startswith("truco"):
        return BrazilianBeginner(options)
    return RummyBeginner(options, table.seats)


def calls_in_a_hundred_hands(
    table: Table, level: Level, number: int, manner: Manner = PLAIN, *, person: bool = False
) -> dict[str, float]:
    """Return in how many of a hundred hands of a truco each call comes."""
    rules = get_rules(table.game)
    target = options_of(table).get("target", 0)
    assert isinstance(target, int)
    heard: Counter[str] = Counter()
    for match in matches(table, level, number, manner, person=person):
        in_hand: set[str] = set()
        before = next(match).state
        for step in match:
            if isinstance(step.entry, Pack):
                heard.update([*in_hand, "hands"])
                in_hand = set()
            elif isinstance(step.entry, Act):
                seat, action = step.entry
                public, after = (rules.view(each, None).game for each in (before, step.state))
                calls = _calls(action.verb, public, after)
                own = person and seat == 0
                in_hand |= {f"person's {call}" for call in calls} if own else calls
                in_hand |= _early_bet(action.verb, rules.view(before, None).common.scores, target)
            before = step.state
        heard.update(in_hand)
    often = {call: 100 * heard[call] / heard["hands"] for call in (*_CALL_KINDS, "envido")}
    return {**often, "falta": 100 * heard["falta"] / max(heard["envido"], 1)}


def _early_bet(verb: str, scores: Sequence[int], target: int) -> set[str]:
    """Return what an action is as an envido, while nobody has half of the match."""
    if verb not in _ENVIDOS or 2 * max(scores) >= target:
        return set()
    return {"envido", "falta"} if verb == "falta_envido" else {"envido"}


def _calls(verb: str, before: Any, after: Any) -> set[str]:
    """Return what an action is as a call; the public parts are those around it."""
    if verb == "vale_cuatro" or (verb == "raise" and after.proposed == _LAST_RAISE_POINTS):
        return {"top"}
    if verb != "truco":
        return set()
    if before.tricks:
        return {"truco"}
    return {"truco", "first"} if before.trick else {"truco", "early"}


class Bets(NamedTuple):
    """What bots did with hands that lack so many cards.

    Attributes:
        hands: how many such hands there were.
        folded: of a hundred of them, how many the bot folded before play.
        raised: with how many it put in more than it must.
    """

    hands: int
    folded: float
    raised: float


def bets_by_missing(
    table: Table, level: Level, number: int, manner: Manner = PLAIN, *, person: bool = False
) -> dict[int, Bets]:
    """Return what the bots bet at a Pif Paf, by how many cards their hands lack."""
    rules, options = get_rules(table.game), options_of(table)
    terms = (pif_paf_terms if table.game == "pif-paf" else tradicional_terms)(options)
    melder = melder_for(terms.form, jokers=terms.jokers)
    did: dict[tuple[int, int, int, int], set[str]] = defaultdict(set)
    for played, match in enumerate(matches(table, level, number, manner, person=person)):
        before, hand_number = next(match).state, 0
        for step in match:
            if isinstance(step.entry, Pack):
                hand_number += 1
            elif isinstance(step.entry, Act) and step.entry.action.verb in _BET_VERBS:
                seat, action = step.entry
                hand = rules.seat_view(before, seat).own.hand
                lacks = HandJudge(melder, hand).standing(hand_mask(hand)).distance
                if seat or not person:
                    did[played, hand_number, seat, lacks].add(_bet(action))
            before = step.state
    return {
        lacks: _bets([each for key, each in did.items() if key[-1] == lacks])
        for lacks in sorted({key[-1] for key in did})
    }


def _bet(action: Action) -> str:
    """Return what a bet comes to."""
    return "folded" if action.verb in _FOLD_VERBS else "raised" if action.to else "stayed"


def _bets(hands: Sequence[set[str]]) -> Bets:
    folded, raised = (sum(deed in each for each in hands) for deed in ("folded", "raised"))
    return Bets(len(hands), 100 * folded / len(hands), 100 * raised / len(hands))


def sizes_in_a_hundred(
    table: Table, level: Level, number: int, manner: Manner = PLAIN, *, person: bool = False
) -> dict[str, float]:
    """Return how many of a hundred bets and raises are up to each part of the pot, or above all.

    The pot is what it is once the bet before has been met.
    """
    rules = get_rules(table.game)
    sizes: list[float] = []
    for match in matches(table, level, number, manner, person=person):
        before = next(match).state
        for step in match:
            if (
                isinstance(step.entry, Act)
                and step.entry.action.to
                and not (person and step.entry.seat == 0)
            ):
                view = rules.view(before, None)
                top = max(view.game.bets)
                pot = view.common.pot + top - view.game.bets[step.entry.seat]
                sizes.append((step.entry.action.to - top) / pot)
            before = step.state
    found = {"bets": float(len(sizes))}
    least = 0.0
    for name, most in {**_POT_PARTS, "more": float("inf")}.items():
        found[name] = 100 * sum(least < each <= most for each in sizes) / max(len(sizes), 1)
        least = most
    return found


def line_of(name: str, level: Level, number: int, manner: Manner, *, person: bool) -> str:
    """Return what is printed of a table."""
    table = TABLES[name]
    if table.hands is None:
        calls = calls_in_a_hundred_hands(table, level, number, manner, person=person)
        return ", ".join(f"{call} {often:.1f}" for call, often in calls.items())
    sizes = sizes_in_a_hundred(table, level, number, manner, person=person)
    told = ", ".join(f"{part} {often:.0f}" for part, often in sizes.items())
    if table.game == "cacho":
        return told
    bets = bets_by_missing(table, level, number, manner, person=person)
    return told + "".join(
        f"\n  lacks {lacks}: {each.hands} hands, folded {each.folded:.0f}, raised {each.raised:.0f}"
        for lacks, each in bets.items()
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="What bots call and bet, of 100 hands.")
    parser.add_argument("--table", action="append", choices=[*TABLES])
    parser.add_argument("--level", action="append", choices=[each.name.lower() for each in Level])
    parser.add_argument("--character", choices=[each.name.lower() for each in NATURES.values()])
    parser.add_argument("--person", action="store_true", help="seat 0 is a scripted beginner")
    parser.add_argument("--matches", type=int, default=60)
    parser.add_argument("--workers", type=int, default=None)
    args = parser.parse_args()
    manners = {each.name.lower(): each.manner for each in NATURES.values()}
    manner = manners[args.character] if args.character else PLAIN
    levels = [Level[each.upper()] for each in args.level or ["easy", "normal", "hard"]]
    wanted = [(name, level) for name in args.table or TABLES for level in levels]
    one = partial(line_of, number=args.matches, manner=manner, person=args.person)
    with ProcessPoolExecutor(args.workers) as pool:
        for (name, level), line in zip(
            wanted, pool.map(one, *zip(*wanted, strict=True)), strict=True
        ):
            print(f"{name}, {level.name.lower()}, {args.matches} matches: {line}", flush=True)


if __name__ == "__main__":
    main()
