"""The cut as it is being chosen: where, how many times, and the end to deal from."""

from __future__ import annotations

from typing import NamedTuple

from cardtui.v1 import actions_pb2
from cardtui_client.faces.arguments import build, span_of, verb_of
from cardtui_client.faces.offers import Keys
from cardtui_client.faces.registry import presenter_of
from cardtui_client.i18n import _
from cardtui_client.model.table import TableModel
from cardtui_client.scene.commands import Bare, Do, Step
from cardtui_client.scene.middle import Pack
from cardtui_client.scene.scene import Button, Tone
from cardtui_client.tui.paint.actions import key_name


def cut_offered(model: TableModel) -> actions_pb2.Choice | None:
    """Return the choice to cut the pack, if that is what one may do."""
    face = presenter_of(model)
    return next((each for each in model.choices() if face.verb(verb_of(each)).cuts), None)


class Cutting(NamedTuple):
    """What has been chosen so far.

    Attributes:
        cards: how many cards the pack has.
        at: how many of them lie above the place that is pointed at.
        most: how many times it may be cut.
        cuts: the cuts before the one that is being chosen.
        bottom: whether the cards are to come from the bottom.
        typed: the digits typed so far.
    """

    cards: int
    at: int
    most: int = 1
    cuts: tuple[int, ...] = ()
    bottom: bool = False
    typed: str = ""

    @classmethod
    def of(cls, choice: actions_pb2.Choice) -> Cutting | None:
        """Return a cut as it begins, in the middle; ``None`` if there is nowhere to cut."""
        _low, high, most = span_of(choice)
        if high < 1:
            return None
        cards = high + 1
        return cls(cards, cards // 2, most)

    @property
    def several(self) -> bool:
        """Whether it may be cut more than once, and dealt from either end."""
        return self.most > 1

    @property
    def end(self) -> str:
        """The end of the pack to deal from, in the rules' word; ``""`` where that is fixed."""
        if not self.several:
            return ""
        return "bottom" if self.bottom else "top"

    @property
    def may_go_on(self) -> bool:
        """Whether another cut may follow the one that is being chosen."""
        return self.several and len(self.cuts) + 1 < self.most

    def put(self, cards: int) -> Cutting:
        """Return it with that place pointed at; both halves keep a card at least."""
        return self._replace(at=min(max(cards, 1), self.cards - 1), typed="")

    def then(self) -> Cutting:
        """Return it with the cut made, and another one to choose."""
        return self._replace(cuts=(*self.cuts, self.at), at=self.cards // 2, typed="")

    def turned(self) -> Cutting:
        """Return it with the other end to deal from."""
        return self._replace(bottom=not self.bottom)

    def type(self, digit: str) -> Cutting:
        """Return it after a digit; what would be too much is begun anew."""
        typed = self.typed + digit
        return self._typing(typed if int(typed) < self.cards else digit)

    def erase(self) -> Cutting:
        """Return it with the last digit erased."""
        return self._typing(self.typed[:-1])

    def _typing(self, typed: str) -> Cutting:
        return self.put(int(typed) if typed else self.at)._replace(typed=typed)

    def pack(self) -> Pack:
        """Return the pack as it lies before oneself."""
        return Pack(self.cards, self.at, cuts=self.cuts, end=self.end)

    def sentence(self, asked: str, keys: Keys) -> str:
        """Return what the status line says: what is asked for, or which cut this is, and how."""
        number = len(self.cuts) + 1
        if number > 1:
            asked = _("Cut {number} of up to {most}.", number=number, most=self.most)
        moving = " ".join(key_name(keys.of(each)) for each in (Step(-1), Step(1)))
        return _("{asked} Where: {keys}", asked=asked, keys=moving)

    def buttons(
        self, offered: tuple[Button, ...], keys: Keys, model: TableModel
    ) -> tuple[Button, ...]:
        """Return the buttons with those of the cut for the one that began it."""
        choice = cut_offered(model)
        begun = Do("" if choice is None else verb_of(choice))
        again = next((button.key for button in offered if button.command == begun), "")
        here = Button(Bare.CUT_HERE, keys.next(), _("Cut here"), str(self.at), Tone.YES)
        own = [here]
        if self.may_go_on:
            own.append(Button(Bare.CUT_AGAIN, again, _("Cut here, and once more")))
        if self.several:
            words = _("Deal from the top") if self.bottom else _("Deal from the bottom")
            own.append(Button(Bare.TURN_PACK, "b", words))
        return (*own, *(button for button in offered if button.command != begun))

    def action(self, choice: actions_pb2.Choice) -> actions_pb2.Action:
        """Return the action that makes all the cuts."""
        if self.several:
            return build(choice, cuts=(*self.cuts, self.at), word=self.end)
        return build(choice, number=self.at)


def cut_begun(before: Cutting | None, model: TableModel) -> Cutting | None:
    """Return the cut that one is choosing: the one before, a new one, or none any more."""
    choice = cut_offered(model)
    begun = None if choice is None else Cutting.of(choice)
    return begun if begun is None or before is None else before
