"""Which choices of a match the lab tries (`Examined`), first those that a hint would not make; the
words for a loss (`cost_words`) and for the best choice (`verdict_of`). How many are glanced at
before some are weighed: `_GLANCE_BATCH`, `_WEIGHED_PER_BATCH`; how many are named that cannot be
told apart: `_MOST_NAMED`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from cardtui.v1.table_service_pb2 import AdviceReason
from cardtui_client.faces.registry import face_of, unit_of
from cardtui_client.i18n import _, decimal, mark
from cardtui_client.model.cards import brief, card_of, card_words
from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.library.action_text import action_text
from cardtui_engine.library.advising import advice_for
from cardtui_engine.library.lab import Appraisal, Mistake, appraise, decisions, mistake, suspects
from cardtui_engine.library.records import Act, Record, replay
from cardtui_engine.library.registry import get_rules
from cardtui_engine.library.worlds import Course
from cardtui_studio import film
from cardtui_studio.film import Advised, FilmHand, Weighed, WeighedChoice

SEED: Final = 1
"""To ask twice is to get the same answer."""

_GLANCE_BATCH: Final = 24
"""How many choices are glanced at before some of them are weighed."""

_WEIGHED_PER_BATCH: Final = 3
"""How many of them are, before others are glanced at."""

_BETTER_CHOICE_WORDS: Final = {
    "bluff": mark(
        "Best: {choice}, but only as a bluff: it pays because others give up. A hint says"
        " {advised}."
    ),
    "trap": mark(
        "Best: {choice}, but only as a trap: it pays because others do not know your cards. A"
        " hint says {advised}."
    ),
    "": mark("Best: {choice}. A hint, which tries less, says {advised}."),
}
"""By the ruse, what is said of a choice that is surely better than a hint's."""

_MOST_NAMED: Final = 3
"""How many choices are named that cannot be told apart."""

_TOKEN: Final = re.compile(r"[\w=]+")


def action_words(game: str, written: str) -> str:
    """Return an action, given as records have it, as people read it: its cards in words.

    >>> action_words("truco-argentino", "play 2O"), action_words("truco-argentino", "no_quiero")
    ('Play two of coins (2●)', 'No quiero')
    >>> action_words("pif-paf", "discard 7H"), action_words("truco-paulista", "play TC")
    ('Discard seven of hearts (7♥)', 'Play ten of clubs (10♣)')
    """
    word, blank, rest = written.partition(" ")
    verb = face_of(game).verb(word)
    if (value := verb.values.get(rest)) is not None:
        return value.title()
    label = verb.typed().capitalize() if blank and not verb.call else verb.title()
    said = label.strip("¡!") or word.replace("_", " ")
    deck = get_rules(game).deck.name
    return said + blank + _TOKEN.sub(lambda found: _words_of(found[0], deck), rest)


def _words_of(word: str, deck: str) -> str:
    """Return a card in words; of a named argument, its value."""
    if word == "face_down=true":
        return _("face down")
    code = word.rpartition("=")[2]
    card = card_of(code, deck)
    return code if card is None else card_words(card)


def cost_words(loss: float, margin: float, unit: str) -> str:
    """Return what a choice cost, as people read it.

    Args:
        loss: how much less it is worth than what a hint advises.
        margin: how far the true loss may be away from that.
        unit: what is won, in words; ``""`` for the chance to win the match.

    >>> cost_words(2.5, 0.5, "points"), cost_words(0.042, 0.013, "")
    ('2.5 ± 0.5 points', '4.2 ± 1.3 of 100 matches')
    """
    if not unit:
        loss, margin = 100 * loss, 100 * margin
        return _("{loss} ± {margin} of 100 matches", loss=decimal(loss), margin=decimal(margin))
    return _("{loss} ± {margin} {unit}", loss=decimal(loss), margin=decimal(margin), unit=unit)


class Tried(NamedTuple):
    """What came of trying a decision.

    Attributes:
        done: how many decisions one is done with.
        step: the decision.
        found: what it surely cost; ``None`` for nothing.
    """

    done: int
    step: int
    found: Mistake | None


class Examined:
    """The match of a film, whose positions have the same numbers.

    Attributes:
        names: who played, by seat.
    """

    def __init__(self, record: Record, names: Sequence[str], hands: Sequence[FilmHand]) -> None:
        self.names = names
        self._hands = hands
        self._rules, self._record = get_rules(record.game), record
        self._steps = list(replay(record))
        self._chips = bool(self._rules.view(self._steps[0].state, None).common.chips)

    def unit(self, *, of_match: bool) -> str:
        """Return what they won, in words; ``""`` where the chance to win the match is weighed."""
        return "" if of_match else unit_of(self._record.game, chips=self._chips)

    def decisions(self, seat: int | None = None) -> list[int]:
        """Return the steps at which somebody who held cards had to choose."""
        return decisions(self._rules, self._steps, seat)

    def suspects(self, seat: int | None = None) -> list[int]:
        """Return those of them at which a hint advises something else: where to look first."""
        return suspects(self._rules, self._record.options, self._steps, self.decisions(seat))

    def act(self, step: int) -> Act:
        """Return what was chosen at one of the decisions."""
        entry = self._steps[step].entry
        assert isinstance(entry, Act)
        return entry

    def course(self, step: int) -> Course:
        """Return the hand until a decision."""
        return Course.of(self._rules, self._record.options, self._steps[:step])

    def hand_of(self, step: int) -> int:
        """Return the number of the hand that a step belongs to, from 1."""
        return sum(each.first <= step for each in self._hands)

    def held(self, step: int) -> str:
        """Return the cards of the player who chose there, as codes."""
        hand = self._rules.own_view(self._steps[step - 1].state, self.act(step).seat).hand
        return " ".join(map(self._rules.deck.code, hand))

    def written(self, action: Action) -> str:
        """Return an action as records have it."""
        return action_text(action, self._rules)

    def advised(self, step: int) -> Advised:
        """Return what a strong bot does at a decision, as it tells a player who wants a hint."""
        course, seat = self.course(step), self.act(step).seat
        view = self._rules.seat_view(course.state, seat)
        advice = advice_for(self._rules.id, course.options, self._rules.seated(course.state), view)
        assert advice.action is not None
        return Advised(
            self.written(advice.action),
            AdviceReason.Value(f"ADVICE_REASON_{advice.reason.name}"),
            advice.numbers,
        )

    def words(self, action: Action) -> str:
        """Return an action as people read it: its verb as on a button."""
        return action_words(self._record.game, self.written(action))

    def mistakes(self, places: Sequence[int]) -> Iterator[Tried]:
        """Yield what those decisions surely cost, the likeliest mistakes first."""
        left: list[Mistake] = []
        done = 0
        for start in range(0, len(places), _GLANCE_BATCH):
            for place in places[start : start + _GLANCE_BATCH]:
                found = self._cost(place, glance=True)
                left += [found] if found else []
                done += found is None
                yield Tried(done, place, None)
            left.sort(key=lambda each: each.done.loss)
            last = start + _GLANCE_BATCH >= len(places)
            likely = [left.pop() for _each in left[: None if last else _WEIGHED_PER_BATCH]]
            for place in [each.step for each in likely]:
                done += 1
                found = self._cost(place)
                yield Tried(done, place, found if found and found.sure else None)

    def _cost(self, place: int, *, glance: bool = False) -> Mistake | None:
        course, act = self.course(place), self.act(place)
        return mistake(course, place, act, Bits(SEED), worlds=film.TRYING_HANDS, glance=glance)

    def appraised(self, step: int) -> Iterator[Appraisal]:
        """Yield what the choices at a decision are worth, the longer the surer."""
        seat, action = self.act(step)
        return appraise(self.course(step), seat, Bits(SEED), action)

    def weighed(self, step: int) -> Iterator[Weighed] | None:
        """Return the same for a screen; ``None`` where nobody decided anything."""
        if step not in self.decisions():
            return None
        return (self.in_words(step, each) for each in self.appraised(step))

    def in_words(self, step: int, seen: Appraisal) -> Weighed:
        """Return what the choices at a decision are worth, as people read it."""
        seat, action = self.act(step)
        whole = 100 if seen.of_match else 1
        choices = tuple(
            WeighedChoice(
                self.words(each.action),
                each.action == action,
                whole * each.mean,
                whole * each.margin,
                round(100 * each.wins),
                round(100 * each.chosen),
                each.worse,
            )
            for each in seen.choices
        )
        contests = tuple((name, round(100 * part)) for name, part in seen.contests.items())
        return Weighed(
            self.names[seat],
            seen.worlds,
            contests,
            choices,
            self.unit(of_match=seen.of_match),
            self.words(seen.advised),
            seen.ruse.value if seen.ruse else "",
        )


def verdict_of(seen: Weighed) -> str:
    """Return which choice is the best, or which cannot be told apart; ``""`` for a single one.

    What a hint advises comes first of these; where it is surely worse, that is said, and why.
    """
    close = [brief(each.words) for each in seen.choices if not each.worse]
    advised = brief(seen.advised)
    if len(seen.choices) < 2:
        return ""
    if advised in close:
        close.sort(key=lambda each: each != advised)
    elif advised:
        return _(_BETTER_CHOICE_WORDS[seen.ruse], choice=close[0], advised=advised)
    if len(close) == 1:
        return _("Best: {choice}.", choice=close[0])
    more = "…" if len(close) > _MOST_NAMED else "."
    return _("Too close to call: {choices}", choices=", ".join(close[:_MOST_NAMED])) + more
