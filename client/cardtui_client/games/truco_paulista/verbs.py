"""The verbs of Truco Paulista: the family's, and an ordinary cut before them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_client.games.truco.brazilian.verbs import VERBS as BRAZILIAN
from cardtui_client.games.truco.verbs import CUT, TAP
from cardtui_client.games.verb import Verb

VERBS: Final[Mapping[str, Verb]] = {**BRAZILIAN, "cut": CUT, "tap": TAP}
