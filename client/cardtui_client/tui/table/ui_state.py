"""The state of the interaction at a table, as one value: what is picked, asked, chosen, shown."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from cardtui_client.scene.commands import Command
from cardtui_client.scene.middle import Mood
from cardtui_client.scene.scene import Button, ChosenAmount, Deed, Entry, Kind, Question
from cardtui_client.tui.table.cutting import Cutting
from cardtui_client.tui.table.held_cards import HeldCards
from cardtui_client.tui.table.panel import Panel

_LATELY: Final = 3


def _lately(deeds: tuple[Deed, ...], entries: Sequence[Entry]) -> tuple[Deed, ...]:
    """Return the last deeds of the hand: another one begins with its heading."""
    for entry in entries:
        if entry.kind is Kind.HEADING:
            deeds = ()
        elif entry.deed is not None:
            deeds = (*deeds, entry.deed)
    return deeds[-_LATELY:]


class Notice(NamedTuple):
    """What the status line says for a while.

    Attributes:
        sentence: what it says.
        mood: what kind of sentence that is.
        clause: the clause that the rules open at; ``""`` for none.
    """

    sentence: str
    mood: Mood
    clause: str = ""


class Reacted(NamedTuple):
    """A reaction that a seat shows for a moment.

    Attributes:
        seat: the seat.
        form: what it looks like.
        number: which update brought it; the same reaction again is another one.
    """

    seat: int
    form: str
    number: int


class TableUi(NamedTuple):
    """What a person has done at the table screen that the table itself does not know.

    What is being typed to say stays with its input, which is Textual's own.

    Attributes:
        cards: one's own cards: their order, the picked one, what is laid down.
        cut: the cut that is being chosen, if one is to cut.
        waiting: the question or the amount that goes before everything else.
        hiding: whether the next card is to be played face down.
        viewpoint: the seat at the bottom, for spectators.
        seen_hand: the number of the last hand whose end one has seen.
        panel: the side panel.
        notice: what the status line says for a while.
        reactions: what seats have just shown for a moment.
        just_said: whether a line has just been said; an Esc that was meant for it does nothing.
        in_breath: whether a digit has just said a phrase, and what follows in the same breath
            was meant for the line, too.
        held: whether an act waits to be sent, and can still be taken back.
        lately: the last that happened in this hand, the latest last.
    """

    cards: HeldCards = HeldCards()
    cut: Cutting | None = None
    waiting: Question | ChosenAmount | None = None
    hiding: bool = False
    viewpoint: int = 0
    seen_hand: int = 0
    panel: Panel = Panel()
    notice: Notice | None = None
    reactions: tuple[Reacted, ...] = ()
    just_said: bool = False
    in_breath: bool = False
    held: bool = False
    lately: tuple[Deed, ...] = ()

    def told(self, sentence: str, mood: Mood = Mood.PLAIN, clause: str = "") -> TableUi:
        """Return it with something to say in the status line for a while."""
        return self._replace(notice=Notice(sentence, mood, clause))

    def untold(self) -> TableUi:
        """Return it saying what is awaited again."""
        return self if self.notice is None else self._replace(notice=None)

    def asked(self, sentence: str, *answers: Button, about: Command | None = None) -> TableUi:
        """Return it with a question."""
        return self._replace(waiting=Question(sentence, answers, about))

    def heard(self, entries: Sequence[Entry], own_name: str) -> TableUi:
        """Return it telling what happened last, and of talk that one cannot see."""
        panel, line = self.panel.heard(entries, own_name)
        after = self._replace(lately=_lately(self.lately, entries))
        return after._replace(panel=panel).told(line) if line else after

    def retold(self, entries: Sequence[Entry]) -> TableUi:
        """Return it with all that the log tells told anew; what was asked or noticed is dropped.

        A question, as at any other key: in the language in use it can be asked again.
        """
        return self.untold()._replace(lately=_lately((), entries), waiting=None)

    def reacted(self, reaction: Reacted) -> TableUi:
        """Return it with a reaction; a seat shows only its latest."""
        others = tuple(each for each in self.reactions if each.seat != reaction.seat)
        return self._replace(reactions=(*others, reaction))

    def calmed(self, reaction: Reacted) -> TableUi:
        """Return it without that reaction."""
        return self._replace(reactions=tuple(each for each in self.reactions if each != reaction))

    def without_moot(self, offered: Collection[Button]) -> TableUi:
        """Return it without a question or an amount whose button is gone."""
        match self.waiting:
            case Question(about=about):
                needed = about
            case ChosenAmount(button=button):
                needed = button.command
            case None:
                return self
        if needed is None or any(each.command == needed for each in offered):
            return self
        return self._replace(waiting=None)
