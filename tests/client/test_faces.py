"""Laws of faces: every game has one, which says all that the game has, in every language."""

import ast
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from cardtui.v1 import events_pb2, tables_pb2, views_pb2
from cardtui_client.faces import narration
from cardtui_client.faces.arguments import argument, verb_of, words_of
from cardtui_client.faces.arrival import table_lines
from cardtui_client.faces.game_words import contradictions, game_name, game_title, preset_name
from cardtui_client.faces.narration import SILENT_EVENTS, outcome, sentences
from cardtui_client.faces.presenter import Presenter
from cardtui_client.faces.registry import FACES, face_of, label_of, presenter_of
from cardtui_client.faces.staging import fresh_of, stage
from cardtui_client.faces.standing import hand_lines, may_interrupt
from cardtui_client.i18n import LANGUAGES, set_language
from cardtui_client.model.cards import card_of
from cardtui_client.model.table import TableModel
from cardtui_engine.actions import Kind
from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_engine.options import OptionKind
from cardtui_engine.refusals import BadOption, Code, IllegalAction
from cardtui_server.wire.codec import codec_for
from cardtui_server.wire.values import write_option
from tests.support.seat_matches import NAMES, TABLES, matches
from tests.support.table_driver import ScriptedTable
from tools import messages

# Words for many positions, which are values.
pytestmark = pytest.mark.once

"""Verbs of every table, which are talk and no game's."""

CARDS = {"spanish": "7E", "french": "7H"}
"""A card of every pack, by its deck."""


@cache
def catalogue(language: str) -> Catalog:
    return messages.read(language)


def said_everywhere(text: str, context: str | None = None) -> bool:
    """Whether a message is in the catalogue of every language that needs one."""
    return all(catalogue(each).get(text, context) is not None for each in messages.LANGUAGES)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    set_language("en")


def test_the_games_of_the_client_are_those_of_the_engine_and_of_the_protocol() -> None:
    assert tuple(face.id for face in FACES) == game_ids()
    fields = {field.name for field in views_pb2.PublicView.DESCRIPTOR.oneofs_by_name["game"].fields}
    fields.discard("other")  # those that have no messages of their own
    assert {face.id.replace("-", "_") for face in FACES} == fields
    assert all(face.name for face in FACES)


@pytest.mark.parametrize("game", game_ids())
def test_every_verb_has_a_face(game: str) -> None:
    face, rules = face_of(game), get_rules(game)
    assert face.verbs.keys() == rules.verbs.keys() - TABLES
    for word, verb in face.verbs.items():
        assert verb.label or verb.call, word
        assert not verb.label or said_everywhere(verb.label), word
        assert not verb.word or said_everywhere(verb.word, verb.word_context), word


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", game_ids())
def test_what_one_types_for_a_verb_stands_on_its_button(game: str, language: str) -> None:
    set_language(language)
    buttons = {word: verb for word, verb in face_of(game).verbs.items() if verb.label}
    assert buttons
    for word, verb in buttons.items():
        typed = verb.typed() or word
        # In English the rule sheet's own word will do, which the sheet explains.
        assert typed in verb.title().lower() or (language, typed) == ("en", word), (word, typed)


@pytest.mark.parametrize("game", game_ids())
def test_every_option_each_of_its_values_and_every_preset_has_a_face(game: str) -> None:
    face, rules = face_of(game), get_rules(game)
    assert face.options.keys() == {spec.name for spec in rules.specs}
    for spec in rules.specs:
        option = face.options[spec.name]
        assert said_everywhere(option.name), spec.name
        assert option.choices.keys() == set(spec.choices), spec.name
        assert all(said_everywhere(words) for words in option.choices.values()), spec.name
    assert tuple(face.presets) == tuple(preset.name for preset in rules.presets)
    for preset in face.presets.values():
        assert said_everywhere(preset.name)
        assert said_everywhere(preset.about)


@pytest.mark.parametrize("game", game_ids())
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_name_of_a_preset_is_whole_beside_its_game(game: str, language: str) -> None:
    set_language(language)
    _source, *others = face_of(game).presets
    for preset in others:
        title = game_title(tables_pb2.Table(game=game, preset=preset))
        assert title == f"{game_name(game)}, {preset_name(game, preset)}"


@pytest.mark.parametrize("game", game_ids())
def test_options_that_do_not_go_together_are_those_that_the_rules_refuse(game: str) -> None:
    rules = get_rules(game)
    numbers = [
        each for each in rules.specs if each.kind in (OptionKind.NUMBER, OptionKind.NUMBER_BY_SEAT)
    ]
    for low, high in permutations(numbers, 2):
        given = {low.name: low.low, high.name: high.high}
        try:
            rules.options(given, rules.seats[0])
            refused = False
        except BadOption:
            refused = True
        values = {each.name: each.default for each in rules.specs} | given
        told = {name: write_option(value) for name, value in values.items()}
        assert bool([*contradictions(game, told)]) == refused, given


def test_the_chips_of_two_players_are_enough() -> None:
    for chips, words in (((9, 10, 1), 1), ((10, 10, 1), 0)):
        told = {"ante": write_option(10), "buy_in": write_option(chips)}
        found = [*contradictions("pif-paf", told)]
        assert len(found) == words
        assert all("at least 10, as much as “Ante”" in each for *_names, each in found)


@pytest.mark.parametrize("game", game_ids())
def test_help_shows_words_that_the_game_has(game: str) -> None:
    face = face_of(game)
    shown = {verb for verb, _rest in face.example.verbs} | {face.example.asked}
    assert shown <= face.verbs.keys()
    assert face.card_verb in {"", *face.verbs}


def test_every_event_is_told_or_silence_is_kept_about_it() -> None:
    tree = ast.parse(Path(narration.__file__).read_text("utf-8"))
    told = {
        each.value.value
        for function in tree.body
        if isinstance(function, ast.FunctionDef) and "deed" not in function.name
        for node in ast.walk(function)
        if isinstance(node, ast.match_case)
        for each in ast.walk(node.pattern)
        if isinstance(each, ast.MatchValue) and isinstance(each.value, ast.Constant)
    }
    kinds = {field.name for field in events_pb2.Event.DESCRIPTOR.oneofs_by_name["event"].fields}
    assert told & SILENT_EVENTS == set()
    assert kinds <= told | SILENT_EVENTS


def test_a_verb_of_the_wire_has_one_usual_key_in_all_games() -> None:
    """A person chooses its key once; and a key that is not offered now finds its verb, too."""
    keys: dict[tuple[str, str], set[str]] = {}
    for face in FACES:
        for verb, value, said in face.keyed():
            keys.setdefault((verb, value), set()).add(said.key)
    assert {verb: found for verb, found in keys.items() if len(found) > 1} == {}


@pytest.mark.slow
@pytest.mark.parametrize("game", game_ids())
def test_what_is_offered_together_has_different_keys(game: str) -> None:
    seen: set[str] = set()
    for model, _events in matches(game):
        face = presenter_of(model)
        keys = [key for choice in model.choices() for key in keys_of(choice, face)]
        verbs = {verb_of(choice) for choice in model.choices()} - TABLES
        assert len({*keys}) == len(keys), verbs
        seen |= verbs
        for choice in model.choices():
            assert verb_of(choice) in TABLES or label_of(choice, model)
            argument(choice)
    offered = {face_of(game).wire_verb(word) for word, verb in get_rules(game).verbs.items()
               if verb.offered and word not in TABLES}  # fmt: skip
    assert len(seen) > len(offered) / 2  # enough of the game was seen to mean something


def keys_of(choice: object, face: Presenter) -> list[str]:
    verb = verb_of(choice)  # type: ignore[arg-type]
    if verb in TABLES:
        return []
    said = face.verb(verb)
    keys = [said.values[value].key for value in words_of(choice) if said.values] or [said.key]  # type: ignore[arg-type]
    assert all(keys), verb
    return keys


@pytest.mark.slow
@pytest.mark.parametrize("game", game_ids())
def test_all_that_happens_is_told_and_every_decision_is_asked_for(game: str) -> None:
    for model, events in matches(game):
        for language in LANGUAGES:
            set_language(language)
            check_told(model, events)


def check_told(model: TableModel, events: list[events_pb2.Event]) -> None:
    """Check that there are words for what has just happened, and for what is to be done now."""
    for event in events:
        kind = event.WhichOneof("event")
        told = sentences(event, model, events)
        own = presenter_of(model).sentences(event, model, events)
        assert all(told), kind
        assert told or own == [] or kind in SILENT_EVENTS | {"cards_dealt"}, event
    assert model.view is not None
    asked, general = presenter_of(model).prompt(model.view, model), Presenter()
    assert not model.is_my_turn or asked != general.prompt(model.view, model), model.view.phase
    assert not may_interrupt(model) or presenter_of(model).prompt_aside(model)


@pytest.mark.parametrize("game", game_ids())
def test_every_verb_can_be_tried_so_that_the_server_says_why_not(game: str) -> None:
    """Also where it is not offered, an attempt is never malformed: a rule refuses it."""
    rules, face, codec = get_rules(game), face_of(game), codec_for(game)
    seats = rules.seats[0]
    table = ScriptedTable(game, seats, names=NAMES)
    table.state = rules.start(rules.options({}, seats), seats, 0)
    if rules.turn(table.state).wants_pack:
        table.state, _events = rules.deal(table.state, rules.pack_of(table.state))
    model = TableModel()
    model.fold(table.snapshot())
    card = card_of(CARDS[model.deck], model.deck)
    assert card is not None
    for word, verb in face.verbs.items():
        takes_card = any(param.kind is Kind.CARD for param in rules.verbs[word].params)
        number = card if takes_card else 1
        for value in verb.values or ("",):
            tried = face.attempt(face.wire_verb(word), model, number, value)
            try:
                rules.apply(table.state, 0, codec.actions.read(tried))
            except IllegalAction as refused:
                assert refused.code is not Code.MALFORMED, tried


@pytest.mark.slow
@pytest.mark.parametrize("game", game_ids())
def test_every_position_is_told_in_lines_and_can_be_seen(game: str) -> None:
    for model, events in matches(game):
        assert model.view is not None
        assert all([*table_lines(model), *hand_lines(model), *outcome(model)])
        assert presenter_of(model).standing(model.view, model)
        scene = stage(model, fresh_of(events, model))
        assert len(scene.seats) == len(model.table.seats)
        assert scene.top.facts
