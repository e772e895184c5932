"""Bot accounts: programs that come as players do; what they may do at a table
(`_ALLOWED_REQUESTS`), how their names begin (`NAME_PREFIX`), and as which level they count
(`COUNTED_LEVEL`). The client's command is `client/cardtui_studio/bot.py`; that they do not play
rated is decided in `rated.py`.

They are told by their ids, so that whatever is kept of a player says it, and by the beginning of
their names, so that everybody sees it, with any client. Where a host has invited them they play as
people do, by the same clocks; they count as bots, and do nothing else.
"""

from __future__ import annotations

from typing import Final

from cardtui_engine.bots import Level
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.requests import (
    Act,
    BuyIn,
    Leave,
    Request,
    Return,
    Reveal,
    SetReady,
)
from cardtui_server.safe_text import NAME_CELLS, safe_text

ID_PREFIX: Final = "bot-"
"""How the ids of bot accounts begin: those of people have no hyphen."""

NAME_PREFIX: Final = "bot-"
"""How their names begin."""

COUNTED_LEVEL: Final = Level.NORMAL
"""The level as which they count where results are kept."""

INVITED_ONLY: Final = "A bot account sits down only where it is invited, and does nothing but play."

_ALLOWED_REQUESTS: Final = (Act, BuyIn, Leave, Return, Reveal, SetReady)


def is_bot_account(player: str) -> bool:
    """Tell whether a player is a bot account, by the player's id."""
    return player.startswith(ID_PREFIX)


def account_name(name: str) -> str:
    """Return the name of a bot account, which begins so that everybody knows.

    >>> account_name("Robo"), account_name("bot-Robo"), account_name("a name with many letters")
    ('bot-Robo', 'bot-Robo', 'bot-a name with')
    """
    own = safe_text(name, NAME_CELLS).removeprefix(NAME_PREFIX)
    return safe_text(f"{NAME_PREFIX}{own}", NAME_CELLS) if own else ""


def check_player(request: Request) -> None:
    """Refuse what bot accounts may not do at a table.

    Raises:
        Refused: one of them asks for it.
    """
    player = getattr(request, "player", "")
    if is_bot_account(player) and not isinstance(request, _ALLOWED_REQUESTS):
        raise Refused(Reason.NOT_ALLOWED, INVITED_ONLY)
