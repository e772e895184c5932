"""Laws that hold for every game (`LAWS`), tried on matches that are played at random; each of
these must be over after `MOST_STEPS`.

Our own games are held to them by our tests; `cardtui games check` holds any installed game to them.
Each law is a sentence, and a function that looks for where it is broken.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count, islice, product
from typing import Any, Final

from cardtui_engine.actions import Action, Kind, Param, Verb
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Level
from cardtui_engine.cards import UNKNOWN, Card
from cardtui_engine.choices import Choice
from cardtui_engine.events import (
    Acted,
    CardsDealt,
    CardsShown,
    CardTaken,
    Event,
    Fouled,
    GameEnded,
    MatchEnded,
    Noted,
    PointsScored,
    Viewer,
)
from cardtui_engine.hidden import EARLIER_HAND_FIELD
from cardtui_engine.library import records
from cardtui_engine.library.random_play import (
    NobodyCanActError,
    Played,
    has_melds,
    outcome_of,
    random_match,
    random_options,
    random_pack,
)
from cardtui_engine.library.record_reading import read as read_record
from cardtui_engine.library.record_writing import write as write_record
from cardtui_engine.library.registry import get_game
from cardtui_engine.options import OptionKind
from cardtui_engine.plain import cards_in, field_types, inner_type, is_record, is_union
from cardtui_engine.refusals import BadOption, BadSetup, Code, IllegalAction
from cardtui_engine.rules import AnyRules
from cardtui_engine.shared_refusals import CUT_LONG_AGO, MATCH_OVER, NO_SEAT, TAPPED_LONG_AGO

MOST_STEPS: Final = 3000
"""So many packs and actions end any match whose options keep it short."""
_MOST_ACTIONS: Final = 400
"""So many actions of one choice are tried one by one; of more, some are drawn."""
_MOST_CANDIDATES: Final = 4000
_MOST_SAME_WAITS: Final = 4
"""So often may a wait be the same after the mildest action: tricks may be led by who won."""


class BrokenLaw(Exception):
    """A game does not keep a law; the sentence says where."""


def need(holds: object, sentence: str, **found: object) -> None:
    """Refuse what does not hold.

    Raises:
        BrokenLaw: it does not; the sentence ends with what was found.
    """
    if not holds:
        told = "; ".join(f"{name}: {value!r}"[:300] for name, value in found.items())
        raise BrokenLaw(f"{sentence} ({told})" if told else sentence)


@dataclass
class Trial:
    """A game to hold to the laws, for that many seats and by that seed.

    Attributes:
        rules: its rules.
        seats: how many seats its match has.
        seed: what its match is drawn from.
    """

    rules: AnyRules
    seats: int
    seed: int

    @property
    def bits(self) -> Bits:
        """Chance for a law: the same for each, whichever were tried before."""
        return Bits(self.seed * 7919 + self.seats * 101 + sum(map(ord, self.rules.id)))

    @cached_property
    def options(self) -> dict[str, Any]:
        """The options of its match."""
        return random_options(self.rules, self.seats, self.bits)

    @property
    def match(self) -> tuple[Played, ...]:
        """The match, played once for all laws.

        Raises:
            Exception: the rules raised it, and it could not be played.
        """
        if isinstance(self._played, Exception):
            raise self._played
        return self._played

    @cached_property
    def _played(self) -> tuple[Played, ...] | Exception:
        bits = self.bits
        options = random_options(self.rules, self.seats, bits)
        try:
            return tuple(random_match(self.rules, self.seats, bits, options, limit=MOST_STEPS))
        except IllegalAction as refusal:
            return BrokenLaw(f"An action that is offered is refused: {refusal}")
        except NobodyCanActError as stuck:
            return BrokenLaw(str(stuck))
        except Exception as error:  # noqa: BLE001 - rules may fail in any way
            return error

    @property
    def start(self) -> Any:
        """The start of a match by the defaults, for the fewest seats."""
        seats = self.rules.seats[0]
        return self.rules.start(self.rules.options({}, seats), seats, 0)

    def refusal(self, state: Any, seat: Any, action: Action) -> IllegalAction | None:
        """Return why an action is refused; ``None`` if it is not."""
        try:
            self.rules.apply(state, seat, action)
        except IllegalAction as refusal:
            return refusal
        return None


Law = Callable[[Trial], None]


def trials(rules: AnyRules, seeds: Sequence[int]) -> Iterator[Trial]:
    """Yield the trials of a game: every number of seats with every seed; of long games, some."""
    seats: Iterable[int] = rules.seats
    if has_melds(rules):
        seats, seeds = sorted({rules.seats[0], min(4, rules.seats[-1]), rules.seats[-1]}), seeds[:1]
    for each, seed in product(seats, seeds):
        yield Trial(rules, each, seed)


def broken_laws(rules: AnyRules, seeds: Sequence[int]) -> Iterator[tuple[str, str]]:
    """Yield each law with the sentence that says where it is broken; ``""`` if it holds."""
    tried = [*trials(rules, seeds)]
    for name, law in LAWS.items():
        yield name, next(filter(None, (why_broken(law, trial) for trial in tried)), "")


def why_broken(law: Law, trial: Trial) -> str:
    """Return where a law is broken; ``""`` if it holds."""
    where = f"{trial.seats} seats, seed {trial.seed}"
    try:
        law(trial)
    except BrokenLaw as error:
        return f"{where}: {error}"
    except Exception as failure:  # noqa: BLE001 - rules may fail in any way
        cause = failure.__cause__ or failure  # a server that guards them says less
        told = " ".join(str(cause).split())[:300]
        return f"{where}: {type(cause).__name__} in {_raised_at(cause)}: {told}"
    return ""


def _raised_at(error: BaseException) -> str:
    """Return the file and line in which it was raised."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return "?"
    file = trace.tb_frame.f_code.co_filename.replace("\\", "/").rpartition("/")[2]
    return f"{file}:{trace.tb_lineno}"


# --- what may be done ----------------------------------------------------------------------------


def make(verb: str, values: Mapping[str, Any]) -> Action:
    """Return an action with arguments by name, of whatever type."""
    return Action(verb, **values)


def candidates(rules: AnyRules) -> Iterator[Action]:
    """Yield actions of the game's form, with right arguments and wrong ones, all combined."""
    for verb in rules.verbs.values():
        if verb.offered:
            fields = [param.field for param in verb.params]
            for values in product(*[_values_of(rules, param) for param in verb.params]):
                yield make(verb.name, dict(zip(fields, values, strict=True)))


def _values_of(rules: AnyRules, param: Param) -> tuple[Any, ...]:
    return (*_given_values(rules, param), *(() if param.required else (None,)))


def _given_values(rules: AnyRules, param: Param) -> Iterable[Any]:
    numbers = range(-1, len(rules.pack) + 2)
    match param.kind:
        case Kind.CARD:
            return sorted(set(rules.pack))
        case Kind.WORD:
            return param.words or ("no-such-word",)
        case Kind.NUMBERS:
            return ((), *[(number,) for number in numbers], (1, 2, 3), (1, 2, 3, 4))
        case Kind.FLAG:
            return (True,)
        case Kind.MELDS:
            return ((), (tuple(sorted(set(rules.pack))[:3]),))
        case Kind.TEXT:
            return ("", "text")
        case Kind.NUMBER:
            return numbers


def positions_are_values(trial: Trial) -> None:
    """Nothing can change a position: it holds no list, dict or set."""
    for step in trial.match[:100]:
        try:
            hash(step.state)
        except TypeError as error:
            fields: dict[str, Any] = getattr(step.state, "_asdict", dict)()
            found = [name for name, value in fields.items() if not _is_value(value)]
            need(False, "A position holds what can be changed", fields=found, why=str(error))


def _is_value(held: object) -> bool:
    try:
        hash(held)
    except TypeError:
        return False
    return True


def accepted_if_legal(trial: Trial) -> None:
    """What is legal is accepted, and nothing else."""
    rules = trial.rules
    everything = [*islice(candidates(rules), _MOST_CANDIDATES)]
    for number, step in enumerate(trial.match[:200], trial.seed):
        if number % 8:  # the other seeds try the positions between
            continue
        for seat in range(trial.seats):
            for action in everything:
                try:
                    _, events = rules.apply(step.state, seat, action)
                except IllegalAction:
                    need(
                        not rules.accepts(step.state, seat, action),
                        "An action that is offered is refused",
                        seat=seat,
                        action=action,
                    )
                else:
                    # A foul is taken without being offered.
                    need(
                        Fouled(seat) in events or rules.accepts(step.state, seat, action),
                        "An action is accepted that is not offered",
                        seat=seat,
                        action=action,
                    )


def refusals_change_nothing(trial: Trial) -> None:
    """A refusal changes nothing, and says what to do."""
    rules, bits = trial.rules, trial.bits
    everything = [*islice(candidates(rules), _MOST_CANDIDATES)]
    refused = 0
    for step in trial.match[:120]:
        before = json.dumps(rules.facts(step.state))
        action = everything[bits.below(len(everything))]
        seat = bits.below(trial.seats + 2) - 1
        refusal = trial.refusal(step.state, seat, action)
        if refusal is not None:
            refused += 1
            need(refusal.sentence, "A refusal has no sentence", action=action)
            need("{" not in refusal.sentence, "A refusal has a place that nothing fills")
            need(refusal.code in [*Code], "A refusal has a code of its own", code=refusal.code)
            if not 0 <= seat < trial.seats:
                need(
                    refusal.code in (Code.NOT_SEATED, Code.MALFORMED),
                    "Somebody without a seat is told something else",
                    code=refusal.code,
                )
        need(json.dumps(rules.facts(step.state)) == before, "A refusal changes the position")
    need(refused, "Nothing was refused")


def malformed_first(trial: Trial) -> None:
    """Malformed actions are refused before anything else."""
    rules, state = trial.rules, trial.start
    wrong = [Action("no such verb"), Action("")]
    for verb in rules.verbs.values():
        extra = next(
            name for name in ("points", "to", "at") if name not in {p.name for p in verb.params}
        )
        wrong.append(make(verb.name, {extra: 1, **{p.field: 0 for p in verb.params}}))
        wrong.extend(make(verb.name, {p.field: object()}) for p in verb.params)
        if any(param.required for param in verb.params):
            wrong.append(Action(verb.name))
    for action, seat in zip(wrong, count(-1)):
        refusal = trial.refusal(state, seat % (rules.seats[0] + 1), action)
        need(
            refusal is not None and refusal.code is Code.MALFORMED,
            "A malformed action is not refused as such",
            action=action.verb,
        )


def same_order_of_refusals(trial: Trial) -> None:
    """Every game refuses in the same order: no seat, over, no place, not your turn."""
    rules = trial.rules
    for step in (*trial.match[:60], *trial.match[-1:]):
        state = step.state
        phase, to_act = state.phase, rules.turn(state).to_act
        for verb in rules.verbs.values():
            action = _simplest(rules, verb)
            try:
                rules.check_form(state, action)
            except IllegalAction:
                continue
            for nobody in (-1, trial.seats, True, None):
                refusal = trial.refusal(state, nobody, action)
                need(
                    refusal is not None and refusal.template == NO_SEAT,
                    "Somebody without a seat is not told so",
                    seat=nobody,
                    verb=verb.name,
                )
            if verb.name in rules.places[phase]:
                continue
            for seat in range(trial.seats):
                refusal = trial.refusal(state, seat, action)
                need(refusal, "A verb without a place is taken", verb=verb.name, phase=phase)
                assert refusal is not None
                if phase == "over":
                    need(refusal.template == MATCH_OVER, "The end of the match is not told")
                    continue
                need(
                    refusal.code is Code.WRONG_PHASE,
                    "A verb without a place is refused for another reason",
                    verb=verb.name,
                    phase=phase,
                    code=refusal.code,
                )
                cut = phase != "deal" and verb.name in rules.places.get("cut", ())
                if not cut and seat not in to_act:
                    need(
                        refusal.template == rules.notes[phase].wait,
                        "The note of a phase is not told",
                        phase=phase,
                    )
                elif cut:
                    need(
                        refusal.template in (CUT_LONG_AGO, TAPPED_LONG_AGO),
                        "A late cut is not refused as such",
                    )


def _simplest(rules: AnyRules, verb: Verb) -> Action:
    """Return an action of that verb, with the arguments that it must have."""
    given = {
        param.field: next(iter(_given_values(rules, param)))
        for param in verb.params
        if param.required
    }
    return make(verb.name, given)


def every_verb_has_a_place(trial: Trial) -> None:
    """Every verb has a place, and every phase says what it waits for."""
    rules = trial.rules
    need({"deal", "over"} < {*rules.places}, "The phases “deal” and “over” are missing")
    placed = set().union(*rules.places.values())
    need(placed == {*rules.verbs}, "Verbs and places differ", verbs=sorted(placed ^ {*rules.verbs}))
    for phase in set(rules.places) - {"over"}:
        need(
            rules.notes[phase].wait or set(rules.places[phase]) == set(rules.verbs),
            "A phase does not say what it waits for",
            phase=phase,
        )
    for step in trial.match[:60]:
        for seat in range(trial.seats):
            for choice in rules.legal(step.state, seat):
                need(
                    choice.verb in rules.places[step.state.phase]
                    and rules.may(step.state, seat, choice.verb),
                    "Something is offered that has no place",
                    verb=choice.verb,
                    phase=step.state.phase,
                )


def choices_are_complete(trial: Trial) -> None:
    """A choice lists, counts, knows and draws the same actions, each once; no two share any."""
    rules, bits, met = trial.rules, trial.bits, Counter[Choice]()
    for step in trial.match[:300]:
        for seat in range(trial.seats):
            choices = rules.legal(step.state, seat)
            verbs = [choice.verb for choice in choices]
            need(len({*verbs}) == len(verbs), "Two choices have the same verb", verbs=verbs)
            for choice in choices:
                met[choice] += 1
                if met[choice].bit_count() == 1:
                    _check_choice(trial, step.state, seat, choice, bits)


def _check_choice(trial: Trial, state: Any, seat: int, choice: Choice, bits: Bits) -> None:
    rules = trial.rules
    need(rules.verbs[choice.verb].offered, "A verb is offered that is not to be", verb=choice.verb)
    need(len(choice) > 0, "A choice has no action", choice=choice)
    need(choice.first() in choice, "A choice does not know its first action", choice=choice)
    need(choice.sample(bits) in choice, "A choice does not know what it draws", choice=choice)
    if len(choice) <= _MOST_ACTIONS:
        actions = [*choice]
        need(actions[0] == choice.first(), "The first action is another one", choice=choice)
        need(
            len(actions) == len({*actions}) == len(choice),
            "A choice counts what it does not list",
            choice=choice,
        )
        need(all(each in choice for each in actions), "A choice lists what it does not know")
    some = [*choice] if len(choice) <= _MOST_ACTIONS else [choice.sample(bits) for _ in range(20)]
    for action in some:
        refusal = trial.refusal(state, seat, action)
        need(refusal is None, "An action that is offered is refused", action=action, why=refusal)


# --- how a match goes ----------------------------------------------------------------------------


def somebody_can_act(trial: Trial) -> None:
    """Somebody can act until the match is over, and it ends."""
    rules = trial.rules
    last = None
    for step in trial.match:
        last = step
        turn = rules.turn(step.state)
        need(turn.phase == step.state.phase, "The turn is of another phase", turn=turn)
        asked = {*turn.asked}
        need(len(asked) == len(turn.asked), "A seat is asked twice", turn=turn)
        for asked_seats in (turn.to_act, turn.may_act, turn.may_declare):
            need([*asked_seats] == sorted(asked_seats), "Seats are not in order", turn=turn)
        able = {seat for seat in range(trial.seats) if rules.legal(step.state, seat)}
        if turn.over or turn.wants_pack:
            need(not asked and not able, "Somebody can act where nobody is to", turn=turn)
            continue
        need(turn.to_act, "The game waits for nobody", turn=turn)
        need({*turn.to_act} <= able, "A seat that must act can do nothing", turn=turn)
        need(able <= asked, "Somebody can act who is not asked", turn=turn, able=able)
        need(rules.holds_draws or not turn.holds_draw, "A draw is held against `holds_draws`")
        if not (rules.asks_blindly and turn.holds_draw):  # their cards are not told
            need({*turn.may_act} <= able, "A seat that may act can do nothing", turn=turn)
    need(last is not None, "No match was played")
    assert last is not None
    need(rules.turn(last.state).over, f"The match is not over after {MOST_STEPS} steps")
    outcome = rules.outcome(last.state)
    need(outcome is not None, "A match that is over has no outcome")
    assert outcome is not None
    need(abs(sum(outcome.returns)) < 1e-9, "What is won and lost does not balance")
    ends = [event for event in last.events if isinstance(event, MatchEnded)]
    need(
        ends == [MatchEnded(outcome.winners, outcome.reason)],
        "The last step does not tell the end of the match",
        events=last.events,
    )


def no_card_lost(trial: Trial) -> None:
    """No card is lost or doubled."""
    rules, seats = trial.rules, trial.seats
    for step in trial.match[:1500]:
        pack = Counter(rules.deck.codes[card] for card in rules.pack_of(step.state))
        before, after = rules.facts(step.before)["hands"], rules.facts(step.state)["hands"]
        held = Counter(code for hand in after for code in hand)
        need(held <= pack, "Hands hold a card that is not in the pack", hands=after)
        dealt: dict[int, Counter[str]] = {seat: Counter() for seat in range(seats)}
        for event in step.events:
            if isinstance(event, CardsDealt):
                dealt[event.seat].update(map(rules.deck.code, event.cards))
            elif isinstance(event, CardTaken):
                dealt[event.seat][rules.deck.code(event.card)] += 1
        for seat in range(seats):
            came = Counter(after[seat]) - Counter(before[seat])
            left = Counter(before[seat]) - Counter(after[seat])
            if "??" in dealt[seat]:  # not even its owner may know
                need(came.total() == dealt[seat].total(), "Cards came that no event tells")
            else:
                need(
                    came <= dealt[seat],
                    "Cards came that no event tells",
                    seat=seat,
                    cards=[*came],
                    events=step.events,
                )
            if not left or not after[seat] or step.pack is not None:  # hands are laid down for it
                continue
            # The card that was named, one that nobody may know, or the whole hand.
            need(
                step.action is not None and seat == step.seat,
                "Cards left a hand that did not act",
                seat=seat,
                cards=[*left],
            )
            assert step.action is not None
            if step.action.card is not None:
                code = rules.deck.code(step.action.card)
                need(left == Counter([code]), "Another card left than was named", cards=[*left])
            elif UNKNOWN in rules.seat_view(step.before, seat).own.hand:
                need(left.total() == 1, "Several unseen cards left a hand")
            else:
                need(left == Counter(before[seat]), "Cards left that nobody named", cards=[*left])


def chips_balance(trial: Trial) -> None:
    """Chips balance."""
    rules = trial.rules
    totals = set()
    for step in trial.match[:1500]:
        facts = rules.facts(step.state)
        if "chips" in facts:
            need(min(facts["chips"]) >= 0, "Somebody has fewer than no chips")
            totals.add(sum(facts["chips"]) + facts["pot"])
    need(len(totals) <= 1, "Chips come from nowhere, or go there", totals=totals)


def points_are_told(trial: Trial) -> None:
    """The points that events tell are the scores."""
    rules = trial.rules
    begun = rules.facts(rules.start(trial.options, trial.seats, 0)).get("scores", ())
    scores = Counter(dict(enumerate(begun)))
    for step in trial.match[:1500]:
        facts = rules.facts(step.state)
        if "scores" not in facts:
            return
        for event in step.events:
            if isinstance(event, PointsScored):
                scores[event.team] += event.points
            elif isinstance(event, GameEnded):
                scores.clear()
        told = [scores[side] for side in range(len(facts["scores"]))]
        need(told == facts["scores"], "Events tell other points", told=told, are=facts["scores"])


def winners_lead(trial: Trial) -> None:
    """Who wins has not the fewest points, except where `low_wins` says so."""
    rules, last = trial.rules, trial.match[-1].state
    common = rules.view(last, None).common
    if rules.outcome(last) is None or common.chips or len({*common.scores}) < 2:
        return
    merits = [*map(rules.merit, common.scores)]
    won = {seat if (team := rules.team_of(seat)) is None else team for seat in common.winners}
    need(
        any(merits[side] > min(merits) for side in won),
        "Who wins has fewer points than all others: say `low_wins = True`"
        if not rules.low_wins
        else "Who wins has more points than all others: `low_wins` says otherwise",
        scores=common.scores,
        winners=common.winners,
    )


def mildest_is_legal(trial: Trial) -> None:
    """The mildest action is always legal, and alone ends every wait."""
    rules, bits = trial.rules, trial.bits
    for step in trial.match[:300]:
        for seat in rules.turn(step.state).to_act:
            action = rules.mildest(step.state, seat)
            need(rules.accepts(step.state, seat, action), "It is not legal", action=action)
    state = rules.start(trial.options, trial.seats, 0)
    packs = same = 0
    for _ in range(600):
        turn = rules.turn(state)
        if turn.over:
            return
        if turn.wants_pack:
            state, _events = rules.deal(state, random_pack(rules, state, bits))
            packs, same = packs + 1, 0
            continue
        seat = turn.to_act[-1]
        before = (turn.phase, turn.to_act)
        state, _events = rules.apply(state, seat, rules.mildest(state, seat))
        now = rules.turn(state)
        same = same + 1 if (now.phase, now.to_act) == before else 0
        need(same < _MOST_SAME_WAITS, "A wait does not end", wait=before)
    need(packs > 1 or has_melds(rules), "A hand does not end")


def records_replay(trial: Trial) -> None:
    """A record replays to the same positions."""
    rules, bits, seats = trial.rules, trial.bits, trial.seats
    dealer = bits.below(seats)
    state = rules.start(trial.options, seats, dealer)
    entries: list[records.Entry] = []
    facts = []
    for _ in range(250):
        turn = rules.turn(state)
        if turn.over:
            break
        if turn.wants_pack:
            pack = records.Pack(random_pack(rules, state, bits))
            entries.append(pack)
            state, _events = rules.deal(state, pack.cards)
        else:
            able = [each for each in turn.to_act + turn.may_act if rules.legal(state, each)]
            seat = able[bits.below(len(able))]
            choices = rules.legal(state, seat)
            act = records.Act(seat, choices[bits.below(len(choices))].sample(bits))
            entries.append(act)
            state, _events = rules.apply(state, seat, act.action)
        facts.append(rules.facts(state))
    names = ("Ana",) * seats
    record = records.Record(rules.id, seats, trial.options, dealer, names, tuple(entries))
    again = read_record(write_record(record))
    need(again == record, "A record is read as another one")
    replayed = [rules.facts(step.state) for step in records.replay(again)][1:]
    need(replayed == facts, "A record replays to other positions")


# --- what is seen --------------------------------------------------------------------------------


def views_for_seats(trial: Trial) -> None:
    """There is a view for seats and spectators, and for nobody else."""
    rules, seats = trial.rules, trial.rules.seats[0]
    start = trial.start
    for state in (start, rules.deal(start, rules.pack_of(start))[0]):
        need(all(rules.view(state, seat).own for seat in range(seats)), "A seat has no own part")
        need(rules.view(state, None).own is None, "A spectator has an own part")
        for nobody in (-1, seats):
            for view in (rules.view, rules.own_view):
                try:
                    view(state, nobody)
                except ValueError:
                    continue
                raise BrokenLaw(f"There is a view for seat {nobody}")


def public_is_the_same(trial: Trial) -> None:
    """The public part is the same for everybody."""
    rules = trial.rules
    for step in trial.match[:300]:
        public = rules.view(step.state, None)
        need(public.own is None, "A spectator has an own part")
        for seat in range(trial.seats):
            view = rules.seat_view(step.state, seat)
            need(view[:2] == public[:2], "A seat has another public part", seat=seat)
            need(
                view[:] == rules.view(step.state, seat)
                and view.own == rules.own_view(step.state, seat)
                and view.own.seat == seat,
                "`seat_view`, `view` and `own_view` differ",
                seat=seat,
            )
            need(view.own.choices == rules.legal(step.state, seat), "Choices are not what is legal")
            hand = rules.facts(step.state)["hands"][seat]
            known = [card for card in view.own.hand if card != UNKNOWN]
            if len(known) == len(view.own.hand):
                need(rules.deck.sorted_codes(known) == hand, "A seat sees another hand", seat=seat)


def events_show_no_more(trial: Trial) -> None:
    """Events show only cards that the views show."""
    rules = trial.rules
    viewers = (None, *range(trial.seats))
    before: dict[Viewer, set[str]] = {viewer: set() for viewer in viewers}
    for step in trial.match[:300]:
        for viewer in viewers:
            after = cards_in(rules.view(step.state, viewer), rules.deck)
            shown = before[viewer] | after
            before[viewer] = after
            for event in step.events:
                seen = rules.seen(event, viewer)
                named = cards_in(seen, rules.deck)
                if isinstance(seen, Acted | CardsShown | Noted):
                    shown |= named
                need(named <= shown, "An event shows a hidden card", viewer=viewer, event=seen)


def hidden_cards_change_nothing(trial: Trial) -> None:
    """Swapping cards that a viewer cannot see changes nothing of what the viewer is shown."""
    rules, bits = trial.rules, trial.bits
    compared = 0
    hands = [*_hands(trial.match[:400])]
    # In the beginning of a hand, cards are hidden that are seen by its end.
    for hand in (*hands, *[hand[: 1 + len(hand) // 3] for hand in hands]):
        outcomes = [outcome_of(rules, step.state, step.events) for step in hand]
        for viewer in (None, *range(trial.seats)):
            compared += _compare(rules, bits, hand, outcomes, viewer)
    need(compared, "No two hands were alike enough to compare")


def _hands(match: Iterable[Played]) -> Iterator[list[Played]]:
    """Yield the hands of a match: each the steps from its pack to the next one wanted."""
    hand: list[Played] = []
    for step in match:
        if step.pack is not None and hand:
            yield hand
            hand = []
        hand.append(step)
    yield hand


def _compare(
    rules: AnyRules, bits: Bits, hand: list[Played], outcomes: list[str], viewer: Viewer
) -> int:
    """Compare a hand with one in which hidden cards are exchanged; return 1 if there is one."""
    stream = [_stream(rules, step.state, step.events, viewer) for step in hand]
    known: set[str] = set()
    for step in hand:
        known |= cards_in(rules.view(step.state, viewer), rules.deck)
        for event in step.events:
            known |= cards_in(rules.seen(event, viewer), rules.deck)
    dealt = hand[0].pack
    assert dealt is not None
    hidden = [place for place, card in enumerate(dealt) if rules.deck.code(card) not in known]
    # All of them; where that changes what is made public, those that lie deeper in the pack.
    for places in (hidden, hidden[len(hidden) // 2 :]):
        if len(places) > 1:
            pack = [*dealt]
            cards = [pack[place] for place in places]
            bits.shuffle(cards)
            for place, card in zip(places, cards, strict=True):
                pack[place] = card
            if _is_alike(rules, hand, outcomes, stream, tuple(pack), viewer):
                return 1
    return 0


def _is_alike(  # noqa: PLR0917 - it plays a hand again with all that belongs to it
    rules: AnyRules,
    hand: list[Played],
    outcomes: list[str],
    stream: list[str],
    pack: tuple[Card, ...],
    viewer: Viewer,
) -> bool:
    """Play the hand again with another pack; ``False`` if something public turns out otherwise."""
    state, events = rules.deal(hand[0].before, pack)
    for step, outcome, expected in zip(hand, outcomes, stream, strict=True):
        if step.action is not None:
            assert step.seat is not None
            action = step.action
            if action.face_down:  # another card may be in the place of the one played unseen
                assert hand[0].pack is not None
                assert action.card is not None
                there = dict(zip(hand[0].pack, pack, strict=True))
                action = action._replace(card=there[action.card])
            try:
                state, events = rules.apply(state, step.seat, action)
            except IllegalAction:
                return False
        if outcome_of(rules, state, events) != outcome:
            return False
        need(
            _stream(rules, state, events, viewer) == expected,
            "What a viewer is shown depends on cards that the viewer may not see",
            viewer=viewer,
            after=step.action or "the deal",
        )
        need(
            _waits_of(rules, state) == _waits_of(rules, step.state),
            "Who is asked depends on hidden cards",
        )
    return True


def _stream(rules: AnyRules, state: Any, events: Iterable[Event], viewer: Viewer) -> str:
    return repr((rules.view(state, viewer), [rules.seen(event, viewer) for event in events]))


def _waits_of(rules: AnyRules, state: Any) -> tuple[bool, tuple[int, ...]]:
    """Return what a server's windows and bots' pauses hang on: it must not tell what is hidden."""
    turn = rules.turn(state)
    return turn.holds_draw, turn.may_declare


def worlds_look_alike(trial: Trial) -> None:
    """A position that is drawn anew looks the same to its viewer, and has the same cards."""
    rules, bits = trial.rules, trial.bits
    moved = 0
    for step in trial.match[:200:5]:
        viewer = bits.pick((None, *range(trial.seats)))
        other = rules.resample(step.state, viewer, bits)
        need(
            repr(rules.view(other, viewer)) == repr(rules.view(step.state, viewer)),
            "The viewer sees a difference",
            viewer=viewer,
        )
        before, after = Counter(cards_of(step.state)), Counter(cards_of(other))
        need(
            before == after or len({*rules.pack}) == len(rules.pack),
            "A card is lost or doubled as positions are drawn",
        )
        moved += step.state != other
    need(moved, "Nothing is hidden from anybody. Give cards of the position the type Card")


def cards_of(value: Any, hint: Any = None) -> Iterator[Card]:
    """Yield every card of a position, place by place, except facts about earlier hands."""
    if value is None:
        return
    if hint is Card:
        yield value
    elif is_record(type(value)):
        for name, each in field_types(type(value)).items():
            if name != EARLIER_HAND_FIELD:
                yield from cards_of(getattr(value, name), each)
    elif isinstance(value, tuple):
        for each in value:
            yield from cards_of(each, inner_type(hint))
    elif is_union(hint):
        yield from cards_of(value, inner_type(hint))


# --- how a match begins --------------------------------------------------------------------------


def packs_are_checked(trial: Trial) -> None:
    """A pack that is none is refused."""
    rules, state = trial.rules, trial.start
    cards = rules.pack_of(state)
    wrong: tuple[Any, ...] = (
        cards[:-1],
        (*cards[:-1], cards[0]) if cards[0] != cards[-1] else (),
        (),
        (*cards, Card(0)),
        tuple(map(float, cards)),
        tuple(map(rules.deck.code, cards)),
    )
    for pack in wrong:
        try:
            rules.deal(state, pack)
        except BadSetup:
            continue
        raise BrokenLaw("A pack is dealt that is none")
    begun = rules.start(trial.options, trial.seats, 0)
    held = rules.facts(rules.deal(begun, rules.pack_of(begun))[0])["hands"]
    short = [seat for seat, hand in enumerate(held) if len(hand) < max(map(len, held))]
    need(
        all(held) or not short,
        f"The pack has not enough cards for {trial.seats} seats: deal fewer, or leave out of "
        "`seats` what it cannot serve",
        cards=len(rules.pack_of(begun)),
        short=short,
    )
    dealt, _ = rules.deal(state, cards)
    try:
        rules.deal(dealt, cards)
    except BadSetup:
        return
    raise BrokenLaw("A pack is dealt that nobody wants")


def seats_are_checked(trial: Trial) -> None:
    """Seats and dealers out of range are refused."""
    rules, seats = trial.rules, trial.rules.seats[0]
    options = rules.options({}, seats)
    wrong = [(count, 0) for count in (0, 1, 9, 100) if count not in rules.seats]
    for places, dealer in (*wrong, (seats, -1), (seats, seats)):
        try:
            rules.start(options, places, dealer)
        except BadSetup:
            continue
        raise BrokenLaw(f"A match begins with {places} seats and dealer {dealer}")


_WRONG_VALUES: Final[Mapping[OptionKind, tuple[Any, ...]]] = {
    OptionKind.FLAG: (1, "true", None),
    OptionKind.NUMBER: (True, "3", 1.5, None),
    OptionKind.CHOICE: ("no such choice", 1, None),
    OptionKind.TEXT: (1, "x" * 1_000_001),
    OptionKind.NUMBER_BY_SEAT: (True, "3", [1] * 100, ["1"]),
}


def options_are_checked(trial: Trial) -> None:
    """Options take what they say and nothing else, and presets are sets of them."""
    rules, seats = trial.rules, trial.rules.seats[0]
    defaults = {spec.name: spec.default for spec in rules.specs}
    need(rules.options({}, seats) == defaults, "The defaults are others")
    for spec in rules.specs:
        need(spec.help, "An option does not say what it changes", option=spec.name)
        need(
            spec.check(spec.default, seats) == spec.default,
            "An option does not take its own default",
            option=spec.name,
        )
        for value in _WRONG_VALUES[spec.kind]:
            try:
                rules.options({spec.name: value}, seats)
            except BadOption:
                continue
            raise BrokenLaw(f"The option {spec.name} takes {value!r}")
    names = [preset.name for preset in rules.presets]
    need(len({*names}) == len(names), "Two presets have the same name", names=names)
    usual = sum(preset.usual for preset in rules.presets)
    need(usual == bool(rules.presets), "Just one preset is to be the usual one")
    for preset in rules.presets:
        rules.options(preset.values, seats)


def clauses_stand_in_the_sheet(trial: Trial) -> None:
    """Every verb leads to a clause that stands in the sheet, in each of its languages."""
    rules = trial.rules
    plain = [
        each.verb
        for each in rules.clauses
        if not each.phase and not each.argument and not each.answered
    ]
    need(
        sorted(plain) == sorted(rules.verbs),
        "A verb has no clause, or several",
        verbs=sorted({*plain} ^ {*rules.verbs}),
    )
    for language, sheet in get_game(rules.id).sheets.items():
        for each in rules.clauses:
            need(
                f"- **{each.clause}**" in sheet,
                "A clause is not in the sheet",
                clause=each.clause,
                language=language,
            )


def bots_decide_legally(trial: Trial) -> None:
    """Bots of every level do what is legal whenever they must act, and the same each time."""
    rules, levels = trial.rules, [*Level]
    maker = get_game(rules.id).bot_maker()
    bots = {level: maker(trial.options, trial.seats, level) for level in levels}
    for number, step in enumerate(trial.match[:120:5]):
        level = levels[number % len(levels)]
        for seat in rules.turn(step.state).to_act:
            view = rules.seat_view(step.state, seat)
            action = bots[level].decide(view, Bits(number))
            need(action is not None, "A bot does nothing although the game waits for it")
            assert action is not None
            need(rules.accepts(step.state, seat, action), "A bot breaks the rules", action=action)
            again = maker(trial.options, trial.seats, level).decide(view, Bits(number))
            need(again == action, "A bot does something else with the same view and bits")


LAWS: Final[Mapping[str, Law]] = {
    law.__doc__ or "": law
    for law in (
        seats_are_checked,
        options_are_checked,
        packs_are_checked,
        somebody_can_act,
        positions_are_values,
        accepted_if_legal,
        choices_are_complete,
        malformed_first,
        refusals_change_nothing,
        same_order_of_refusals,
        every_verb_has_a_place,
        mildest_is_legal,
        no_card_lost,
        chips_balance,
        points_are_told,
        winners_lead,
        views_for_seats,
        public_is_the_same,
        events_show_no_more,
        hidden_cards_change_nothing,
        worlds_look_alike,
        records_replay,
        clauses_stand_in_the_sheet,
        bots_decide_legally,
    )
}
"""The laws by their sentences."""
