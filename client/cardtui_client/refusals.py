"""What a server refused, as a sentence in the reader's language with the clause behind it."""

from __future__ import annotations

from typing import Final

from cardtui.v1 import errors_pb2
from cardtui_client.i18n import _
from cardtui_client.text import safe_text

_MOST_CELLS: Final = 400


def refusal_sentence(refusal: errors_pb2.Refusal) -> str:
    """Return the sentence alone.

    The template is looked up in the catalogue; one that is not there, from a newer server,
    stays English. All of it may come from a hostile server, so all of it is cleaned.
    """
    if refusal.template:
        arguments = {
            name: safe_text(value, _MOST_CELLS) for name, value in refusal.arguments.items()
        }
        return safe_text(_(refusal.template, **arguments), _MOST_CELLS)
    if refusal.sentence:
        return safe_text(refusal.sentence, _MOST_CELLS)
    return _("The server refused, without saying why.")


def refusal_text(refusal: errors_pb2.Refusal) -> str:
    """Return the sentence, with the clause in brackets if a rule forbids it."""
    clause = safe_text(refusal.clause, 16)
    sentence = refusal_sentence(refusal)
    return f"{sentence} [{clause}]" if clause else sentence
