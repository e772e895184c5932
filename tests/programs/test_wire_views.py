"""What programs are told at a server's table is what they are told in an arena."""

from itertools import islice

import pytest

from cardtui.v1 import table_service_pb2, views_pb2
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Level
from cardtui_engine.library.bot_lines import Clock, ask_lines, event_line
from cardtui_engine.library.registry import get_bot_maker, get_rules
from cardtui_engine.library.simulate import play
from cardtui_engine.views import View
from cardtui_server.wire.codec import codec_for
from cardtui_server.wire.view_encoder import ViewEncoder
from cardtui_studio.wire_views import wire_views
from tests.support.nights import games_and_by_night

STEPS = 120
CLOCK = Clock(1000, 5000)


@pytest.mark.slow
@pytest.mark.parametrize("game", games_and_by_night())
def test_the_lines_of_a_view_and_of_its_events_are_the_same_over_the_wire(game: str) -> None:
    rules = get_rules(game)
    seats = rules.seats[-1]
    options = rules.options({}, seats)
    bots = [get_bot_maker(game)(options, seats, Level.EASY) for _ in range(seats)]
    encoder, reader = ViewEncoder(codec_for(game), game), wire_views(game)
    for step in islice(play(rules, options, bots, Bits(5)), STEPS):
        for event in step.events:
            seen = rules.seen(event, 0)
            update = table_service_pb2.Update.FromString(encoder.event(seen))
            read = reader.event(update.events[0])
            assert read is not None
            assert event_line(read, rules) == event_line(seen, rules)
        for seat in rules.turn(step.state).asked:
            view = rules.seat_view(step.state, seat)
            read_view = reader.view(
                views_pb2.PublicView.FromString(encoder.public(View(*view))),
                views_pb2.OwnView.FromString(encoder.own(view.own)),
            )
            told, read_told = (
                [*ask_lines(each, rules, 7, CLOCK, optional=False)] for each in (view, read_view)
            )
            assert read_told == told
            for choice in view.own.choices:
                action = choice.first()
                assert action in next(
                    each for each in read_view.own.choices if each.verb == choice.verb
                )
