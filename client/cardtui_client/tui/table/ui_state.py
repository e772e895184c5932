"""What you have done at the table screen, as values: your cards, the cut, the panel, a question.
The orders in which your cards can lie: `Sorting`, by `_RANK_ORDER` and `_SUIT_ORDER`. Which talk
the status line repeats: `_STATUS_LINE_KINDS`; how many deeds it tells: `_MOST_LATEST_DEEDS`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from enum import Enum
from typing import Final, NamedTuple

from cardtui.v1 import actions_pb2
from cardtui_client.faces.arguments import build, span_of, verb_of
from cardtui_client.faces.laying import Laid
from cardtui_client.faces.offers import Keys, cut_offered
from cardtui_client.i18n import _
from cardtui_client.model.cards import face
from cardtui_client.model.table import TableModel
from cardtui_client.scene.commands import Bare, Command, Do, Step
from cardtui_client.scene.middle import LOOSE, SELECTED, HandScene, Mood, Pack
from cardtui_client.scene.scene import Button, ChosenAmount, Deed, Entry, Kind, Question, Tone
from cardtui_client.tui.paint.key_names import key_name
from cardtui_client.tui.paint.paper import talk_line

_RANK_ORDER: Final = "A23456789TJQKX"
_SUIT_ORDER: Final = "SHCDX"
"""Black and red by turns, so that neighbours are told apart."""

_MOST_RANK_GAP: Final = 2
"""So far apart two ranks are at most that one card joins to a sequence."""


class Sorting(Enum):
    """By what a hand is sorted, in the order in which the key goes through them."""

    SUIT = "suit"
    RANK = "rank"
    MELDS = "melds"

    @property
    def following(self) -> Sorting:
        """What the key sorts by next."""
        every = list(Sorting)
        return every[(every.index(self) + 1) % len(every)]

    @property
    def sentence(self) -> str:
        """By what the hand has been sorted, as a sentence."""
        match self:
            case Sorting.SUIT:
                return _("Sorted by suit.")
            case Sorting.RANK:
                return _("Sorted by rank.")
            case Sorting.MELDS:
                return _("Sorted by meld.")


class Held(NamedTuple):
    """A card in the hand.

    Attributes:
        card: the card.
        mark: `LOOSE`, `SELECTED`, or the number of the meld that it was laid in, from 1.
    """

    card: int
    mark: int = LOOSE


class HeldCards(NamedTuple):
    """What you have done with your cards.

    Where a hand has an order of its own, it is dealt sorted. A card that comes stays at the right
    until one has gone, and is then sorted in. Once you have moved a card, they all keep their
    places. What is selected and melded stays so until the cards change.

    Attributes:
        given: the hand as the table last gave it.
        held: its cards in your own order; empty where that has no place.
        picked: the place of the picked card.
        laying: whether cards are being laid down by hand.
        sorting: by what they were sorted last.
        moved: whether you have moved one since, or since they were dealt.
        drawn: the card that came to them last, until they change again; or ``None``.
    """

    given: HandScene = HandScene()
    held: tuple[Held, ...] = ()
    picked: int | None = None
    laying: bool = False
    sorting: Sorting = Sorting.MELDS
    moved: bool = False
    drawn: int | None = None

    @property
    def hand(self) -> HandScene:
        """The hand to be seen."""
        if not self.given.own_order:
            return self.given
        marks = tuple(held.mark for held in self.held) if self.laying else ()
        return self.given._replace(cards=self.cards, marks=marks, drawn=self.drawn)

    def hand_before(self, coming: int) -> HandScene:
        """Return the hand while so many of its cards are still on their way: its last ones."""
        cards, drawn = [*self.hand.cards], self.hand.drawn
        if coming == 1 and drawn in cards:
            cards.remove(drawn)
            cards.append(drawn)
        return self.hand._replace(cards=tuple(cards), coming=coming)

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards in the order in which they are held."""
        return tuple(held.card for held in self.held) if self.given.own_order else self.given.cards

    @property
    def picked_card(self) -> int | None:
        """The picked card."""
        return None if self.picked is None else self.cards[self.picked]

    @property
    def drawn_melds(self) -> bool:
        """Whether the card that came last is in a meld: it lies there, among melds."""
        melded = any(self.drawn in meld for meld in self.given.melds)
        return melded and self.sorting is Sorting.MELDS

    @property
    def laid(self) -> Laid | None:
        """What has been selected and melded; ``None`` while nothing is laid down by hand."""
        if not self.laying:
            return None
        melds = tuple(self._marked(meld) for meld in range(1, self._last_meld + 1))
        return Laid(melds, self._marked(SELECTED), self._marked(LOOSE))

    def given_anew(self, new: HandScene) -> HeldCards:
        """Return what is held after the table gave that hand."""
        old = self.given
        if new == old:
            return self
        changed = (new.lays, new.taken, sorted(new.cards)) != (
            old.lays,
            old.taken,
            sorted(old.cards),
        )
        same = sorted(new.cards) == sorted(old.cards)
        drawn = self.drawn if same else _drawn(old, new)
        after = self._replace(given=new, laying=self.laying and not changed, drawn=drawn).arranged()
        if dealt := _came(self.cards, after.cards) > 1:
            after = after._replace(moved=False)
        gone = _came(after.cards, self.cards)
        if dealt or ((gone or after.drawn_melds) and not after.moved):
            after = after.sorted_by(self.sorting)
        if self.picked is None or after.cards == self.cards:
            return after
        # One lifted before a draw was not chosen to be thrown after it.
        return after._replace(picked=None)

    def pick(self, index: int | None) -> HeldCards:
        """Return it with the card at that place picked, if one is there that can be played yet."""
        if self.given.unplayed:
            return self
        if index is not None and not 0 <= index < len(self.cards):
            return self
        return self._replace(picked=index)

    def pick_card(self, meant: Sequence[int]) -> HeldCards:
        """Return it with that card picked, wherever it lies now; with none if it has gone."""
        return self.pick(next((at for at, card in enumerate(self.cards) if card in meant), None))

    def step(self, by: int) -> HeldCards:
        """Return it with the next card picked, or the one before."""
        if not self.cards:
            return self
        start = self.picked
        if start is None:
            start = -1 if by > 0 else 0
        return self.pick((start + by) % len(self.cards))

    def shift(self, by: int) -> HeldCards:
        """Return it with the picked card moved among the others."""
        at = self.picked
        if at is None or not 0 <= at + by < len(self.held):
            return self
        held = list(self.held)
        held.insert(at + by, held.pop(at))
        return self._replace(held=tuple(held), picked=at + by, moved=True)

    def sort(self) -> HeldCards:
        """Return it sorted by what comes next: suit, rank, melds, and suit again."""
        if not self.given.own_order:
            return self
        by = self.sorting.following
        return self.sorted_by(by)._replace(picked=None, sorting=by, moved=False)

    def sorted_by(self, by: Sorting) -> HeldCards:
        """Return it sorted so, where the hand has an order of its own."""
        if not self.given.own_order:
            return self
        match by:
            case Sorting.SUIT:
                held = sorted(self.held, key=lambda each: _by_suit(each.card))
            case Sorting.RANK:
                held = sorted(self.held, key=lambda each: _by_rank(each.card))
            case Sorting.MELDS:
                held = _by_melds(self.held, self.given)
        return self._replace(held=tuple(held))

    # --- laying down ---------------------------------------------------------------------

    def begin_laying(self) -> HeldCards:
        """Return it with cards being laid down by hand, where that has a place."""
        if not self.given.lays or self.laying:
            return self
        return self._replace(laying=True).arranged()

    def stop_laying(self) -> HeldCards:
        """Return it with everything taken back into the hand."""
        after = self._replace(laying=False).arranged()
        if after.picked is not None and after.picked >= len(after.cards):
            return after._replace(picked=None)
        return after

    def toggle(self, index: int) -> HeldCards:
        """Return it with that card selected, or put back; a meld it was in comes apart."""
        if not self.laying or not 0 <= index < len(self.held):
            return self
        pressed = self.held[index]
        held = list(self.held)
        if pressed.mark > LOOSE:
            for place, each in enumerate(self.held):
                if each.mark == pressed.mark:
                    held[place] = Held(each.card, SELECTED)
                elif each.mark > pressed.mark:
                    held[place] = Held(each.card, each.mark - 1)
        held[index] = Held(pressed.card, SELECTED if pressed.mark == LOOSE else LOOSE)
        return self._replace(held=tuple(held))

    def meld(self) -> HeldCards:
        """Return it with the selected cards as a meld, and the next one in none picked."""
        new = self._last_meld + 1
        held = tuple(Held(each.card, new) if each.mark == SELECTED else each for each in self.held)
        loose = (place for place, each in enumerate(held) if each.mark == LOOSE)
        return self._replace(held=held, picked=next(loose, None))

    def step_back(self) -> HeldCards:
        """Return it without the selection, else the last meld; else laying no more."""
        if self._marked(SELECTED):
            return self._unmarked(SELECTED)
        return self._unmarked(self._last_meld) if self._last_meld else self.stop_laying()

    @property
    def _last_meld(self) -> int:
        return max((each.mark for each in self.held if each.mark > LOOSE), default=0)

    def _marked(self, mark: int) -> tuple[int, ...]:
        return tuple(each.card for each in self.held if each.mark == mark)

    def _unmarked(self, mark: int | None = None) -> HeldCards:
        """Return it with the cards of that mark put back, or all."""
        held = tuple(Held(each.card) if mark in (None, each.mark) else each for each in self.held)
        return self._replace(held=held)

    def arranged(self) -> HeldCards:
        """Return it holding just the cards that were given, and the one it would take along."""
        given = self.given
        if not given.own_order:
            return self  # the order is kept for the next hand that has one
        taken = () if given.taken is None or not self.laying else (given.taken,)
        cards = (*given.cards, *taken)
        same = sorted(cards) == sorted(each.card for each in self.held)
        before = self if self.laying and same else self._unmarked()
        left = Counter(cards)
        kept: list[Held] = []
        for held in (*before.held, *map(Held, cards)):
            if left[held.card] > 0:
                left[held.card] -= 1
                kept.append(held)
        return self._replace(held=tuple(kept))


def _by_melds(held: Sequence[Held], hand: HandScene) -> list[Held]:
    """Return the melds, what is wild, what may become a sequence, then a group, and the rest."""
    rest = sorted(held, key=lambda each: _by_suit(each.card))
    first: list[Held] = []
    for card in (card for meld in hand.melds for card in meld):
        place = next((at for at, each in enumerate(rest) if each.card == card), None)
        if place is not None:
            first.append(rest.pop(place))
    wild = [each for each in rest if each.card in hand.wild or face(each.card).suit == "X"]
    runs: list[list[Held]] = []
    for each in [each for each in rest if each not in wild]:
        if runs and _near(runs[-1][-1].card, each.card):
            runs[-1].append(each)
        else:
            runs.append([each])
    alone = [run[0] for run in runs if len(run) == 1]
    ranks = Counter(face(each.card).rank for each in alone)
    alone.sort(key=lambda each: (ranks[face(each.card).rank] == 1, _by_rank(each.card)))
    return [*first, *wild, *(each for run in runs if len(run) > 1 for each in run), *alone]


def _near(card: int, above: int) -> bool:
    """Return whether one card would make a sequence of two cards of a suit, the lower first."""
    (suit, rank), (other, higher) = _by_suit(card), _by_suit(above)
    return suit == other and 0 < higher - rank <= _MOST_RANK_GAP


def _came(old: Sequence[int], new: Sequence[int]) -> int:
    """Return how many cards are among the new ones that were not among the old ones."""
    return (Counter(new) - Counter(old)).total()


def _drawn(old: HandScene, new: HandScene) -> int | None:
    """Return the one card that came to a hand of an order of its own; ``None`` for any other."""
    came = Counter(new.cards) - Counter(old.cards)
    joined = old.cards and new.own_order and len(new.cards) == len(old.cards) + 1
    return next(iter(came)) if joined and came.total() == 1 else None


def _by_suit(card: int) -> tuple[int, int]:
    shown = face(card)
    return _SUIT_ORDER.find(shown.suit), _RANK_ORDER.find(shown.rank)


def _by_rank(card: int) -> tuple[int, int]:
    return _by_suit(card)[::-1]


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
        """Return the pack as it lies before you."""
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
    """Return the cut that you are choosing: the one before, a new one, or none any more."""
    choice = cut_offered(model)
    begun = None if choice is None else Cutting.of(choice)
    return begun if begun is None or before is None else before


_KINDS_NOT_AT_SEATS: Final = (Kind.SIGNAL, Kind.ASIDE, Kind.TEAM)
"""What a bubble at a seat does not say in words."""

_STATUS_LINE_KINDS: Final = (Kind.TALK, *_KINDS_NOT_AT_SEATS)
"""The lines that the status line repeats where the log cannot be seen."""


class Panel(NamedTuple):
    """The side panel.

    Attributes:
        wide: whether there is room for it beside the table.
        beside: whether it is shown where there is room.
        over: whether it is shown over the table where there is none.
        unread: how many lines of talk came while it was hidden, and had no bubble.
        talking: whether you are about to say something.
        team: whether only your own team is to hear it.
        reactions: whether digits then stand for reactions instead of phrases.
        calls: what the line that is being typed would call; ``""`` for nothing.
    """

    wide: bool = False
    beside: bool = True
    over: bool = False
    unread: int = 0
    talking: bool = False
    team: bool = False
    reactions: bool = False
    calls: str = ""

    @property
    def shown(self) -> bool:
        """Whether it is to be seen."""
        return self.beside if self.wide else self.over

    def toggled(self) -> Panel:
        """Return it shown or hidden; what came meanwhile is read or will be."""
        if self.wide:
            return self._replace(beside=not self.beside, unread=0)
        return self._replace(over=not self.over, unread=0)

    def talk_begun(self, *, team: bool) -> Panel:
        """Return it with the line to talk open, to the table or to your own team."""
        panel = self if self.shown else self.toggled()
        return panel._replace(talking=True, team=team, reactions=False, calls="")

    def talk_ended(self) -> Panel:
        """Return it with the keys given back to the game."""
        return self._replace(talking=False, calls="", team=False, over=self.over and self.wide)

    def heard(
        self, entries: Sequence[Entry], told: Sequence[Kind] = _STATUS_LINE_KINDS
    ) -> tuple[Panel, str]:
        """Count the talk of others that came while it is hidden, and has no bubble at a seat.

        Returns:
            The panel, and the last line for the status line, of the kinds ``told`` there; ``""``
            for none.
        """
        spoken = [each for each in entries if each.kind in _STATUS_LINE_KINDS]
        talk = [each for each in spoken if not each.own]
        if not talk or self.shown:
            return self, ""
        lines = [talk_line(each) for each in talk if each.kind in told]
        unread = self.unread + sum(each.kind in _KINDS_NOT_AT_SEATS for each in talk)
        return self._replace(unread=unread), lines[-1] if lines else ""


_MOST_LATEST_DEEDS: Final = 3


def _lately(deeds: tuple[Deed, ...], entries: Sequence[Entry]) -> tuple[Deed, ...]:
    """Return the last deeds of the hand: another one begins with its heading."""
    for entry in entries:
        if entry.kind is Kind.HEADING:
            deeds = ()
        elif entry.deed is not None:
            deeds = (*deeds, entry.deed)
    return deeds[-_MOST_LATEST_DEEDS:]


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
    """What a seat shows for a moment: a reaction, a gesture, or what was just said there.

    Attributes:
        seat: the seat.
        form: what it looks like.
        number: which update brought it; the same reaction again is another one.
        words: whether it is to be read.
    """

    seat: int
    form: str
    number: int
    words: bool = False


class TableUi(NamedTuple):
    """What a person has done at the table screen that the table itself does not know.

    What is being typed to say stays with its input, which is Textual's own.

    Attributes:
        cards: your own cards: their order, the picked one, what is laid down.
        cut: the cut that is being chosen, if you are to cut.
        waiting: the question or the amount that goes before everything else.
        hiding: whether the next card is to be played face down.
        viewpoint: the seat at the bottom, for spectators.
        seen_hand: the number of the last hand whose end you have seen.
        panel: the side panel.
        notice: what the status line says for a while.
        reactions: what seats have just shown for a moment.
        just_said: whether a line has just been said; an Esc that was meant for it does nothing.
        in_breath: whether a digit has just said a phrase, and what follows in the same breath
            was meant for the line, too.
        held: whether an act waits to be sent, and can still be taken back.
        lately: the last that happened in this hand, the latest last.
        chosen: the verb for which a card is picked, where several take one; ``""`` for none.
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
    chosen: str = ""

    def told(self, sentence: str, mood: Mood = Mood.PLAIN, clause: str = "") -> TableUi:
        """Return it with something to say in the status line for a while."""
        return self._replace(notice=Notice(sentence, mood, clause))

    def untold(self) -> TableUi:
        """Return it saying what is awaited again."""
        return self if self.notice is None else self._replace(notice=None)

    def asked(self, sentence: str, *answers: Button, about: Command | None = None) -> TableUi:
        """Return it with a question."""
        return self._replace(waiting=Question(sentence, answers, about))

    def heard(self, entries: Sequence[Entry], *, my_turn: bool) -> TableUi:
        """Return it telling what happened last, and of talk that you cannot see.

        What a player has to know stays while seats talk, who have bubbles; it gives way to others.
        """
        lasts = my_turn or (self.notice is not None and self.notice.mood is Mood.TURN)
        told = _KINDS_NOT_AT_SEATS if lasts else _STATUS_LINE_KINDS
        panel, line = self.panel.heard(entries, told)
        after = self._replace(panel=panel, lately=_lately(self.lately, entries))
        return after.told(line) if line else after

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
        """Return it without a question, an amount or a chosen verb whose button is gone."""
        there = {each.command for each in offered}
        kept = self if Do(self.chosen) in there else self._replace(chosen="")
        match self.waiting:
            case Question(about=about):
                needed = about
            case ChosenAmount(button=button):
                needed = button.command
            case None:
                return kept
        return kept if needed is None or needed in there else kept._replace(waiting=None)
