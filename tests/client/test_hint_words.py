"""Hints in words: every reason has its sentence, actions are named as the table names them."""

import math
from collections.abc import Callable
from itertools import islice
from typing import cast

import pytest

from cardtui.v1 import actions_pb2, events_pb2, table_service_pb2
from cardtui_client.faces.arguments import card_of, plainest
from cardtui_client.faces.hint_words import action_words, hint_sentence, reason_words, told
from cardtui_client.faces.offers import Keys, verb_buttons
from cardtui_client.faces.table_actions import ACTION_OF
from cardtui_client.i18n import set_language
from cardtui_client.lines.requests import Requests
from cardtui_client.lines.typed_words import SEAT_COMMANDS, TABLE_COMMANDS, command_of, typed
from cardtui_client.model.cards import card_words
from cardtui_client.model.table import TableModel
from cardtui_client.net.connection import Connection
from cardtui_client.net.feed import TableFeed
from cardtui_client.scene.commands import Bare
from cardtui_client.tui.paint.key_names import key_name
from cardtui_client.tui.table.telling import keyed_words
from cardtui_engine.actions import Action
from cardtui_server.wire.codec import codec_for
from tests.support.brazilian_tables import trick
from tests.support.nights import games_and_by_night
from tests.support.positions import answering, raised
from tests.support.rummy_tables import (
    claiming,
    drawing,
    going_out,
    na_boa,
    ready_for_ten,
    rummy,
    throwing,
)
from tests.support.seat_matches import matches
from tests.support.seated import seated
from tests.support.table_driver import ScriptedTable, cacho, truco

Why = table_service_pb2.AdviceReason
NUMBERS = {
    Why.ADVICE_REASON_ONLY: (),
    Why.ADVICE_REASON_SURE: (),
    Why.ADVICE_REASON_CHANCE: (0.62, 0.33),
    Why.ADVICE_REASON_VALUE: (1.26, -0.5),
    Why.ADVICE_REASON_BLUFF: (0.4, 0.25),
    Why.ADVICE_REASON_MIX: (0.71,),
    Why.ADVICE_REASON_OUTS: (1.0, 5.0),
    Why.ADVICE_REASON_MATCH: (0.541, 0.51),
}
ENGLISH = {
    Why.ADVICE_REASON_ONLY: "Nothing else makes sense here.",
    Why.ADVICE_REASON_SURE: "It cannot lose.",
    Why.ADVICE_REASON_CHANCE: "You win about 62 of 100 such hands; 33 are enough.",
    Why.ADVICE_REASON_VALUE: "It brings +1.3 points on average; the next best choice −0.5.",
    Why.ADVICE_REASON_BLUFF: (
        "A bluff: the others give way in about 40 of 100; from 25 on it pays."
    ),
    Why.ADVICE_REASON_MIX: (
        "A strong bot does so in about 71 of 100 such hands, so that nobody can read it."
    ),
    Why.ADVICE_REASON_OUTS: "1 card to go. 5 unseen cards help.",
    Why.ADVICE_REASON_MATCH: (
        "With it, your chance to win the match is 54.1 %; with the next best choice, 51.0 %."
    ),
}


def model_of(table: ScriptedTable) -> TableModel:
    model = TableModel()
    model.fold(table.snapshot())
    return model


def written(game: str, action: Action) -> actions_pb2.Action:
    message: actions_pb2.Action = codec_for(game).actions.write(action)
    return message


def short() -> ScriptedTable:
    hands = ["3S 4S 5S 7H 7C 7D 9D TD KD", "2H 3H 4H TD JD QD 9S 9H KC"]
    dealt = [hand.split() for hand in hands]
    return rummy("cacheta", 2, flip="8C", stock=["QS", "AC"], hands=dealt)


def advice(table: ScriptedTable, action: Action | None) -> table_service_pb2.AdviseResponse:
    return table_service_pb2.AdviseResponse(
        action=None if action is None else written(table.rules.id, action),
        reason=Why.ADVICE_REASON_CHANCE,
        numbers=[0.62, 0.33],
        position=table.seq,
    )


def test_every_reason_has_a_sentence_of_its_own_in_every_language() -> None:
    assert set(NUMBERS) == set(Why.values()) - {Why.ADVICE_REASON_UNSPECIFIED}
    seen: set[str] = set()
    for language in ("en", "pt_BR", "es_AR"):
        set_language(language)
        said = {why: reason_words(why, given, "points") for why, given in NUMBERS.items()}
        assert all(each.endswith(".") and "{" not in each for each in said.values())
        seen |= set(said.values())
        if language == "en":
            assert said == ENGLISH
    assert len(seen) == 3 * len(NUMBERS)


def test_what_is_lost_mostly_is_said_as_such_and_chips_are_chips() -> None:
    assert reason_words(Why.ADVICE_REASON_CHANCE, (0.2, 0.33), "chips") == (
        "You would win about 20 of 100 such hands; you need 33."
    )
    assert reason_words(Why.ADVICE_REASON_CHANCE, (0.334, 0.328), "chips") == (
        "You win about 33 of 100 such hands, about as many as you need: it is close."
    ), "whether it says to go on or to give up"
    assert reason_words(Why.ADVICE_REASON_VALUE, (2.0, 1.0), "chips") == (
        "It brings +2.0 chips on average; the next best choice +1.0."
    )
    assert reason_words(Why.ADVICE_REASON_VALUE, (-0.9, -0.7), "points") == (
        "It brings −0.9 points on average."
    )
    assert reason_words(Why.ADVICE_REASON_VALUE, (-0.9, -0.7), "chips") == (
        "It brings −0.9 chips on average."
    )


@pytest.mark.parametrize(
    ("reason", "numbers"),
    [
        (Why.ADVICE_REASON_CHANCE, (0.5,)),
        (Why.ADVICE_REASON_VALUE, (math.nan, 1.0)),
        (Why.ADVICE_REASON_OUTS, (math.inf, 2.0)),
        (Why.ADVICE_REASON_MIX, (1e300,)),
        (Why.ADVICE_REASON_UNSPECIFIED, ()),
        (Why.ValueType(99), (1.0, 2.0)),
    ],
)
def test_numbers_that_make_no_sense_are_not_told(
    reason: Why.ValueType, numbers: tuple[float, ...]
) -> None:
    assert reason_words(reason, numbers, "points") == ""


@pytest.mark.parametrize(
    ("table", "action", "words"),
    [
        (answering, Action("quiero"), "“¡Quiero!”"),
        (truco, Action("truco"), "“¡Truco!”"),
        (truco, None, "play"),
        (raised, Action("call"), "call"),
        (raised, Action("raise", to=7), "raise 7"),
        (cacho, Action("pass"), "pass"),
        (drawing, Action("draw", source="stock"), "draw"),
        (drawing, Action("draw", source="discards"), "take the discard"),
        (throwing, None, "discard"),
        (claiming, Action("claim"), "claim (“Bati!”)"),
        (na_boa, Action("good_one"), "“Na boa!”"),
    ],
)
def test_an_action_is_named_as_the_table_names_it(
    table: Callable[[], ScriptedTable], action: Action | None, words: str
) -> None:
    scripted = table()
    model, card = model_of(scripted), scripted.rules.own_view(scripted.state, 0).hand[0]
    if action is None:
        message = written(scripted.rules.id, Action(words, card=card))
        shown = card_of(message)
        assert shown is not None
        assert action_words(message, model) == f"{words} {card_words(shown)}"
    else:
        assert action_words(written(scripted.rules.id, action), model) == words


def test_a_hint_is_a_sentence_of_the_action_and_one_of_the_reason() -> None:
    table = answering()
    said = hint_sentence(advice(table, Action("quiero")), model_of(table))
    assert said == (
        "Hint: “¡Quiero!” (for 2 points). You win about 62 of 100 such hands; 33 are enough."
    )
    said = hint_sentence(advice(table, None), model_of(table))
    assert said == (
        "Hint: let the others go on."
        " It is not your turn, and nothing that you could do now is worth it."
    )


BY_KEY = {
    "an answer": (
        answering,
        Action("quiero"),
        Why.ADVICE_REASON_CHANCE,
        "Hint: q, ¡Quiero! (for 2 points). You win about 62 of 100 such hands; 33 are enough.",
    ),
    "a discard that completes the hand": (
        claiming,
        Action("claim"),
        Why.ADVICE_REASON_SURE,
        (
            "Hint: c, Claim the discard (“Bati!”; wins the pot of 3 chips). "
            "Your hand is complete: going out wins, and waiting can only lose."
        ),
    ),
    "a complete hand": (
        going_out,
        Action("go_out"),
        Why.ADVICE_REASON_SURE,
        (
            "Hint: g, Go out (“Bati!”; wins the pot of 3 chips). "
            "Your hand is complete: going out wins, and waiting can only lose."
        ),
    ),
    "ten cards at cacheta": (
        lambda: ready_for_ten("cacheta"),
        Action("knock"),
        Why.ADVICE_REASON_SURE,
        (
            "Hint: g, Knock (“Bati!”; the others lose 2 points). "
            "Your hand is complete: going out wins, and waiting can only lose."
        ),
    ),
    "one card short": (
        short,
        Action("good_one"),
        Why.ADVICE_REASON_ONLY,
        (
            "Hint: b, Na boa! (lets you cut the line). "
            "It costs nothing, and then the card you need wins, no matter who throws it."
        ),
    ),
    "an amount": (
        raised,
        Action("raise", to=7),
        Why.ADVICE_REASON_MIX,
        (
            "Hint: r 7 ⏎, Raise 7. "
            "A strong bot does so in about 62 of 100 such hands, so that nobody can read it."
        ),
    ),
    "an amount that is left out": (
        lambda: rummy("pif-paf-tradicional", 3),
        Action("vou"),
        Why.ADVICE_REASON_SURE,
        "Hint: q 5 ⏎, Vou! (5 chips). It cannot lose.",
    ),
}


@pytest.mark.parametrize("case", BY_KEY.values(), ids=BY_KEY)
async def test_on_the_screen_a_hint_names_the_key_and_the_label_of_the_bar(
    case: tuple[Callable[[], ScriptedTable], Action, Why.ValueType, str],
) -> None:
    made, action, why, said = case
    table = made()
    table.hint.CopyFrom(advice(table, action))
    table.hint.reason = why
    async with seated(table) as at:
        await at.type("j")
        assert [entry.text for entry in at.display.log][-1] == said
        key, label = said.removeprefix("Hint: ").partition(", ")[::2]
        offered = {each.key: each.label for each in at.controller.now.offered}
        assert label.startswith(offered[key.split()[0]])


async def test_a_hint_of_a_card_names_the_keys_that_play_it() -> None:
    table = truco()
    card = table.rules.own_view(table.state, 0).hand[1]
    table.hint.CopyFrom(advice(table, Action("play", card=card)))
    async with seated(table) as at:
        await at.type("j")
        assert at.picture.sentence.startswith("Hint: 2 ⏎, play ")


async def test_a_hint_turns_a_card_face_down_once() -> None:
    table = trick()
    card = table.rules.own_view(table.state, 0).hand[0]
    table.hint.CopyFrom(advice(table, Action("play", card=card, face_down=True)))
    async with seated(table) as at:
        for key, keys in (("j", "h 1 ⏎"), ("h", ""), ("j", "1 ⏎")):
            await at.type(key)
            assert not keys or at.picture.sentence.startswith(f"Hint: {keys}, play ")


@pytest.mark.parametrize("game", games_and_by_night())
def test_whatever_is_advised_is_on_a_key(game: str) -> None:
    """A button of the bar has it, or a card of yours: nothing is named by its call alone."""
    for model, _events in islice(matches(game), 120):
        own = [] if model.own is None else [*model.own.hand]
        for choice in model.choices():
            words = keyed_words(plainest(choice), model, Keys({}), own)
            key = words.partition(", ")[0].split()[0]
            keys = {key_name(each.key) for each in verb_buttons(model, Keys({}))}
            assert key in keys or key.isdigit()


def test_who_asks_is_named_to_the_others() -> None:
    model = model_of(truco())
    assert told(events_pb2.Hinted(seat=1), model) == "Beto asks for a hint."
    assert told(events_pb2.Hinted(seat=0), model) == "You ask for a hint; the others are told."


# --- in lines --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "word"), [("en", "hint"), ("pt_BR", "dica"), ("es_AR", "pista")]
)
def test_the_word_is_known_in_every_language(language: str, word: str) -> None:
    set_language(language)
    assert typed(Bare.ASK_HINT) == word
    assert command_of(word, TABLE_COMMANDS) is command_of("hint", TABLE_COMMANDS) is Bare.ASK_HINT
    assert Bare.ASK_HINT in SEAT_COMMANDS


async def test_a_line_tells_the_hint_and_one_for_another_position_is_not_told() -> None:
    table = answering()
    said: list[str] = []
    hint = advice(table, Action("quiero"))

    class Server:
        async def advise(self, _table: str) -> table_service_pb2.AdviseResponse:
            return hint

    class Feed:
        table_id = "t1"
        hears = True

    requests = Requests(
        cast("Connection", Server()),
        cast("TableFeed", Feed()),
        model_of(table),
        said.extend,
        lobby=False,
    )
    await requests.ask(ACTION_OF[Bare.ASK_HINT])
    hint.position += 1
    await requests.ask(ACTION_OF[Bare.ASK_HINT])
    assert said == [
        "Hint: “¡Quiero!” (for 2 points). You win about 62 of 100 such hands; 33 are enough.",
        "The table has changed: ask for a hint again.",
    ]
