"""The signals of bots: true for a partner, none for an opponent, and heeded as a hint."""

import pytest

from cardtui_engine.bits import Bits
from cardtui_engine.bots import PLAIN, Level, Manner, Signaller
from cardtui_engine.games.truco_argentino.bot import TrucoArgentinoBot
from cardtui_engine.games.truco_argentino.bot.knowledge import knowledge_of
from cardtui_engine.games.truco_argentino.bot.signals import SHOWN_STRENGTHS
from cardtui_engine.games.truco_argentino.cards import STRENGTH
from cardtui_engine.games.truco_argentino.state import State
from cardtui_engine.gestures import Gesture, Sign
from tests.engine.truco_argentino.table import RULES, after, codes, position
from tests.support.nights import by_night

# What a bot signals follows from a view and the bits that it is given.
pytestmark = pytest.mark.once

REST = (("6B", "10B", "11C"), ("6C", "10E", "11E"), ("7C", "10C", "11B"))
"""Hands of the others."""

MANY = 120


def bot(level: Level = Level.NORMAL, manner: Manner = PLAIN, **options: object) -> Signaller:
    made = TrucoArgentinoBot(RULES.options(options, 4), 4, level, manner)
    assert isinstance(made, Signaller)
    return made


def given(giver: Signaller, *hand: str, lookers: tuple[int, ...] = (2,)) -> set[Gesture | None]:
    """Return all that a bot in seat 0 was seen to signal with a hand."""
    view = RULES.seat_view(position(hand, *REST), 0)
    return {giver.signal(view, lookers, Bits(seed)) for seed in range(MANY)}


@pytest.mark.parametrize(
    ("hand", "gesture"),
    [
        (("1E", "4C", "5O"), Gesture.EYEBROW),
        (("1B", "3C", "5O"), Gesture.WINK),
        (("7O", "3C", "5E"), Gesture.LIPS),
        (("3O", "2C", "5E"), Gesture.BITE),
        (("2O", "4E", "5B"), Gesture.KISS),
        (("1O", "4E", "5B"), Gesture.MOUTH),
        (("7B", "6O", "5E"), Gesture.EYES),
        (("7E", "6E", "4O"), Gesture.HEAD),
        (("12B", "6O", "5E"), None),
    ],
)
@pytest.mark.parametrize("level", [Level.NORMAL, Level.HARD])
def test_a_bot_shows_its_partner_the_best_of_its_hand_though_not_always(
    level: Level, hand: tuple[str, ...], gesture: Gesture | None
) -> None:
    assert given(bot(level), *hand) == {None, gesture}


def test_it_shows_nothing_if_no_partner_looks_or_an_opponent_does() -> None:
    hand = ("1E", "4C", "5O")
    assert given(bot(), *hand, lookers=()) == {None}
    assert given(bot(), *hand, lookers=(1, 2)) == {None}


def test_beginners_show_nothing_nor_does_anybody_at_a_table_with_codes_of_its_own() -> None:
    hand = ("1E", "4C", "5O")
    assert given(bot(Level.EASY), *hand) == {None}
    assert given(bot(own_signals=True), *hand) == {None}


def test_a_character_that_bluffs_shows_an_opponent_who_looks_what_it_lacks() -> None:
    hand = ("1E", "3C", "5O")
    shown = given(bot(manner=Manner(bluff=0.2)), *hand, lookers=(1, 2)) - {None}
    assert shown
    held = {STRENGTH[card] for card in codes(*hand)}
    assert not any(held & set(SHOWN_STRENGTHS[each]) for each in shown if each is not None)


def test_nothing_is_shown_once_a_card_was_played() -> None:
    hands = (("1E", "4C", "5O"), *REST)
    played = after(position(*hands), (0, "play", "4C"))
    view = RULES.seat_view(played, 0)
    assert {bot().signal(view, (2,), Bits(seed)) for seed in range(MANY)} == {None}


def often(state: State, seat: int, verb: str, sign: Sign | None, level: Level) -> int:
    """Return how often a bot does something, with a signal that was given and without one."""
    player = bot(level)
    heeding = player.heeding([] if sign is None else [sign])
    view = RULES.seat_view(state, seat)
    done = [heeding.decide(view, Bits(seed)) for seed in range(MANY)]
    return sum(each is not None and each.verb == verb for each in done)


def called_truco() -> State:
    """Return a hand in which seat 1 has called truco, and seats 0 and 2 must answer."""
    hands = (("10B", "6C", "5E"), ("3B", "4B", "10C"), ("1E", "3C", "4O"), ("5C", "10E", "4C"))
    return after(position(*hands), (0, "play", "5E"), (1, "truco"))


EYEBROW = Sign(2, Gesture.EYEBROW, (0,))


@pytest.mark.slow
@pytest.mark.parametrize("level", [Level.NORMAL, *by_night(Level.HARD)])
def test_a_partner_who_shows_the_best_card_makes_a_bot_accept_and_one_with_nothing_fold(
    level: Level,
) -> None:
    state = called_truco()
    plain = often(state, 0, "no_quiero", None, level)
    assert often(state, 0, "no_quiero", EYEBROW, level) < plain - MANY // 10
    assert often(state, 0, "no_quiero", Sign(2, Gesture.EYES, (0,)), level) >= plain


def test_beginners_heed_none_and_nobody_heeds_what_an_opponent_saw_too_or_showed() -> None:
    state = called_truco()
    view = RULES.seat_view(state, 0)
    ignored = [(Level.EASY, EYEBROW)]
    ignored += [
        (Level.NORMAL, sign)
        for sign in (
            EYEBROW._replace(lookers=(0, 1)),
            EYEBROW._replace(lookers=()),
            Sign(3, Gesture.EYEBROW, (0,)),
        )
    ]
    for level, sign in ignored:
        for seed in range(20):
            heeding = bot(level).heeding([sign])
            assert heeding.decide(view, Bits(seed)) == bot(level).heeding([]).decide(
                view, Bits(seed)
            )


def test_a_card_that_was_shown_and_played_is_waited_for_no_more() -> None:
    hands = (("10B", "6C", "5E"), ("3B", "4B", "10C"), ("1E", "3C", "4O"), ("5C", "10E", "4C"))
    state = after(
        position(*hands), (0, "play", "5E"), (1, "play", "3B"), (2, "play", "1E"), (3, "truco")
    )
    view = RULES.seat_view(state, 0)
    for seed in range(20):
        shown, plain = (bot().heeding(signs) for signs in ([EYEBROW], []))
        assert shown.decide(view, Bits(seed)) == plain.decide(view, Bits(seed))


def test_a_partner_who_tilts_the_head_makes_a_bot_accept_envido() -> None:
    hands = (("10B", "6C", "4E"), ("3B", "4B", "10C"), ("7E", "6E", "4O"), ("5C", "10E", "4C"))
    state = after(position(*hands), (0, "play", "4E"), (1, "envido"))
    plain = often(state, 0, "no_quiero", None, Level.HARD)
    shown = often(state, 0, "no_quiero", Sign(2, Gesture.HEAD, (0,)), Level.HARD)
    assert shown < plain - MANY // 10


FLOR = {"flor": "obligatory"}


@pytest.mark.parametrize("level", list(Level))
def test_a_flor_is_shown_before_any_card_and_without_flor_it_is_none(level: Level) -> None:
    hands = (("1E", "6E", "7E"), *REST)
    with_flor, without = (
        {
            bot(level, flor=flor).signal(
                RULES.seat_view(position(*hands, options={"flor": flor}), 0), (2,), Bits(seed)
            )
            for seed in range(MANY)
        }
        for flor in ("obligatory", "none")
    )
    beginner = level is Level.EASY
    assert with_flor == ({None} if beginner else {None, Gesture.CHEEKS})
    assert without == ({None} if beginner else {None, Gesture.HEAD})


def test_nothing_tells_an_opponent_who_looks_of_a_flor() -> None:
    view = RULES.seat_view(position(("1E", "6E", "7E"), *REST, options=FLOR), 0)
    for manner in (PLAIN, Manner(bluff=0.2)):
        player = bot(manner=manner, flor="obligatory")
        shown = {player.signal(view, (1, 2), Bits(seed)) for seed in range(MANY)}
        assert Gesture.CHEEKS not in shown


CHEEKS = Sign(2, Gesture.CHEEKS, (0,))


@pytest.mark.slow
@pytest.mark.clause("TA-82")
@pytest.mark.parametrize("level", [Level.NORMAL, *by_night(Level.HARD)])
def test_nobody_bets_an_envido_that_the_flor_of_a_partner_would_cancel(level: Level) -> None:
    hands = (("7B", "6B", "1C"), ("3B", "4C", "10C"), ("7E", "6E", "1E"), ("5C", "10E", "4O"))
    view = RULES.seat_view(position(*hands, options=FLOR), 0)
    player = bot(level, flor="obligatory")

    def bets(sign: Sign) -> int:
        acts = [player.heeding([sign]).decide(view, Bits(seed)) for seed in range(MANY)]
        return sum(each is not None and each.verb.endswith("envido") for each in acts)

    assert bets(CHEEKS) == 0
    for ignored in (CHEEKS._replace(lookers=(0, 1)), CHEEKS._replace(lookers=()), EYEBROW):
        assert bets(ignored) > MANY // 10


def test_a_partner_who_shows_a_flor_is_taken_to_hold_one_suit_until_it_plays() -> None:
    hands = (("7B", "6B", "1C"), ("3B", "4C", "10C"), ("7E", "6E", "1E"), ("5C", "10E", "4O"))
    view = RULES.seat_view(position(*hands, options=FLOR), 0)
    assert knowledge_of(view, gestures={2: Gesture.CHEEKS}).flores == {2: ((), -1)}
    announced = RULES.seat_view(after(position(*hands, options=FLOR), (2, "flor")), 0)
    lied = {1: Gesture.CHEEKS, 2: Gesture.CHEEKS}
    assert set(knowledge_of(announced, gestures=lied).flores) == {2}
