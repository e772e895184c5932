"""What the action bar shows: what may be done, a question before it, or an amount to choose."""

from __future__ import annotations

from typing import NamedTuple

from cardtui_client.scene.buttons import Button
from cardtui_client.scene.commands import Command


class Amount(NamedTuple):
    """A number that is being chosen.

    Attributes:
        label: what it is for.
        low: the least.
        high: the greatest.
        value: the one chosen so far.
        typed: the digits typed so far, ``""`` for none; they may be out of range.
    """

    label: str
    low: int
    high: int
    value: int
    typed: str = ""

    @property
    def fits(self) -> bool:
        """Whether what was typed is a number that may be chosen."""
        return not self.typed or self.low <= int(self.typed) <= self.high

    @property
    def shown(self) -> str:
        """The number as it stands now."""
        return self.typed or str(self.value)


class Question(NamedTuple):
    """A question that waits for an answer.

    Attributes:
        sentence: the question.
        answers: the buttons that answer it; Enter is the first one's key.
        about: what was asked for; without its button the question is moot. ``None``: never.
    """

    sentence: str
    answers: tuple[Button, ...]
    about: Command | None = None


class ChosenAmount(NamedTuple):
    """An amount that is being chosen, for a verb or of the chips to bring.

    Attributes:
        button: the button that asked for it, without which there is nothing to choose.
        amount: the amount so far.
    """

    button: Button
    amount: Amount


class Offers(NamedTuple):
    """What may be done now.

    Attributes:
        buttons: a button for each thing.
        sent: whether one was pressed whose answer is awaited: they fade until it comes.
    """

    buttons: tuple[Button, ...] = ()
    sent: bool = False


Bar = Offers | Question | ChosenAmount
"""Whatever the action bar shows."""
