"""Display: positions, choices and events as plain text, with all hands open, for people who read
output and records of the engine. What players read is the client's.

Values look as in a scenario: ``name=value``, lists in brackets, ``-`` for none. This text is for
reading only; `cardtui_engine.library.action_text` writes text that can be read back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from cardtui_engine.cards import Deck
from cardtui_engine.choices import Choice, ChoiceKind
from cardtui_engine.domains import Cards, Domain, Flag, Numbers, Range, Words
from cardtui_engine.events import Event
from cardtui_engine.plain import plain
from cardtui_engine.rules import AnyRules

_SCORE_FIELDS: Final = {"scores": "points", "chips": "chips"}
"""The field of `Common` that says what a seat has, and the word for it."""


def position_text(rules: AnyRules, state: Any) -> str:
    """Return a position as lines of text, with all hands open.

    The first line says where the match stands. Then comes a line for each seat, with ``>`` before
    those that the game waits for, a line for what else everybody sees, and a line for each seat
    that may do something.

    Args:
        state: a position of that game.
    """
    return "\n".join(_lines(rules, state))


def _lines(rules: AnyRules, state: Any) -> Iterator[str]:
    deck, seats = rules.deck, rules.seated(state)
    common, game, _ = rules.view(state, None)
    pot = f", pot {common.pot}" if common.chips else ""
    yield f"{rules.id}, hand {common.hand}, {common.phase}{pot}"
    for seat in range(seats):
        own = rules.own_view(state, seat)
        words = [f"{'>' if seat in common.to_act else ' '} seat {seat}"]
        for name, word in _SCORE_FIELDS.items():
            each = getattr(common, name)
            if each:
                words.append(f"{each[seat % len(each)]:>4} {word}")
        words.append(" ".join(map(deck.code, own.hand)) or "no cards")
        if seat == common.dealer:
            words.append("(dealer)")
        if seat in common.winners:
            words.append("(won)")
        yield "  ".join(words)
    if told := pairs({name: value for name, value in plain(game, deck).items() if _says(value)}):
        yield "table: " + " ".join(told)
    for seat in range(seats):
        if choices := rules.legal(state, seat):
            yield f"seat {seat} may: " + "; ".join(choice_text(each, deck) for each in choices)


def _says(value: Any) -> bool:
    """Return whether a field is worth showing: zeros are, empty values are not."""
    if isinstance(value, list):
        return any(map(_says, value))
    return value not in (None, "", False)


def event_text(event: Event, deck: Deck) -> str:
    """Return an event as text: its name and its fields."""
    values = plain(event, deck)
    if "action" in values:
        action = {name: value for name, value in values["action"].items() if value is not None}
        values = {"seat": values["seat"], **action}
    return " ".join([type(event).__name__, *pairs(values)])


def choice_text(choice: Choice, deck: Deck) -> str:
    """Return a choice as text: the verb, its arguments' values, ``@`` and the price, and its kind.

    Arguments of one game's own, such as the melds of a hand, are left out: they can have very many
    values.
    """
    words = [choice.verb]
    given = [_domain(each, deck) for each in choice.arguments]
    if any(given) and all(each.optional for each in choice.arguments):
        words.append("alone or")
    words += filter(None, given)
    if choice.price is not None:
        words.append(f"@{choice.price}")
    if choice.kind is not ChoiceKind.PLAIN:
        words.append(f"({choice.kind.name.lower().replace('_', ' ')})")
    return " ".join(words)


def _domain(domain: Domain, deck: Deck) -> str:
    match domain:
        case Cards():
            cards = " ".join(map(deck.code, domain.cards))
            return cards if domain.price is None or not cards else f"{cards} @{domain.price}"
        case Range() | Numbers():
            return f"{domain.low}–{domain.high}"
        case Words():
            return "/".join(domain.words)
        case Flag():
            return f"[{domain.field}]"
        case _:
            return ""


def pairs(values: Mapping[str, Any]) -> Collection[str]:
    """Return plain values as texts of the form ``name=value``."""
    return [f"{name}={value_text(value)}" for name, value in values.items()]


def value_text(value: Any) -> str:
    """Return a plain value as text."""
    match value:
        case None:
            return "-"
        case bool():
            return str(value).lower()
        case dict():
            return "(" + " ".join(pairs(value)) + ")"
        case list():
            return "[" + " ".join(map(value_text, value)) + "]"
        case "":
            return "''"
        case _:
            return str(value)
