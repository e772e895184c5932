"""What the seat whose turn it is may do at Cacho, in each betting round; the least bet and raise
(`_third_round_choices`); and which clause each action leads to (`CLAUSES`; CC-10 to CC-17).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from cardtui_engine.actions import malformed
from cardtui_engine.choices import Choice, ChoiceKind
from cardtui_engine.domains import Range
from cardtui_engine.games.cacho.state import DEAL, FIRST, OVER, SECOND, STAKES, THIRD, Phase, State
from cardtui_engine.rules import VerbClause, verb_clauses
from cardtui_engine.shared_refusals import NOT_DEALT, Note

_PASS: Final = Choice("pass", kind=ChoiceKind.GIVES_UP)
_CHECK: Final = Choice("pass", kind=ChoiceKind.CHECK)
_FIXED_CHOICES: Final = {
    phase: (_PASS, Choice("bet", price=cost, kind=ChoiceKind.STAYS))
    for phase, cost in STAKES.items()
}
VERBS_BY_PHASE: Final[dict[str, tuple[str, ...]]] = {
    DEAL: (),
    FIRST: ("pass", "bet"),
    SECOND: ("pass", "bet"),
    THIRD: ("pass", "bet", "call", "raise"),
    OVER: (),
}

CLAUSES: Final = (
    *verb_clauses({"pass": "CC-14", "bet": "CC-14", "call": "CC-14", "raise": "CC-15"}),
    *[VerbClause(verb, "CC-10", phase=FIRST) for verb in VERBS_BY_PHASE[FIRST]],
    *[VerbClause(verb, "CC-12", phase=SECOND) for verb in VERBS_BY_PHASE[SECOND]],
)
"""The clause that says most about each verb."""

_FIXED_BET_SENTENCE: Final = "In this round nobody calls or raises: bet or pass."
NOTES: Final[dict[str, Note]] = {
    DEAL: Note("CC-02", NOT_DEALT),
    FIRST: Note("CC-10", _FIXED_BET_SENTENCE, turn_clause="CC-02"),
    SECOND: Note("CC-12", _FIXED_BET_SENTENCE, turn_clause="CC-02"),
    THIRD: Note("CC-14", turn_clause="CC-02"),
}


def legal(state: State, seat: int) -> tuple[Choice, ...]:
    """Return what the seat may do now."""
    betting = state.betting
    if seat != betting.to_act:
        return ()
    fixed = _FIXED_CHOICES.get(state.phase)
    if fixed is not None:
        return fixed
    top = betting.top
    free = state.terms.check and not top
    return _third_round_choices(top, betting.bets[seat], betting.covered, free)


@lru_cache(maxsize=4096)
def _third_round_choices(top: int, own: int, cap: int, free: bool) -> tuple[Choice, ...]:
    """Return what a seat may do in the third round; if ``free``, a pass is a check (CC-17)."""
    if not top:
        return (_CHECK if free else _PASS, Choice("bet", (Range("to", 1, cap),)))
    call = Choice("call", price=top - own, kind=ChoiceKind.STAYS)
    if top == cap:  # CC-20
        return (_PASS, call)
    return (_PASS, call, Choice("raise", (Range("to", top + 1, cap),)))


def check_bet_form(phase: Phase, to: int | None) -> None:
    """Refuse a bet that names a size where it is fixed, or names none where it is free."""
    if phase is THIRD:
        if to is None:
            raise malformed("In the third round “bet” needs “to”: the chips to put in.")
    elif to is not None and phase in STAKES:
        raise malformed(
            "In the {phase} round “bet” takes no “to”: it is {cost} always.",
            phase=phase,
            cost=STAKES[phase],
        )
