"""What is asked about once: of every action of every game, when, and what the question says."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import pytest

from cardtui.v1 import actions_pb2
from cardtui_client import i18n
from cardtui_client.faces.arguments import verb_of
from cardtui_client.faces.offers import Keys, offers, verb_buttons
from cardtui_client.faces.prices import risk_question
from cardtui_client.faces.registry import face_of
from cardtui_client.i18n import LANGUAGES, set_language
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import sheet_word
from cardtui_client.scene.commands import Bare, Do
from cardtui_client.scene.middle import ButtonZone
from cardtui_client.scene.scene import Button, Question
from cardtui_client.tui.paint.actions import paint_buttons
from cardtui_client.tui.paint.canvas import Canvas
from cardtui_engine.library.registry import game_ids
from tests.support import rummy_tables
from tests.support.brazilian_tables import playing
from tests.support.colours import PALETTE
from tests.support.nights import games_and_by_night
from tests.support.paulista_tables import paulista
from tests.support.seat_matches import matches
from tests.support.seated import seated
from tests.support.table_driver import ScriptedTable, cacho, played, truco

DECIDES, CHIPS, FOLD, BURNS, NEVER = "decides", "chips", "fold", "burns", ""
"""When a verb is asked about.

`DECIDES`: where it gives the others the match, or plays for as much. `CHIPS`: where it takes all of
your chips. `FOLD`: always, but for a fold that leaves at most a tenth of your chips in the pot.
`BURNS`: where it is sure to fail.
"""

ASKS: Mapping[str, Mapping[str, str]] = {
    "truco-argentino": {
        "play": NEVER,
        "truco": DECIDES,
        "retruco": DECIDES,
        "vale_cuatro": DECIDES,
        "envido": DECIDES,
        "real_envido": DECIDES,
        "falta_envido": DECIDES,
        "flor": NEVER,
        "contraflor": DECIDES,
        "contraflor_al_resto": DECIDES,
        "quiero": DECIDES,
        "no_quiero": DECIDES,
        "declare": NEVER,
        "son_buenas": NEVER,
        "ask": NEVER,
        "waive": NEVER,
        "resign": FOLD,
        "cut": NEVER,
        "tap": NEVER,
    },
    "truco-brasileiro": {
        "play": NEVER,
        "truco": DECIDES,
        "raise": DECIDES,
        "accept": DECIDES,
        "run": DECIDES,
        "play_on": DECIDES,
        "turn_up": NEVER,
        "pass": NEVER,
        "reject": NEVER,
        "keep": NEVER,
        "cut": NEVER,
        "show": NEVER,
    },
    "truco-paulista": {
        "play": NEVER,
        "truco": DECIDES,
        "raise": DECIDES,
        "accept": DECIDES,
        "run": DECIDES,
        "play_on": DECIDES,
        "turn_up": NEVER,
        "cut": NEVER,
        "tap": NEVER,
    },
    "cacho": {"pass": FOLD, "bet": CHIPS, "call": CHIPS, "raise": CHIPS},
    "pif-paf": {
        "check": NEVER,
        "bet": CHIPS,
        "call": CHIPS,
        "raise": CHIPS,
        "fold": FOLD,
        "draw": NEVER,
        "discard": NEVER,
        "claim": NEVER,
        "go_out": NEVER,
        "waive": NEVER,
    },
    "pif-paf-tradicional": {
        "cut": NEVER,
        "vou": CHIPS,
        "pagar": CHIPS,
        "estou_fora": FOLD,
        "draw": NEVER,
        "discard": NEVER,
        "bater": NEVER,
    },
    "cacheta": {
        "draw": NEVER,
        "discard": NEVER,
        "knock": NEVER,
        "good_one": NEVER,
        "cut": BURNS,
        "waive": NEVER,
        "stay": NEVER,
        "fold": FOLD,
    },
}
"""Every action of every game. A card thrown from a hand that can go out is asked about, too."""


@pytest.mark.parametrize("game", game_ids())
def test_it_is_settled_of_every_action_when_it_is_asked_about(game: str) -> None:
    assert ASKS[game].keys() == face_of(game).verbs.keys()


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.parametrize("game", games_and_by_night())
def test_nothing_else_is_asked_about_in_matches_at_random(game: str) -> None:
    for model, _events in matches(game):
        for choice in model.choices():
            if not risk_question(choice, model):
                continue
            word = sheet_word(verb_of(choice))
            assert ASKS[game].get(word), word
            assert ASKS[game][word] != DECIDES or decides(choice, model), word


def decides(choice: actions_pb2.Choice, model: TableModel) -> bool:
    """Whether the others win with what a choice gives away or plays for."""
    assert model.view is not None
    assert model.seat is not None
    target: int = getattr(model.view, model.table.game.replace("-", "_")).target
    others = [score for team, score in enumerate(model.view.scores) if team != model.seat % 2]
    return max(others) + choice.price >= target


class Asked(NamedTuple):
    """A position, a verb in it, and what is asked about it."""

    table: Callable[[], ScriptedTable]
    verb: str
    asked: str


def argentine(mine: int, theirs: int, *moves: str, seats: int = 2) -> Callable[[], ScriptedTable]:
    def made() -> ScriptedTable:
        # Who sits at Ana's right is mano, and calls first.
        setup = {"dealer": 0 if moves else seats - 1, "scores": [mine, theirs]}
        table = truco(seats, setup=setup)
        for move in moves:
            seat, verb, *points = move.split()
            table.do(int(seat), verb, **({"points": int(points[0])} if points else {}))
        return table

    return made


def denexa(mine: int, theirs: int, *moves: str) -> Callable[[], ScriptedTable]:
    return lambda: playing(*moves, scores=[mine, theirs])


def queda(best_of: int) -> Callable[[], ScriptedTable]:
    def made() -> ScriptedTable:
        table = paulista(2, {"scores": [2, 10]}, best_of=best_of, raise_limit="none")
        table.do(0, "truco")
        table.do(1, "raise")
        return table

    return made


def second_round() -> ScriptedTable:
    return cacho(3, setup={"chips": [2, 31, 12]})


def pif_paf(*moves: str, **options: int) -> Callable[[], ScriptedTable]:
    chosen = {"ante": 3, **options}
    return lambda: rummy_tables.move(rummy_tables.rummy("pif-paf", 4, options=chosen), *moves)


def first_round() -> ScriptedTable:
    return cacho(3, setup={"hands": [["AS"], ["6H"], ["3D"]], "stock": ["6D", "5H", "4D"]})


def third_round(word: str) -> Callable[[], ScriptedTable]:
    return lambda: played(cacho(3), *[f"{seat} {word}" for seat in range(3)])


PUSHED = pif_paf("0 bet 6", "1 raise 12", "2 fold", "3 fold")

CASES = {
    "a point may be refused without a word": Asked(argentine(12, 22, "1 truco"), "no_quiero", ""),
    "two points may be": Asked(
        argentine(12, 22, "1 truco", "0 retruco", "1 vale_cuatro"), "no_quiero", ""
    ),
    "a truco is accepted in the middle of a match": Asked(
        argentine(12, 22, "1 truco"), "quiero", ""
    ),
    "the last point is not given away by a slip": Asked(
        argentine(12, 29, "1 truco"),
        "no_quiero",
        "“No quiero”: Beto gets 1 point; that wins the match. Are you sure?",
    ),
    "nor by declining an envido": Asked(
        argentine(21, 29, "1 envido"),
        "no_quiero",
        "“No quiero”: Beto gets 1 point; that wins the match. Are you sure?",
    ),
    "who loses by a no says yes freely": Asked(argentine(12, 29, "1 truco"), "quiero", ""),
    "a falta envido that loses the match": Asked(
        argentine(12, 22, "1 falta_envido"),
        "quiero",
        "“¡Quiero!”: for 8 points; with 8, Beto wins the match. Are you sure?",
    ),
    "a falta envido that does not": Asked(argentine(28, 5, "1 falta_envido"), "quiero", ""),
    "to call it": Asked(
        argentine(12, 22),
        "falta_envido",
        "“¡Falta envido!”: for 8 points; with 8, Beto wins the match. Are you sure?",
    ),
    "to call it far ahead": Asked(argentine(28, 5), "falta_envido", ""),
    "vale cuatro near the end": Asked(
        argentine(12, 26, "1 truco", "0 retruco", "1 vale_cuatro"),
        "quiero",
        "“¡Quiero!”: for 4 points; with 4, Beto wins the match. Are you sure?",
    ),
    "vale cuatro long before it": Asked(
        argentine(12, 20, "1 truco", "0 retruco", "1 vale_cuatro"), "quiero", ""
    ),
    "a truco may lose it, too": Asked(
        argentine(12, 28),
        "truco",
        "“¡Truco!”: for 2 points; with 2, Beto wins the match. Are you sure?",
    ),
    "the hand alone may lose it": Asked(argentine(12, 29), "truco", ""),
    "of several, they": Asked(
        argentine(12, 28, seats=4),
        "truco",
        "“¡Truco!”: for 2 points; with 2, they win the match. Are you sure?",
    ),
    "a hand of one point is laid down": Asked(
        argentine(12, 22), "resign", "“Fold (al mazo)”: Beto gets 1 point. Are you sure?"
    ),
    "a hand of two": Asked(
        argentine(12, 22, "1 truco", "0 quiero"),
        "resign",
        "“Fold (al mazo)”: Beto gets 2 points. Are you sure?",
    ),
    "the last hand": Asked(
        argentine(12, 29),
        "resign",
        "“Fold (al mazo)”: Beto gets 1 point; that wins the match. Are you sure?",
    ),
    "with an envido to answer": Asked(
        argentine(12, 20, "1 envido"),
        "resign",
        "“Fold (al mazo)”: Beto gets 2 points. Are you sure?",
    ),
    "while a partner plays on": Asked(
        argentine(12, 22, "1 truco", "0 quiero", seats=4),
        "resign",
        "“Fold (al mazo)”: your side plays on without you. Are you sure?",
    ),
    "while numbers are said": Asked(
        argentine(12, 20, "1 envido", "0 quiero", "1 declare 7"),
        "resign",
        "“Fold (al mazo)”: Beto gets 3 points; you lose the envido, too. Are you sure?",
    ),
    "corro for one tento": Asked(denexa(3, 6, "0 play 7S", "1 truco"), "run", ""),
    "doze, the queda": Asked(
        denexa(2, 2, "0 play 7S", "1 truco", "2 raise", "3 raise"),
        "truco_brasileiro_raise",
        "“Doze!”: for 12 tentos; with 10, they win the match. Are you sure?",
    ),
    "nine near the end": Asked(
        denexa(2, 4, "0 play 7S", "1 truco", "2 raise", "3 raise"),
        "accept",
        "“Aceito!”: for 9 tentos; with 8, they win the match. Are you sure?",
    ),
    "a game of the queda": Asked(
        queda(3), "run", "“Corro!”: Beto gets 3 tentos; that wins the game. Are you sure?"
    ),
    "the match alone": Asked(
        queda(1), "run", "“Corro!”: Beto gets 3 tentos; that wins the match. Are you sure?"
    ),
    "all of your chips": Asked(
        second_round, "bet", "“Bet”: 2 chips; that is all you have. Are you sure?"
    ),
    "not all of them": Asked(cacho, "bet", ""),
    "a pass that costs nothing": Asked(first_round, "pass", ""),
    "a pass that costs a chip of many": Asked(cacho, "pass", ""),
    "a pass that costs a chip of three": Asked(
        second_round, "pass", "“Pass”: you leave 1 chip in the pot. Are you sure?"
    ),
    "a pass that costs three of many": Asked(third_round("bet"), "pass", ""),
    "a pass where all passed before": Asked(third_round("pass"), "pass", ""),
    "a hand of a life": Asked(
        lambda: rummy_tables.rummy("cacheta", 3, options={"fold": True}),
        "fold",
        "“Fold the hand”: you lose 1 point. Are you sure?",
    ),
    "a fold where one could check": Asked(
        pif_paf(),
        "fold",
        "“Fold”: you leave 3 chips in the pot; you could check for nothing. Are you sure?",
    ),
    "a fold of few chips in the pot": Asked(PUSHED, "fold", ""),
    "a fold of many": Asked(
        pif_paf("0 bet 6", "1 raise 12", "2 fold", "3 fold", buy_in=60),
        "fold",
        "“Fold”: you leave 9 chips in the pot. Are you sure?",
    ),
    "a raise in the middle": Asked(
        pif_paf("0 bet 6", "1 raise 12", "2 fold", "3 fold"), "call", ""
    ),
}


def model_at(table: ScriptedTable) -> TableModel:
    model = TableModel()
    model.fold(table.snapshot())
    return model


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_question_says_what_is_at_stake(case: Asked) -> None:
    model = model_at(case.table())
    found = [choice for choice in model.choices() if verb_of(choice) == case.verb]
    assert risk_question(found[0], model) == case.asked


LOST = {
    "the least": (argentine(12, 22), "resign", "1", "gives 1", "Beto gets 1 point"),
    "two": (
        argentine(12, 22, "1 truco", "0 quiero"),
        "resign",
        "2",
        "gives 2",
        "Beto gets 2 points",
    ),
    "with a partner left": (
        argentine(12, 22, seats=4),
        "resign",
        "",
        "your side plays on",
        "your side plays on without you",
    ),
    "with two": (
        argentine(12, 22, seats=6),
        "resign",
        "",
        "your side plays on",
        "your side plays on without you",
    ),
    "an answer": (argentine(12, 22, "1 truco"), "no_quiero", "1", "gives 1", "Beto gets 1 point"),
    "a tento": (denexa(3, 6, "0 play 7S", "1 truco"), "run", "1", "gives 1", "they get 1 tento"),
    "chips in the pot": (PUSHED, "fold", "", "leaves 9", "you leave 9 chips in the pot"),
    "a chip at cacho": (cacho, "pass", "", "leaves 1", "you leave 1 chip in the pot"),
    "no chips yet": (first_round, "pass", "", "leaves 0", "you leave nothing in the pot"),
}


@pytest.mark.parametrize("case", LOST.values(), ids=LOST)
def test_what_gives_up_says_what_it_costs(
    case: tuple[Callable[[], ScriptedTable], str, str, str, str],
) -> None:
    table, verb, price, lost, line = case
    model = model_at(table())
    button = next(each for each in verb_buttons(model, Keys({})) if each.command == Do(verb))
    assert (button.price, button.lost) == (price, lost)
    told = next(offer.line for offer in offers(model) if verb_of(offer.choice) == verb)
    assert told.endswith(f"({line})") if line else "(" not in told


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.parametrize("game", ["cacho", "pif-paf", "pif-paf-tradicional"])
def test_what_a_fold_leaves_in_the_pot_is_what_you_have_put_in(game: str) -> None:
    began: dict[int, list[int]] = {}
    seen = 0
    for model, _events in matches(game):
        view, seat = model.view, model.seat
        assert view is not None
        assert seat is not None
        if not view.pot:
            began[seat] = [*view.chips]
        if not any(each.kind == actions_pb2.CHOICE_KIND_GIVES_UP for each in model.choices()):
            continue
        if seat in began and sum(began[seat]) == sum(view.chips) + view.pot:
            seen += 1
            assert face_of(game).chips_in(model) == began[seat][seat] - view.chips[seat]
    assert seen


FOLDS = {
    "al mazo for a point": (argentine(12, 22), "x", "resign"),
    "al mazo while partners play on": (argentine(12, 22, seats=6), "x", "resign"),
    "a hand of a life": (CASES["a hand of a life"].table, "x", "fold"),
    "the ante": (pif_paf(), "x", "fold"),
    "many chips": (CASES["a fold of many"].table, "x", "fold"),
    "a chip of three at cacho": (second_round, "p", "pass"),
}


@pytest.mark.parametrize("case", FOLDS.values(), ids=FOLDS)
async def test_a_fold_is_asked_about_and_its_own_key_again_says_yes(
    case: tuple[Callable[[], ScriptedTable], str, str],
) -> None:
    made, key, word = case
    async with seated(made()) as at:
        await at.type(key)
        assert at.said == []
        assert isinstance(at.picture.bar, Question)
        assert at.picture.bar.answers[0].key == key
        await at.type(key)
        assert [sheet_word(verb) for verb in at.said] == [word]


async def test_the_no_that_loses_the_match_is_never_said_by_two_presses_of_its_key() -> None:
    async with seated(argentine(21, 29, "1 envido")()) as at:
        await at.type("n", "n")
        assert at.said == []
        await at.type("n", "enter")
        assert at.said == ["no_quiero"]


async def test_a_fold_is_not_asked_about_where_nobody_wants_that() -> None:
    async with seated(argentine(12, 22)(), confirm=False) as at:
        await at.type("x")
        assert at.said == ["resign"]


@pytest.mark.parametrize("game", game_ids())
def test_no_game_passes_by_the_key_that_folds_in_another(game: str) -> None:
    verbs = {verb.key: word for word, verb in face_of(game).verbs.items()}
    assert verbs.get("x", "fold") in {"fold", "resign", "estou_fora"}
    assert verbs.get("p", "pass") in {"pass", "tap"}


async def test_an_amount_that_is_all_of_ones_chips_is_asked_about_once_chosen() -> None:
    async with seated(cacho(3, setup={"chips": [7, 31, 12]})) as at:
        for seat in (0, 1, 2):
            at.scripted.do(seat, "bet")
        await at.settle()
        await at.press(Do("bet"), Bare.TO_MOST, Bare.PROCEED)
        assert at.said == []
        asked = at.controller.ui.waiting
        assert isinstance(asked, Question)
        assert asked.sentence == "“Bet”: 5 chips; that is all you have. Are you sure?"
        await at.type("enter")
        assert at.scripted.acts[-1].bet.to == 5
        assert not at.scripted.acts[1:]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_asks(language: str) -> None:
    set_language(language)
    try:
        asked = [model_at(case.table()) for case in CASES.values() if case.asked]
        assert all(any(risk_question(each, model) for each in model.choices()) for model in asked)
    finally:
        set_language("en")


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "pt_BR", "es_AR"])
@pytest.mark.parametrize("chips", [False, True])
@pytest.mark.parametrize(("width", "height"), [(80, 2), (74, 3)])
async def test_the_question_on_leaving_is_whole_and_so_are_its_answers(
    language: str, chips: bool, width: int, height: int
) -> None:
    i18n.set_language(language)
    table = truco()
    table.table.most_buy_in = 80 if chips else 0
    async with seated(table) as at:
        await at.press(Bare.LEAVE)
        bar = at.picture.bar
        assert isinstance(bar, Question)
        canvas = Canvas(width, height, PALETTE)
        answers = (*bar.answers, Button(Bare.TAKE_BACK, "escape", "Back"))
        paint_buttons(canvas, answers, question=bar.sentence)
        painted = " ".join(" ".join("".join(line) for line in canvas.chars).split())
        assert bar.sentence in painted
        for answer in answers:
            assert any(each.zone == ButtonZone(answer.command) for each in canvas.areas)


ANSWERS = (Button(Bare.TAKE_BACK, "enter", "Yes"), Button(Bare.TAKE_BACK, "escape", "Back"))


def asked(question: str, width: int) -> str:
    """Return the two lines in which a question and its answers are painted."""
    canvas = Canvas(width, 2, PALETTE)
    paint_buttons(canvas, ANSWERS, question=question)
    return canvas.plain()


def test_answers_stand_behind_a_question_of_two_lines() -> None:
    question = "“¡Falta envido!”: with 30, they win the match; you have 27. Are you sure?"
    shown = asked(question, 60)
    assert " ".join(shown.split()).startswith(question)
    assert "Yes" in shown.splitlines()[1]
    assert "Back" in shown.splitlines()[1]


def test_where_the_answers_have_no_room_behind_it_a_question_is_cut_with_a_sign() -> None:
    shown = asked("Do you want to leave this table and all that lies on it, for good?", 40)
    assert "…" in shown.splitlines()[0]
    assert "Yes" in shown.splitlines()[1]
