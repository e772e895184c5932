"""What commands come to in each mode: idle, asking, amount, cutting, laying, talking."""

from collections.abc import Callable
from typing import Literal, get_args, get_origin

import pytest

from cardtui.v1 import cards_pb2, tables_pb2
from cardtui.v1.truco_brasileiro_pb2 import PackEnd
from cardtui_client.model.quick_talk import MuteAll, MutePerson
from cardtui_client.scene.commands import (
    AskAccount,
    AskLevel,
    AskSitIn,
    AskWho,
    Bare,
    Command,
    Depart,
    Do,
    Explain,
    Eyes,
    GiveSignal,
    LetBotPlay,
    LookAt,
    LookWith,
    MoveCard,
    Open,
    OpenPeople,
    OpenRules,
    PressCard,
    PressPile,
    PressSeat,
    Put,
    Replay,
    Say,
    SayQuick,
    ScrollLog,
    SeatBot,
    Shift,
    StartMatch,
    Step,
    Swap,
    Talk,
    Throw,
    TypeDigit,
    Way,
    WindTo,
)
from cardtui_client.scene.middle import Target
from cardtui_client.scene.scene import Button, ChosenAmount, Offers, Question
from cardtui_client.tui.table import effects
from cardtui_client.tui.table.modes.amount import (
    AmountMode,
    AskingMode,
    CuttingMode,
)
from cardtui_client.tui.table.modes.mode import TalkingMode
from cardtui_client.tui.table.modes.stack import modes_of, press
from cardtui_client.tui.table.ui_state import TableUi
from tests.support import rummy_tables
from tests.support.brazilian_tables import cut as cut_thrice
from tests.support.brazilian_tables import iron
from tests.support.positions import (
    POSITIONS,
    answering,
    between,
    cut_once,
    over,
    raised,
    waiting,
    watched,
)
from tests.support.seated import Seated, seated
from tests.support.table_driver import ScriptedTable, cacho, played, truco

EVERY_COMMAND: tuple[Command, ...] = (
    Do("truco"), Do("draw", "stock"), Do("draw", "nowhere"), Do("fold", sure=True), Do("cut"),
    *Bare, Throw(3), PressPile("stock"), PressPile("discards"),
    PressCard(0), PressCard(0, dragged=True), PressCard(40), Step(1), Step(-1),
    Shift(1), Shift(-40), MoveCard(0, 2),
    MoveCard(50, -3), Put(3), Put(-1), TypeDigit("7"),
    SeatBot(tables_pb2.BOT_LEVEL_EASY, 1), StartMatch(), PressSeat(0), PressSeat(77),
    Swap(1), Swap(77), Depart(keep_seat=True), Depart(keep_seat=False),
    GiveSignal(1), LookAt(1), AskSitIn(), AskSitIn(1), LetBotPlay(1),
    ScrollLog(1), Talk(), Say(""), Say("hola"), SayQuick(1), SayQuick(reaction=1),
    MutePerson("id of Beto", "Beto"), *MuteAll, AskWho(), AskWho(2), AskLevel(None, 3),
    AskLevel(1, 8), AskAccount(), AskAccount(1), *Open, OpenRules(),
    OpenRules("TA-31"), OpenPeople(), OpenPeople(1), Explain(Do("truco")),
    *Way, WindTo(3), LookWith(Eyes(1)), *Replay,
)  # fmt: skip


KINDS = tuple(kind for kind in get_args(effects.Effect) if isinstance(kind, type))
NAMED = [
    name
    for kind in get_args(effects.Effect)
    if get_origin(kind) is Literal
    for name in get_args(kind)
]
"""What is an effect by its class, and what by its name."""


def test_every_command_is_tried() -> None:
    assert {type(command) for command in EVERY_COMMAND} == set(get_args(Command))


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
async def test_every_command_has_an_outcome_everywhere(
    position: Callable[[], ScriptedTable],
) -> None:
    """Clicks may come late, when what they were for is over."""
    table = position()
    for before in (Bare.SKIP, Bare.LEAVE, Bare.SELECT, Talk(), Do("raise")):
        async with seated(table) as at:
            at.controller.press(before)
            for command in EVERY_COMMAND:
                ui, effect = press(command, at.controller.ui, at.controller.now)
                assert isinstance(ui, TableUi)
                assert effect is None or effect in NAMED or isinstance(effect, KINDS)


# --- idle ------------------------------------------------------------------------------------


async def test_a_card_pressed_twice_is_played() -> None:
    async with seated(truco()) as at:
        await at.press(PressCard(1))
        assert at.picture.picked == 1
        assert at.picture.sentence == "7C is picked up: ⏎ again plays it, ← → pick up another."
        assert at.said == []
        await at.press(PressCard(1))
        assert at.scripted.acts[0].play.card == cards_pb2.CARD_SPANISH_7C
        assert at.picture.picked is None


async def test_without_confirmations_one_press_plays() -> None:
    async with seated(truco(), confirm=False) as at:
        await at.press(PressCard(2))
        assert at.scripted.acts[0].play.card == cards_pb2.CARD_SPANISH_11O


async def test_a_call_is_named_only_where_one_may_be_made() -> None:
    async with seated(truco()) as at:
        assert at.picture.sentence == "Your turn: play a card, or call."
    called = {"stake": 4, "accepted": 0, "tricks": [0], "leader": 0}
    async with seated(truco(setup=called)) as at:
        assert at.picture.sentence == "Your turn: play a card."


@pytest.mark.clause("TA-42", "TA-44")
@pytest.mark.parametrize(
    ("show", "keys", "said"),
    [("always", "v", 8), ("always", "V", 0), ("on_request", "v", 8), ("on_request", "V 2 9 ⏎", 29)],
)
async def test_your_true_envido_is_said_by_its_key_and_another_one_only_where_it_may_pass(
    show: str, keys: str, said: int
) -> None:
    async with seated(truco(setup={"dealer": 0}, options={"envido_show": show})) as at:
        at.scripted.do(1, "envido")
        await at.settle()
        await at.type("q")
        at.scripted.do(1, "declare", points=7)
        await at.settle()
        await at.type(*keys.replace("⏎", "enter").split())
        assert at.scripted.acts[-1].declare.points == said


LAST = {"tricks": [0, 1], "leader": 0, "hands": [["1E"], ["4C"]]}


async def test_the_last_card_needs_no_picking() -> None:
    async with seated(truco(setup=LAST)) as at:
        await at.press(Bare.PROCEED)
        assert at.said == ["play"]


async def test_what_proceeding_does_is_what_is_next() -> None:
    async with seated(iron()) as at:
        await at.press(Bare.PROCEED)
        assert at.said == ["turn_up"]
    async with seated(truco()) as at:
        await at.press(Bare.PROCEED)
        assert at.said == []
        assert at.picture.picked == 0


@pytest.mark.clause("TA-31")
async def test_a_verb_that_is_not_offered_is_sent_for_the_server_to_say_why_not() -> None:
    async with seated(truco(4)) as at:
        await at.press(PressCard(0), PressCard(0), Do("envido"))
        assert at.said == ["play", "envido"]
        notice = at.controller.ui.notice
        assert notice is not None
        assert notice.clause == "TA-31"
        await at.press(OpenRules())
        assert at.left == [OpenRules("TA-31")]
        assert at.controller.ui.notice is None


async def test_cards_are_moved_sorted_and_dragged() -> None:
    async with seated(rummy_tables.claiming()) as at:
        before = at.picture.own.hand.cards
        await at.press(MoveCard(0, 2))
        first, second, third, *rest = before
        assert at.picture.own.hand.cards == (second, third, first, *rest)
        assert at.picture.picked == 2
        await at.press(Shift(-2))
        assert at.picture.own.hand.cards == before
        await at.press(Bare.SORT)
        assert at.picture.sentence == "Sorted by suit."
        assert sorted(at.picture.own.hand.cards) == sorted(before)


def folded(*, bots: tuple[int, ...] = (1, 2)) -> ScriptedTable:
    table = cacho()
    table.table.seats[1].ClearField("bot")
    for seat in bots:
        table.table.seats[seat].bot = tables_pb2.BOT_LEVEL_NORMAL
    table.do(0, "pass")
    return table


async def test_who_has_folded_goes_on_and_the_log_tells_at_once_what_bots_do() -> None:
    async with seated(folded(), animation=True) as at:
        assert at.offers("Next hand")
        await at.type("space")
        assert at.scripted.went_on == [2]
        assert not at.offers("Next hand")
        at.display.log.clear()
        at.scripted.do(1, "bet")
        at.scripted.do(2, "bet")
        await at.settle()
        assert not at.controller.pacer.behind
        assert [entry.deed.actor for entry in at.display.log if entry.deed][:2] == ["Beto", "Carla"]


async def test_who_still_plays_or_waits_for_a_person_cannot_go_on() -> None:
    async with seated(folded(bots=(1,))) as at:
        assert not at.offers("Next hand")
    table = folded()
    table.table.seats[0].stand_in = tables_pb2.BOT_LEVEL_NORMAL
    async with seated(table) as at:
        assert not at.offers("Next hand")
    async with seated(truco()) as at:
        assert not at.offers("Next hand")


async def test_the_end_of_a_hand_is_seen_by_its_key_or_its_paper() -> None:
    for command in (Bare.GO_ON, Bare.PRESS_PAPER):
        async with seated(between()) as at:
            await at.press(command)
            assert at.scripted.went_on == [4]
            assert at.controller.now.button(Bare.GO_ON) is None
            await at.press(Bare.PRESS_PAPER)
            assert at.scripted.went_on == [4]


async def test_who_watches_looks_from_any_seat_and_who_plays_from_their_own() -> None:
    async with seated(watched(), name="Zoe") as at:
        await at.type("v")
        assert at.picture.felt.viewpoint == 1
        await at.press(PressSeat(3))
        assert at.picture.felt.viewpoint == 3
        await at.press(Bare.TURN_TABLE)
        assert at.picture.felt.viewpoint == 0
    async with seated(truco(4)) as at:
        await at.press(PressSeat(2))
        assert at.picture.felt.viewpoint == 0


async def test_the_host_says_who_sits_where_and_begins() -> None:
    async with seated(waiting()) as at:
        assert "2 seats are free." in [line.text for line in at.picture.felt.paper]
        await at.type("r", "b", "enter", "x")
        await at.press(PressSeat(1))
        await at.type("s")
        assert at.scripted.asked == [
            ("set_ready", ("t1", True)),
            ("add_bot", ("t1", tables_pb2.BOT_LEVEL_NORMAL, None, 0)),
            ("remove_bot", ("t1", 1)),
            ("remove_bot", ("t1", 1)),
            ("start", ("t1",)),
        ]


async def test_the_host_is_asked_before_a_start_without_who_is_not_ready() -> None:
    async with seated(waiting("Ana", "Beto", "Carla", "", bots=(2,))) as at:
        await at.press(StartMatch())
        assert at.picture.bar == Question(
            "Beto is not ready. Start all the same?",
            (Button(StartMatch(sure=True), "enter", "Start"),),
            StartMatch(),
        )
        await at.press(Bare.TAKE_BACK)
        assert at.scripted.asked == []
        await at.press(StartMatch())
        await at.type("enter")
        assert at.scripted.asked == [("start", ("t1",))]
    async with seated(waiting("Ana", "Beto", "Carla", "", bots=(2,)), confirm=False) as at:
        await at.press(StartMatch())
        assert at.scripted.asked == [("start", ("t1",))]


async def test_a_guest_seats_nobody() -> None:
    async with seated(waiting("Ana", "Beto", "Carla", "", viewer=2), name="Carla") as at:
        assert isinstance(at.picture.bar, Offers)
        offered = [button.label for button in at.picture.bar.buttons]
        assert "Ready" in offered
        assert not any("bot" in label or "Start" in label for label in offered)
        await at.type("s", "b")
        await at.press(PressSeat(3), PressSeat(1))
        assert at.scripted.asked == []
        assert at.controller.ui.waiting is None


async def test_where_players_buy_their_own_chips_one_chooses_any_amount_within_the_limits() -> None:
    table = waiting("Ana", "Beto")
    table.table.least_buy_in, table.table.most_buy_in = 20, 80
    table.table.seats[0].buy_in = 50
    async with seated(table) as at:
        await at.type("k")
        chosen = at.controller.ui.waiting
        assert isinstance(chosen, ChosenAmount)
        assert chosen.amount[1:4] == (20, 80, 50)
        await at.type("9", "9", "enter")
        assert at.scripted.asked == []
        assert "99 is out of range: choose from 20 to 80." in at.picture.sentence
        await at.type("backspace", "backspace", "7", "3", "k")
        assert at.scripted.asked == [("buy_in", ("t1", 73))]
        assert at.controller.ui.waiting is None
        await at.type("k", "escape")
        assert at.controller.ui.waiting is None
    assert at.scripted.asked == [("buy_in", ("t1", 73))]
    async with seated(waiting("Ana", "Beto")) as at:
        await at.type("k")
        assert at.controller.ui.waiting is None


async def test_where_no_check_is_offered_its_key_says_why_and_passes_nothing() -> None:
    async with seated(cacho()) as at:
        await at.type("k")
        assert at.said == []
        assert at.picture.sentence.startswith("You can check only in the third round")
        assert [hint.label for hint in at.picture.hints][:1] == ["rule CC-17"]


async def test_between_two_hands_one_buys_more_chips_up_to_the_most() -> None:
    table = cacho()
    for seat, verb in ((0, "bet"), (1, "pass"), (2, "pass")):
        table.do(seat, verb)
    async with seated(table) as at:
        await at.type("k")
        assert at.controller.ui.waiting is None  # all start with the same there
    table.table.least_buy_in, table.table.most_buy_in = 20, 80
    has = table.rules.view(table.state, None).common.chips[0]
    async with seated(table) as at:
        await at.type("k")
        chosen = at.controller.ui.waiting
        assert isinstance(chosen, ChosenAmount)
        assert chosen.amount[1:4] == (has + 1, 80, has + 1)
        await at.type("7", "0", "enter")
        assert at.scripted.asked == [("buy_in", ("t1", 70))]
    table.table.most_buy_in = has
    async with seated(table) as at:
        await at.type("k")
        assert at.controller.ui.waiting is None


async def test_one_asks_for_another_seat_and_takes_that_back() -> None:
    async with seated(waiting("Ana", "Beto", "", "")) as at:
        await at.type("c")
        question = at.controller.ui.waiting
        assert isinstance(question, Question)
        assert [each.label for each in question.answers] == [
            "Beto",
            "a free seat",
            "a free seat",
            "Stay",
        ]
        await at.type("3")
        shot = at.scripted.presence(swaps=[tables_pb2.SwapAsked(seat=0, other=3)])
        at.scripted.queue.put_nowait(shot)
        await at.settle()
        await at.type("c", "4")
        assert at.scripted.asked == [
            ("swap_seats", ("t1", 2, False)),
            ("swap_seats", ("t1", 3, True)),
        ]


async def test_who_is_asked_for_their_seat_is_told_how_to_agree() -> None:
    async with seated(waiting("Ana", "Beto", "", "", bots=())) as at:
        shot = at.scripted.presence(swaps=[tables_pb2.SwapAsked(seat=1, other=0)])
        at.scripted.queue.put_nowait(shot)
        await at.settle()
        assert at.picture.sentence.startswith("Beto asks you to swap seats")


async def test_after_a_match_everybody_says_whether_they_want_another() -> None:
    async with seated(truco()):
        pass  # only what has begun here counts
    async with seated(over()) as at:
        assert at.picture.sentence == "1–0 for you against Beto. Rematch?"
        await at.press(Bare.PROCEED)
        assert at.picture.sentence == "⏎ does nothing now. r: Rematch."
        assert at.scripted.asked == []
        await at.type("r")
        assert at.scripted.asked == [("set_ready", ("t1", True))]
    ended = truco(viewer=None, setup={"scores": [29, 22]})
    ended.do(0, "truco")
    ended.do(1, "no_quiero")
    async with seated(ended, name="Zoe") as at:
        assert "A rematch starts when the players agree." in at.picture.sentence
        await at.type("r")
        assert at.scripted.asked == []


async def test_leaving_gives_up_a_seat_that_nobody_plays_from() -> None:
    async with seated(watched()) as at:
        await at.press(Bare.LEAVE)
        assert at.left == [Depart(keep_seat=True)]
    for key, left in (("enter", Depart(keep_seat=True)), ("g", Depart(keep_seat=False))):
        async with seated(waiting()) as at:
            await at.press(Bare.LEAVE)
            assert not at.left
            await at.type(key)
            assert at.left == [left]
    async with seated(over()) as at:
        await at.press(Bare.LEAVE)
        assert at.left == [Depart(keep_seat=False)]
    ended = over()
    ended.table.tournament = "cup0abcde"
    async with seated(ended) as at:
        assert isinstance(at.picture.bar, Offers)
        offered = {each.label for each in at.picture.bar.buttons}
        assert not {"Rematch", "Swap seats"} & offered
        await at.type("enter")
        assert at.left == [Depart(keep_seat=True)], "back to the tournament, which needs the seat"


async def test_a_match_that_ends_with_the_program_keeps_no_seat() -> None:
    async with seated(truco()) as at:
        at.controller.model.for_now = True
        await at.press(Bare.LEAVE)
        bar = at.picture.bar
        assert isinstance(bar, Question)
        assert bar.sentence == "Leave? The match ends here: you cannot come back to it."
        await at.type("g")
        assert not at.left
        await at.type("enter")
        assert at.left == [Depart(keep_seat=True)]


async def test_some_commands_are_for_the_screen() -> None:
    async with seated(truco()) as at:
        await at.press(Bare.RETRY, Open.SETTINGS, ScrollLog(-1), OpenRules())
        assert at.left == [
            Bare.RETRY,
            Open.SETTINGS,
            ScrollLog(-1),
            OpenRules(""),
        ]


async def test_keys_of_another_game_do_nothing_and_one_key_raises_at_every_step() -> None:
    async with seated(truco()) as at:
        await at.type("g", "d", "t")
        at.scripted.do(1, "retruco")
        await at.settle()
        await at.type("t")
        assert at.said == ["truco", "vale_cuatro"]


# --- asking ----------------------------------------------------------------------------------


def decisive() -> ScriptedTable:
    """A falta envido that you have to answer, with which the others win the match."""
    table = truco(setup={"dealer": 0, "scores": [0, 0]})
    table.do(1, "falta_envido")
    return table


async def test_what_may_lose_the_match_is_asked_about_and_enter_or_y_answers() -> None:
    for key in ("enter", "y"):
        async with seated(decisive()) as at:
            await at.type("q")
            assert isinstance(at.picture.bar, Question)
            assert isinstance(modes_of(at.controller.ui)[0], AskingMode)
            assert at.said == []
            await at.type(key)
            assert at.said == ["quiero"]
            assert at.controller.ui.waiting is None


@pytest.mark.parametrize("key", ["escape", "n"])
async def test_no_to_a_question_is_no_to_the_question_alone(key: str) -> None:
    async with seated(decisive()) as at:
        await at.type("q", key)
        assert at.controller.ui.waiting is None
        assert at.said == []
        await at.type("n")
        assert at.said == ["no_quiero"]


async def test_a_key_that_is_no_answer_takes_a_question_back_and_does_what_it_does_else() -> None:
    async with seated(decisive()) as at:
        await at.type("q", "2")
        waiting_for = at.controller.ui.waiting
        assert waiting_for is None
        assert at.picture.picked == 1
        await at.type("q", "q")
        assert at.controller.ui.waiting is not None, "asked again"
        assert at.said == []
        await at.type("f12")
        assert at.controller.ui.waiting is not None, "a key without a meaning does nothing"
    async with seated(truco()) as at:
        await at.type("escape", "t")
        assert at.controller.ui.waiting is None
        assert at.said == [], "a key that is no answer calls nothing"
        await at.type("t")
        assert at.said == ["truco"]
    async with seated(waiting()) as at:
        await at.type("b", "r")
        assert at.controller.ui.waiting is None
        assert at.scripted.asked[-1][0] == "set_ready"


def for_two() -> ScriptedTable:
    """A hand for two points."""
    table = truco(setup={"dealer": 0})
    table.do(1, "truco")
    table.do(0, "quiero")
    return table


@pytest.mark.parametrize("yes", ["x", "enter", "y"])
async def test_a_fold_that_costs_more_is_asked_about_and_its_key_again_folds(yes: str) -> None:
    async with seated(for_two()) as at:
        await at.type("x")
        asked = at.controller.ui.waiting
        assert isinstance(asked, Question)
        assert [each.key for each in asked.answers] == ["x"]
        assert at.said == []
        await at.type(yes)
        assert at.said == ["resign"]
    async with seated(for_two(), confirm=False) as at:
        await at.type("x")
        assert at.said == ["resign"], "who asked not to be asked"


async def test_while_a_call_waits_enter_lifts_no_card_but_says_what_to_do() -> None:
    async with seated(answering()) as at:
        await at.press(Bare.PROCEED)
        assert at.picture.picked is None
        assert "¡Truco!" in at.picture.sentence


async def test_enter_answers_nothing_where_no_answer_has_it() -> None:
    """Otherwise it would play the picked card, during a quite different question."""
    async with seated(truco(4)) as at:
        await at.type("1")
        at.scripted.gazes = [1]
        at.controller.interaction.become(
            at.controller.ui.asked("Where?", Button(LookAt(2), "3", "Carla"))
        )
        await at.type("enter")
        assert at.controller.ui.waiting is None
        assert at.said == []


async def test_log_and_other_screens_can_be_read_before_you_answer() -> None:
    async with seated(decisive()) as at:
        await at.type("q")
        await at.press(*Open, OpenRules(), OpenPeople(), ScrollLog(1), Bare.TOGGLE_LOG)
        assert at.controller.ui.waiting is not None


async def test_nothing_is_asked_where_one_does_not_want_it() -> None:
    async with seated(decisive(), confirm=False) as at:
        await at.type("q")
        assert at.said == ["quiero"]


@pytest.mark.clause("TA-20")
async def test_a_call_that_waits_is_still_told_beside_why_something_else_may_not_be_done() -> None:
    async with seated(answering()) as at:
        await at.type("1", "enter")
        refused = at.picture.sentence
        assert at.controller.ui.notice is not None
        assert refused.startswith(at.controller.ui.notice.sentence)
        assert refused.endswith("Beto: ¡Truco! What do you say?")


async def test_an_esc_that_was_meant_for_a_line_just_said_asks_nothing() -> None:
    async with seated(truco()) as at:
        await at.press(Talk(), Say("hola"))
        await at.type("escape")
        assert at.controller.ui.waiting is None
        assert at.left == []
        await at.type("escape")
        assert isinstance(at.picture.bar, Question), "the next one leaves"
    async with seated(truco()) as at:
        await at.press(Talk(), Say("hola"))
        at.display.run_down()
        await at.type("escape")
        assert isinstance(at.picture.bar, Question), "so does one that comes later"
    async with seated(truco()) as at:
        await at.press(Talk(), Say(""))
        await at.type("escape")
        assert isinstance(at.picture.bar, Question), "nothing was said"


async def test_what_is_typed_on_after_a_phrase_in_the_same_breath_calls_nothing() -> None:
    async with seated(truco()) as at:
        await at.press(Talk())
        await at.type("1", "t")
        assert at.said == []
        assert "A digit says its phrase at once" in at.picture.sentence
        await at.type("t")
        assert at.said == [], "the breath goes on"
        at.display.run_down()
        await at.type("t")
        assert at.said == ["truco"]


async def test_a_question_goes_with_what_it_is_about() -> None:
    table = truco(4, setup={"dealer": 2, "scores": [12, 29]})
    table.do(3, "truco")
    async with seated(table) as at:
        await at.type("n")
        assert at.controller.ui.waiting is not None
        table.do(2, "quiero")
        await at.settle()
        assert at.controller.ui.waiting is None


async def test_a_question_about_leaving_stays_whatever_happens() -> None:
    async with seated(truco()) as at:
        await at.type("escape")
        at.scripted.do(0, "play", card="7C")
        await at.settle()
        assert isinstance(at.picture.bar, Question)
        await at.type("g")
        assert at.left == [Depart(keep_seat=False)]


async def test_a_bot_is_as_strong_as_one_says_where_one_says() -> None:
    async with seated(waiting()) as at:
        await at.type("b", "h")
        await at.press(PressSeat(2))
        await at.type("e")
        assert at.scripted.asked == [
            ("add_bot", ("t1", tables_pb2.BOT_LEVEL_HARD, None, 0)),
            ("add_bot", ("t1", tables_pb2.BOT_LEVEL_EASY, 2, 0)),
        ]


async def test_one_chooses_who_a_bot_is_by_the_first_letter_and_then_how_strong() -> None:
    async with seated(waiting()) as at:
        await at.type("b", "w")
        assert isinstance(at.picture.bar, Question)
        assert [button.label for button in at.picture.bar.answers][:2] == [
            "Alba, calm",
            "Beto, careful",
        ]
        await at.type("f")
        assert isinstance(at.picture.bar, Question)
        assert at.picture.bar.sentence == "Fito: which level?"
        await at.type("h")
        assert at.scripted.asked == [
            ("add_bot", ("t1", tables_pb2.BOT_LEVEL_HARD, None, tables_pb2.CHARACTER_FITO)),
        ]


# --- an amount -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "chips"),
    [
        ("enter", 6),
        ("right right left enter", 7),
        ("9 enter", 9),
        ("1 2 enter", 12),
        ("1 2 backspace 4 enter", 14),
        ("9 9 enter backspace enter", 9),
        ("9 9 enter 1 1 enter", 11),
        ("end pagedown enter", 19),
        ("home pageup r", 11),
        ("right up plus left r", 8),
    ],
)
async def test_an_amount_is_stepped_and_typed(keys: str, chips: int) -> None:
    async with seated(raised()) as at:
        await at.type("r")
        assert isinstance(modes_of(at.controller.ui)[0], AmountMode)
        await at.type(*keys.split())
        assert getattr(at.scripted.acts[-1], "raise").to == chips


@pytest.mark.parametrize("chips", [24, 1000])
async def test_an_amount_is_pointed_at_up_to_the_most(chips: int) -> None:
    async with seated(raised()) as at:
        await at.press(Do("raise"), Put(chips), Bare.PROCEED)
        assert getattr(at.scripted.acts[-1], "raise").to == 24


@pytest.mark.parametrize("typed", ["99", "5"])
async def test_an_amount_out_of_range_is_refused_and_stays_as_it_was_typed(typed: str) -> None:
    async with seated(raised()) as at:
        await at.type("r", *typed, "enter")
        assert at.said == []
        assert at.picture.sentence == f"{typed} is out of range: choose from 6 to 24."
        assert isinstance(at.picture.bar, ChosenAmount)
        assert at.picture.bar.amount.typed == typed
        await at.type("escape")
        assert at.controller.ui.waiting is None


async def test_the_question_before_an_amount_is_paid_names_that_amount() -> None:
    table = played(cacho(2, setup={"chips": [9, 40]}), "0 bet", "1 bet")
    async with seated(table) as at:
        await at.type("b", "7", "enter")
        assert isinstance(at.picture.bar, Question)
        assert [answer.price for answer in at.picture.bar.answers] == ["7"]


async def test_no_more_digits_are_taken_than_an_amount_may_have() -> None:
    async with seated(raised()) as at:
        await at.type("r", *"123456789")
        assert isinstance(at.picture.bar, ChosenAmount)
        assert at.picture.bar.amount.typed == "12"


# --- cutting ---------------------------------------------------------------------------------


async def test_one_key_cuts_in_the_middle() -> None:
    async with seated(cut_thrice()) as at:
        assert isinstance(modes_of(at.controller.ui)[0], CuttingMode)
        await at.type("enter")
        made = at.scripted.acts[0].truco_brasileiro_cut
        assert (list(made.at), made.source) == ([20], PackEnd.PACK_END_TOP)


async def test_who_cuts_and_is_asked_for_a_seat_answers_with_plus_and_minus() -> None:
    table = cut_thrice()
    table.table.host = "Ana"
    table.table.asking.add(player="z", name="Zoe")
    async with seated(table) as at:
        mode = modes_of(at.controller.ui)[0]
        for key in ("plus", "minus"):
            assert mode.command_of(key, at.controller.now) is None
        assert mode.command_of("right", at.controller.now) == Step(1)
    async with seated(cut_thrice()) as at:
        mode = modes_of(at.controller.ui)[0]
        assert mode.command_of("plus", at.controller.now) == Step(1)


async def test_a_pack_is_cut_up_to_three_times_from_either_end() -> None:
    """TB-04."""
    async with seated(cut_thrice()) as at:
        await at.press(Put(7))
        await at.type("c", "1", "2", "b", "c")
        assert at.controller.now.button(Bare.CUT_AGAIN) is None
        await at.type("left", "c")
        made = at.scripted.acts[0].truco_brasileiro_cut
        assert (list(made.at), made.source) == ([7, 12, 19], PackEnd.PACK_END_BOTTOM)


async def test_the_next_cut_begins_in_the_middle_again() -> None:
    """What was pointed at in the hand before is of no interest."""
    async with seated(cut_thrice()) as at:
        await at.type("7", "enter")
        at.scripted.state = cut_thrice().state
        at.scripted.queue.put_nowait(at.scripted.snapshot())
        await at.settle()
        await at.type("enter")
        assert [list(act.truco_brasileiro_cut.at) for act in at.scripted.acts] == [[7], [20]]


async def test_a_pack_may_be_tapped_and_has_one_end_where_it_is_cut_once() -> None:
    """TA-03."""
    async with seated(cut_once()) as at:
        assert at.controller.now.button(Bare.TURN_PACK) is None
        await at.type("left", "p")
        assert at.said == ["tap"]


async def test_a_place_pressed_twice_is_cut_at() -> None:
    async with seated(cut_once()) as at:
        await at.press(Put(9), Put(9))
        assert at.scripted.acts[0].cut.at == 9


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        ("enter", 20),
        ("3 c", 3),
        ("end enter", 39),
        ("home enter", 1),
        ("3 9 5 enter", 5),
        ("9 backspace enter", 9),
    ],
)
async def test_where_to_cut_is_typed_and_stepped(keys: str, place: int) -> None:
    """TA-03."""
    async with seated(cut_once()) as at:
        await at.type(*keys.split())
        assert at.scripted.acts[0].cut.at == place


async def test_what_cuts_does_nothing_when_the_cut_is_over() -> None:
    async with seated(cut_once()) as at:
        await at.type("enter")
        assert modes_of(at.controller.ui) == ()
        await at.press(Bare.CUT_HERE, Bare.CUT_AGAIN, Bare.TURN_PACK, Put(3), Bare.TO_MOST)
        assert at.said == ["cut"]


# --- laying ----------------------------------------------------------------------------------


def target(at: Seated) -> Target:
    middle = at.picture.felt.middle
    assert isinstance(middle, Target)
    return middle


async def test_leaving_takes_back_what_is_laid_only_where_that_is_offered() -> None:
    async with seated(rummy_tables.going_out()) as at:
        await at.press(Bare.LAY, PressCard(0), Bare.LEAVE)
        assert at.controller.ui.waiting is None
        assert at.controller.ui.cards.laid is not None


async def test_selecting_begins_with_the_next_card() -> None:
    async with seated(rummy_tables.going_out()) as at:
        await at.press(Bare.SELECT)
        laid = at.controller.ui.cards.laid
        assert laid is not None
        assert laid.selected == at.picture.own.hand.cards[:1]
        await at.press(Bare.SELECT)
        assert at.picture.own.hand.marks[0] == 0


async def test_what_is_laid_down_is_dropped_when_the_cards_change() -> None:
    async with seated(rummy_tables.claiming()) as at:
        await at.press(Bare.LAY, *map(PressCard, (0, 1, 2)), Do("draw", "stock"))
        assert at.controller.ui.cards.laid is None


# --- talking ---------------------------------------------------------------------------------


async def test_a_line_is_said_and_the_keys_are_the_games_again() -> None:
    async with seated(truco()) as at:
        await at.press(Talk())
        assert at.controller.ui.panel.shown
        assert isinstance(modes_of(at.controller.ui)[0], TalkingMode)
        assert at.controller.command_of("t") is None
        await at.press(Say("hola"))
        assert at.scripted.said == ["hola"]
        assert modes_of(at.controller.ui) == ()
        assert not at.controller.ui.panel.shown


async def test_escape_ends_talking_and_an_empty_line_says_nothing() -> None:
    async with seated(truco()) as at:
        await at.press(Talk())
        assert at.controller.command_of("escape") == Say("")
        await at.press(Say(""))
        assert at.scripted.said == []


async def test_digits_are_phrases_or_reactions_while_nothing_is_typed() -> None:
    async with seated(truco()) as at:
        await at.press(Talk())
        await at.type("5")
        assert at.scripted.said == ["PHRASE_LIAR"]
        assert modes_of(at.controller.ui) == ()
        await at.press(Talk())
        await at.type("0", "1")
        assert at.scripted.said == ["PHRASE_LIAR", "REACTION_LAUGH"]
        assert at.said == [], "no card was played"
        await at.press(Talk())
        await at.type("0", "9")
        assert modes_of(at.controller.ui), "there are not so many reactions"
        await at.type("0", "9")
        assert at.scripted.said[2:] == ["PHRASE_CRY"]


async def test_a_panel_beside_the_table_stays_after_talk() -> None:
    async with seated(truco()) as at:
        at.controller.look(wide=True, talking=False)
        await at.press(Talk(), Say("hola"))
        assert at.controller.ui.panel.shown
        await at.press(Bare.TOGGLE_LOG)
        assert not at.controller.ui.panel.shown
