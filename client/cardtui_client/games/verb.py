"""All that the program says of a verb: its button, its key, its word, what is called out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cardtui_client.games.deed_words import DeedWords
from cardtui_client.i18n import _, p_
from cardtui_client.scene.buttons import Tone


@dataclass(frozen=True, slots=True)
class Verb:
    """What is said of a verb of a game.

    Attributes:
        label: what its button says: a message of the catalogues. Without one, its call.
        call: what is called out at the table, in the game's own language; ``""`` for what is
            done without a word.
        calls: the same where it depends on the stake that is proposed.
        word: what one types for it: a message of the catalogues. Without one, the rule sheet's
            word.
        word_context: the context of that message; another one where a verb with the same English
            word has another one elsewhere.
        deed: what is said of who has done it; what is called out is quoted instead.
        key: its usual key; ``""`` for none. Enter does what is next, whatever that is.
        tone: the tone of its button.
        silent: whether nothing is said as it is done, nor pointed out as if it were.
        into_trick: whether it puts a card into the trick.
        aside: whether it may be done out of turn.
        cuts: whether its numbers point at places in the pack; one begins in the middle.
        bare: whether it can be tried without its arguments.
        values: what is said of it with each value of its argument, where each has a button.
        weight: how much its call risks: 1 to 3; 0 for what is said in passing.
        weights: the same where it depends on the stake that is proposed.
    """

    label: str = ""
    call: str = ""
    calls: Mapping[int, str] = field(default_factory=dict)
    word: str = ""
    word_context: str = "verb to type"
    deed: DeedWords | None = None
    key: str = ""
    tone: Tone = Tone.PLAIN
    silent: bool = False
    into_trick: bool = False
    aside: bool = False
    cuts: bool = False
    bare: bool = False
    values: Mapping[str, Verb] = field(default_factory=dict)
    weight: int = 0
    weights: Mapping[int, int] = field(default_factory=dict)

    def title(self, stake: int = 0) -> str:
        """Return what it is called on a button, in the reader's language or the game's."""
        return self.calls.get(stake) or _(self.label) or self.call

    def aloud(self, stake: int = 0) -> str:
        """Return what is called out, ``""`` for what is done without a word."""
        return self.calls.get(stake, self.call)

    def weighs(self, stake: int = 0) -> int:
        """Return how much its call risks: 1 to 3; 0 for what is said in passing."""
        return self.weights.get(stake, self.weight)

    def typed(self) -> str:
        """Return what one types for it, ``""`` for the rule sheet's word."""
        return p_(self.word_context, self.word) if self.word else ""
