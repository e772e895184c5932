"""What a line typed at a table means now: an act, a question back, or why it is neither."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from cardtui.v1 import actions_pb2
from cardtui_client.games.offers import Offer, offers
from cardtui_client.games.typed import NO, YES
from cardtui_client.i18n import _
from cardtui_client.lines.narrator import Narrator
from cardtui_client.lines.parser import NeedsNumber, Understood, raw_action, understand, with_number
from cardtui_client.lines.problems import Problem, number_sentence, problem_sentence
from cardtui_client.text import safe_text

_LINE_CELLS: Final = 60


class Meant(NamedTuple):
    """What comes of a line.

    Attributes:
        lines: what to print.
        action: what to do, if anything.
        done: whether the line is used up.
    """

    lines: Sequence[str] = ()
    action: actions_pb2.Action | None = None
    done: bool = True


class Dialogue:
    """Understands lines, and remembers its questions until they are answered."""

    def __init__(self, narrator: Narrator, *, careful: bool) -> None:
        self._narrator = narrator
        self._careful = careful
        self._asked_number: actions_pb2.Choice | None = None
        self._asked_sure: actions_pb2.Action | None = None
        self._asked_at = 0

    def answered(self, line: str) -> Meant:
        """Take the line as the answer to what was asked last, if anything was."""
        sure, self._asked_sure = self._asked_sure, None
        if sure is not None:
            if line.casefold() in YES:
                if sure.HasField("say") and self._asked_at != self._narrator.model.position:
                    return Meant([_("The table has changed.")])
                return Meant(action=sure)
            return Meant([_("Cancelled.")], done=not line or line.casefold() in NO)
        choice, self._asked_number = self._asked_number, None
        if choice is not None and line.isdecimal():
            return self._take(with_number(choice, line, self._narrator.model), line)
        return Meant(done=False)

    def ask_words(self, action: actions_pb2.Action, call: str) -> list[str]:
        """Ask whether a line is to be said that calls something; return the question."""
        self._asked_sure = action
        self._asked_at = self._narrator.model.position
        return [
            _(
                "Words commit here: this calls “{call}”. Type yes to say it, or anything else"
                " to cancel.",
                call=call,
            )
        ]

    def is_offered(self, line: str) -> bool:
        """Tell whether the line is the word of something that may be done now."""
        model = self._narrator.model
        return isinstance(understand(line, offers(model), model), Understood | NeedsNumber)

    def meant(self, line: str, listed: Sequence[Offer]) -> Meant:
        """Take the line as something that one wants to do.

        Args:
            line: what was typed.
            listed: what the last list offered that the person has seen: numbers mean its lines.
        """
        narrator = self._narrator
        now = offers(narrator.model)
        meant = understand(line, listed if line.isdecimal() else now, narrator.model)
        if meant is Problem.NOT_OFFERED and (action := raw_action(line, narrator.model)):
            return Meant(action=action)  # the server knows best why not
        if isinstance(meant, NeedsNumber | Understood) and line.isdecimal():
            offer = listed[int(line) - 1]
            if not any(offer.is_like(each) for each in now):
                return Meant([_("The table has changed."), *narrator.offer_lines()])
        return self._take(meant, line)

    def _take(self, meant: Understood | NeedsNumber | Problem, line: str) -> Meant:
        match meant:
            case Problem():
                said = safe_text(line, _LINE_CELLS)
                return Meant([problem_sentence(meant, said, self._narrator.model)])
            case NeedsNumber(choice):
                self._asked_number = choice
                return Meant([number_sentence(choice)])
            case Understood(action, asks):
                if asks and self._careful and len(line) < 3:
                    self._asked_sure = action
                    return Meant([_("{asks} Type yes, or anything else to cancel.", asks=asks)])
                return Meant(action=action)
