"""The drill of the signals of Truco argentino (`Drill`): its questions, its answers and their
words. After how many others a question that you missed comes again: `_REPEAT_AFTER`.

Then it asks the other way, by which gesture you show it. What you did not know comes again, until
you know it all. `drill_in_lines` asks in lines of text.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Final, NamedTuple, TextIO

from cardtui.v1.signals_pb2 import Gesture
from cardtui_client.faces.truco_argentino.verbs import SIGNALS
from cardtui_client.i18n import _
from cardtui_client.lines.typed_lines import write_lines
from cardtui_client.lines.typed_words import Command, command_of
from cardtui_client.lines.typed_words import typed as typed_for
from cardtui_client.model.quick_talk import GESTURES, gesture_name, gesture_named

GAME: Final = "truco-argentino"
"""The game whose signals tradition gives a meaning."""

ANSWERS_PER_QUESTION: Final = len(SIGNALS)


class Asked(NamedTuple):
    """A question.

    Attributes:
        gesture: the gesture that it is about.
        reads: whether you see the gesture and say what it means; else you say the gesture.
        answers: what there is to choose from, in order: all gestures, or what all of them mean.
    """

    gesture: Gesture.ValueType
    reads: bool
    answers: tuple[Gesture.ValueType, ...]


class Drill:
    """The questions that are left, and what came of those before.

    Attributes:
        total: how many questions there were to begin with.
        missed: how often the answer was wrong.
    """

    def __init__(self, luck: Random) -> None:
        """Shuffle the questions."""
        both = [[*SIGNALS], [*SIGNALS]]
        for gestures in both:
            luck.shuffle(gestures)
        meanings, gestures = both
        self._luck = luck
        self._left = [self._ask(each, reads=True) for each in meanings]
        self._left += [self._ask(each, reads=False) for each in gestures]
        self.total = len(self._left)
        self.missed = 0

    def _ask(self, gesture: Gesture.ValueType, *, reads: bool) -> Asked:
        """Return a question; gestures are offered by their keys, meanings in no order."""
        answers = [*SIGNALS]
        if reads:
            self._luck.shuffle(answers)
        return Asked(gesture, reads, tuple(answers))

    @property
    def asked(self) -> Asked | None:
        """What is asked now; ``None`` once you know it all."""
        return self._left[0] if self._left else None

    @property
    def known(self) -> int:
        """How many questions you have answered."""
        return self.total - len(self._left)

    def answer(self, answer: Gesture.ValueType) -> bool:
        """Go on to the next question; return whether that was right."""
        asked = self._left.pop(0)
        if answer == asked.gesture:
            return True
        self.missed += 1
        # It comes again soon, and after the last one of its way at the latest.
        same = sum(each.reads == asked.reads for each in self._left)
        again = self._ask(asked.gesture, reads=asked.reads)
        self._left.insert(min(same, _REPEAT_AFTER), again)
        return False


_REPEAT_AFTER: Final = 3
"""After how many others a question that you could not answer comes again."""


def shown(gesture: Gesture.ValueType, *, letters: bool) -> str:
    """Return a gesture with its name, drawn or in letters that every terminal has."""
    mimicry = GESTURES[gesture]
    return f"{mimicry.form if letters else mimicry.face} {gesture_name(gesture)}"


def question_words(asked: Asked, *, letters: bool) -> str:
    """Return what is asked."""
    if asked.reads:
        return _("{gesture}: what does it mean?", gesture=shown(asked.gesture, letters=letters))
    return _("{meaning}: how do you show it?", meaning=_(SIGNALS[asked.gesture]))


def answer_words(asked: Asked, *, letters: bool) -> list[str]:
    """Return what there is to choose from."""
    if asked.reads:
        return [_(SIGNALS[each]) for each in asked.answers]
    return [shown(each, letters=letters) for each in asked.answers]


def verdict_words(asked: Asked, *, right: bool, letters: bool) -> str:
    """Return what came of an answer."""
    if right:
        return _("Right.")
    gesture, meaning = shown(asked.gesture, letters=letters), _(SIGNALS[asked.gesture])
    return _("No. {gesture}: {meaning}. It comes again.", gesture=gesture, meaning=meaning)


def end_words() -> str:
    """Return what there is to say once you know it all."""
    return _("You know all signals. Bots that are your partners give them and heed yours.")


def drill_in_lines(lines: Iterable[str], output: TextIO, luck: Random) -> bool:
    """Ask until everything is known, or the learner leaves; return whether it is."""
    drill = Drill(luck)
    quits = typed_for(Command.QUIT)
    write_lines(output, [_("Type the number of your answer, or {quit} to leave.", quit=quits)])
    _put(output, drill)
    for line in lines:
        if command_of(line.strip(), (Command.LEAVE, Command.QUIT)) is not None:
            return False
        asked = drill.asked
        assert asked is not None
        answer = _meant(line.strip(), asked)
        if answer is None:
            most = len(asked.answers)
            wrong = _("That is not one of the answers: type a number from 1 to {most}.", most=most)
            write_lines(output, [wrong])
            continue
        right = drill.answer(answer)
        write_lines(output, [verdict_words(asked, right=right, letters=True)])
        if drill.asked is None:
            write_lines(output, [end_words()])
            return True
        _put(output, drill)
    return False


def _put(output: TextIO, drill: Drill) -> None:
    asked = drill.asked
    assert asked is not None
    words = enumerate(answer_words(asked, letters=True), 1)
    write_lines(
        output,
        [
            "",
            f"{drill.known + 1}/{drill.total} {question_words(asked, letters=True)}",
            *(f"  {number} {each}" for number, each in words),
        ],
    )


def _meant(typed: str, asked: Asked) -> Gesture.ValueType | None:
    """Return the answer of that number, or the one that was typed as a word."""
    if typed.isdecimal():
        number = int(typed) if len(typed) < 3 else 0
        return asked.answers[number - 1] if 0 < number <= len(asked.answers) else None
    if not asked.reads:
        return gesture_named(typed)
    meanings = {_(SIGNALS[each]).casefold(): each for each in asked.answers}
    return meanings.get(typed.casefold())
