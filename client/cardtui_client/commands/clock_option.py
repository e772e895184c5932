"""The clock of a program, as one types it: seconds for each decision, and in reserve."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cardtui_client.commands.errors import Failed
from cardtui_client.exit_codes import USAGE
from cardtui_client.i18n import _

if TYPE_CHECKING:
    from cardtui_engine.library.bot_lines import Clock


def clock_of(text: str) -> Clock:
    """Return the clock that is meant.

    Raises:
        Failed: it is none.
    """
    from cardtui_engine.library.bot_lines import Clock

    found = re.fullmatch(r"(\d{1,4}(?:\.\d{1,3})?)(?:\+(\d{1,5}(?:\.\d{1,3})?))?", text)
    act, reserve = (round(float(each or 0) * 1000) for each in found.groups()) if found else (0, 0)
    if not act:
        raise Failed(
            _("--clock takes seconds such as 2+10 or 0.1, not “{text}”.", text=text), USAGE
        )
    return Clock(act, reserve)
