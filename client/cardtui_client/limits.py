"""How long names and talk may be, and which clocks, delays and buy-ins the client believes.
How many may visit by a page or ssh: `MOST_VISITORS`, and from one address:
`MOST_VISITORS_PER_ADDRESS`; how large their windows may be: `VISITORS_WIDTHS`. Other times are in
`faces/terms.py`; the server's own are in `server/cardtui_server/safe_text.py` and
`server/cardtui_server/rpc/terms.py`.
"""

from __future__ import annotations

from typing import Final

NAME_CELLS: Final = 16
"""A person's name."""

TABLE_NAME_CELLS: Final = 32
"""A table's name, or its id where it has none."""

SERVER_NAME_CELLS: Final = 40
"""What a server calls itself."""

TALK_CELLS: Final = 200
"""A line that somebody says."""

SENTENCE_CELLS: Final = 400
"""A sentence that a server makes, such as the reason of a refusal."""

CLAUSE_CELLS: Final = 16
"""The number of a clause, such as TA-20."""

HELP_CELLS: Final = 300
"""What an option means, as a server says it."""

LONGEST_ID: Final = 64
"""The id of a player, a table or a game; longer ones are not believed."""

MOST_SEATS: Final = 12
"""More seats than this at one table are a hostile server's."""

MOST_OPTIONS: Final = 60
"""More options than this of one game are a hostile server's."""

MOST_PRESETS: Final = 40
"""More sets of rules than this of one game are not offered."""

SHORTEST_CLOCK_SECONDS: Final = 5
LONGEST_CLOCK_SECONDS: Final = 600
"""The shortest and the longest time to act."""

LONGEST_RESERVE_SECONDS: Final = 3600

MOST_BUY_IN: Final = 1_000_000
"""The most chips that a table may let a player bring."""

LONGEST_DELAY_HANDS: Final = 20
LONGEST_DELAY_SECONDS: Final = 600
"""How much later spectators may see a match at most."""

MOST_VISITORS: Final = 50
"""How many may visit at a time by a page, and by ssh."""

MOST_VISITORS_PER_ADDRESS: Final = 8
"""How many of them from one address; from this machine itself, all of them."""

VISITORS_WIDTHS: Final = (20, 400)
VISITORS_HEIGHTS: Final = (8, 200)
"""The least and the most columns and lines of their terminals."""
