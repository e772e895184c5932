"""The general face of games of other packages: what it shows, and what may be typed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardtui.card_numbers import pack
from cardtui.v1 import actions_pb2, cards_pb2, events_pb2, other_pb2, tables_pb2, views_pb2
from cardtui.v1.cards_pb2 import CARD_SPANISH_2O, CARD_SPANISH_6O, CARD_SPANISH_7E
from cardtui.v1.hands_pb2 import PHASE_DEAL, PHASE_OTHER
from cardtui_client.faces import registry
from cardtui_client.faces.arguments import build
from cardtui_client.faces.memory import lines_at_end
from cardtui_client.faces.narration import deed_of, sentences
from cardtui_client.faces.offers import Keys, buttons, offers, verb_buttons
from cardtui_client.faces.other import RESERVED_LETTERS, OtherFace
from cardtui_client.faces.registry import card_verb, face_of, first_of_other, learn_games
from cardtui_client.faces.staging import stage
from cardtui_client.faces.table_actions import TABLE_ACTIONS, When
from cardtui_client.i18n import speaking
from cardtui_client.lines.parser import Understood, is_of_other_game, raw_action, understand
from cardtui_client.model.cards import OTHER_DECK, suits_named
from cardtui_client.model.cards import face as card_face
from cardtui_client.model.table import MatchRecord, TableModel
from cardtui_client.net.record_keeper import Kept
from cardtui_client.scene.commands import Bare, Command, Do, Open, PressCard, Step
from cardtui_client.scene.middle import Laid, Piles
from cardtui_client.scene.scene import Question
from cardtui_client.tui.paint.cards import Size, frame
from cardtui_client.tui.table.effects import Act, Effect
from cardtui_client.tui.table.modes.mode import Situation
from cardtui_client.tui.table.modes.stack import press
from cardtui_client.tui.table.ui_state import TableUi
from cardtui_engine.bits import Bits

GAME = "strange"
V = other_pb2.OtherValue


def field(name: str, **value: Any) -> other_pb2.OtherField:
    return other_pb2.OtherField(name=name, value=V(**value))


def choice(verb: str, *arguments: actions_pb2.Argument) -> actions_pb2.Choice:
    action = actions_pb2.Action(other=other_pb2.OtherAction(verb=verb))
    return actions_pb2.Choice(action=action, arguments=arguments)


def words(*known: str) -> actions_pb2.Argument:
    domain = actions_pb2.WordsDomain(words=known)
    return actions_pb2.Argument(name="source", words=domain)


def cards(*known: int) -> actions_pb2.Argument:
    numbers = [cards_pb2.Card.ValueType(each) for each in known]
    return actions_pb2.Argument(name="card", cards=actions_pb2.CardsDomain(cards=numbers))


def model_of(
    *choices: actions_pb2.Choice, fields: list[other_pb2.OtherField] | None = None
) -> TableModel:
    """Return the table of seat 0 of two, whose turn it is."""
    model = TableModel()
    model.table = tables_pb2.Table(
        id="t1", game=GAME, state=tables_pb2.TABLE_STATE_PLAYING, deck=tables_pb2.DECK_SPANISH
    )
    for seat, name in enumerate(("Ana", "Beto")):
        model.table.seats.add(seat=seat, name=name)
    model.view = views_pb2.PublicView(
        phase=PHASE_OTHER, to_act=[0], hand=1, scores=[2, 3], cards=[1, 1]
    )
    model.view.other.phase = "choose"
    model.view.other.fields.extend(fields or [])
    model.take_seat(0)
    model.own = views_pb2.OwnView(seat=0, hand=[CARD_SPANISH_7E], choices=choices)
    return model


ROW = field("table", cards=other_pb2.OtherCards(cards=[CARD_SPANISH_6O, CARD_SPANISH_2O]))
PLAYED = other_pb2.OtherPlayed(seat=1, card=CARD_SPANISH_6O)
STOCK = other_pb2.OtherPile(cards=20)


def test_cards_in_a_row_lie_in_the_middle_and_numbers_stand_beside_the_seats() -> None:
    counts = field("taken", numbers=other_pb2.OtherNumbers(numbers=[4, 9]))
    model = model_of(fields=[ROW, counts, field("target", number=15)])
    scene = stage(model)
    assert scene.middle == Laid((CARD_SPANISH_6O, CARD_SPANISH_2O))
    assert [seat.notes[-1] for seat in scene.seats] == ["taken 4", "taken 9"]
    assert "target 15" in scene.top.facts
    named = stage(model_of(fields=[field("colour", text="yellow")]))
    assert "colour yellow" in named.top.facts
    told = face_of(GAME).state_lines(model.view, model) if model.view else []
    assert told == [
        "Table: six of coins (6●) and two of coins (2●)",
        "Taken: Ana 4, Beto 9",
        "Target: 15",
    ]


def test_tricks_and_piles_are_drawn_as_such() -> None:
    trick = field("trick", trick=other_pb2.OtherTrick(played=[PLAYED]))
    piles = field("stock", piles=other_pb2.OtherPiles(piles=[STOCK]))
    scene = stage(model_of(fields=[trick, piles]))
    assert [(each.seat, each.card) for each in scene.trick] == [(1, CARD_SPANISH_6O)]
    assert isinstance(scene.middle, Piles)
    assert scene.middle.stock == 20


def test_a_stock_whose_card_names_the_trump_is_no_pile_of_discards() -> None:
    pile = other_pb2.OtherPile(cards=20, top=CARD_SPANISH_7E)
    stock = field("stock", piles=other_pb2.OtherPiles(piles=[pile]))
    scene = stage(model_of(fields=[stock, field("trump", card=CARD_SPANISH_7E)]))
    assert scene.middle == Piles(20, 0, flip=CARD_SPANISH_7E)
    assert "trump 7E" in scene.top.facts


def test_a_stock_and_an_open_pile_lie_side_by_side() -> None:
    thrown = other_pb2.OtherPile(cards=3, top=CARD_SPANISH_2O)
    both = field("piles", piles=other_pb2.OtherPiles(piles=[STOCK, thrown]))
    assert stage(model_of(fields=[both])).middle == Piles(20, 3, (CARD_SPANISH_2O,))


@pytest.mark.parametrize("typed", ["1", "take 6O-2O", "take 6o-2o"])
def test_a_word_of_a_choice_may_be_typed_or_taken_from_the_list(typed: str) -> None:
    model = model_of(choice("take", words("6O-2O", "5O-3O")))
    meant = understand(typed, offers(model), model)
    assert isinstance(meant, Understood)
    assert (meant.action.other.verb, meant.action.other.source) == ("take", "6O-2O")


def test_each_word_has_a_button_and_enter_takes_the_first() -> None:
    model = model_of(choice("take", words("6O-2O", "5O-3O")))
    buttons = verb_buttons(model, Keys({}))
    assert [(each.command, each.label) for each in buttons] == [
        (Do("take", "6O-2O"), "Take 6O-2O"),
        (Do("take", "5O-3O"), "Take 5O-3O"),
    ]
    first = first_of_other(model)
    assert first is not None
    assert first.other.source == "6O-2O"


def test_the_verb_that_takes_a_card_is_the_one_for_the_card_that_is_picked() -> None:
    lay = choice("lay", cards(CARD_SPANISH_7E, pack("swords", "8")))
    model = model_of(lay)
    assert card_verb(model) == "lay"
    assert first_of_other(model) is None
    action = build(lay, card=pack("swords", "8"))
    assert (action.other.verb, action.other.card) == ("lay", pack("swords", "8"))
    for typed in ("8e", "lay 8E"):
        meant = understand(typed, offers(model), model)
        assert isinstance(meant, Understood)
        assert meant.action == action


def test_what_a_seat_did_besides_is_told_in_the_word_of_the_game() -> None:
    model = model_of()
    noted = events_pb2.Noted(seat=1, word="sweeps_all", cards=[CARD_SPANISH_7E])
    event = events_pb2.Event(noted=noted)
    assert sentences(event, model) == ["Beto: sweeps all seven of swords (7E)"]
    deed = deed_of(event, model)
    assert deed is not None
    assert deed.act == ("sweeps all", CARD_SPANISH_7E)


def test_a_server_may_say_what_its_games_are_called_and_no_more() -> None:
    learn_games(
        [
            tables_pb2.Game(id=GAME, title="Strange\x1b[0m game"),
            tables_pb2.Game(id="cacho", title="No"),
        ]
    )
    assert face_of(GAME).name == "Strange[0m game"  # no escape is left
    assert face_of("cacho").name == "Cacho"


LEARNED = tables_pb2.Game(
    id=GAME,
    package="strange-game 1.2",
    verbs=[
        other_pb2.OtherVerb(
            name="draw",
            parameters=[other_pb2.OtherParameter(name="source", words=["stock", "discards"])],
        ),
        *(other_pb2.OtherVerb(name=name) for name in ("discard", "close", "show", "claim")),
    ],
)


@pytest.fixture
def learned() -> Iterator[OtherFace]:
    """The face of a game of which a server has told the verbs."""
    registry._other_face.cache_clear()
    learn_games([LEARNED])
    face = face_of(GAME)
    assert isinstance(face, OtherFace)
    yield face
    registry._other_face.cache_clear()


def test_the_letters_of_the_table_are_no_keys_of_verbs() -> None:
    letters = {each.key for each in TABLE_ACTIONS if each.when is not When.BREAK}
    assert {each.casefold() for each in letters if len(each) == 1} == {*RESERVED_LETTERS, "v"}


@pytest.mark.usefixtures("learned")
def test_each_verb_and_each_word_known_beforehand_has_a_key_of_its_own() -> None:
    hand = cards(CARD_SPANISH_7E, CARD_SPANISH_2O)
    model = model_of(choice("discard", hand), choice("close", hand), choice("claim"))
    keys = {each.label: each.key for each in verb_buttons(model, Keys({}))}
    assert keys == {"Discard": "d", "Close": "c", "Claim": "a"}
    alone = model_of(choice("close", hand))
    assert [each.key for each in verb_buttons(alone, Keys({}))] == ["c"]
    drawing = model_of(choice("draw", words("stock", "discards")))
    buttons = {each.label: each.key for each in verb_buttons(drawing, Keys({}))}
    assert set(buttons) == {"Draw stock", "Draw discards"}
    assert not {*buttons.values()} & {*keys.values(), *RESERVED_LETTERS}


def test_words_that_come_up_in_a_match_have_digits_unless_cards_are_picked_by_them() -> None:
    several = choice("take", words("6O-2O", "5O-3O"))
    assert [each.key for each in verb_buttons(model_of(several), Keys({}))] == ["1", "2"]
    beside = model_of(several, choice("lay", cards(CARD_SPANISH_7E)))
    shown = [each.label for each in verb_buttons(beside, Keys({}))]
    assert shown == ["Take…", "Lay"]
    ui = pressed(TableUi(), beside, Do("take"))[0]
    assert isinstance(ui.waiting, Question)
    asked = [each.command for each in ui.waiting.answers]
    assert asked == [Do("take", "6O-2O"), Do("take", "5O-3O"), Bare.TAKE_BACK]


def pressed(ui: TableUi, model: TableModel, *commands: Command) -> tuple[TableUi, Effect | None]:
    """Return what comes of those commands."""
    effect = None
    now = Situation(model, Keys({}), offered=verb_buttons(model, Keys({})))
    ui = ui._replace(cards=ui.cards.given_anew(stage(model).hand))
    for command in commands:
        ui, effect = press(command, ui, now)
    return ui, effect


@pytest.mark.usefixtures("learned")
@pytest.mark.parametrize(
    "commands",
    [
        (Do("close"), PressCard(1)),
        (Do("close"), Step(1), Bare.PROCEED),
        (PressCard(1), Do("close")),
    ],
    ids=["verb and card", "verb, arrow and Enter", "card and verb"],
)
def test_the_verb_that_is_pressed_takes_the_card(commands: tuple[Command, ...]) -> None:
    hand = cards(CARD_SPANISH_7E, CARD_SPANISH_2O)
    model = model_of(choice("discard", hand), choice("close", hand))
    assert model.own is not None
    model.own.hand.append(CARD_SPANISH_2O)
    ui, effect = pressed(TableUi(), model, *commands)
    assert isinstance(effect, Act)
    assert (effect.action.other.verb, effect.action.other.card) == ("close", CARD_SPANISH_2O)
    assert ui.chosen == ""
    _ui, first = pressed(TableUi(), model, PressCard(1), Bare.PROCEED)
    assert isinstance(first, Act)
    assert first.action.other.verb == "discard"  # the mildest, for Enter alone


@pytest.mark.usefixtures("learned")
def test_a_verb_chosen_for_a_card_is_forgotten_with_the_turn_and_by_escape() -> None:
    hand = cards(CARD_SPANISH_7E, CARD_SPANISH_2O)
    model = model_of(choice("discard", hand), choice("close", cards(CARD_SPANISH_2O)))
    assert model.own is not None
    model.own.hand.append(CARD_SPANISH_2O)
    ui, _effect = pressed(TableUi(), model, Do("close"))
    assert ui.chosen == "close"
    assert ui.cards.picked_card == CARD_SPANISH_2O  # the first that can be closed with
    assert ui.without_moot([]).chosen == ""
    assert pressed(ui, model, Bare.TAKE_BACK)[0].chosen == ""


@pytest.mark.usefixtures("learned")
@pytest.mark.parametrize("typed", ["close 2O", "c 2O"])
def test_a_verb_is_typed_as_its_word_or_its_key(typed: str) -> None:
    hand = cards(CARD_SPANISH_7E, CARD_SPANISH_2O)
    model = model_of(choice("discard", hand), choice("close", hand))
    meant = understand(typed, offers(model), model)
    assert isinstance(meant, Understood)
    assert (meant.action.other.verb, meant.action.other.card) == ("close", CARD_SPANISH_2O)


@pytest.mark.usefixtures("learned")
def test_a_verb_goes_before_a_command_of_the_table_and_is_refused_by_the_rules() -> None:
    model = model_of(choice("draw"))
    assert is_of_other_game("close", model)
    assert is_of_other_game("Draw", model)
    assert not is_of_other_game("leave", model)
    action = raw_action("discard 7E", model)
    assert action is not None
    assert (action.other.verb, action.other.card) == ("discard", CARD_SPANISH_7E)
    assert raw_action("discard 7E 4E", model) is None


@pytest.mark.usefixtures("learned")
def test_what_somebody_did_is_told_without_bending_a_verb() -> None:
    drew = actions_pb2.Action(other=other_pb2.OtherAction(verb="draw", source="stock"))
    event = events_pb2.Event(acted=events_pb2.Acted(seat=1, action=drew))
    assert sentences(event, model_of()) == ["Beto: draw stock"]
    deed = deed_of(event, model_of())
    assert deed is not None
    assert (deed.actor, deed.act) == ("Beto:", ("draw", "stock"))
    with speaking("es_AR"):
        assert sentences(event, model_of()) == ["Beto: robar mazo"]


def test_many_scores_stand_at_the_seats() -> None:
    model = model_of()
    assert stage(model).top.score == "Ana 2  Beto 3"
    for seat, name in enumerate(("Caro", "Dino"), 2):
        model.table.seats.add(seat=seat, name=name)
    assert model.view is not None
    model.view.scores.extend([5, 1])
    scene = stage(model)
    assert scene.top.score == "Ana 2"
    assert [seat.notes[0] for seat in scene.seats] == ["2 pts", "3 pts", "5 pts", "1 pt"]


def test_cards_have_the_double_frame_of_truco_where_the_game_says_so() -> None:
    scene = stage(model_of(fields=[ROW]))
    assert not scene.great
    great = frame(card_face(CARD_SPANISH_7E), Size.LARGE)
    plain = frame(card_face(CARD_SPANISH_7E), Size.LARGE, great=False)
    assert "╔" in great[0]
    assert "╭" in plain[0]


@pytest.mark.usefixtures("learned")
def test_no_replay_is_offered_without_the_rules_and_the_package_is_named() -> None:
    model = model_of()
    model.table.state = tables_pb2.TABLE_STATE_OVER
    model.record = MatchRecord(holds=None)
    offered = [each.command for each in buttons(model, Keys({}), seen=0)]
    assert Open.REPLAY not in offered
    assert Open.MISTAKES not in offered
    told = lines_at_end(Kept(Path("a.txt"), None), "", model)
    assert told[-1].endswith("pip install strange-game==1.2")


def anything(bits: Bits, depth: int = 0) -> other_pb2.OtherValue:
    """Return a value that no rules would give."""
    number, seat = bits.below(1 << 40) - (1 << 39), bits.below(1 << 20)
    card = cards_pb2.Card.ValueType(bits.below(1 << 28))
    several = [card] * bits.below(90)
    match bits.below(11 if depth < 8 else 6):
        case 0:
            return V(number=number)
        case 1:
            return V(text="\x1b[2J\u202e" * bits.below(90))
        case 2:
            return V(card=card)
        case 3:
            return V(cards=other_pb2.OtherCards(cards=several))
        case 4:
            played = [other_pb2.OtherPlayed(seat=seat, card=card)] * bits.below(40)
            return V(trick=other_pb2.OtherTrick(played=played))
        case 5:
            pile = other_pb2.OtherPile(cards=seat, top=card, seat=seat)
            return V(piles=other_pb2.OtherPiles(piles=[pile] * bits.below(40)))
        case 6:
            meld = other_pb2.OtherMeld(cards=several, seat=bits.below(3))
            return V(melds=other_pb2.OtherMelds(melds=[meld] * bits.below(40)))
        case 7:
            return V(numbers=other_pb2.OtherNumbers(numbers=[number] * bits.below(40)))
        case 8:
            return V(list=other_pb2.OtherList(values=[anything(bits, depth + 1)] * bits.below(9)))
        case 9:
            inner = other_pb2.OtherField(name="\x07" * 99, value=anything(bits, depth + 1))
            return V(record=other_pb2.OtherRecord(fields=[inner] * bits.below(9)))
        case _:
            return V()


@pytest.mark.parametrize("seed", range(40))
def test_whatever_a_server_sends_is_shown_without_harm(seed: int) -> None:
    bits = Bits(seed)
    fields = [
        other_pb2.OtherField(name="x" * bits.below(99), value=anything(bits))
        for _ in range(bits.below(60))
    ]
    model = model_of(choice("take\x1b", words("\x1b[2J", "")), choice(""), fields=fields)
    assert model.view is not None
    model.view.scores.extend([9] * bits.below(50))
    model.view.other.last.winners.extend([bits.below(1 << 20)] * bits.below(9))
    face = face_of(GAME)
    told = [
        *face.state_lines(model.view, model),
        *face.outcome(model.view, model),
        face.standing(model.view, model),
        *[offer.line for offer in offers(model)],
        *[button.label for button in verb_buttons(model, Keys({}))],
        *[note for seat in stage(model).seats for note in seat.notes],
    ]
    assert not any(sign in line for line in told for sign in "\x1b\x07\u202e")
    assert sum(map(len, told)) < 200_000


FACE_ALONE = Path(__file__).parents[2] / "examples" / "high_card_face"


def test_a_package_may_bring_a_face_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = (FACE_ALONE / "cardtui_high_card_face.py").read_text("utf-8")
    about = tmp_path / "cardtui_high_card_face-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: cardtui-high-card-face\nVersion: 1"
    )
    point = "high-card = cardtui_high_card_face:HighCard"
    assert point.replace(" = ", ' = "') in (FACE_ALONE / "pyproject.toml").read_text("utf-8")
    (about / "entry_points.txt").write_text(f"[cardtui.faces]\n{point}\n")
    (tmp_path / "cardtui_high_card_face.py").write_text(source, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    registry._other_face.cache_clear()
    try:
        face = registry.face_of("high-card")
        assert face.verb("play").into_trick
        with speaking("es_AR"):
            assert face.verb("play").title() == "Jugar"
            model = model_of()
            assert model.view is not None
            assert face.prompt(model.view, model).startswith("Te toca: la carta")
    finally:
        registry._other_face.cache_clear()


def test_a_face_that_fails_leaves_the_general_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    about = tmp_path / "broken_face-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-face\nVersion: 1")
    (about / "entry_points.txt").write_text("[cardtui.faces]\nbroken-game = no_such_module:Face\n")
    monkeypatch.syspath_prepend(tmp_path)
    registry._other_face.cache_clear()
    assert type(registry.face_of("broken-game")) is OtherFace
    registry._other_face.cache_clear()


def test_rows_and_melds_lie_in_the_middle_apart_and_piles_are_told_above() -> None:
    meld = other_pb2.OtherMeld(cards=[CARD_SPANISH_7E, CARD_SPANISH_2O])
    melds = field("melds", melds=other_pb2.OtherMelds(melds=[meld]))
    thrown = other_pb2.OtherPile(cards=3, top=CARD_SPANISH_2O)
    discards = field("discards", piles=other_pb2.OtherPiles(piles=[thrown]))
    scene = stage(model_of(fields=[ROW, melds, discards]))
    row = (CARD_SPANISH_6O, CARD_SPANISH_2O)
    assert scene.middle == Laid((*row, CARD_SPANISH_7E, CARD_SPANISH_2O), breaks=(2,))
    assert "discards 3 2●" in scene.top.facts


def test_the_melds_of_a_seat_lie_beside_its_name_while_it_plays_on() -> None:
    meld = other_pb2.OtherMeld(cards=[CARD_SPANISH_6O, CARD_SPANISH_2O], seat=1)
    scene = stage(model_of(fields=[field("melds", melds=other_pb2.OtherMelds(melds=[meld]))]))
    assert scene.seats[1].shown == (CARD_SPANISH_6O, CARD_SPANISH_2O)
    assert "1 card" in scene.seats[1].notes


def test_the_letters_of_suits_of_another_deck_are_named_as_they_are_seen() -> None:
    seen = [pack("red", "7"), pack("swords", "8"), CARD_SPANISH_2O, pack("joker", "X")]
    named = suits_named(OTHER_DECK, ascii_only=False, seen=seen)
    assert named == {"R": "red", "E": "swords", "●": "coins"}
    assert suits_named(OTHER_DECK, ascii_only=True) == {}


def test_how_a_hand_ended_is_told_without_the_number_that_the_rules_have_counted_on() -> None:
    model = model_of()
    assert model.view is not None
    model.view.phase = PHASE_DEAL
    model.view.hand = 2
    model.view.other.last.winners.append(1)
    scene = stage(model)
    assert [line.text for line in scene.paper] == [
        "The hand goes to Beto.",
        "",
        "Score: Ana 2; Beto 3.",
    ]
    assert not any("2" in fact for fact in scene.top.facts)


@pytest.mark.parametrize("seats", [2, 3])
def test_the_end_of_a_hand_says_why_it_ended_and_which_melds_lie_before_the_seats(
    seats: int,
) -> None:
    melds = [
        other_pb2.OtherMeld(cards=[CARD_SPANISH_6O, CARD_SPANISH_2O], seat=1),
        other_pb2.OtherMeld(cards=[CARD_SPANISH_7E], seat=seats - 1),
    ]
    model = model_of(fields=[field("melds", melds=other_pb2.OtherMelds(melds=melds))])
    if seats == 3:
        model.table.seats.add(seat=2, name="Carla")
    assert model.view is not None
    model.view.phase = PHASE_DEAL
    model.view.other.last.winners.append(1)
    model.view.other.last.reason = "went-out"
    told = [line.text for line in stage(model).paper]
    assert told[0] == "The hand goes to Beto: went out."
    assert "Beto: 6● and 2●." in told
    last = model.table.seats[seats - 1].name
    assert f"{last}: 7E." in told
