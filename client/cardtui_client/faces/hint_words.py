"""What a hint says (`hint_sentence`): what a strong bot would do, what that wins or costs, and why.
Beyond how many of 100 such hands it no longer says how often a strong bot does so:
`_NEARLY_ALWAYS`. What is advised is in `engine/cardtui_engine/library/advising.py`.

Why a verb is right that needs no weighing, the face of its game says: `Verb.why`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from typing import Final

from cardtui.v1 import actions_pb2, cards_pb2, events_pb2, table_service_pb2
from cardtui_client.faces.arguments import is_check, takes_melds, verb_of, verb_of_action
from cardtui_client.faces.prices import price_text
from cardtui_client.faces.registry import label_of, presenter_of, unit_of
from cardtui_client.i18n import _, decimal, mark, n_
from cardtui_client.model.cards import card_words
from cardtui_client.model.sides import actor_of
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import part_of_action, sheet_word, word_in
from cardtui_client.text import safe_text

_WORD_CELLS: Final = 32

_LARGEST_NUMBER: Final = 1_000_000
"""No game is played for as much; who says so is not believed."""

_REASONS_WITHOUT_NUMBERS: Final = (
    table_service_pb2.ADVICE_REASON_ONLY,
    table_service_pb2.ADVICE_REASON_SURE,
)

_NUMBER_COUNT_OF_REASON: Final = {
    table_service_pb2.ADVICE_REASON_CHANCE: 2,
    table_service_pb2.ADVICE_REASON_VALUE: 2,
    table_service_pb2.ADVICE_REASON_BLUFF: 2,
    table_service_pb2.ADVICE_REASON_MIX: 1,
    table_service_pb2.ADVICE_REASON_OUTS: 2,
    table_service_pb2.ADVICE_REASON_MATCH: 2,
}


Words = Callable[[actions_pb2.Action, TableModel], str]
"""Says what would be done, in the words by which it is found: a typed word, or a key."""

_NEARLY_ALWAYS: Final = 95
"""Of 100 such hands: who does something more often than that does not mix."""


def hint_sentence(
    advice: table_service_pb2.AdviseResponse, model: TableModel, words: Words | None = None
) -> str:
    """Return a hint in a sentence or two.

    Args:
        model: the table in the position that it is about.
        words: says what would be done; ``None`` for `action_words`.
    """
    name = verb_of_action(advice.action)
    if not name:
        return _(
            "Hint: let the others go on. It is not your turn, and nothing that you could do now is"
            " worth it."
        )
    done = (words or action_words)(advice.action, model)
    choice = choice_among(name, model)
    if choice is not None and (price := price_text(choice, model)):
        called = done.endswith("”)")
        done = f"{done[:-1]}; {price})" if called else f"{done} ({price})"
    return _with(_("Hint: {action}.", action=done), _why(advice, model))


def _why(advice: table_service_pb2.AdviseResponse, model: TableModel) -> str:
    """Return why, in a sentence: what the game says of the verb, where nothing is weighed."""
    seat = -1 if model.seat is None else model.seat
    verb = verb_of_action(advice.action)
    own = presenter_of(model).verb_now(verb, seat, model.view, model).why
    if own and advice.reason in _REASONS_WITHOUT_NUMBERS:
        return _(own)
    if advice.reason == table_service_pb2.ADVICE_REASON_ONLY and len(model.choices()) == 1:
        return _("You can do nothing else.")
    unit = unit_of(model.table.game, chips=model.is_for_chips)
    return reason_words(advice.reason, advice.numbers, unit)


def choice_among(name: str, model: TableModel) -> actions_pb2.Choice | None:
    """Return the choice of a verb; ``None`` where it is not offered."""
    return next((each for each in model.choices() if verb_of(each) == name), None)


def action_words(action: actions_pb2.Action, model: TableModel) -> str:
    """Return what would be done, as you type it: a call is quoted beside, cards are named."""
    name = verb_of_action(action)
    face = presenter_of(model)
    choice = choice_among(name, model)
    if choice is not None and is_check(choice):
        return label_of(choice, model).lower()
    call = call_of(name, model)
    typed = face.verb(name).typed() or sheet_word(name).replace("_", " ")
    alike = _bare(call) == _bare(typed)
    named = f"“{call}”" if call and alike else f"{typed} (“{call}”)" if call else typed
    return with_arguments(named, action, model)


def _bare(words: str) -> str:
    return words.strip("¡!").casefold()


def call_of(name: str, model: TableModel) -> str:
    """Return what is called out with a verb as the table stands; ``""`` for nothing."""
    seat = -1 if model.seat is None else model.seat
    choice = choice_among(name, model)
    price = 0 if choice is None else choice.price
    return presenter_of(model).verb_now(name, seat, model.view, model).aloud(price)


def with_arguments(named: str, action: actions_pb2.Action, model: TableModel) -> str:
    """Return an act with all that it takes: cards, numbers, words."""
    name, part = verb_of_action(action), part_of_action(action)
    verb = presenter_of(model).verb(name)
    words = [named]
    for field, value in part.ListFields():
        if field.enum_type == cards_pb2.Card.DESCRIPTOR and takes_melds(name):
            words[-1] = _("{word}, discarding {card}", word=words[-1], card=card_words(value))
        elif field.enum_type == cards_pb2.Card.DESCRIPTOR:
            words += [card_words(each) for each in (value if field.is_repeated else (value,))]
        elif field.enum_type is not None and not field.is_repeated:
            word = word_in(field.enum_type, value)
            known = verb.values.get(word)
            if known is not None:
                words = [known.title().lower()]
            elif word:
                words.append(safe_text(word.replace("_", " "), _WORD_CELLS))
        elif field.type == field.TYPE_SINT32:
            words.append(", ".join(map(str, value if field.is_repeated else (value,))))
        elif field.type == field.TYPE_BOOL:
            words.append(_("face down"))
        elif field.name == "source":
            words.append(safe_text(value.replace("_", " "), _WORD_CELLS))
    return " ".join(words)


def reason_words(
    reason: table_service_pb2.AdviceReason.ValueType, numbers: Sequence[float], unit: str
) -> str:
    """Return in a sentence what decided; ``""`` for what this client does not understand.

    Args:
        reason: what decided.
        numbers: those that the reason names.
        unit: what is won, in words (`unit_of`).
    """
    if len(numbers) < _NUMBER_COUNT_OF_REASON.get(reason, 0):
        return ""
    if not all(isfinite(each) and abs(each) < _LARGEST_NUMBER for each in numbers):
        return ""
    match reason:
        case table_service_pb2.ADVICE_REASON_ONLY:
            return _("Nothing else makes sense here.")
        case table_service_pb2.ADVICE_REASON_SURE:
            return _("It cannot lose.")
        case table_service_pb2.ADVICE_REASON_CHANCE:
            return _chance(*map(_of_hundred, numbers[:2]))
        case table_service_pb2.ADVICE_REASON_MATCH:
            return _match(*(min(max(each, 0.0), 1.0) for each in numbers[:2]))
        case table_service_pb2.ADVICE_REASON_VALUE:
            return _value(numbers[0], numbers[1], unit)
        case table_service_pb2.ADVICE_REASON_BLUFF:
            times, enough = map(_of_hundred, numbers[:2])
            return _(
                "A bluff: the others give way in about {times} of 100; from {enough} on it pays.",
                times=times,
                enough=enough,
            )
        case table_service_pb2.ADVICE_REASON_MIX:
            return _mix(_of_hundred(numbers[0]))
        case table_service_pb2.ADVICE_REASON_OUTS:
            return _outs(*map(round, numbers[:2]))
        case _:
            return ""


def told(hinted: events_pb2.Hinted, model: TableModel) -> str:
    """Return that somebody has asked for a hint, as everybody at the table is told."""
    return actor_of(hinted.seat, model).did(
        mark("{name} asks for a hint."), mark("You ask for a hint; the others are told.")
    )


def _with(sentence: str, why: str) -> str:
    return f"{sentence} {why}" if why else sentence


def _of_hundred(part: float) -> int:
    return round(100 * min(max(part, 0.0), 1.0))


def _chance(wins: int, enough: int) -> str:
    if wins == enough:
        return _(
            "You win about {wins} of 100 such hands, about as many as you need: it is close.",
            wins=wins,
        )
    if wins < enough:
        return _(
            "You would win about {wins} of 100 such hands; you need {enough}.",
            wins=wins,
            enough=enough,
        )
    return _(
        "You win about {wins} of 100 such hands; {enough} are enough.", wins=wins, enough=enough
    )


def _mix(times: int) -> str:
    """Return how often a strong bot does it; ``""`` where it nearly always does: that is no mix."""
    if times > _NEARLY_ALWAYS:
        return ""
    return _(
        "A strong bot does so in about {times} of 100 such hands, so that nobody can read it.",
        times=times,
    )


def _match(chance: float, other: float) -> str:
    """Return how likely the match is won with an action, beside the next best choice."""
    wins, next_best = (decimal(100 * each, ".1f") for each in (chance, other))
    if wins == next_best:
        return _("The next best choice brings about as much: it is close.")
    if other > chance:
        return _("With it, your chance to win the match is {wins} %.", wins=wins)
    return _(
        "With it, your chance to win the match is {wins} %; with the next best choice, {other} %.",
        wins=wins,
        other=next_best,
    )


def _value(brings: float, other: float, unit: str) -> str:
    """Return what an action brings, beside the next best: where one mixes, that may bring more."""
    mean, next_best = (decimal(each, "+.1f") for each in (brings, other))
    if mean == next_best:
        return _("The next best choice brings about as much: it is close.")
    if other > brings:
        return _("It brings {mean} {unit} on average.", mean=mean, unit=unit)
    return _(
        "It brings {mean} {unit} on average; the next best choice {other}.",
        mean=mean,
        unit=unit,
        other=next_best,
    )


def _outs(missing: int, outs: int) -> str:
    return " ".join(
        (
            n_("{n} card to go.", "{n} cards to go.", missing),
            n_("{n} unseen card helps.", "{n} unseen cards help.", outs),
        )
    )
