"""The lessons for the screens: which there are, and one under way, hand after hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardtui_client.commands.lessons import all_lessons
from cardtui_client.commands.lessons.coach import clause_of_verb
from cardtui_client.commands.lessons.hand_feed import HandFeed, Result
from cardtui_client.commands.lessons.lesson import Hand, Lesson, Progress, cast_with
from cardtui_client.commands.without_server import WithoutServer
from cardtui_client.i18n import _
from cardtui_client.tui.lesson.screen import Offer
from cardtui_client.tui.widgets.coach_panel import Meaning, Told
from cardtui_server.wire.action_codec import verb_field


class ScreenLessons:
    """The lessons, and how far one is, which a small file in the data folder keeps."""

    def __init__(self, folder: Path) -> None:
        self._progress = Progress(folder)

    def offered(self) -> Sequence[Offer]:
        """Return them."""
        return [
            Offer(each.game, min(self._progress.of(each.game), len(each.hands)), len(each.hands))
            for each in all_lessons().values()
        ]

    def begin(self, game: str, name: str, *, again: bool = False) -> ScreenTutor:
        """Go on with a lesson, or begin it anew if wanted or if it is done."""
        lesson = all_lessons()[game]
        done = self._progress.of(game)
        if again or done >= len(lesson.hands):
            done = 0
        return ScreenTutor(lesson, self._progress, name, done)


class ScreenTutor:
    """A lesson under way.

    Attributes:
        connection: what answers instead of a server.
    """

    def __init__(self, lesson: Lesson, progress: Progress, name: str, done: int) -> None:
        self.connection = WithoutServer(name, lambda: _("That is not possible in a lesson."))
        self._lesson = lesson
        self._progress = progress
        self._cast = cast_with(name)
        self._number = done
        self._feed: HandFeed | None = None
        self._missed = self._passed = False
        self._verbs = {verb_field(lesson.game, verb).name: verb for verb in lesson.verbs}

    @property
    def game(self) -> str:
        """The game's id."""
        return self._lesson.game

    @property
    def over(self) -> bool:
        """Whether all hands are done."""
        return self._number >= len(self._lesson.hands)

    @property
    def title(self) -> str:
        """What the hand is called."""
        return _(
            "Hand {n} of {all}: {title}.",
            n=min(self._number + 1, len(self._lesson.hands)),
            all=len(self._lesson.hands),
            title=self._cast.say(self._hand.title),
        )

    @property
    def about(self) -> str:
        """What there is to know; where the goal was missed, first what to do otherwise."""
        about = self._cast.say(self._hand.about)
        return f"{self._cast.say(self._hand.hint)} {about}" if self._missed else about

    @property
    def goal(self) -> str:
        """What there is to reach."""
        return self._cast.say(self._hand.goal)

    @property
    def clauses(self) -> Sequence[str]:
        """The clauses that the hand teaches."""
        return self._hand.clauses

    def deal(self) -> HandFeed:
        """Deal the hand; the feed ends when one leaves the hand."""
        self._feed = HandFeed(self._lesson, self._hand, self._cast, self._ended)
        return self._feed

    def skip(self) -> None:
        """Leave the hand for good, without having reached its goal."""
        self._keep()
        self._passed = True
        if self._feed is not None:
            self._feed.leave()

    def go_on(self) -> None:
        """Take up the next hand, or the same one again where its goal was missed."""
        missed = self._feed is not None and self._feed.result is Result.MISSED
        self._missed = missed and not self._passed
        if self._passed:
            self._number += 1
        self._passed = False

    def told(self) -> Sequence[Told]:
        """Return what there is to say of what happened since the learner's last act."""
        return () if self._feed is None else self._feed.told

    def meaning(self, verb: str) -> Meaning | None:
        """Return what a verb of the game means, ``None`` where the lesson says nothing of it."""
        known = self._verbs.get(verb)
        if known is None or self._feed is None:
            return None
        match = self._feed.table.match
        clause = clause_of_verb(match.rules, known, match.turn.phase)
        return Meaning(_(self._lesson.verbs[known]), clause)

    @property
    def _hand(self) -> Hand:
        return self._lesson.hands[min(self._number, len(self._lesson.hands) - 1)]

    def _ended(self, result: Result) -> None:
        if result is Result.REACHED:
            self._passed = True
            self._keep()

    def _keep(self) -> None:
        """Have the lesson go on with the next hand, should one leave."""
        self._progress.keep(self._lesson.game, self._number + 1)
