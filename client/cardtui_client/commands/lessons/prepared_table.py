"""A table with a prepared pack: the real rules, shown in the frames that a server would send.

Nobody else can reach it: it is a value of this process, and no server has it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

from cardtui.v1 import table_service_pb2, tables_pb2, views_pb2
from cardtui_client.commands.lessons.lesson import LEARNER, OPPONENT, Hand, Lesson
from cardtui_engine.actions import Action
from cardtui_engine.cards import Card
from cardtui_engine.library.match import Match
from cardtui_engine.library.registry import get_rules
from cardtui_engine.rules import AnyRules
from cardtui_engine.views import Own, View
from cardtui_server.wire.codec import codec_for
from cardtui_server.wire.option_values import write_option
from cardtui_server.wire.table_encoder import views_of


class PreparedTable:
    """One hand of two players, as the learner's client is shown it.

    Attributes:
        match: the match, of which only this hand is played.
    """

    def __init__(self, lesson: Lesson, hand: Hand, names: tuple[str, str]) -> None:
        rules = get_rules(lesson.game)
        self.match = Match(lesson.game, seats=2, dealer=hand.dealer)
        self.match.deal(_pack(rules, lesson, hand))
        if lesson.uncut in {choice.verb for choice in self.match.choices()}:
            self.match.act(lesson.uncut)  # a cut would spoil what is prepared
        self._names = names
        self._views = views_of(lesson.game)
        self._seq = 1
        self._public, self._own = self._seen()

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

    def _seen(self) -> tuple[View[Any, Any], Own[Any]]:
        own = self.match.rules.own_view(self.match.state, LEARNER)
        if LEARNER not in self.match.turn.to_act:
            own = own._replace(choices=())  # the opponent acts at once: nobody could interrupt
        return self.match.view(None), own

    def _table(self) -> tables_pb2.Table:
        rules = self.match.rules
        kinds = {spec.name: spec.kind for spec in rules.specs}
        return tables_pb2.Table(
            game=rules.id,
            state=tables_pb2.TABLE_STATE_PLAYING,
            options={
                name: write_option(value, kinds[name]) for name, value in self.match.options.items()
            },
            pack_size=len(rules.pack_of(self.match.state)),
            clockwise=rules.clockwise,
            deck=tables_pb2.Deck.Value(f"DECK_{rules.deck.name.upper()}"),
            seats=[
                tables_pb2.Seat(
                    seat=LEARNER, team=rules.team_of(LEARNER), name=self._names[LEARNER]
                ),
                tables_pb2.Seat(
                    seat=OPPONENT,
                    team=rules.team_of(OPPONENT),
                    name=self._names[OPPONENT],
                    bot=tables_pb2.BOT_LEVEL_EASY,
                ),
            ],
        )


def _pack(rules: AnyRules, lesson: Lesson, hand: Hand) -> Sequence[Card]:
    """Return the pack, top first, from which both get their cards."""
    each = (hand.mine, hand.theirs) if hand.dealer == OPPONENT else (hand.theirs, hand.mine)
    codes = chain(*each) if lesson.together else chain.from_iterable(zip(*each, strict=True))
    dealt = rules.deck.cards([*codes, *filter(None, [hand.flip])])
    return [*dealt, *[card for card in rules.pack if card not in dealt]]


def action_of(game: str, message: Any) -> Action:
    """Return the engine's action that a message of the client asks for."""
    return codec_for(game).actions.read(message)
