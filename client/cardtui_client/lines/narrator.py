"""A table as lines of text: in which order things are told, the list of what you may do, and when.
Who came, went and got ready, and changed rules: `_table_changes`. The sentences about the game are
in `faces/narration.py`, how things stand in `faces/standing.py`.

`cardtui spectate --plain`, `cardtui connect --plain` and `cardtui demo` print these lines.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardtui.v1 import events_pb2, table_service_pb2, tables_pb2
from cardtui_client.faces.arguments import burns, verb_of
from cardtui_client.faces.arrival import table_lines
from cardtui_client.faces.game_words import game_name, option_name, value_words
from cardtui_client.faces.narration import outcome, sentences, talk
from cardtui_client.faces.offers import Offer, offers, plain_cut
from cardtui_client.faces.record_words import distrust_text
from cardtui_client.faces.registry import presenter_of
from cardtui_client.faces.seats import (
    late_words,
    pause_asked,
    presence_told,
    rated_lines,
    silence_told,
    still_away,
    swap_asked,
    watching_words,
)
from cardtui_client.faces.standing import (
    brings_words,
    clock_lines,
    hand_lines,
    may_interrupt,
    timing_lines,
)
from cardtui_client.faces.terms import told_changes
from cardtui_client.i18n import _, mark
from cardtui_client.limits import MOST_OPTIONS, NAME_CELLS, TABLE_NAME_CELLS
from cardtui_client.lines.typed_words import typed
from cardtui_client.model.quick_talk import mentions
from cardtui_client.model.refusals import notice_text, stopped_text
from cardtui_client.model.sides import actor_of, names
from cardtui_client.model.table import Status, TableModel
from cardtui_client.model.timing import Times
from cardtui_client.net.feed import FeedStatus
from cardtui_client.net.stream import CONNECTION_LOST
from cardtui_client.scene.commands import Bare
from cardtui_client.text import safe_text


class Narrator:
    """Folds the items of a feed into a model and tells them as lines.

    Attributes:
        model: what is known of the table.
        offered: what the last numbered list offered.
        turn_came: whether what was told last says that it is your turn.
        mentioned: whether somebody says your name in it.
        cuts: whether the pack is cut for you, so that you are not asked.
    """

    def __init__(self, model: TableModel, *, again: bool = True, name: str = "") -> None:
        self.model = model
        self.turn_came = False
        self.cuts = False
        self.mentioned = False
        self._name = name
        self._again = again
        self.offered: Sequence[Offer] = ()
        self._began = False
        self._lost: set[str] = set()
        self._away: frozenset[int] = frozenset()
        self._asked: object = None
        self._was_stopped = self._noticed = ""
        self._distrust = ""
        self._times_told = False
        self._may_skip = False

    def tell(self, item: table_service_pb2.Frame | FeedStatus) -> list[str]:
        """Take in the next item and return what there is to say about it.

        Raises:
            Gap: an update is missing; ask the feed for a snapshot.
        """
        self.turn_came = self.mentioned = False
        if isinstance(item, FeedStatus):
            return self._status(item)
        model = self.model
        table, presence, times = model.table, model.presence, model.times
        events = model.fold(item)
        self.mentioned = any(mentions(event.said, self._name) for event in events)
        match item.WhichOneof("frame"):
            case "snapshot":
                lines = self._snapshot()
                self._times_told = False
            case "update":
                if model.own and any(_acts(event, model.own.seat) for event in events):
                    self._asked = None  # another decision, even if it offers the same
                lines = self._update(events)
                if item.update.HasField("table"):
                    moved = any(
                        event.high_cards_drawn.for_partners
                        or event.HasField("partners_found")
                        or event.HasField("seats_swapped")
                        for event in events
                    )
                    lines = [*self._table_changes(table, moved=moved, gone=_gone(events)), *lines]
            case "team_talk" | "signals":
                lines = self._update(events)
            case "presence":
                lines = [
                    *presence_told(presence, model, self._away),
                    *silence_told(presence, model),
                    *pause_asked(presence, model),
                    *swap_asked(presence, model),
                ]
                self._away = still_away(self._away, presence, model)
            case "timing":
                lines = timing_lines(times if self._times_told else Times(), model)
                self._times_told = True
            case _:
                lines = []
        told = (*self._stopped(), *self._notices(), *self._distrusted(), *self._skippable())
        return [*lines, *told, *self._turn()]

    def state_lines(self) -> list[str]:
        """Return all that there is to know now: the table, your cards, what you may do."""
        model = self.model
        lines = [*self.table_lines(), *(self.hand_lines() if model.own else [])]
        if stopped := stopped_text(model):
            lines.append(stopped)
        if notice := notice_text(model):
            lines.append(notice)
        return [*lines, *(self.offer_lines() if offers(model) else [])]

    def table_lines(self) -> list[str]:
        """Return how things stand at the table now, and how long who is awaited has."""
        return [*table_lines(self.model), *clock_lines(self.model)]

    def hand_lines(self) -> list[str]:
        """Return the cards of your own, and what they make."""
        return hand_lines(self.model)

    def offer_lines(self) -> list[str]:
        """Return the numbered list of what you may do now, and remember it."""
        self.offered = offers(self.model)
        if not self.offered:
            return [_("There is nothing for you to do now.")]
        return [f"{number}) {offer.line}" for number, offer in enumerate(self.offered, 1)]

    def _status(self, status: FeedStatus) -> list[str]:
        self.model.take_status(status.status)
        match status.status:
            case Status.CONNECTING:
                return []
            case Status.LIVE:
                if not self._lost:
                    return []
                self._lost.clear()
                return [_("Reconnected.")]
            case Status.RECONNECTING:
                self._times_told = False
                if status.sentence in self._lost:
                    return []  # said once, not at every attempt
                first = not self._lost
                self._lost.add(status.sentence)
                if not first:  # by now it is something else: another server, say
                    return [] if status.sentence == _(CONNECTION_LOST) else [status.sentence]
                kept = self.model.seat is not None
                again = _("Reconnecting… Your seat is kept.")
                return [status.sentence, again if kept else _("Reconnecting…")]
            case Status.ENDED:
                return [status.sentence] if status.sentence else []

    def _snapshot(self) -> list[str]:
        if self._began:
            return [*table_lines(self.model), *(self.hand_lines() if self.model.own else [])]
        self._began = True
        model = self.model
        title = safe_text(model.table.name, TABLE_NAME_CELLS)
        lines = [
            _(
                "Table {table}: {game}.",
                table=title or safe_text(model.table.id, TABLE_NAME_CELLS),
                game=game_name(model.table.game),
            )
        ]
        if model.seat is None:
            lines.append(watching_words(model.table.watching))
        else:
            lines.append(
                _(
                    "You are {name}, in seat {seat}.",
                    name=model.name_of(model.seat),
                    seat=model.seat + 1,
                )
            )
            # A draw for partners is told before what came of it.
            sides = [] if model.high_cards is not None else self._sides()
            late = late_words(model.table.watching)
            lines.extend([*sides, *([late] if late else []), _("Type ? for help.")])
        if model.view is not None:  # before a match `table_lines` tells it
            lines.extend(rated_lines(model.table))
        lines.extend(table_lines(model))
        if model.high_cards is not None:
            lines.extend(self._sides())
        if model.own is not None and model.own.hand:
            lines.extend(self.hand_lines())
        lines.extend(talk(said) for said in model.talk[-5:])
        return lines

    def _update(self, events: Sequence[events_pb2.Event]) -> list[str]:
        ended = any(event.HasField("hand_ended") for event in events)
        summary = outcome(self.model) if ended else []
        face = presenter_of(self.model)
        lines: list[str] = []
        for event in events:
            what = event.WhichOneof("event")
            if not summary or what not in face.told_by_summary:
                lines.extend(sentences(event, self.model, events))
            elif event.HasField("hand_ended"):
                lines.extend([line for line in summary if line not in lines])
        own = self.model.own
        if self._again and own and any(event.HasField("match_ended") for event in events):
            lines.append(_("Type ready for another match, or quit to leave."))
        if own and any(_deals(event, own.seat) for event in events):
            lines.extend(filter(None, [face.own_words(own, self.model.view)]))
        return lines

    def _turn(self) -> list[str]:
        """Return the call to act and the numbered list, once for each decision."""
        model = self.model
        aside = may_interrupt(model)
        cut = self.cuts and plain_cut(model) is not None
        if cut or not (model.is_my_turn or aside) or not model.choices():
            self._asked = None
            return []
        asked = [choice.SerializeToString() for choice in model.choices()]
        if asked == self._asked:
            return []
        self._asked = asked
        if aside and all(burns(each) for each in model.choices()):
            return []  # to hear at every discard what is sure to fail is of no use
        called = _("It is your turn. Type a number, or a word:")
        if aside:
            called = _("You may interrupt. Type a number, or a word:")
        else:
            self.turn_came = True
        return [*self._aside_lines(), called, *self.offer_lines()]

    def _skippable(self) -> list[str]:
        """Tell once that only bots still play the hand, and how to go on to the next."""
        before, self._may_skip = self._may_skip, self.model.may_skip
        if before or not self._may_skip:
            return []
        word = typed(Bare.GO_ON)
        return [_("Only bots still play this hand. Type {word} for the next one.", word=word)]

    def _aside_lines(self) -> list[str]:
        """Return what a word like "claim" is good for now, where the game has a sentence for it."""
        face = presenter_of(self.model)
        offered = [each for each in self.model.choices() if face.verb(verb_of(each)).aside]
        said = face.prompt_aside(self.model)
        if not offered or any(burns(each) for each in offered) or said == _("You may interrupt."):
            return []
        return [said]

    def _sides(self) -> list[str]:
        model = self.model
        if model.seat is None or not model.has_teams or len(model.table.seats) < 4:
            return []
        if model.table.partners and model.view is None:
            return []  # `table_lines` tells that they will be drawn
        mine = [s for s in model.side_seats(model.team_of(model.seat)) if s != model.seat]
        theirs = model.side_seats(1 - model.team_of(model.seat))
        return [
            _(
                "You play with {partners} against {others}.",
                partners=names([model.name_of(seat) for seat in mine]),
                others=names([model.name_of(seat) for seat in theirs]),
            )
        ]

    def _table_changes(self, before: tables_pb2.Table, *, moved: bool, gone: set[str]) -> list[str]:
        """Tell who came, went and got ready, unless all have just changed seats.

        Args:
            before: the table as it was.
            moved: whether all have just changed seats.
            gone: the names of those whose loss of a seat is told by an event.
        """
        lines: list[str] = []
        now, asked = self.model.table, False
        for old, new in () if moved else zip(before.seats, now.seats, strict=False):
            name = safe_text(new.name, NAME_CELLS)
            was = safe_text(old.name, NAME_CELLS)
            if (old.name, old.bot) != (new.name, new.bot):
                if was and not name:
                    if old.name in gone:
                        continue
                    lines.append(_("{name} gets up.", name=was))
                elif was:
                    lines.append(_("{name} now plays for {other}.", name=name, other=was))
                else:
                    lines.append(_("{name} sits down.", name=name))
            elif old.name == new.name and old.buy_in != new.buy_in and name:
                lines.append(f"{name} {brings_words(new)}.")
                asked |= any(seat.ready and not seat.bot for seat in before.seats)
            elif new.ready and not old.ready and not new.bot:
                who = actor_of(new.seat, self.model)
                lines.append(who.did(mark("{name} is ready."), mark("You are ready.")))
        if asked:
            lines.append(_("Everybody is asked again."))
        if dict(before.options) != dict(now.options):
            lines.append(self._rules_changed(before, now))
        lines += told_changes(before, now)
        if before.state != now.state and now.state == tables_pb2.TABLE_STATE_PLAYING:
            lines.append(_("The match starts."))
            lines += rated_lines(now)
        return lines

    def _rules_changed(self, before: tables_pb2.Table, now: tables_pb2.Table) -> str:
        changed = "; ".join(
            f"{option_name(now.game, name)}: {value_words(now.game, name, now.options[name])}"
            for name in sorted(now.options)[:MOST_OPTIONS]
            if now.options[name] != before.options.get(name)
        )
        return _("The rules have changed: {rules}. Everybody is asked again.", rules=changed)

    def _stopped(self) -> list[str]:
        """Tell once that nothing can be done for now, and that it can again."""
        before, self._was_stopped = self._was_stopped, stopped_text(self.model)
        if before == self._was_stopped:
            return []
        return [self._was_stopped or _("The server can save moves again: play goes on.")]

    def _notices(self) -> list[str]:
        """Tell what everybody is told of the server whenever it has changed."""
        before, self._noticed = self._noticed, notice_text(self.model)
        if before == self._noticed:
            return []
        return [self._noticed or _("The server does not restart, after all.")]

    def _distrusted(self) -> list[str]:
        """Tell once that the server cannot be trusted."""
        before, self._distrust = self._distrust, distrust_text(self.model)
        return [] if self._distrust in ("", before) else [self._distrust]


def _gone(events: Sequence[events_pb2.Event]) -> set[str]:
    """Return the names of those whom the host has just kicked or banned."""
    kicked = {event.player_kicked.name for event in events if event.HasField("player_kicked")}
    return kicked | {
        event.player_banned.name for event in events if event.HasField("player_banned")
    }


def _acts(event: events_pb2.Event, seat: int) -> bool:
    return event.HasField("acted") and event.acted.seat == seat


def _deals(event: events_pb2.Event, seat: int) -> bool:
    taken = event.HasField("card_taken") and event.card_taken.seat == seat
    return taken or (event.HasField("cards_dealt") and event.cards_dealt.seat == seat)
