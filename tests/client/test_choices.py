"""Choices: what they are called, cost and become; and what is typed for them."""

from itertools import islice, product
from typing import Any

import pytest

from cardtui.v1 import actions_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui.v1.lobby_service_pb2 import VerbClause
from cardtui.v1.truco_brasileiro_pb2 import PackEnd
from cardtui_client.faces.arguments import (
    Argument,
    argument,
    build,
    is_check,
    may_hide,
    plainest,
    verb_of,
)
from cardtui_client.faces.clause_words import WORDS_OF_CLAUSES
from cardtui_client.faces.game_words import clause_now, clause_of
from cardtui_client.faces.offers import offers
from cardtui_client.faces.prices import button_price, price_text
from cardtui_client.faces.registry import FACES, face_of, label_of, presenter_of
from cardtui_client.i18n import set_language
from cardtui_client.lines.help import clause_found, clause_lines, first_lines, help_lines
from cardtui_client.lines.parser import (
    NeedsNumber,
    Problem,
    Understood,
    may_be_act,
    problem_sentence,
    raw_action,
    understand,
    with_number,
)
from cardtui_client.model.cards import as_typed, face
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import sheet_word
from cardtui_server.lobby.games import sheet as sheet_of
from cardtui_server.wire.catalogue import verb_clauses
from tests.support.nights import by_night
from tests.support.seat_matches import matches
from tests.support.tables import card, choice, model_of

GIVES_UP, CHECK = actions_pb2.CHOICE_KIND_GIVES_UP, actions_pb2.CHOICE_KIND_CHECK
PLAY = choice("play", cards=[card("7E"), card("6E"), card("4O")])
ANSWER = [
    choice("quiero", price=2),
    choice("no_quiero", price=1, kind=GIVES_UP),
    choice("retruco", price=3),
    choice("resign"),
]


def truco(*choices: actions_pb2.Choice) -> TableModel:
    return model_of(
        "truco-argentino",
        hand=["7E", "6E", "4O"],
        phase=Phase.PHASE_PLAY,
        to_act=[0],
        choices=choices,
    )


def cacho(*choices: actions_pb2.Choice, **fields: Any) -> TableModel:
    return model_of("cacho", hand=["AS"], phase=Phase.PHASE_THIRD, choices=choices, **fields)


# --- presentation


def test_calls_stay_in_the_games_own_language_and_other_words_do_not() -> None:
    model = truco()
    set_language("pt_BR")
    assert label_of(choice("vale_cuatro"), model) == "¡Quiero vale cuatro!"
    assert label_of(choice("resign"), model) == "Ir pro baralho (al mazo)"


def test_a_pass_that_keeps_the_seat_in_the_hand_is_a_check() -> None:
    out, check = choice("pass", kind=GIVES_UP), choice("pass", kind=CHECK)
    assert [is_check(out), is_check(check)] == [False, True]
    assert [label_of(each, cacho(each)) for each in (out, check)] == ["Pass", "Check"]


def test_prices_say_what_is_played_for_given_away_or_paid() -> None:
    assert price_text(choice("quiero", price=4), truco()) == "for 4 points"
    assert price_text(choice("no_quiero", price=1, kind=GIVES_UP), truco()) == "Beto gets 1 point"
    assert price_text(choice("call", price=3), cacho()) == "3 chips"
    assert price_text(choice("resign"), truco()) == ""


def test_an_action_is_built_with_the_argument_that_it_takes() -> None:
    assert build(choice("truco")).HasField("truco")
    assert build(PLAY, card=card("6E")).play.card == card("6E")
    assert build(choice("bet", low=1, high=7), number=7).bet.to == 7
    assert build(choice("declare", low=0, high=40), number=33).declare.points == 33
    fixed = build(choice("bet", price=1))
    assert fixed.HasField("bet")
    assert not fixed.bet.HasField("to")


@pytest.mark.parametrize(
    ("wanted", "given"),
    [
        (PLAY, {}),
        (PLAY, {"card": card("1E")}),
        (PLAY, {"number": 1}),
        (choice("bet", low=1, high=7), {}),
        (choice("bet", low=1, high=7), {"number": 8}),
        (choice("truco"), {"number": 8}),
        (choice("draw", words=["stock"]), {}),
        (choice("draw", words=["stock"]), {"word": "discards"}),
        (PLAY, {"card": card("7E"), "number": 1}),
        (actions_pb2.Choice(), {}),
    ],
)
def test_an_action_is_not_built_without_its_argument(
    wanted: actions_pb2.Choice, given: dict[str, Any]
) -> None:
    with pytest.raises(ValueError, match=r"needs|takes|without"):
        build(wanted, **given)


def test_what_may_stand_alone_is_built_with_and_without_its_argument() -> None:
    vou = choice("vou", low=5, high=20, bare=True)
    assert not build(vou).vou.HasField("to")
    assert build(vou, number=7).vou.to == 7
    drawn = build(choice("draw", words=["stock", "discards"]), word="discards")
    assert drawn.draw.source == actions_pb2.DRAW_SOURCE_DISCARDS


@pytest.mark.parametrize(("high", "told"), [(20, "5–20"), (5, "5")])
def test_a_button_tells_from_what_to_what_an_amount_is_chosen(high: int, told: str) -> None:
    model = TableModel()
    model.table.game = "pif-paf-tradicional"
    assert button_price(choice("vou", low=5, high=high, bare=True, price=5), model) == told


def test_a_card_goes_face_down_where_the_choice_says_so() -> None:
    play = choice("play", cards=[card("7E")])
    assert not may_hide(play)
    with pytest.raises(ValueError, match="takes"):
        build(play, card=card("7E"), face_down=True)
    play.arguments.add(name="face_down", optional=True, flag=actions_pb2.FlagDomain())
    assert may_hide(play)
    assert build(play, card=card("7E"), face_down=True).play.face_down
    assert not build(play, card=card("7E")).play.face_down


def test_several_numbers_are_one_cut_in_the_middle_unless_they_are_given() -> None:
    cut = choice("truco_brasileiro_cut", words=["top", "bottom"])
    cut.arguments.add(name="at", numbers=actions_pb2.NumbersDomain(low=1, high=39, most=2))
    made = build(cut, cuts=(9, 30), word="bottom").truco_brasileiro_cut
    assert (list(made.at), made.source) == ([9, 30], PackEnd.PACK_END_BOTTOM)
    plain = build(cut).truco_brasileiro_cut
    assert (list(plain.at), plain.source) == ([20], PackEnd.PACK_END_TOP)
    for wrong in ((0,), (40,), (1, 2, 3)):
        with pytest.raises(ValueError, match="takes"):
            build(cut, cuts=wrong)


@pytest.mark.parametrize(
    "lie",
    [
        {"name": "elsewhere", "cards": actions_pb2.CardsDomain(cards=[card("7E")])},
        {"name": "card", "range": actions_pb2.RangeDomain(low=1, high=3)},
        {"name": "card", "values": actions_pb2.ValuesDomain(values=[1])},
        {"name": "card", "cards": actions_pb2.CardsDomain()},
        {"name": "face_down", "melds": actions_pb2.MeldsDomain()},
        {"name": "card"},
    ],
)
def test_an_argument_that_the_verb_has_no_field_for_is_passed_over(lie: dict[str, Any]) -> None:
    play = choice("play")
    play.arguments.add(**lie)
    assert argument(play) is Argument.NONE
    assert build(play) == plainest(play) == actions_pb2.Action(play=actions_pb2.PlayAction())


def test_a_word_of_which_there_is_none_to_choose_is_passed_over() -> None:
    draw = choice("draw", words=["discards"])
    del draw.arguments[0].values.values[:]
    assert argument(draw) is Argument.NONE
    assert build(draw) == plainest(draw) == actions_pb2.Action(draw=actions_pb2.DrawAction())


def test_the_plainest_action_leaves_out_what_can_be_left_out() -> None:
    assert plainest(PLAY).play.card == card("7E")
    assert plainest(choice("bet", low=3, high=7)).bet.to == 3
    assert not plainest(choice("vou", low=5, high=20, bare=True)).vou.HasField("to")
    assert plainest(choice("draw", words=["discards"])).draw.source == (
        actions_pb2.DRAW_SOURCE_DISCARDS
    )


def test_a_choice_tells_what_it_needs() -> None:
    assert argument(choice("draw", words=["stock"])) is Argument.WORD
    assert argument(PLAY) is Argument.CARD
    assert argument(choice("cut", low=1, high=39)) is Argument.NUMBER
    assert argument(choice("tap")) is Argument.NONE


# --- the list, and what is typed


def test_the_list_has_a_line_for_each_card_and_the_prices() -> None:
    model = truco(PLAY, choice("truco", price=2), choice("declare", low=0, high=40))
    assert [offer.line for offer in offers(model)] == [
        "play seven of swords (7E)",
        "play six of swords (6E)",
        "play four of coins (4●)",
        "truco (for 2 points)",
        "declare: you say 0",
    ]


def typed(line: str, model: TableModel) -> str:
    """Return what a line does, in short."""
    meant = understand(line, offers(model), model)
    match meant:
        case Understood(action, asks):
            verb = action.WhichOneof("action") or ""
            part = getattr(action, verb)
            values = [value for _field, value in part.ListFields()]
            code = [face(value).code if verb == "play" else str(value) for value in values]
            return " ".join([verb, *code]) + ("?" if asks else "")
        case NeedsNumber():
            return "how many"
        case Problem():
            return meant.value


@pytest.mark.parametrize(
    ("line", "does"),
    [
        ("1", "play 7E"),
        ("3", "play 4O"),
        ("4", "quiero"),
        ("5", "no_quiero"),
        ("8", "no such number"),
        ("0", "no such number"),
        ("99999", "no such number"),
        ("7e", "play 7E"),
        ("play 4O", "play 4O"),
        ("PLAY 4o", "play 4O"),
        ("play", "needs card"),
        ("play 1E", "no such card"),
        ("1e", "no such card"),
        ("no quiero", "no_quiero"),
        ("no_quiero", "no_quiero"),
        ("¡Quiero!", "quiero"),
        ("quiero retruco", "takes nothing"),
        ("retruco", "retruco"),
        ("t", "retruco"),
        ("q", "quiero"),
        ("envido", "not offered"),
        ("resign", "resign"),
        ("hello there", "unknown"),
        ("", "unknown"),
    ],
)
def test_what_is_typed_is_a_number_a_card_a_word_or_a_key(line: str, does: str) -> None:
    assert typed(line, truco(PLAY, *ANSWER)) == does


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "play 4 coins"),
        ("en", "4 of coins"),
        ("es_AR", "jugar 4 oro"),
        ("es_AR", "4 de oros"),
        ("pt_BR", "jogar 4 ouro"),
        ("pt_BR", "4 de ouros"),
        *((each, line) for each in ("en", "es_AR", "pt_BR") for line in ("4 o", "4o", "play 4O")),
    ],
)
def test_a_card_of_coins_is_typed_as_players_say_it_or_by_its_letter(
    language: str, line: str
) -> None:
    set_language(language)
    assert typed(line, truco(PLAY, *ANSWER)) == "play 4O"


@pytest.mark.parametrize(
    ("language", "line", "code"),
    [
        ("pt_BR", "descartar KC", "KH"),
        ("pt_BR", "descartar KP", "KC"),
        ("pt_BR", "descartar K ouro", "KD"),
        ("pt_BR", "descartar KS", "KS"),
        ("es_AR", "tirar KT", "KC"),
        ("es_AR", "tirar KC", "KH"),
        ("en", "discard KC", "KC"),
    ],
)
def test_a_french_card_is_typed_by_the_letter_of_the_language(
    language: str, line: str, code: str
) -> None:
    set_language(language)
    held = [card(f"K{suit}", "FRENCH") for suit in "SHDC"]
    model = model_of("cacheta", phase=Phase.PHASE_PLAY, choices=[choice("discard", cards=held)])
    meant = understand(line, offers(model), model)
    assert isinstance(meant, Understood)
    assert face(meant.action.discard.card).code == code


@pytest.mark.parametrize(
    ("line", "does"),
    [
        ("bet 3", "bet 3"),
        ("b 3", "bet 3"),
        ("bet", "how many"),
        ("bet 9", "how many"),
        ("bet x", "how many"),
        ("2", "how many"),
        ("pass", "pass"),
        ("check", "unknown"),
    ],
)
def test_an_amount_is_typed_after_the_word_or_asked_for(line: str, does: str) -> None:
    assert typed(line, cacho(choice("pass"), choice("bet", low=1, high=7))) == does


@pytest.mark.parametrize(
    ("line", "does"),
    [
        ("draw discards", "draw 2"),
        ("draw", "needs word"),
        ("draw elsewhere", "needs word"),
        ("1", "draw 1"),
        ("vou", "vou"),
        ("vou 7", "vou 7"),
        ("good one", "good_one"),
        ("good_one", "good_one"),
    ],
)
def test_verbs_of_other_games_are_typed_as_they_are_called(line: str, does: str) -> None:
    draw = choice("draw", words=["stock", "discards"])
    vou = choice("vou", low=5, high=20, bare=True)
    assert typed(line, cacho(draw, vou, choice("good_one"))) == does


def test_words_are_understood_in_the_readers_language_and_in_english() -> None:
    set_language("es_AR")
    model = truco(PLAY, *ANSWER)
    assert typed("jugar 7E", model) == "play 7E"
    assert typed("mazo", model) == "resign"
    assert typed("resign", model) == "resign"


def test_an_amount_that_was_asked_for_is_taken_in_its_range() -> None:
    bet = choice("bet", low=1, high=7)
    assert isinstance(with_number(bet, "7", cacho()), Understood)
    assert with_number(bet, "8", cacho()) == NeedsNumber(bet)
    assert with_number(bet, "1e9", cacho()) == NeedsNumber(bet)


def test_every_problem_has_a_sentence_that_says_what_to_type() -> None:
    for problem in Problem:
        sentence = problem_sentence(problem, "xyz", truco(PLAY))
        assert sentence.endswith(".")
        assert any(word in sentence for word in ("Type", "Press", "Say which"))
    nothing = problem_sentence(Problem.NO_SUCH_NUMBER, "7", truco())
    assert nothing == "There is nothing for you to do now."
    waiting = model_of("truco-argentino", phase=Phase.PHASE_PLAY, to_act=[1])
    for problem in (Problem.NO_SUCH_NUMBER, Problem.NOT_OFFERED):
        told = problem_sentence(problem, "truco", waiting)
        assert told.startswith(f"{nothing} Waiting for ")
    assert "“envido”" in problem_sentence(Problem.TAKES_NOTHING, "envido 99", truco(PLAY))


def test_a_well_formed_action_that_is_not_on_offer_can_still_be_asked_about() -> None:
    model = truco()
    asked = raw_action("envido", model)
    assert asked is not None
    assert asked.HasField("envido")
    played = raw_action("play 1E", model)
    assert played is not None
    assert played.play.card == card("1E")
    raised = raw_action("raise 5", model)
    assert raised is not None
    assert getattr(raised, "raise").to == 5
    for line in ("play", "play XX", "envido 3", "raise", "raise x", "hello", ""):
        assert raw_action(line, model) is None


def test_a_word_leads_to_the_clause_that_the_server_names() -> None:
    first = Phase.PHASE_FIRST
    clauses = [
        VerbClause(verb="bet", clause="CC-14"),
        VerbClause(verb="bet", clause="CC-10", phase=first),
        VerbClause(verb="cacheta_cut", clause="CA-41"),
        VerbClause(verb="play", clause="TB-20"),
        VerbClause(verb="play", clause="TB-22", argument="face_down"),
    ]
    assert clause_of("bet", clauses) == "CC-14"
    assert clause_of("bet", clauses, first) == "CC-10"
    assert clause_of("bet", clauses, Phase.PHASE_THIRD) == "CC-14"
    assert clause_of("cut", clauses) == "CA-41"
    assert clause_of("play", clauses, first) == "TB-20"
    assert clause_of("hide", clauses) == "TB-22"
    assert clause_of("knock", clauses) == ""


ANSWERS = {
    "truco-argentino": {
        "truco": {"quiero": "TA-20", "no_quiero": "TA-21", "retruco": "TA-20", "envido": "TA-32"},
        "retruco": {"quiero": "TA-20", "no_quiero": "TA-21", "vale_cuatro": "TA-20"},
        "vale_cuatro": {"quiero": "TA-20", "no_quiero": "TA-21"},
        "envido": {"quiero": "TA-40", "no_quiero": "TA-41", "real_envido": "TA-34"},
        "real_envido": {"quiero": "TA-40", "no_quiero": "TA-41", "falta_envido": "TA-34"},
        "falta_envido": {"quiero": "TA-40", "no_quiero": "TA-41"},
        "flor": {"quiero": "TA-85", "no_quiero": "TA-85", "contraflor": "TA-85"},
        "contraflor": {"quiero": "TA-85", "no_quiero": "TA-85", "contraflor_al_resto": "TA-85"},
        "contraflor_al_resto": {"quiero": "TA-85", "no_quiero": "TA-85"},
    },
    "truco-brasileiro": {
        "truco": {"accept": "TB-31", "run": "TB-31", "raise": "TB-32"},
        "raise": {"accept": "TB-32", "run": "TB-32", "raise": "TB-32"},
    },
    "truco-paulista": {
        "truco": {"accept": "TP-31", "run": "TP-31", "raise": "TP-31"},
        "raise": {"accept": "TP-31", "run": "TP-31", "raise": "TP-31"},
    },
}
"""By game and by the call that waits, the clauses of its answers."""

IN_PHASES = {
    "truco-argentino": {
        Phase.PHASE_FLOR: {"flor": "TA-82"},
        Phase.PHASE_PLAY: {"flor": "TA-81", "envido": "TA-31", "truco": "TA-20"},
        Phase.PHASE_ENVIDO: {"declare": "TA-42", "son_buenas": "TA-42"},
        Phase.PHASE_SHOW: {"ask": "TA-44", "waive": "TA-44"},
    },
    "truco-brasileiro": {
        Phase.PHASE_ELEVEN: {"run": "TB-51", "play_on": "TB-51"},
        Phase.PHASE_MAO: {"keep": "TB-06", "pass": "TB-07", "reject": "TB-08"},
        Phase.PHASE_PLAY: {"truco": "TB-30", "raise": "TB-34"},
    },
    "truco-paulista": {
        Phase.PHASE_ELEVEN: {"run": "TP-42", "play_on": "TP-42"},
        Phase.PHASE_PLAY: {"truco": "TP-30", "raise": "TP-33"},
    },
    "cacheta": {
        Phase.PHASE_STAYING: {"stay": "CA-60", "fold": "CA-60"},
        Phase.PHASE_DRAW: {"cut": "CA-41", "draw": "CA-20"},
        Phase.PHASE_CONTEST: {"cut": "CA-44", "waive": "CA-44"},
    },
    "pif-paf": {
        Phase.PHASE_BETTING: {"check": "PP-10", "call": "PP-10", "raise": "PP-13", "fold": "PP-10"},
        Phase.PHASE_DRAW: {"claim": "PP-42"},
        Phase.PHASE_CONTEST: {"claim": "PP-43", "waive": "PP-43"},
    },
    "pif-paf-tradicional": {
        Phase.PHASE_BETTING: {"vou": "PT-11", "estou_fora": "PT-10"},
        Phase.PHASE_MATCHING: {"pagar": "PT-12", "estou_fora": "PT-12"},
    },
    "cacho": {
        Phase.PHASE_FIRST: {"pass": "CC-10", "bet": "CC-10"},
        Phase.PHASE_SECOND: {"pass": "CC-12", "bet": "CC-12"},
        Phase.PHASE_THIRD: {"pass": "CC-14", "bet": "CC-14", "call": "CC-14", "raise": "CC-15"},
    },
}
"""By game and phase, the clauses of what else is decided in it."""


@pytest.mark.parametrize("game", IN_PHASES)
def test_an_answer_leads_to_the_clause_of_what_is_answered(game: str) -> None:
    clauses = verb_clauses(game)
    for call, answers in ANSWERS.get(game, {}).items():
        for word, clause in answers.items():
            told = clause_of(word, clauses, Phase.PHASE_ANSWER, call)
            assert told == clause, f"{word} to {call}"
    for phase, words in IN_PHASES[game].items():
        for word, clause in words.items():
            assert clause_of(word, clauses, phase) == clause, f"{word} in {Phase.Name(phase)}"


@pytest.mark.parametrize("game", ANSWERS)
def test_every_call_that_waits_is_one_whose_answers_are_known(game: str) -> None:
    clauses, answered = verb_clauses(game), set()
    for model, _events in matches(game):
        if model.view is None or model.view.phase != Phase.PHASE_ANSWER:
            continue
        call = presenter_of(model).answered(model.view)
        answered.add(call)
        for each in model.choices():
            word = sheet_word(verb_of(each))
            if word in ANSWERS[game][call]:
                assert clause_now(word, clauses, model) == ANSWERS[game][call][word]
    assert {"truco"} < answered <= {*ANSWERS[game]}


def test_a_clause_that_is_not_there_is_answered_with_one_that_is() -> None:
    sheet = "# Cacho\n\n- **CC-01** Two to four play.\n- **CC-02** The deal.\n"
    for asked in ("CC-02", "2", "02", "déal", "DEAL"):
        assert clause_lines(sheet, asked) == ["CC-02 The deal."]
    (told,) = clause_lines(sheet, "XX-99")
    assert told.endswith("a clause such as CC-01.")
    assert clause_lines("", "XX-99") == ["No such rule. Type ? and a word."]


GAMES = [each.id for each in FACES]


def clause_under(game: str, language: str, asked: str) -> str:
    """Return the number of the clause that is found under a word in a sheet."""
    found, _some = clause_found(sheet_of(game, language), asked)
    return found[0].split()[0] if found else ""


@pytest.mark.parametrize(
    ("game", "clauses"),
    [
        ("truco-argentino", {"parda": 12, "empate": 12, "pie": 4, "baza": 10, "señas": 70}),
        ("truco-paulista", {"vaza": 21, "pe": 8, "canga": 24, "mão de onze": 40, "correr": 31}),
        ("truco-brasileiro", {"VAZA": 21, "empate": 24, "mao de ferro": 53, "vira": 2}),
        ("cacheta", {"bati": 30, "bater": 30, "trinca": 10, "lixo": 21, "curinga": 3, "joker": 15}),
        ("pif-paf", {"bati": 40, "trinca": 31, "lixo": 20, "vou": 10}),
        ("pif-paf-tradicional", {"sequência": 31, "coringa": 32, "passo": 10}),
        ("cacho", {"flush": 30, "two of one suit": 31, "pair": 30, "mano": 2, "tie": 33}),
    ],
)
def test_words_of_the_table_lead_to_their_clause(game: str, clauses: dict[str, int]) -> None:
    """In English, whose sheet has the fewest of them."""
    for word, number in clauses.items():
        assert int(clause_under(game, "en", word).partition("-")[2]) == number, word


def test_a_word_leads_to_the_clause_that_defines_it_and_not_to_an_earlier_mention() -> None:
    assert clause_under("cacheta", "pt_BR", "curinga") == "CA-03"
    assert clause_under("cacheta", "es_AR", "comodín") == "CA-03"


@pytest.mark.slow
@pytest.mark.parametrize("language", ["pt_BR", *by_night("en", "es_AR")])
def test_each_word_of_the_table_leads_to_a_clause_in_every_language(language: str) -> None:
    games = {clause_under(game, language, "1").partition("-")[0]: game for game in GAMES}
    for clauses, words in WORDS_OF_CLAUSES.items():
        for clause in clauses.split():
            game = games[clause.partition("-")[0]]
            assert clause_under(game, language, clause) == clause
            missing = [each for each in words.split() if not clause_under(game, language, each)]
            assert [each for each in missing if "_" not in each] == []
            assert all(clause_under(game, language, each.replace("_", " ")) for each in missing)


def test_help_speaks_of_a_team_to_who_has_one_alone() -> None:
    def told(*, teams: bool, seated: bool = True) -> bool:
        lines = help_lines("truco-brasileiro", teams=teams, seated=seated)
        return any("your team" in line for line in lines)

    assert told(teams=True)
    assert not told(teams=False)
    assert not told(teams=True, seated=False)


@pytest.mark.parametrize(
    ("now", "named"),
    [
        ({}, "hand: "),
        ({"teams": True}, "team TEXT: "),
        ({"waiting": True}, "ready: "),
        ({"waiting": True, "host": True}, "start: "),
        ({"seated": False}, "join SEAT: "),
    ],
)
def test_help_tells_what_matters_now_and_how_to_read_the_rest(
    now: dict[str, Any], named: str
) -> None:
    lines = first_lines("truco-brasileiro", **now)
    assert any(line.startswith(named) for line in lines)
    assert len(lines) <= 12
    assert lines[-1] == "? all: everything that you can type here."
    assert any(line.startswith("kick ") for line in help_lines("truco-brasileiro"))
    assert not any(line.startswith("kick ") for line in lines)


def test_help_names_a_clause_where_it_is_known() -> None:
    known = help_lines("cacho", [VerbClause(verb="bet", clause="CC-14")], seated=False)
    assert any(line.endswith("such as ? bet or ? CC-14.") for line in known)
    assert any(line.endswith("such as ? bet.") for line in help_lines("cacho", seated=False))


@pytest.mark.parametrize(
    ("tag", "typed", "meant"),
    [
        ("en", "signl", "signal"),
        ("en", "enviddo", "envido"),
        ("en", "no", "no quiero"),
        ("es_AR", "No", "no quiero"),
        ("es_AR", "señal guiño", "seña"),
        ("pt_BR", "silensiar Beto", "silenciar"),
    ],
)
def test_a_word_with_a_slip_at_a_table_has_the_one_that_was_meant_said(
    tag: str, typed: str, meant: str
) -> None:
    set_language(tag)
    model = truco(PLAY)
    said = problem_sentence(Problem.UNKNOWN, typed, model)
    assert f"“{typed}”" in said
    assert f"“{meant}”" in said
    for far in ("xyzzy", "sussurrar"):
        assert problem_sentence(Problem.UNKNOWN, far, model).count("“") == 1


@pytest.mark.parametrize("game", [each.id for each in FACES])
def test_what_is_typed_as_an_example_is_a_word_a_number_or_a_card(game: str) -> None:
    """Any other word is one of the sheet, which is English."""
    for _verb, rest in face_of(game).example.verbs:
        assert not rest.strip() or rest.strip()[:-1].isdecimal() or rest.strip().isdecimal()


@pytest.mark.parametrize(
    ("game", "language"),
    [
        ("cacheta", "pt_BR"),
        ("truco-argentino", "es_AR"),
        *by_night(*product(("cacheta", "truco-argentino"), ("en", "es_AR", "pt_BR"))),
    ],
)
def test_what_the_list_offers_may_be_typed_before_it_is_offered(game: str, language: str) -> None:
    set_language(language)
    for model, _events in islice(matches(game), 0, None, 4):
        for offer in offers(model):
            line = as_typed(offer.line)
            for typed_line in (line, line.rpartition(" (")[0], line.partition(":")[0]):
                assert may_be_act(typed_line, model), typed_line
        assert not may_be_act("xyz", model)


@pytest.mark.parametrize(
    ("language", "line"),
    [("es_AR", "mano"), ("es_AR", "levantarce"), ("en", "flod"), ("en", "clos")],
)
def test_what_cannot_be_taken_back_is_never_suggested(language: str, line: str) -> None:
    set_language(language)
    said = problem_sentence(Problem.UNKNOWN, line, truco())
    assert line in said
    assert not any(word in said for word in ("mazo", "levantarse", "fold", "close"))
