"""The face of a game that only a newer server has: names and cards, as the wire tells them."""

from __future__ import annotations

from typing import Final

from cardtui_client.games.presenter import Presenter

GENERIC: Final = Presenter()
"""All of it is said the general way."""
