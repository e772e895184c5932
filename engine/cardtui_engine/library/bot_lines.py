"""The bots' line protocol: the lines that a program is told (`match_lines`, `ask_lines`), with up
to `MOST_ACTIONS_LISTED` actions of a choice; which of its answers are refused (`LONGEST_ANSWER`),
and what is done where the position is not known (`mildest_of`).

It is told in docs/bots.md. This module writes and reads the lines; who carries them, and for how
long a program is waited for, is others' affair. Cards and actions are written as in records, and
what else there is to know as JSON::

    cardtui-bot 1
    match
    game cacho
    …
    act 1 bet
    hand 6S 5S 4S
    view {"common":{"phase":"first",…},…}
    may bet
    may pass
    go 3 2000 10000

and the program answers ``3 bet``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from cardtui_engine.actions import Action
from cardtui_engine.choices import Choice, ChoiceKind
from cardtui_engine.domains import Cards, Domain, Flag, Numbers, Range, Words
from cardtui_engine.events import Acted, Event
from cardtui_engine.library.action_text import action_text, parse_action_text
from cardtui_engine.options import OptionValue
from cardtui_engine.plain import plain
from cardtui_engine.refusals import IllegalAction
from cardtui_engine.rules import AnyRules
from cardtui_engine.views import SeatView

GREETING: Final = "cardtui-bot 1"
"""The first line: it names the protocol and its version."""

MOST_ACTIONS_LISTED: Final = 64
"""How many actions of a choice are written out; `choice` lines say what the others are."""

LONGEST_ANSWER: Final = 4096
"""How many bytes an answer has at most."""

NO_ACTION: Final = "-"
"""The answer of a seat that may do something, and does nothing."""

LATE_CODE: Final = "late"
"""The code of an answer that did not come in time."""

_ANSWER: Final = re.compile(r"([0-9]{1,9}) +(\S.*)")


class BadAnswer(Exception):
    """An answer that is none, or an action that may not be done.

    Attributes:
        code: why, for programs to branch on.
        sentence: the same in English.
    """

    def __init__(self, code: str, sentence: str) -> None:
        self.code = code
        self.sentence = sentence
        super().__init__(sentence)


class Clock(NamedTuple):
    """How long a program may take, in milliseconds.

    Attributes:
        act: for each decision.
        reserve: in a match, beyond the time to act.
    """

    act: int
    reserve: int


def match_lines(
    rules: AnyRules,
    options: Mapping[str, OptionValue],
    players: Sequence[str],
    seat: int,
    clock: Clock,
) -> Iterator[str]:
    """Yield what a program is told when a match begins.

    Args:
        options: all options of the table.
        players: the names by seat.
        seat: the program's own seat.
        clock: how long it may take.
    """
    yield "match"
    yield f"game {rules.id}"
    yield f"seats {len(players)}"
    for name, value in options.items():
        yield f"option {name} {_json(value)}"
    for each, name in enumerate(players):
        yield f"player {each} {_json(name)}"
    yield f"seat {seat}"
    yield f"clock {clock.act} {clock.reserve}"


def event_line(event: Event, rules: AnyRules) -> str:
    """Return what a program is told of an event, of which it may know everything."""
    if isinstance(event, Acted):
        return f"act {event.seat} {action_text(event.action, rules)}"
    return f"event {_snake(type(event).__name__)} {_json(plain(event, rules.deck))}"


def ask_lines(
    view: SeatView[Any, Any], rules: AnyRules, number: int, clock: Clock, *, optional: bool
) -> Iterator[str]:
    """Yield the question what to do now.

    Args:
        view: of the program's seat.
        number: of the question, which the answer begins with.
        clock: the time to act, and what is left of the reserve.
        optional: whether it may answer that it does nothing.
    """
    deck, own = rules.deck, view.own
    yield " ".join(["hand", *map(deck.code, own.hand)])
    told = {"common": plain(view.common, deck), "game": plain(view.game, deck)}
    yield f"view {_json({**told, 'own': None if own.game is None else plain(own.game, deck)})}"
    for choice in own.choices:
        yield f"choice {_json(_choice(choice, rules))}"
    for choice in own.choices:
        for action in islice(_without_melds(choice), MOST_ACTIONS_LISTED):
            yield f"may {action_text(action, rules)}"
    if optional:
        yield f"may {NO_ACTION}"
    yield f"go {number} {clock.act} {clock.reserve}"


def end_line(winners: Sequence[int]) -> str:
    """Return what a program is told at the end of a match; nobody wins one that is broken off."""
    return " ".join(["end", *map(str, winners)])


def error_line(error: BadAnswer) -> str:
    """Return what a program is told of an answer that was no good."""
    return f"error {error.code} {error.sentence}"


def answer_number(line: str) -> int | None:
    """Return the number of the question that a line answers; ``None`` if it answers none."""
    found = _ANSWER.fullmatch(line)
    return int(found[1]) if found else None


def read_answer(
    line: str, view: SeatView[Any, Any], rules: AnyRules, *, optional: bool
) -> Action | None:
    """Return the action of an answer; ``None`` if the program does nothing.

    Raises:
        BadAnswer: it is no action of this game, or not among those that the seat may do.
    """
    found = _ANSWER.fullmatch(line)
    if found is None:
        raise BadAnswer("malformed", "An answer is the number of the question and an action.")
    text = found[2].strip()
    if text == NO_ACTION and optional:
        return None
    try:
        action = parse_action_text(text, rules)
    except IllegalAction as refusal:
        raise BadAnswer(str(refusal.code), refusal.sentence) from None
    except ValueError:  # a string that JSON does not know
        raise BadAnswer("malformed", "The text is not a JSON string.") from None
    if not any(action in choice for choice in view.own.choices):
        raise BadAnswer("not_allowed", f"“{action.verb}” is not among what may be done so now.")
    return action


def mildest_of(choices: Sequence[Choice]) -> Action:
    """Return a mild action where the position is not known: what costs or gives up least."""
    order = (ChoiceKind.CHECK, ChoiceKind.PLAIN, ChoiceKind.GIVES_UP)
    best = min(
        choices,
        key=lambda each: (
            order.index(each.kind) if each.kind in order else len(order),
            each.price or 0,
        ),
    )
    return next(iter(_without_melds(best)))


def _without_melds(choice: Choice) -> Choice:
    """Return a choice in which melds are left to be found, as they may always be."""
    known = tuple([each for each in choice.arguments if isinstance(each, _KNOWN_DOMAINS)])
    if len(known) == len(choice.arguments):
        return choice
    return Choice(choice.verb, known, choice.price, choice.kind)


_KNOWN_DOMAINS: Final = (Cards, Range, Numbers, Words, Flag)


def _choice(choice: Choice, rules: AnyRules) -> dict[str, Any]:
    names = {param.field: param.name for param in rules.verbs[choice.verb].params}
    return {
        "verb": choice.verb,
        "price": choice.price,
        "kind": choice.kind.name.lower(),
        "arguments": [
            {"name": names[each.field], "optional": each.optional, **_domain(each, rules)}
            for each in choice.arguments
        ],
    }


def _domain(domain: Domain, rules: AnyRules) -> dict[str, Any]:
    match domain:
        case Cards():
            return {"cards": list(map(rules.deck.code, domain.cards)), "price": domain.price}
        case Range():
            return {"low": domain.low, "high": domain.high}
        case Numbers():
            return {"low": domain.low, "high": domain.high, "most": domain.most}
        case Words():
            return {"words": list(domain.words)}
        case Flag():
            return {"flag": True}
        case _:
            return {"melds": True}


def _json(value: Any) -> str:
    """Return a value as JSON of ASCII letters alone, without blanks."""
    return json.dumps(value, separators=(",", ":"))


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()
