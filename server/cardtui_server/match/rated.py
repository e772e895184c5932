"""Which matches are rated (`is_rated`: people on two sides, no guests), and which tables may be
(`check_rated`: rules of a preset, no chips of your own, no bot accounts).

At a rated table a match is rated if people play against each other in it: bots may play, too, but
nobody is rated for beating bots alone. A guest, whose identity ends with the program, is not rated,
nor is anybody who plays with one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtui_engine.rules import AnyRules
from cardtui_server.match.bot_accounts import is_bot_account
from cardtui_server.match.entries import Created
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.state import Sitter

_GUEST_PREFIX: Final = "guest-"
"""What the ids of guests begin with."""

_OWN_RULES: Final = (
    "Only matches by the rules of a preset are rated: choose one, or make the table casual."
)
_OWN_CHIPS: Final = (
    "Where players buy their own chips, matches are not rated: make the table casual."
)


_BOT_ACCOUNTS_ARE_CASUAL: Final = (
    "Bot accounts play at casual tables alone: make the table casual, or take the program away."
)


def guest_id(id_: str) -> str:
    """Return the id of a new player who is a guest."""
    return _GUEST_PREFIX + id_


def is_guest(player: str) -> bool:
    """Return whether an id is a guest's."""
    return player.startswith(_GUEST_PREFIX)


def check_rated(made: Created) -> None:
    """Refuse a rated table whose matches say nothing that could be compared.

    Raises:
        Refused: its rules are no preset's, or its players bring different chips.
    """
    if made.rated and not made.preset:
        raise Refused(Reason.BAD_OPTION, _OWN_RULES)
    if made.rated and made.most_buy_in:
        raise Refused(Reason.BAD_OPTION, _OWN_CHIPS)


def check_programs(made: Created, sitters: Sequence[Sitter | None]) -> None:
    """Refuse bot accounts at a rated table.

    Raises:
        Refused: one of them sits at a table that is rated.
    """
    if made.rated and any(each is not None and is_bot_account(each.player) for each in sitters):
        raise Refused(Reason.TABLE_STATE, _BOT_ACCOUNTS_ARE_CASUAL)


def is_rated(made: Created, rules: AnyRules, sitters: Sequence[Sitter | None]) -> bool:
    """Return whether a match that begins with those at the table is rated."""
    if not made.rated:
        return False
    players = {seat: each.player for seat, each in enumerate(sitters) if each and each.player}
    if any(is_guest(player) for player in players.values()):
        return False
    teams = {seat: rules.team_of(seat) for seat in players}
    return len({seat if team is None else team for seat, team in teams.items()}) > 1
