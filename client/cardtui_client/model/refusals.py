"""What a server refused, as a sentence in the reader's language with the clause behind it.
With a name where the engine says a seat: `_SENTENCES_WITH_NAMES`. Why a table stands still, and
what everybody is told, as of a restart: `stopped_text`, `notice_text`.
"""

from __future__ import annotations

import re
from typing import Final

from cardtui.v1 import errors_pb2
from cardtui_client.i18n import _, mark, mark_p, p_
from cardtui_client.limits import CLAUSE_CELLS, SENTENCE_CELLS
from cardtui_client.model.cards import card_of, corner, either_numbers, either_words, face
from cardtui_client.model.table import TableModel
from cardtui_client.text import safe_text

_CARD_FIELDS: Final = ("card", "cards", "hand")
_SEAT_FIELDS: Final = ("seat", "one", "other")
_CHOICE_FIELDS: Final = ("choices", "seats")
"""What stands there is to be chosen from: words or numbers, as servers list them in English."""
_SENTENCES_WITH_NAMES: Final = {
    "It is the turn of seat {seat}: wait.": mark("It is {seat}’s turn: wait."),
}
"""Sentences about a seat, as they are said where it is known who sits there."""
_SERVER_WORDS: Final = {
    "first": mark_p("in a refusal", "first"),
    "second": mark_p("in a refusal", "second"),
    "third": mark_p("in a refusal", "third"),
}
"""English words that servers put in the places of their sentences."""


def refusal_sentence(refusal: errors_pb2.Refusal, model: TableModel | None = None) -> str:
    """Return the sentence alone; with a model, seats in it are named and cards as they look.

    The template is looked up in the catalogue; one that is not there, from a newer server, stays
    English. All of it may come from a hostile server, so all of it is cleaned.
    """
    if refusal.template:
        named = _SENTENCES_WITH_NAMES.get(refusal.template)
        who = "" if model is None else _name(refusal.arguments.get("seat", ""), model)
        if named is not None and who:
            return safe_text(_(named, seat=who), SENTENCE_CELLS)
        arguments = {
            name: _seat(value, model)
            if name in _SEAT_FIELDS
            else _cards(value, model.deck)
            if name in _CARD_FIELDS and model is not None
            else _choices(value)
            if name in _CHOICE_FIELDS
            else _word(value)
            for name, value in refusal.arguments.items()
        }
        return safe_text(_(refusal.template, **arguments), SENTENCE_CELLS)
    if refusal.sentence:
        return safe_text(refusal.sentence, SENTENCE_CELLS)
    return _("The server refused, but did not say why.")


def stopped_text(model: TableModel) -> str:
    """Return why nothing can be done at the table for now; empty while something can."""
    presence = model.presence
    return refusal_sentence(presence.stopped) if presence.HasField("stopped") else ""


def notice_text(model: TableModel) -> str:
    """Return what everybody is told of the server, such as a restart; empty for nothing."""
    presence = model.presence
    return refusal_sentence(presence.notice) if presence.HasField("notice") else ""


def refusal_text(refusal: errors_pb2.Refusal, model: TableModel | None = None) -> str:
    """Return the sentence, with the clause in brackets if a rule forbids it."""
    clause = safe_text(refusal.clause, CLAUSE_CELLS)
    sentence = refusal_sentence(refusal, model)
    return f"{sentence} [{clause}]" if clause else sentence


def _seat(value: str, model: TableModel | None) -> str:
    """Return a seat as people count, with who sits there."""
    seat = _number(value)
    if seat is None:
        return _word(value)
    name = "" if model is None else _name(value, model)
    return f"{seat + 1} ({name})" if name else str(seat + 1)


def _name(value: str, model: TableModel) -> str:
    """Return who sits on a seat; ``""`` if the table has no such seat."""
    seat = _number(value)
    return "" if seat is None or seat >= len(model.table.seats) else model.name_of(seat)


def _number(value: str, digits: int = 2) -> int | None:
    known = value.isascii() and value.isdigit() and len(value) <= digits
    return int(value) if known else None


def _choices(value: str) -> str:
    words = re.split(", | or ", value)
    numbers = [number for each in words if (number := _number(each, 4)) is not None]
    return either_numbers(numbers) if len(numbers) == len(words) else either_words(words)


def _cards(value: str, deck: str) -> str:
    shown = [
        code if (card := card_of(code, deck)) is None else corner(face(card))
        for code in value.split()
    ]
    return safe_text(" ".join(shown), SENTENCE_CELLS)


def _word(value: str) -> str:
    if value in _SERVER_WORDS:
        return p_("in a refusal", _SERVER_WORDS[value])
    return safe_text(value, SENTENCE_CELLS)
