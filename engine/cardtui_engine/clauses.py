"""Clauses: which clause of a game's sheet says most about a verb, for who asks what it means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class VerbClause(NamedTuple):
    """The clause that says most about a verb.

    Attributes:
        verb: the verb.
        clause: the clause.
        phase: the phase in which this is the clause; empty for the phases that no other names.
        argument: the argument that the clause is about; empty for the verb itself.
    """

    verb: str
    clause: str
    phase: str = ""
    argument: str = ""


def verb_clauses(clauses: Mapping[str, str]) -> tuple[VerbClause, ...]:
    """Return the clauses of verbs that have the same one in every phase."""
    return tuple([VerbClause(verb, clause) for verb, clause in clauses.items()])
