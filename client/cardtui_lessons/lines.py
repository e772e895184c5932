"""A lesson as lines of text (`Coach`): when it explains what you may do; what you type to go on:
`SKIP`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum, auto
from typing import Final, TextIO

from cardtui.v1 import actions_pb2
from cardtui_client.faces.game_words import clause_texts
from cardtui_client.faces.offers import word_of
from cardtui_client.faces.registry import presenter_of
from cardtui_client.i18n import _, language, mark_p, p_
from cardtui_client.lines.acting import Dialogue
from cardtui_client.lines.narrator import Narrator
from cardtui_client.lines.typed_lines import write_lines
from cardtui_client.lines.typed_words import Command, command_of
from cardtui_client.lines.typed_words import typed as typed_for
from cardtui_client.model.table import TableModel
from cardtui_engine.refusals import IllegalAction
from cardtui_lessons.hand import NOT_HERE, Counsel, PreparedTable, action_of, clause_of_verb
from cardtui_lessons.lesson import LEARNER, Hand, Lesson, cast_with
from cardtui_server.lobby.games import sheet
from cardtui_server.match.refusals import Refused
from cardtui_server.wire.action_codec import verb_field

SKIP: Final = mark_p("command to type", "skip")
"""What you type to go on without having reached the goal."""


class Way(Enum):
    """How a hand was left."""

    REACHED = auto()
    MISSED = auto()
    SKIPPED = auto()
    LEFT = auto()


class Coach:
    """Plays the hands of a lesson with the learner."""

    def __init__(self, lesson: Lesson, lines: Iterable[str], output: TextIO, name: str) -> None:
        self._lesson = lesson
        self._lines: Iterator[str] = iter(lines)
        self._output = output
        self._cast = cast_with(name)

    def play(self, number: int) -> Way:
        """Play that hand, counted from 0, and say what it brought."""
        hand = self._lesson.hands[number]
        self._print(
            [
                "",
                _(
                    "Hand {n} of {all}: {title}.",
                    n=number + 1,
                    all=len(self._lesson.hands),
                    title=self._cast.say(hand.title),
                ),
                self._cast.say(hand.about),
                _("Goal: {goal}", goal=self._cast.say(hand.goal)),
                "",
            ]
        )
        table = PreparedTable(self._lesson, hand, self._cast)
        counsel = Counsel(self._lesson, hand, self._cast)
        narrator = Narrator(TableModel(), again=False)
        narrator.model.fold(table.snapshot())
        self._print([*narrator.table_lines(), *narrator.hand_lines()])
        fresh = True
        while not table.over:
            if not table.waits:
                seat = table.next
                action, thought = self._lesson.decide(hand, table.match, seat)
                self._print([_("{name} thinks: {thought}", name=table.name(seat), thought=thought)])
                counsel.note(seat, action)
                self._print(narrator.tell(table.act(seat, action)))
            else:
                if fresh:
                    self._print(narrator.offer_lines())
                self._explain(table, narrator)
                if advice := counsel.advice(table.match):
                    self._print([advice])
                if (way := self._move(hand, counsel, table, narrator)) is not None:
                    return way
            fresh = False
        reached, sentence, hint = counsel.verdict(table.match)
        self._print([sentence])
        if reached:
            return Way.REACHED
        self._print(
            [hint, _("The same hand again. Type {skip} to go on to the next one.", skip=_skip())]
        )
        return Way.MISSED

    def _explain(self, table: PreparedTable, narrator: Narrator, one: str = "") -> None:
        """Say of each act that may be done now what it is, and which clause has it.

        Args:
            narrator: knows how the game's acts are called.
            one: the word of the only one to explain; empty for all.
        """
        rules, phase = table.match.rules, table.match.turn.phase
        face = presenter_of(narrator.model)
        said = []
        for verb in dict.fromkeys(choice.verb for choice in table.choices()):
            word = word_of(verb_field(rules.id, verb).name, face)
            if one not in ("", verb, word.casefold()):
                continue
            sentence = _(self._lesson.verbs[verb])
            said.append(f"  {word}: {sentence} [{clause_of_verb(rules, verb, phase)}]")
        self._print(said)

    def _move(
        self, hand: Hand, counsel: Counsel, table: PreparedTable, narrator: Narrator
    ) -> Way | None:
        """Have the learner do something; return how the hand was left, ``None`` if it goes on."""
        dialogue = Dialogue(narrator, careful=False)
        for line in self._lines:
            typed = line.strip()
            command = command_of(typed, (Command.HELP, Command.LEAVE, Command.QUIT))
            if command in (Command.LEAVE, Command.QUIT):
                return Way.LEFT
            if typed.casefold() in (SKIP, _skip()):
                return Way.SKIPPED
            if not typed or command is Command.HELP:
                self._print([*narrator.hand_lines(), *narrator.offer_lines()])
                self._explain(table, narrator)
                self._print(
                    [
                        _("The rules: {clauses}.", clauses=", ".join(hand.clauses)),
                        _(
                            "Type {skip} for the next hand, or {quit} to leave.",
                            skip=_skip(),
                            quit=typed_for(Command.QUIT),
                        ),
                    ]
                )
                continue
            meant = dialogue.answered(typed)
            self._print(meant.lines)
            if not meant.done:
                meant = dialogue.meant(typed, narrator.offered)
                self._print(meant.lines)
                if meant.action is None and typed.partition(" ")[2]:
                    self._explain(table, narrator, typed.partition(" ")[0].casefold())
            if meant.action is not None and self._do(counsel, table, narrator, meant.action):
                return None
        return Way.LEFT

    def _do(
        self,
        counsel: Counsel,
        table: PreparedTable,
        narrator: Narrator,
        message: actions_pb2.Action,
    ) -> bool:
        try:
            before = table.match.seat_view(LEARNER)
            action = action_of(self._lesson.game, message)
            frame = table.act(LEARNER, action)
        except (IllegalAction, Refused) as refused:
            later = refused.template == NOT_HERE
            said = [_(NOT_HERE) if later else _("The rules do not allow that now.")]
            if refused.clause:
                said += clause_texts(sheet(self._lesson.game, language()), refused.clause)
            self._print(said)
            return False
        told = narrator.tell(frame)
        if remark := counsel.remark(before, action):
            told.insert(0, remark)
        counsel.note(LEARNER, action)
        self._print(told)
        return True

    def _print(self, lines: Iterable[str]) -> None:
        write_lines(self._output, lines)


def _skip() -> str:
    return p_("command to type", SKIP)
