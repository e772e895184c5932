"""The mood of a sentence: plain, a call to act, or a refusal."""

from enum import Enum


class Mood(Enum):
    """What kind of sentence the status line says."""

    PLAIN = "plain"
    TURN = "turn"
    """It is one's own turn."""
    REFUSED = "refused"
