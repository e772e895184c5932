"""What a choice needs besides its verb (`Argument`: a card, a number), and the action built of it.
What is taken where you leave something out: `plainest`, `number_of`; which choice is sure to fail
(`burns`), checks (`is_check`), or says no to what waits for you (`refusal_among`).

What fits no field of the verb is passed over: it comes from a newer server, or from one that lies.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, Final, NamedTuple

from google.protobuf.descriptor import FieldDescriptor

from cardtui.v1 import actions_pb2, cards_pb2, events_pb2
from cardtui_client.model import verbs


class Argument(Enum):
    """What a choice needs to be told before it is an action."""

    NONE = "none"
    CARD = "card"
    NUMBER = "number"
    WORD = "word"
    CUT = "cut"
    """Several numbers, and where to deal from."""


class Span(NamedTuple):
    """Which numbers may be given.

    Attributes:
        low: the least.
        high: the greatest.
        most: how many may be given.
    """

    low: int
    high: int
    most: int = 1

    def holds(self, number: int) -> bool:
        """Tell whether that is one of them."""
        return self.low <= number <= self.high


_ARGUMENT_OF_DOMAIN: Final = {
    "numbers": Argument.CUT,
    "cards": Argument.CARD,
    "range": Argument.NUMBER,
    "values": Argument.WORD,
    "words": Argument.WORD,
}
"""By domain, what it makes a choice need; the first that a choice has says it."""

_CARD_ENUM: Final = cards_pb2.Card.DESCRIPTOR

_FIELD_TYPE_OF_DOMAIN: Final = {
    "cards": (FieldDescriptor.TYPE_ENUM, False),
    "range": (FieldDescriptor.TYPE_SINT32, False),
    "numbers": (FieldDescriptor.TYPE_SINT32, True),
    "values": (FieldDescriptor.TYPE_ENUM, False),
    "words": (FieldDescriptor.TYPE_STRING, False),
    "flag": (FieldDescriptor.TYPE_BOOL, False),
    "melds": (FieldDescriptor.TYPE_MESSAGE, True),
}
"""By domain, the type of the field that it fills, and whether that is a list."""

_EMPTY_SPAN: Final = Span(0, -1)


def is_check(choice: actions_pb2.Choice) -> bool:
    """Tell whether it keeps you in the hand for nothing."""
    return choice.kind == actions_pb2.CHOICE_KIND_CHECK


def burns(choice: actions_pb2.Choice) -> bool:
    """Tell whether it is sure to fail, at a cost (CA-43)."""
    return choice.kind == actions_pb2.CHOICE_KIND_BURNS


def verb_of(choice: actions_pb2.Choice) -> str:
    """Return the verb, ``""`` for one that this client does not know."""
    return verb_of_action(choice.action)


def verb_of_action(action: actions_pb2.Action) -> str:
    """Return the verb, ``""`` for one that this client does not know."""
    return verbs.verb_of_action(action)


def refusal_among(choices: Iterable[actions_pb2.Choice], always: str) -> actions_pb2.Choice | None:
    """Return the choice that says no to what waits for your answer, at a price.

    Args:
        choices: what may be done.
        always: the verb by which you may give up at any time, which is no answer.
    """
    return next(
        (
            each
            for each in choices
            if each.kind == actions_pb2.CHOICE_KIND_GIVES_UP
            and each.HasField("price")
            and verb_of(each) != always
        ),
        None,
    )


def card_of(action: actions_pb2.Action) -> int | None:
    """Return the card that is played or thrown with an act, if it is one that does so."""
    card: int | None = getattr(verbs.part_of_action(action), "card", None)
    return card or None


def number_of(choice: actions_pb2.Choice, action: actions_pb2.Action) -> int | None:
    """Return the number of an act of the choice, left out the least; ``None`` where it has none."""
    found = _argument(choice, "range")
    if found is None or (field := _field(choice, found.name)).is_repeated:
        return None
    part = verbs.part_of_action(action)
    if field.has_presence and not part.HasField(found.name):
        return found.range.low
    number: int = getattr(part, found.name)
    return number


def argument(choice: actions_pb2.Choice) -> Argument:
    """Return what the choice needs, or may be given if it `stands_alone`."""
    for domain, needs in _ARGUMENT_OF_DOMAIN.items():
        if _argument(choice, domain) is not None:
            return needs
    return Argument.NONE


def cards_of(choice: actions_pb2.Choice) -> Sequence[int]:
    """Return the cards that may be given, none if it takes no card."""
    found = _argument(choice, "cards")
    return () if found is None else found.cards.cards


def price_of_throwing(choice: actions_pb2.Choice) -> int | None:
    """Return the price with a card given, ``None`` where that makes no difference."""
    found = _argument(choice, "cards")
    return found.price if found is not None and found.HasField("price") else None


def span_of(choice: actions_pb2.Choice) -> Span:
    """Return the numbers that may be given; an empty span if it takes none."""
    if (found := _argument(choice, "range")) is not None:
        return Span(found.range.low, found.range.high)
    if (found := _argument(choice, "numbers")) is not None:
        return Span(found.numbers.low, found.numbers.high, found.numbers.most)
    return _EMPTY_SPAN


def words_of(choice: actions_pb2.Choice) -> Sequence[str]:
    """Return the words that may be given, none if it takes no word."""
    if (found := _argument(choice, "words")) is not None:
        return found.words.words
    found = _argument(choice, "values")
    if found is None:
        return ()
    kind = _field(choice, found.name).enum_type
    assert kind is not None
    named = (verbs.word_in(kind, value) for value in found.values.values)
    return [word for word in named if word]


def stands_alone(choice: actions_pb2.Choice) -> bool:
    """Tell whether the choice takes an argument but does without it."""
    return bool(choice.arguments) and all(each.optional for each in choice.arguments)


def may_hide(choice: actions_pb2.Choice) -> bool:
    """Tell whether the card may be played face down."""
    return _argument(choice, "flag") is not None


def lays_melds(choice: actions_pb2.Choice) -> bool:
    """Tell whether melds may be laid down with it."""
    return _argument(choice, "melds") is not None


def takes_melds(verb: str) -> bool:
    """Tell whether melds may be named with a verb of the wire."""
    field = actions_pb2.Action.DESCRIPTOR.fields_by_name.get(verb)
    part = None if field is None else field.message_type
    return part is not None and "melds" in part.fields_by_name


def melding_choice(choices: Iterable[actions_pb2.Choice]) -> actions_pb2.Choice | None:
    """Return the one that lays a hand down in melds, and does not fail for sure."""
    for choice in choices:
        if lays_melds(choice) and choice.kind != actions_pb2.CHOICE_KIND_BURNS:
            return choice
    return None


def build(
    choice: actions_pb2.Choice,
    *,
    card: int | None = None,
    number: int | None = None,
    word: str | None = None,
    cuts: Sequence[int] = (),
    face_down: bool = False,
) -> actions_pb2.Action:
    """Return the action that the choice becomes with these arguments.

    A cut of several numbers needs no argument: it is then one in the middle.

    Raises:
        ValueError: the choice needs an argument of another kind, or the value is not among
            those that are offered.
    """
    verb = verb_of(choice)
    if not verb:
        raise ValueError("a choice without a verb")
    needs = argument(choice)
    number_of: Mapping[str, int] = {}
    if (values := _argument(choice, "values")) is not None:
        kind = _field(choice, values.name).enum_type
        assert kind is not None
        number_of = verbs.words_of(kind)
    if needs is Argument.CUT:
        low, high, _most = span_of(choice)
        cuts = cuts or ((low + high) // 2,)
        word = word or next(iter(words_of(choice)), None)
    given: dict[str, Any] = {
        "cards": card,
        "range": number,
        "numbers": tuple(cuts) or None,
        "values": None if word is None else number_of.get(word, 0),
        "words": word if _argument(choice, "words") is not None else None,
        "flag": face_down or None,
    }
    action = bare(choice)
    part = verbs.part_of_action(action)
    for domain, value in given.items():
        found = _argument(choice, domain)
        if value is None:
            if (
                found is not None
                and not found.optional
                and _ARGUMENT_OF_DOMAIN.get(domain) is needs
            ):
                raise ValueError(f"{verb} needs one {needs.value}")
        elif domain == "values" and found is None and given["words"] is not None:
            continue
        elif found is None or not _holds(found, value):
            raise ValueError(f"{verb} takes another {needs.value}")
        elif domain == "numbers":
            getattr(part, found.name).extend(value)
        elif domain == "range" and _field(choice, found.name).is_repeated:
            getattr(part, found.name).append(value)
        else:
            setattr(part, found.name, value)
    return action


def bare(choice: actions_pb2.Choice) -> actions_pb2.Action:
    """Return the action of a choice without any argument."""
    action = actions_pb2.Action()
    if (field := choice.action.WhichOneof("action")) is not None:
        getattr(action, field).SetInParent()
        if field == verbs.OTHER_FIELD:
            action.other.verb = choice.action.other.verb
    return action


def plainest(choice: actions_pb2.Choice) -> actions_pb2.Action:
    """Return the plainest action: what can be left out is, else the first value is taken.

    Raises:
        ValueError: there is none.
    """
    if stands_alone(choice):
        return build(choice)
    match argument(choice):
        case Argument.CARD:
            return build(choice, card=next(iter(cards_of(choice)), None))
        case Argument.NUMBER:
            return build(choice, number=span_of(choice).low)
        case Argument.WORD:
            return build(choice, word=next(iter(words_of(choice)), None))
        case Argument.CUT | Argument.NONE:
            return build(choice)


def _argument(choice: actions_pb2.Choice, domain: str) -> actions_pb2.Argument | None:
    """Return the argument with that kind of domain, if it has values and the verb a field."""
    verb = verb_of(choice)
    for each in choice.arguments if verb else ():
        if each.WhichOneof("domain") == domain:
            fields = verbs.part_of_action(choice.action).DESCRIPTOR.fields_by_name
            field = fields.get(each.name)
            lists = domain in ("cards", "values", "words")
            empty = lists and not getattr(each, domain).ListFields()
            if field is not None and _fits(field, domain) and not empty:
                return each
    return None


def _field(choice: actions_pb2.Choice, name: str) -> FieldDescriptor:
    """Return the field of that name of the choice's verb."""
    field: FieldDescriptor = verbs.part_of_action(choice.action).DESCRIPTOR.fields_by_name[name]
    return field


def _fits(field: FieldDescriptor, domain: str) -> bool:
    """Tell whether values of that kind of domain can stand in the field."""
    if (field.type, field.is_repeated) != _FIELD_TYPE_OF_DOMAIN[domain]:
        # A game of another package has its places in a list, one or several.
        return domain == "range" and field.type == FieldDescriptor.TYPE_SINT32
    return field.enum_type is None or (field.enum_type == _CARD_ENUM) == (domain == "cards")


def _holds(found: actions_pb2.Argument, value: Any) -> bool:
    match found.WhichOneof("domain"):
        case "cards":
            return value in found.cards.cards
        case "range":
            return Span(found.range.low, found.range.high).holds(value)
        case "numbers":
            several = found.numbers
            span = Span(several.low, several.high)
            return len(value) <= several.most and all(map(span.holds, value))
        case "values":
            return value in found.values.values
        case "words":
            return value in found.words.words
        case _:
            return value is True


def act_again(seat: int, verb: str, **arguments: int) -> events_pb2.Event | None:
    """Return the event of an act that a view still shows; ``None`` for one that none can be."""
    if verb not in verbs.VERBS:
        return None
    action = actions_pb2.Action()
    part = getattr(action, verb)
    part.SetInParent()
    for name, value in arguments.items():
        try:
            setattr(part, name, value)
        except ValueError:  # a view may hold more than an act can
            return None
    return events_pb2.Event(acted=events_pb2.Acted(seat=seat, action=action))
