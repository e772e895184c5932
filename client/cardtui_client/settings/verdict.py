"""What came of verifying a record (`Verdict`), and what only a client can find wrong (`Broken`)."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final, NamedTuple

_UNBOUND: Final = "no_chain"
"""What is found in a record that proves nothing about the acts."""


class Broken(StrEnum):
    """How a server has broken its word in a match, which the record of it cannot tell.

    `cardtui_client.faces.verdict_words` says each.
    """

    PROMISE = "broken_promise"
    """A commitment, bits or a secret were exchanged, or do not fit each other."""

    LEFT_OUT = "own_left_out"
    """A match goes without the commitment that the server had taken from oneself."""

    SWALLOWED = "own_swallowed"
    """It goes without your bits, which you sent and the server did not confirm."""

    TAKEN_BACK = "own_taken_back"
    """It goes without your bits, although the server had confirmed them."""

    NOT_ASKED = "not_asked"
    """It began although nobody had been asked for the bits that they had committed to."""

    NO_SECRET = "no_secret"  # noqa: S105 - the name of a finding
    """It is over, and the server has not shown its secret."""

    OTHER_CHAIN = "other_chain"
    """The server's chain is not over what you were told."""

    OTHER_MATCH = "other_match"
    """The record is not of the match that was shown."""

    OTHER_TABLE = "other_table"
    """It says otherwise what was agreed, who sat where, what you held, or what the score was."""


class Verdict(NamedTuple):
    """What came of verifying a record.

    Attributes:
        holds: whether nothing is wrong.
        winners: the seats that won; empty if the match was not played to its end.
        findings: what was found, as ``cardtui verify --json`` tells it.
    """

    holds: bool
    winners: tuple[int, ...] = ()
    findings: tuple[dict[str, Any], ...] = ()

    @property
    def proves_all(self) -> bool:
        """Whether it is a full proof: nothing is wrong, and nothing is left open."""
        return self.holds and not self.findings

    @property
    def proves_acts(self) -> bool:
        """Whether it proves what people did."""
        return self.holds and all(each["kind"] != _UNBOUND for each in self.findings)

    def with_fault(self, kind: str) -> Verdict:
        """Return the verdict with something more that is wrong with the match as a whole."""
        return self._replace(holds=False, findings=({"kind": kind, "fault": True}, *self.findings))


def parsed_verdict(told: Any) -> Verdict:
    """Return a verdict that is given as JSON has it.

    Raises:
        ValueError: it has another form.
    """
    match told:
        case {"holds": bool(holds), "winners": list(winners), "findings": list(findings)}:
            if all(type(each) is int for each in winners) and all(map(_is_finding, findings)):
                return Verdict(holds, tuple(winners), tuple(findings))
        case _:
            pass
    raise ValueError("it has another form")


def _is_finding(row: Any) -> bool:
    kinds = {"kind": str, "fault": bool, "entry": int, "line": int, "seat": int, "said": str}
    return (
        isinstance(row, dict)
        and {"kind", "fault"} <= set(row)
        and all(type(value) is kinds.get(name) for name, value in row.items())
    )
