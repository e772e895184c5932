"""The codes of illegal actions (`Code`), in whose order the first reason that applies is told, and
the exceptions for actions, options and positions. The sentences are in `shared_refusals` and each
game.

A refusal has a code to branch on, a sentence to act on and, where a rule forbids the action, the
clause. The sentence is a template with named arguments. The template is also the message id, under
which a client finds the wording in its own language.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum


class Code(StrEnum):
    """Why an action is refused; of several reasons, the first in this order is given.

    `Rules.apply` looks for the first five, the game for the others.
    """

    MALFORMED = "malformed"
    NOT_SEATED = "not_seated"
    MATCH_OVER = "match_over"
    WRONG_PHASE = "wrong_phase"
    NOT_YOUR_TURN = "not_your_turn"
    NO_SUCH_CARD = "no_such_card"
    NOT_ALLOWED = "not_allowed"
    BAD_MELD = "bad_meld"
    BAD_AMOUNT = "bad_amount"


class IllegalAction(Exception):
    """An action that the rules refuse; nothing has changed.

    Attributes:
        code: the reason, for programs to branch on.
        template: the English sentence with ``{named}`` places; a message id for translation.
        args_: the values for those places, as text; a card is its code.
        clause: the clause of the rule sheet that forbids it, or ``None``.
    """

    def __init__(
        self, code: Code, template: str, /, clause: str | None = None, **args: object
    ) -> None:
        self.code = code
        self.template = template
        self.args_: dict[str, str] = {key: str(value) for key, value in args.items()}
        self.clause = clause
        super().__init__(self.sentence)

    @property
    def sentence(self) -> str:
        """The English sentence with its places filled in."""
        return self.template.format_map(self.args_)


class BadOption(ValueError):
    """An option of a game that does not exist, or does not take that value.

    Attributes:
        template: the English sentence with ``{named}`` places; a message id for translation.
        args_: the values for those places, as text.
    """

    def __init__(self, template: str, /, **args: object) -> None:
        self.template = template
        self.args_: dict[str, str] = {key: str(value) for key, value in args.items()}
        super().__init__(template.format_map(self.args_))


def either(numbers: Iterable[int]) -> str:
    """Return numbers of which one is to be chosen, as a sentence has them.

    >>> either([2, 3, 4]), either([2, 4]), either([4])
    ('2, 3 or 4', '2 or 4', '4')
    """
    *some, last = map(str, numbers)
    return f"{', '.join(some)} or {last}" if some else last


class BadSetup(ValueError):
    """A position or a pack that cannot be built; the sentence says what is wrong with it."""
