"""The phases of the Brazilian trucos, and the verbs that have a place in them."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from cardtui_engine.actions import Kind, Param, Verb, simple_verbs


class Phase(StrEnum):
    """What the game waits for; only some games let the mão choose its cards."""

    DEAL = "deal"
    CUT = "cut"
    MAO = "mao"
    ELEVEN = "eleven"
    PLAY = "play"
    ANSWER = "answer"
    IRON = "iron"
    OVER = "over"


# Looking these up is three times as fast as looking up the members of the class.
DEAL: Final = Phase.DEAL
CUT: Final = Phase.CUT
MAO: Final = Phase.MAO
ELEVEN: Final = Phase.ELEVEN
PLAY: Final = Phase.PLAY
ANSWER: Final = Phase.ANSWER
IRON: Final = Phase.IRON
OVER: Final = Phase.OVER

VERBS: Final = (
    Verb("play", (Param("card", Kind.CARD), Param("face_down", Kind.FLAG, required=False))),
    *simple_verbs(("truco", "accept", "run", "raise", "play_on", "turn_up")),
)
"""The verbs that every game has."""

VERBS_BY_PHASE: Final[dict[str, tuple[str, ...]]] = {
    DEAL: (),
    ELEVEN: ("run", "play_on"),
    PLAY: ("play", "truco", "raise"),
    ANSWER: ("accept", "run", "raise"),
    IRON: ("turn_up",),
    OVER: (),
}
"""By phase, those of them that have a place in it."""
