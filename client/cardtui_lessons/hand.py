"""One hand of a lesson: what the learner is offered (`PreparedTable`), what is said when a move
comes later (`NOT_HERE`), what is said of an act, whether the goal was reached, and the sentence at
the end (`Counsel`).

The screens and the lines of text use both alike.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from cardtui.v1 import table_service_pb2, tables_pb2, views_pb2
from cardtui_client.hosting.without_server import table_message
from cardtui_client.i18n import _, mark
from cardtui_engine.actions import Action
from cardtui_engine.choices import Choice
from cardtui_engine.library.match import Match
from cardtui_engine.library.registry import get_rules
from cardtui_engine.options import usual_preset
from cardtui_engine.refusals import Code, IllegalAction
from cardtui_engine.rules import AnyRules
from cardtui_engine.views import Own, SeatView, View
from cardtui_lessons.lesson import LEARNER, Act, Cast, Hand, Lesson
from cardtui_server.wire.codec import codec_for
from cardtui_server.wire.table_encoder import views_of

NOT_HERE: Final = mark("That comes in a later hand of this lesson: do what you are offered.")


class PreparedTable:
    """One hand by the usual rules, as the learner's client is shown it.

    Attributes:
        match: the match, of which only this hand is played.
    """

    def __init__(self, lesson: Lesson, hand: Hand, cast: Cast) -> None:
        seats = len(hand.setup.get("hands", ())) or None
        usual = usual_preset(get_rules(lesson.game).presets)
        self.match = Match.at(
            lesson.game, hand.setup, seats=seats, preset=usual, options=hand.options
        )
        if hand.pack:
            self._deal(hand)
        self._hand, self._shows = hand, lesson.shows
        self._only = hand.only
        self._names = cast[: self.match.seats]
        self._views = views_of(lesson.game)
        self._seq = 1
        self._public, self._own = self._seen()

    @property
    def over(self) -> bool:
        """Whether the hand has been played."""
        turn = self.match.turn
        return turn.wants_pack or turn.over

    @property
    def waits(self) -> bool:
        """Whether the learner is asked, be it to take a discard out of turn."""
        turn = self.match.turn
        if LEARNER in turn.to_act:
            return True
        may_take = turn.holds_draw and LEARNER in turn.may_act
        return may_take and bool(self.choices())

    def choices(self) -> tuple[Choice, ...]:
        """Return what the learner may do: what the hand teaches, where it teaches one thing."""
        return self._taught(self.match.choices(LEARNER))

    def _later(self) -> frozenset[str]:
        """Return what the rules allow and a later hand teaches."""
        allowed = frozenset(each.verb for each in self.match.choices(LEARNER))
        return allowed - self._only if self._only else frozenset()

    def _taught(self, choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
        return tuple(each for each in choices if not self._only or each.verb in self._only)

    @property
    def next(self) -> int:
        """The seat among the others that acts next."""
        return self.match.turn.to_act[0]

    def name(self, seat: int) -> str:
        """Return the name of the player in that seat."""
        return self._names[seat]

    def snapshot(self) -> table_service_pb2.Frame:
        """Return how the hand stands, all of it."""
        return table_service_pb2.Frame(
            snapshot=table_service_pb2.Snapshot(
                seq=self._seq,
                position=self._seq,
                table=self._table(),
                view=views_pb2.PublicView.FromString(self._views.public(self._public)),
                own=views_pb2.OwnView.FromString(self._views.own(self._own)),
                seat=LEARNER,
            )
        )

    def act(self, seat: int, action: Action) -> table_service_pb2.Frame:
        """Do an action, and return what the learner sees of it.

        Raises:
            IllegalAction: the rules refuse it.
        """
        if seat == LEARNER and action.verb in self._later():
            raise IllegalAction(Code.NOT_ALLOWED, NOT_HERE)
        events = self.match.act(action, seat)
        public, own = self._seen()
        seen = self.match.rules.seen
        told = b"".join([self._views.event(seen(event, LEARNER)) for event in events])
        update = table_service_pb2.Update.FromString(
            told
            + self._views.public_change(self._public, public)
            + self._views.own_change(self._own, own)
        )
        self._seq += 1
        update.seq = update.position = self._seq
        self._public, self._own = public, own
        return table_service_pb2.Frame(update=update)

    def _deal(self, hand: Hand) -> None:
        """Deal the hand's own pack, and do what comes before the learner."""
        rules, first = self.match.rules, self.match.rules.deck.cards(hand.pack)
        rest = [card for card in rules.pack_of(self.match.state) if card not in first]
        self.match.deal([*first, *rest])
        for action in hand.before:
            self.match.act(action)

    def _seen(self) -> tuple[View[Any, Any], Own[Any]]:
        own = self._shows(self._hand, self.match.rules.own_view(self.match.state, LEARNER))
        # The others act at once: nobody could interrupt.
        own = own._replace(choices=self._taught(own.choices) if self.waits else ())
        return self.match.view(None), own

    def _table(self) -> tables_pb2.Table:
        match = self.match
        table = table_message(match.rules, match.options, match.state, self._names)
        for seat in table.seats[LEARNER + 1 :]:
            seat.bot = tables_pb2.BOT_LEVEL_EASY
        return table


def action_of(game: str, message: Any) -> Action:
    """Return the engine's action that a message of the client asks for."""
    return codec_for(game).actions.read(message)


def clause_of_verb(rules: AnyRules, verb: str, phase: str) -> str:
    """Return the clause of the sheet that says most about a verb in that phase."""
    found = {each.phase: each.clause for each in rules.clauses if each.verb == verb}
    return found.get(phase) or found[""]


class Verdict(NamedTuple):
    """How a hand has ended.

    Attributes:
        reached: whether its goal is reached.
        sentence: says so.
        hint: what to do otherwise; empty if the goal is reached.
    """

    reached: bool
    sentence: str
    hint: str


class Counsel:
    """Follows one hand, act by act."""

    def __init__(self, lesson: Lesson, hand: Hand, cast: Cast) -> None:
        self._lesson = lesson
        self._hand = hand
        self._cast = cast
        self._acts: list[Act] = []

    def note(self, seat: int, action: Action) -> None:
        """Remember what somebody has done."""
        self._acts.append(Act(seat, action))

    def remark(self, before: SeatView[Any, Any], action: Action) -> str:
        """Return what to say of an act of the learner, of which nothing is remembered yet.

        Args:
            before: what the learner saw before it.
            action: what the learner has done.
        """
        hand = self._hand
        holds = hand.when.get(action.verb)
        if action.verb not in hand.remarks or (holds is not None and not holds(before, action)):
            return ""
        if any(act.seat == LEARNER and act.action.verb in hand.until for act in self._acts):
            return ""
        return self._cast.say(hand.remarks[action.verb])

    def advice(self, match: Match) -> str:
        """Return what helps a learner who has tried for some turns; empty before that."""
        done = [each.action for each in self._acts if each.seat == LEARNER]
        return self._lesson.advise(self._hand, match, done)

    def verdict(self, match: Match) -> Verdict:
        """Return how the hand has ended."""
        hand, view = self._hand, match.view(None)
        if hand.reached(view) and hand.way(self._acts):
            return Verdict(True, _("Well done: you have reached the goal."), "")
        goal = self._cast.say(hand.goal)
        if view.game.last is not None and LEARNER in view.game.last.winners:
            sentence = _("You won this hand, but not as its goal has it: {goal}", goal=goal)
        else:
            sentence = _("The goal is not reached: {goal}", goal=goal)
        return Verdict(False, sentence, self._cast.say(hand.hint))
