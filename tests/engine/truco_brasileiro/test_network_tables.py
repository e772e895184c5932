"""At which tables of Truco brasileiro the hard level plays by the network, and what it is told."""

import pytest

from cardtui_engine.bits import Bits
from cardtui_engine.bots import Level, Reason
from cardtui_engine.families.truco.brazilian.bot.inputs import INPUT_OFFSETS, Terms, inputs_of
from cardtui_engine.games.truco_brasileiro.bot import TrucoBrasileiroBot
from tests.engine.truco_brasileiro.table import RULES, act, position

pytestmark = pytest.mark.once

MESA = {"shuffle": "full", "accepted_decides": "hand"}


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (MESA, Reason.MATCH),
        ({**MESA, "eleven_run": "we_lose"}, Reason.CHANCE),
        ({**MESA, "won_tricks": "face_down"}, Reason.CHANCE),
        ({}, Reason.CHANCE),
    ],
)
def test_tables_that_it_was_not_taught_are_weighed_by_guesses(
    options: dict[str, str], reason: Reason
) -> None:
    """TB-51: there, who runs at eleven may lose a tento."""
    bot = TrucoBrasileiroBot(RULES.options(options, 4), 4, Level.HARD)
    state = position(scores=[11, 3], options=options)
    assert bot.advise(RULES.seat_view(state, 0), Bits(1)).reason is reason


def test_a_card_that_an_opponent_has_shown_is_still_to_come() -> None:
    """TB-60: what was shown stays known, and is in that hand until it is played."""
    options = {**MESA, "fouls": "penalise"}
    bot = TrucoBrasileiroBot(RULES.options(options, 4), 4, Level.HARD)
    hands = (("4C", "7H", "3S"), ("KS", "QS", "JS"), ("7S", "6S", "5S"), ("2S", "4H", "4D"))
    state = position(hands, dealer=3, options=options)
    state, _ = act(state, 0, "show", card="4C")
    for seat, name in ((1, "unseen"), (2, "partner")):
        view = RULES.seat_view(state, seat)
        terms = Terms(bot.ladder, limited=True)
        told = inputs_of(bot.know(view), view.common, view.game, terms, may_raise=False)
        assert told.count(INPUT_OFFSETS[name] + 14) == 1
