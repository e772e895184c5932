"""What the owner of a record did in the match (`deeds_in`): score, envidos, and bluffs."""

from __future__ import annotations

from cardtui_client.settings.kept_records import NO_DEEDS, Deeds
from cardtui_engine.events import EnvidoSettled
from cardtui_engine.library.records import Record, ReplayError, replay
from cardtui_engine.library.registry import get_rules
from cardtui_engine.rules import AnyRules
from cardtui_studio.evening import Kind, called_bluffs, hands_of


def deeds_in(record: Record) -> Deeds:
    """Return what its owner did; nothing, if it has no owner or cannot be replayed."""
    own = None if record.origin is None else record.origin.own
    if own is None:
        return NO_DEEDS
    try:
        steps = list(replay(record))
    except ReplayError:
        return NO_DEEDS
    rules = get_rules(record.game)
    envidos = [each for step in steps for each in step.events if isinstance(each, EnvidoSettled)]
    side = rules.team_of(own)
    won = [each for each in envidos if each.team == (own if side is None else side)]
    numbers = [each.number for each in won if each.seat == own and each.number is not None]
    return Deeds(
        _score(rules, steps[-1].state, own),
        len(won),
        max(numbers, default=0),
        sum(each.kind is Kind.BLUFF and each.seat == own for each in hands_of(rules, steps)),
        sum(seat == own for seat in called_bluffs(rules, steps)),
    )


def _score(rules: AnyRules, state: object, own: int) -> str:
    """Return points or chips, those of the owner's side first."""
    common = rules.view(state, None).common
    team = rules.team_of(own)
    numbers = [*(common.chips or common.scores)]
    at = own if common.chips or team is None else team
    return "–".join(map(str, [numbers.pop(at), *numbers])) if at < len(numbers) else ""
