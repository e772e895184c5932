"""Clauses of rule sheets: which one says most about a verb, and what it says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cardtui.v1.hands_pb2 import Phase
from cardtui.v1.lobby_service_pb2 import VerbClause
from cardtui_client.games.offers import HIDE
from cardtui_client.model.verbs import sheet_word
from cardtui_client.text import safe_text

_RULE_CELLS: Final = 2000
_HIDDEN: Final = "face_down"


def clause_of(
    word: str,
    clauses: Iterable[VerbClause],
    phase: Phase.ValueType = Phase.PHASE_UNSPECIFIED,
) -> str:
    """Return the clause that says most about a word of the sheet in that phase, ``""`` for none."""
    found = {each.phase: each.clause for each in clauses if _is_about(each, word)}
    return found.get(phase) or found.get(Phase.PHASE_UNSPECIFIED, "")


def _is_about(clause: VerbClause, word: str) -> bool:
    if word == HIDE:
        return clause.argument == _HIDDEN
    return sheet_word(clause.verb) == word and not clause.argument


def clause_texts(sheet: str, clause: str) -> list[str]:
    """Return the clause as a rule sheet has it, without its marks; nothing for no such clause."""
    found = [line for line in sheet.splitlines() if line.startswith(f"- **{clause}**")]
    return [safe_text(line.replace("*", "").removeprefix("- "), _RULE_CELLS) for line in found]
