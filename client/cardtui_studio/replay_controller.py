"""A replay without the screen: where it is, with whose eyes in turn (`next_eyes`), how it goes on
by itself. How long a position stands then: `_POSITION_SECONDS`; the paper at the end of a hand:
`_PAPER_SECONDS`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from cardtui.v1 import events_pb2
from cardtui_client.faces.offers import Keys
from cardtui_client.faces.registry import presenter_of
from cardtui_client.faces.standing import between_hands
from cardtui_client.i18n import _, language
from cardtui_client.model.sides import names
from cardtui_client.model.table import TableModel
from cardtui_client.scene.commands import Eyes, Way
from cardtui_client.scene.middle import HandScene, Mood
from cardtui_client.scene.scene import Entry, Scene, Telling, TimeLine, nothing
from cardtui_client.settings import Settings
from cardtui_client.tui.table.animations import news_shots
from cardtui_client.tui.table.modes.mode import Situation
from cardtui_client.tui.table.pacing import Mover, Pacer
from cardtui_client.tui.table.picture import (
    Display,
    Picture,
    Seen,
    Shot,
    picture_of,
    shot_of,
    telling_of,
)
from cardtui_client.tui.table.telling import Interaction, TableLog
from cardtui_client.tui.table.ui_state import HeldCards
from cardtui_client.tui.timers import Alarm
from cardtui_studio.film import Film, FilmHand
from cardtui_studio.replay_bar import SPEEDS, hints, line_of, transport


class Reel:
    """A film, wound to one of its positions.

    What is known there is a function of the position and of the eyes alone, whichever way you
    came: it is folded from the beginning of the hand. What was known on the way is kept until you
    go to another hand, or take other eyes.

    Attributes:
        film: the match.
        at: the position.
        seat: whose eyes you look with; ``None`` for a spectator's.
        model: what is known there.
    """

    def __init__(self, film: Film) -> None:
        self.film = film
        self.at = 0
        self.seat: int | None = None
        self.model = TableModel()
        self._start = 0
        self._known: list[tuple[TableModel, Telling]] = []

    @property
    def hand(self) -> FilmHand | None:
        """The hand that is played at the position; ``None`` before the first."""
        return next((hand for hand in reversed(self.film.hands) if hand.first <= self.at), None)

    def go(self, at: int, seat: int | None) -> Sequence[Telling]:
        """Go to a position; return what tells the log all that happened in its hand so far."""
        self.at = min(max(at, 0), self.film.last)
        start = 0 if self.hand is None else self.hand.first - 1
        if (start, seat) != (self._start, self.seat) or not self._known:
            self._start, self.seat = start, seat
            self.model = TableModel()
            self.model.fold(self.film.snapshot(start, seat))
            self._known = [(self.model.frozen(), nothing)]
        self.model = self._known[-1][0].frozen()
        for each in range(start + len(self._known), self.at + 1):
            self._fold(each)
        known = self._known[: self.at - start + 1]
        self.model = known[-1][0].frozen()
        return [tells for _model, tells in known]

    def step(self) -> Sequence[events_pb2.Event]:
        """Go on to the next position, which there must be; return what happened."""
        self.at += 1
        del self._known[self.at - self._start :]
        return self._fold(self.at)

    def _fold(self, at: int) -> Sequence[events_pb2.Event]:
        happened = self.model.fold(self.film.update(at, self.seat))
        tells = _remembered(telling_of(happened, self.model))
        self._known.append((self.model.frozen(), tells))
        return happened

    def on_the_way(self, way: Way) -> int:
        """Return the position that lies that way: of the last one, there is none beyond."""
        hands, last = self.film.hands, self.film.last
        match way:
            case Way.BACK:
                return max(self.at - 1, 0)
            case Way.ON:
                return min(self.at + 1, last)
            case Way.CALL_BACK:
                return next(filter(self._is_call, range(self.at - 1, 0, -1)), 0)
            case Way.CALL_ON:
                return next(filter(self._is_call, range(self.at + 1, last + 1)), last)
            case Way.HAND_BACK:
                return next((hand.first for hand in reversed(hands) if hand.first < self.at), 0)
            case Way.HAND_ON:
                return next((hand.first for hand in hands if hand.first > self.at), last)
            case Way.START:
                return 0
            case Way.END:
                return last

    def _is_call(self, at: int) -> bool:
        """Tell whether somebody said something there, rather than that a card moved."""
        verb = self.film.verb(at)
        return bool(verb) and not presenter_of(self.model).verb(verb).silent


def _remembered(tells: Telling) -> Telling:
    """Return what tells the same, but finds the words once, until the language is another one."""
    told: dict[str, tuple[Entry, ...]] = {}

    def again() -> tuple[Entry, ...]:
        spoken = language()
        if spoken not in told:
            told.clear()
            told[spoken] = tells()
        return told[spoken]

    return again


_POSITION_SECONDS: Final = 0.6
"""Seconds for which each position stands at least, as it goes on by itself."""
_PAPER_SECONDS: Final = 3.5
"""Seconds to read how a hand went."""
_RETRY_SECONDS: Final = 0.1
"""Seconds until it is asked again whether all is shown that moves."""


class ReplayController:
    """A film as you look at it.

    Attributes:
        reel: the film, and where it stands.
        eyes: whose eyes you look with.
        interaction: what is said for a while, and whether the log is shown.
        shot: what is shown; ``None`` before anything is.
        pacer: shows one shot after another.
        speed: how fast it goes on by itself.
        runs: whether it goes on by itself.
        whole: whether the whole time line is shown.
        low: whether the cards need the lines of most buttons.
        below: the seat at the bottom.
        remark: returns what there is to say about a position; ``""`` for nothing.
        verdict: returns what stands until something is pressed; ``""`` for nothing.
    """

    def __init__(
        self,
        display: Display,
        film: Film,
        settings: Settings,
        eyes: Eyes,
        *,
        show_line: Callable[[TimeLine], None],
    ) -> None:
        """Begin with nothing shown.

        Args:
            display: where the table is shown.
            eyes: whose eyes to look with at first.
            show_line: shows the time line.
        """
        self.reel = Reel(film)
        self.eyes = eyes
        self.interaction = Interaction(display, self.redraw)
        self.shot: Shot | None = None
        self.pacer = Pacer(self.show, display.after, animated=settings.animation)
        self.speed = SPEEDS[0]
        self.runs = False
        self.whole = False
        self.low = False
        self._settings = settings
        self._display = display
        self._show_line = show_line
        self._log = TableLog(display)
        self._mover = Mover(self.reel.model, display.after, self.redraw)
        self.below = eyes.seat or 0
        self.remark: Callable[[int], str] = lambda _at: ""
        self.verdict: Callable[[], str] = str
        self._seen = 0
        self._alarm = Alarm(display.after)

    # --- what is to be seen --------------------------------------------------------------

    @property
    def keys(self) -> Keys:
        """The keys that the person has chosen."""
        return Keys(self._settings.keys)

    @property
    def time_line(self) -> TimeLine:
        """The time line."""
        return line_of(self.reel.film, self.reel.at, self._seen, whole=self.whole)

    @property
    def picture(self) -> Picture | None:
        """All that is to be seen; ``None`` before there is anything."""
        if self.shot is None:
            return None
        model, keys = self.reel.model, self.keys
        shot = self.shot._replace(scene=self._mover.seen(self.shot.scene))
        eyes = self.whose_eyes() if self.reel.film.all_eyes else ""
        offered = transport(
            keys,
            eyes,
            speed=self.speed,
            runs=self.runs,
            at_end=self._at_end,
            plays_on=not self._settings.kiosk,
            low=self.low,
        )
        now = Situation(model, keys, offered=offered)
        picture = picture_of(shot, self.interaction.ui, now)
        notice = self.interaction.ui.notice
        if notice is None:
            sentence = self.verdict() or self.remark(self.reel.at) or self._sentence()
            picture = picture._replace(sentence=sentence, mood=Mood.PLAIN)
        # The keys of a table that is played do other things here.
        notes = tuple(note for note in picture.notes if not note.keyed)
        return picture._replace(hints=hints(keys, eyes, low=self.low), notes=notes[:1])

    def whose_eyes(self) -> str:
        """Return in words with whose eyes you look."""
        if self.eyes.all_cards:
            return _("all cards")
        if self.eyes.seat is None:
            return _("a spectator’s eyes")
        name = self.reel.film.names[self.eyes.seat]
        return _("your eyes") if name == self._settings.name else _("{name}’s eyes", name=name)

    def _sentence(self) -> str:
        """Return what is awaited at the position, for any viewer."""
        model = self.reel.model
        view = model.view
        assert view is not None  # every position of a match has one
        if model.is_over:
            return _("The match is over.")
        if view.to_act:
            return _("{names} to act.", names=names([model.name_of(seat) for seat in view.to_act]))
        if between_hands(model):
            return _("The hand is over.")
        return _("The pack is being shuffled.")

    # --- going ---------------------------------------------------------------------------

    def begin(self, hand: int = 1) -> None:
        """Show a hand, counted from 1, as it was dealt."""
        hands = self.reel.film.hands
        self.go(hands[hand - 1].first if hands else 0)

    def wind(self, way: Way) -> None:
        """Go that way, and stop going by itself."""
        self.stop()
        self._go(self.reel.on_the_way(way))

    def go(self, at: int) -> None:
        """Go to a position, and stop going by itself."""
        self.stop()
        self._go(at)

    def look_with(self, eyes: Eyes) -> None:
        """Look at the same position with other eyes, if you may."""
        if not self.reel.film.all_eyes:
            return
        self.eyes = eyes
        if eyes.seat is not None:
            self.below = eyes.seat
        self._jump(self.reel.at)

    def next_eyes(self) -> None:
        """Look with the next eyes: each seat's in turn, a spectator's, then at all cards."""
        around = [*map(Eyes, range(len(self.reel.film.names))), Eyes(), Eyes(all_cards=True)]
        self.look_with(around[(around.index(self.eyes) + 1) % len(around)])

    def look_from(self, seat: int) -> None:
        """Look with the eyes of a seat; where all cards are seen, only turn the table there."""
        if self.eyes.all_cards:
            self.below = seat
            self._jump(self.reel.at)
        else:
            self.look_with(Eyes(seat))

    def show_whole_line(self) -> None:
        """Show all of the time line, or hide again what you have not come to."""
        self.whole = not self.whole
        self.redraw()

    def _go(self, at: int) -> None:
        self.pacer.skip()
        if self.shot is None or at not in (self.reel.at, self.reel.at + 1):
            self._jump(at)
        elif at != self.reel.at:
            self._step()

    def _step(self) -> None:
        """Go on by one, and show how it came."""
        happened = self.reel.step()
        if (hand := self.reel.hand) is not None and hand.first == self.reel.at:
            self._log.begin(tuple)
        self._come()
        seen, animated = self._looking(), self.pacer.animated and not self._hurries
        shots = news_shots(self.reel.model, seen, happened, animated=animated, arrived=False)
        self.pacer.add(*map(self._opened, shots))
        if self._hurries:
            self.pacer.skip()

    def _jump(self, at: int) -> None:
        """Go somewhere else at once: nobody sees how it came there."""
        told = self.reel.go(at, None if self.eyes.all_cards else self.eyes.seat)
        self._come()
        self.pacer.skip()
        self._tell(told)
        self.pacer.add(self._opened(shot_of(self.reel.model, self._looking())))

    def _tell(self, told: Sequence[Telling]) -> None:
        """Have the log tell the hand so far, and nothing else."""
        entries = self._log.begin(lambda: tuple(each for tells in told for each in tells()))
        self.interaction.ui = self.interaction.ui.retold(entries)

    def _come(self) -> None:
        self._seen = max(self._seen, self.reel.at)

    # --- by itself -----------------------------------------------------------------------

    def run(self) -> None:
        """Go on by itself from here, or stop that."""
        if self.runs:
            self.stop()
        elif not self._at_end:
            self.runs = True
            self._run_on()

    def stop(self) -> None:
        """Go on no more by itself."""
        self.runs = False
        if self._alarm.is_set:
            self._alarm.stop()
            self.redraw()

    def hasten(self) -> None:
        """Go on by itself faster; from the fastest, as at the beginning."""
        self.speed = SPEEDS[(SPEEDS.index(self.speed) + 1) % len(SPEEDS)]
        self.redraw()

    @property
    def _hurries(self) -> bool:
        """Whether it goes faster than things were to be seen at the table."""
        return self.runs and self.speed > SPEEDS[0]

    @property
    def _at_end(self) -> bool:
        return self.reel.at >= self.reel.film.last

    def _run_on(self) -> None:
        if not self.runs:
            return
        if not self.pacer.rests or self._mover.moves:
            self._alarm.set(_RETRY_SECONDS, self._run_on)
            return
        self._go(self.reel.at + 1)
        if self._at_end:
            self.runs = False
            self.redraw()
            return
        self._alarm.set(self._stays() / self.speed, self._run_on)

    def _stays(self) -> float:
        """Return for how many seconds the position stands at the usual speed."""
        if between_hands(self.reel.model):
            return _PAPER_SECONDS
        shown = 0.0 if self.shot is None else self.shot.seconds
        # What is shown move by move takes its time by itself.
        return _POSITION_SECONDS + (shown if self._hurries or not self.pacer.animated else 0.0)

    # --- showing -------------------------------------------------------------------------

    def retell(self) -> None:
        """Say everything in the language in use now."""
        self._jump(self.reel.at)

    def stage(self) -> None:
        """Show the position as it is, as the settings have it now."""
        self.pacer.animated = self._settings.animation
        self.pacer.add(self._opened(shot_of(self.reel.model, self._looking())))

    def show(self, shot: Shot, *, moving: bool = False) -> float:
        """See `cardtui_client.tui.table.pacing.Show`."""
        before, self.shot = self.shot, shot
        self._mover.end()
        seconds = 0.0
        if moving and before is not None and self._display.moves:
            seconds = self._mover.begin(before.scene, shot.scene)
        # Sorted as if just dealt: nobody moves them here.
        cards = HeldCards().given_anew(shot.scene.hand)
        self.interaction.ui = self.interaction.ui._replace(cards=cards)
        if entries := self._log.write(shot.tells):
            self.interaction.become(self.interaction.ui.heard(entries, my_turn=False))
        self.redraw()
        return seconds

    def _looking(self) -> Seen:
        return Seen(self.keys, viewpoint=self.below)

    def _opened(self, shot: Shot) -> Shot:
        """Return the shot with all cards open, if you look at all cards."""
        if not self.eyes.all_cards:
            return shot
        cards = self.reel.film.cards(self.reel.at)
        return shot._replace(
            scene=_with_open_cards(shot.scene, cards),
            settled=_with_open_cards(shot.settled, cards),
        )

    def conclude(self, verdict: Callable[[], str] = str) -> None:
        """Say that until something is pressed; by default, what is awaited again."""
        if verdict is not self.verdict:
            self.verdict = verdict
            self.interaction.untell()
            self.redraw()

    def redraw(self) -> None:
        """Show anew what is said of the position."""
        if (picture := self.picture) is not None:
            self._display.show(picture)
            self._show_line(self.time_line)


def _with_open_cards(scene: Scene, cards: Sequence[Sequence[int]]) -> Scene:
    """Return the scene with the cards of everybody: your own side has those of its seat."""
    seats = tuple(
        seat._replace(shown=tuple(cards[seat.seat]) if seat.seat != scene.viewpoint else ())
        if seat.cards and not seat.shown
        else seat
        for seat in scene.seats
    )
    hand = HandScene(cards=tuple(cards[scene.viewpoint]))
    return scene._replace(seats=seats, hand=hand)
