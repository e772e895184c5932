"""Composes the matches of the transcripts; `make transcripts` brings their comments up to date.
Which options they have: `SHORT`, `FURTHER`; how long one may grow: `MOST`.

A match that can still be replayed keeps what was done in it; one that is missing, or that
the rules do not take any more, is played anew by bots that do anything now and then. Of many
seeds the one is kept that shows most of what no transcript of the game has shown yet.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from cardtui_engine.actions import Action, Kind, Verb
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Bot, Level
from cardtui_engine.library import records
from cardtui_engine.library.record_reading import read as read_record
from cardtui_engine.library.records import Act, Pack, Record, RecordError, TopUp
from cardtui_engine.library.registry import game_ids, get_bot_maker, get_rules
from cardtui_engine.library.simulate import next_act, next_pack
from cardtui_engine.options import OptionValue
from cardtui_engine.refusals import IllegalAction
from cardtui_engine.rules import AnyRules
from tests.laws.transcript import annotate

FOLDER: Final = Path(__file__).parent / "transcripts"

SHORT: Final[dict[str, dict[str, Any]]] = {
    "truco-argentino": {"target": 9},
    "cacheta": {"points": 2},
    "pif-paf": {"hands": 3},
    "pif-paf-tradicional": {"hands": 3},
    "cacho": {"hands": 5, "buy_in": 20},
}
"""Options that end a match while it can still be read, where the preset leaves them open."""

FURTHER: Final[dict[str, dict[str, tuple[int, dict[str, Any]]]]] = {
    "truco-argentino": {
        "four": (4, {}),
        "asked": (2, {"envido_show": "on_request"}),
        "flores": (4, {"flor": "obligatory", "target": 20}),
    },
    "truco-brasileiro": {
        "fouls": (4, {"fouls": "penalise", "won_tricks": "face_down", "eleven_run": "we_lose"})
    },
    "truco-paulista": {
        "queda": (4, {"best_of": 3}),
        "seen": (4, {"iron": "seen", "raise_while_eleven": "game", "raise_limit": "needed"}),
    },
    "cacheta": {
        "rounds": (4, {"rounds": 3, "natural_trumps": True}),
        "folds": (4, {"fold": True, "wild": "suit"}),
        "bare": (3, {"wild": "none", "jokers": 4}),
        "renewed": (8, {"points": 1, "set_suits": 4}),
    },
    "pif-paf": {
        "poor": (4, {"buy_in": 4, "hands": 0}),
        "topped": (3, {}),
        "jokers": (3, {"jokers": 2}),
    },
    "pif-paf-tradicional": {
        "jokers": (4, {"jokers": 4}),
        "poor": (3, {"cacife": 20, "hands": 0}),
        "topped": (3, {}),
    },
    "cacho": {"topped": (3, {})},
}
"""By name, matches besides those that every game has: the seats, and further options."""

TOPPED: Final = "topped"
"""The match of that name in which chips are bought after the first hand."""

MOST: Final = 420
"""Packs and actions of a match that can still be read."""

SEEDS: Final = range(600)
_ONCE_IN: Final = (3, 6, 12)
"""By seed in turn: how seldom anything is done that is legal."""

Shown = set[str]


class Case(NamedTuple):
    """A match that must have a transcript."""

    game: str
    name: str
    seats: int
    options: dict[str, OptionValue]

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.game}-{self.name}.txt"


def cases(game: str) -> Iterator[Case]:
    """Return the matches of a game: fewest and most seats, each preset, and further ones.

    A preset that only lets a match end has none of its own: it would be long, and show nothing new.
    """
    rules = get_rules(game)
    fewest, most = rules.seats[0], rules.seats[-1]
    default, *others = rules.presets
    wanted = [(fewest, default.values, f"{fewest}")]
    wanted += [(most, default.values, f"{most}")] * (most != fewest)
    wanted += [(fewest, each.values, each.name) for each in others if {*each.values} != {"hands"}]
    wanted += [
        (seats, {**default.values, **more}, name)
        for name, (seats, more) in FURTHER.get(game, {}).items()
    ]
    for seats, values, name in wanted:
        options = rules.options({**SHORT.get(game, {}), **values}, seats)
        yield Case(game, name, seats, options)


def shown(record: Record) -> Shown:
    """Return the verbs and the kinds of events in a match."""
    found: Shown = set()
    for step in records.replay(record):
        found |= {type(event).__name__ for event in step.events}
        if isinstance(step.entry, Act):
            found.add(step.entry.action.verb)
    return found


def composed(case: Case, seen: Shown) -> Record:
    """Return the match that shows most of what has not been seen; of equals the shortest."""
    found = [record for seed in SEEDS if (record := _played(case, seed)) is not None]
    return max(found, key=lambda record: (len(shown(record) - seen), -len(record.entries)))


def _played(case: Case, seed: int) -> Record | None:
    """Return a match, ``None`` if it grows too long."""
    rules, bits = get_rules(case.game), Bits(seed * 7919 + sum(map(ord, str(case.path.name))))
    make = get_bot_maker(case.game)
    bots = [make(case.options, case.seats, level) for level in Level]
    entries: list[Pack | Act | TopUp] = []
    dealer = bits.below(case.seats)
    state = rules.start(case.options, case.seats, dealer)
    while not (turn := rules.turn(state)).over:
        if len(entries) == MOST:
            return None
        bought = case.name != TOPPED or any(isinstance(each, TopUp) for each in entries)
        if not bought and turn.wants_pack and rules.between_hands(state):
            entries.append(TopUp(case.seats - 1, 7))
            state, _ = rules.top_up(state, case.seats - 1, 7)
        if turn.wants_pack:
            pack = next_pack(rules, state, bits)
            entries.append(Pack(pack))
            state, _ = rules.deal(state, pack)
            continue
        seated = [bots[seat % len(bots)] for seat in range(case.seats)]
        seat, action = _chosen(rules, state, seated, bits, _ONCE_IN[seed % len(_ONCE_IN)])
        try:
            state, _ = rules.apply(state, seat, action)
        except IllegalAction:
            continue  # a word or a foul that has no place now
        entries.append(Act(seat, action))
    return Record(case.game, case.seats, case.options, dealer, (), tuple(entries))


def _chosen(
    rules: AnyRules, state: Any, bots: Sequence[Bot], bits: Bits, once_in: int
) -> tuple[int, Action]:
    """Return what somebody does: mostly what a bot does, now and then anything."""
    turn = rules.turn(state)
    anything = not bits.below(once_in)
    if not bits.below(40):
        seat = bits.below(len(bots))
        tried = [
            verb
            for verb in rules.verbs.values()
            if not verb.offered or (verb.bare and verb.name in rules.places[turn.phase])
        ]
        if tried and (
            action := _unoffered(rules, state, seat, tried[bits.below(len(tried))], bits)
        ):
            return seat, action
    seats = [seat for seat in range(len(bots)) if rules.legal(state, seat)]
    if anything or turn.phase == "contest":
        seat = seats[bits.below(len(seats))]
        choices = rules.legal(state, seat)
        return seat, choices[bits.below(len(choices))].sample(bits)
    return next_act(rules, state, bots, bits)


def _unoffered(rules: AnyRules, state: Any, seat: int, verb: Verb, bits: Bits) -> Action | None:
    """Return an action that may not be offered, as talk and fouls are not."""
    match [param.kind for param in verb.params if param.required]:
        case []:
            return Action(verb.name)
        case [Kind.TEXT]:
            return Action(verb.name, text=("Truco lindo…", "No tengo nada.")[bits.below(2)])
        case [Kind.CARD]:
            hand = rules.seat_view(state, seat).own.hand
            return Action(verb.name, card=hand[0]) if hand else None
        case _:
            raise AssertionError(f"nobody knows what to say with {verb.name}")


def main() -> None:
    """Write all transcripts, and take away those that nobody asks for."""
    FOLDER.mkdir(exist_ok=True)
    wanted = set()
    for game in game_ids():
        seen: Shown = set()
        for case in cases(game):
            wanted.add(case.path)
            try:
                record = read_record(case.path.read_text())
                if record.options != case.options or record.seats != case.seats:
                    raise RecordError(1, "the options are others now")
                text = annotate(record)
            except (OSError, RecordError) as error:
                print(f"{case.path.name} is played anew: {error}")
                record = composed(case, seen)
                text = annotate(record)
            seen |= shown(record)
            case.path.write_text(text)
    for path in set(FOLDER.iterdir()) - wanted:
        path.unlink()


if __name__ == "__main__":
    main()
