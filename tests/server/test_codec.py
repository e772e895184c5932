"""The wire says all that the engine says: every field has its counterpart, every value returns."""

import typing
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import descriptor_pb2
from google.protobuf.descriptor import Descriptor, FieldDescriptor

from cardtui.store.v1 import log_pb2
from cardtui.v1 import (
    actions_pb2,
    cards_pb2,
    events_pb2,
    hands_pb2,
    lobby_service_pb2,
    table_service_pb2,
    tables_pb2,
    views_pb2,
)
from cardtui_client.faces.arguments import plainest
from cardtui_engine import events
from cardtui_engine.actions import Action, Kind, Verb
from cardtui_engine.bits import Bits
from cardtui_engine.cards import DECKS, UNKNOWN, Card, CardName, Deck
from cardtui_engine.choices import Choice
from cardtui_engine.events import Event
from cardtui_engine.gestures import Gesture
from cardtui_engine.library import records
from cardtui_engine.library.random_play import random_match, random_options
from cardtui_engine.library.record_reading import read as read_record
from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_engine.plain import field_types, is_record
from cardtui_engine.views import Common, Own
from cardtui_server.lobby.new_table import NewTable
from cardtui_server.match import entries
from cardtui_server.match.entries import Created, RatedSet, SpectatorsSet, SpectatorTalk
from cardtui_server.match.events import TableEvent
from cardtui_server.match.refusals import Refused
from cardtui_server.quick_talk import Phrase, Reaction
from cardtui_server.rpc.terms import TERMS, Term, terms_of
from cardtui_server.wire.action_codec import verb_field
from cardtui_server.wire.codec import Codec
from cardtui_server.wire.encoding import with_encoded, wrap
from cardtui_server.wire.frames import ReaderFrames
from cardtui_server.wire.journal import WireJournal
from cardtui_server.wire.table_encoder import views_of
from cardtui_server.wire.vocabulary import part, snake_case
from tests.support.playing import House, snapshot

EVENTS: tuple[type, ...] = (*typing.get_args(Event), *typing.get_args(TableEvent))
ENTRIES: tuple[type, ...] = typing.get_args(entries.Entry)
DECK_GAMES = {"spanish": "truco-argentino", "french": "cacho"}
"""A game that is played with each deck."""

TRANSCRIPTS = sorted((Path(__file__).parents[1] / "laws" / "transcripts").glob("*.txt"))


def check(cls: type, message: Descriptor, leave_out: tuple[str, ...] = ()) -> None:
    """Check that a class and a message have the same fields of the same kinds, all the way."""
    hints = {name: hint for name, hint in field_types(cls).items() if name not in leave_out}
    fields = {
        field.name: field
        for field in message.fields
        if field.containing_oneof is None or field.containing_oneof.name != "game"
    }
    assert set(hints) == fields.keys(), cls
    for name, hint in hints.items():
        check_field(f"{cls.__name__}.{name}", hint, fields[name])


def check_field(where: str, hint: Any, field: FieldDescriptor) -> None:
    inner, optional, repeated = hint, False, False
    arguments = typing.get_args(inner)
    if type(None) in arguments:
        (inner,) = (each for each in arguments if each is not type(None))
        optional = True
    if typing.get_origin(inner) is tuple:
        inner = typing.get_args(inner)[0]
        repeated = True
    assert field.is_repeated == repeated or typing.get_origin(inner) is not None, where
    if optional:
        assert field.has_presence or field.enum_type is not None, where
    if inner in (Card, CardName):
        assert field.enum_type is not None, where
        assert field.enum_type.name == "Card", where
    elif is_record(inner) and inner not in (Action, Choice):
        assert part(field).name == inner.__name__, where
        check(inner, part(field))


@pytest.mark.parametrize("cls", EVENTS)
def test_every_event_has_its_message(cls: type) -> None:
    field = events_pb2.Event.DESCRIPTOR.fields_by_name[snake_case(cls.__name__)]
    check(cls, part(field))


def test_every_message_of_an_event_has_its_class() -> None:
    named = {snake_case(cls.__name__) for cls in EVENTS}
    apart = {"gestured"}  # in no update: few see it
    assert named | apart == {field.name for field in events_pb2.Event.DESCRIPTOR.fields}
    assert {"Acted", "MatchEnded"} <= set(vars(events))


@pytest.mark.parametrize("cls", ENTRIES)
def test_every_entry_has_its_message(cls: type) -> None:
    field = log_pb2.Entry.DESCRIPTOR.fields_by_name[snake_case(cls.__name__)]
    hints = field_types(cls)
    assert sorted(hints) == sorted(each.name for each in part(field).fields)


def test_the_common_and_the_own_view_have_their_messages() -> None:
    check(Common, views_pb2.PublicView.DESCRIPTOR)
    check(Own, views_pb2.OwnView.DESCRIPTOR, leave_out=("game",))


@pytest.mark.parametrize("game", game_ids())
def test_every_game_has_its_messages(game: str) -> None:
    rules = get_rules(game)
    seats = rules.seats[0]
    view = rules.seat_view(rules.start(rules.options({}, seats), seats, 0), 0)
    for message, value in ((views_pb2.PublicView, view.game), (views_pb2.OwnView, view.own.game)):
        if value is None:
            continue
        field = message.DESCRIPTOR.fields_by_name[game.replace("-", "_")]
        assert part(field).name == type(value).__name__
        check(type(value), part(field))


@pytest.mark.parametrize("game", game_ids())
def test_every_phase_of_a_game_has_its_value(game: str) -> None:
    phases = {
        name.removeprefix("PHASE_").lower() for name in hands_pb2.Phase.DESCRIPTOR.values_by_name
    }
    assert {str(phase) for phase in get_rules(game).places} <= phases


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_all_that_the_transcripts_show_can_be_told_to_everybody(path: Path) -> None:
    record = read_record(path.read_text(encoding="utf-8"))
    rules, views = get_rules(record.game), views_of(record.game)
    for step in records.replay(record):
        for viewer in (None, *range(record.seats)):
            view = rules.view(step.state, viewer)
            assert views_pb2.PublicView.FromString(views.public(view)).phase
            if view.own is not None:
                assert views_pb2.OwnView.FromString(views.own(view.own)).seat == viewer
            for event in step.events:
                assert views.event(rules.seen(event, viewer))


@pytest.mark.parametrize("game", game_ids())
async def test_a_games_own_fields_tell_which_game_it_is(house: House, game: str) -> None:
    table = await house.table(game, get_rules(game).seats[0])
    seen, name = snapshot(table, 0), game.replace("-", "_")
    assert seen.view.WhichOneof("game") == name
    assert seen.own.WhichOneof("game") in (name, None)


@pytest.mark.parametrize("game", game_ids())
def test_every_verb_of_a_game_has_its_field_with_its_arguments(game: str) -> None:
    for verb in get_rules(game).verbs.values():
        field = verb_field(game, verb.name)
        names = {each.name for each in part(field).fields}
        assert {param.field for param in verb.params} <= names, verb.name


def test_every_field_of_an_action_is_an_argument() -> None:
    known = {*Action._fields, "first"}  # which argument of another game has no name in records
    for field in actions_pb2.Action.DESCRIPTOR.fields:
        assert {each.name for each in part(field).fields} <= known, field.name


def example(verb: Verb, deck: Deck) -> Action:
    values: dict[str, Any] = {}
    for param in verb.params:
        match param.kind:
            case Kind.CARD:
                values[param.field] = deck.card(deck.codes[-1])
            case Kind.NUMBER:
                values[param.field] = 3
            case Kind.NUMBERS:
                values[param.field] = (3, 4)
            case Kind.TEXT:
                values[param.field] = "hola"
            case Kind.WORD:
                values[param.field] = param.words[0]
            case Kind.FLAG:
                values[param.field] = True
            case Kind.MELDS:
                values[param.field] = (deck.cards(deck.codes[:3]), deck.cards(deck.codes[3:6]))
    return Action(verb.name, **values)


@pytest.mark.parametrize("game", game_ids())
def test_every_action_returns_from_the_wire_as_it_was(game: str) -> None:
    rules = get_rules(game)
    codec = Codec(game)
    for verb in rules.verbs.values():
        action = example(verb, rules.deck)
        data = codec.actions.write(action).SerializeToString()
        assert codec.actions.read(actions_pb2.Action.FromString(data)) == action


@pytest.mark.parametrize(
    ("game", "action"),
    [
        ("truco-argentino", Action("cut", at=3)),
        ("truco-argentino", Action("cut")),
        ("truco-brasileiro", Action("cut", at=(3,), source="top")),
        ("truco-brasileiro", Action("cut", at=(1, 2, 39), source="bottom")),
        ("truco-brasileiro", Action("cut", at=(), source="top")),
        ("truco-brasileiro", Action("raise")),
        ("truco-brasileiro", Action("play", card=Card(0))),
        ("truco-brasileiro", Action("play", card=Card(0), face_down=True)),
        ("cacho", Action("raise")),
        ("cacho", Action("raise", to=0)),
        ("cacheta", Action("draw")),
        ("cacheta", Action("cut")),
    ],
    ids=str,
)
def test_what_is_given_and_what_is_not_stay_apart(game: str, action: Action) -> None:
    codec = Codec(game)
    data = codec.actions.write(action).SerializeToString()
    assert codec.actions.read(actions_pb2.Action.FromString(data)) == action


def test_a_flag_that_is_not_set_is_not_given() -> None:
    play = actions_pb2.PlayAction(card=cards_pb2.CARD_FRENCH_AS, face_down=False)
    read = Codec("truco-brasileiro").actions.read(actions_pb2.Action(play=play))
    assert read == Action("play", card=Card(0))


@pytest.mark.parametrize("game", game_ids())
def test_a_choice_is_the_same_on_the_wire(game: str) -> None:
    """What is built of it by who knows no rule is an action of the choice."""
    rules, bits, told = get_rules(game), Bits(11), set[str]()
    codec, seats = Codec(game), rules.seats[0]
    write = codec.field_writer(Choice, views_pb2.OwnView.DESCRIPTOR.fields_by_name["choices"])
    assert write is not None
    for step in random_match(rules, seats, bits, random_options(rules, seats, bits), limit=250):
        for seat in range(seats):
            view = rules.seat_view(step.state, seat)
            for choice in view.own.choices:
                wire = write(choice)
                told.add(choice.verb)
                assert wire.action.WhichOneof("action") == verb_field(game, choice.verb).name
                assert wire.kind == choice.kind
                assert (wire.price if wire.HasField("price") else None) == choice.price
                assert codec.actions.read(plainest(wire)) in choice
                assert [(each.name, each.optional) for each in wire.arguments] == [
                    (each.field, each.optional) for each in choice.arguments
                ]
    assert len(told) > 2


@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.name)
def test_every_card_has_its_own_number_with_its_own_name(deck: Deck) -> None:
    codec = Codec(DECK_GAMES[deck.name])
    for code in deck.codes:
        number = codec.cards.write(deck.card(code))
        assert cards_pb2.Card.Name(number) == f"CARD_{deck.name.upper()}_{code}"
        assert codec.cards.read(number) == deck.card(code)
    assert codec.cards.write(UNKNOWN) == cards_pb2.CARD_HIDDEN


@pytest.mark.parametrize("number", [-1, 1, 95, 999])
def test_a_number_that_is_no_card_of_the_pack_is_refused(number: int) -> None:
    for deck in DECKS:
        with pytest.raises(Refused, match="no such card"):
            Codec(DECK_GAMES[deck.name]).cards.read(number)


def test_a_card_of_another_deck_is_refused() -> None:
    spanish, french = (Codec(game) for game in DECK_GAMES.values())
    with pytest.raises(Refused, match="no such card"):
        french.cards.read(spanish.cards.write(Card(0)))


def test_an_action_without_a_verb_is_refused() -> None:
    with pytest.raises(Refused, match="no verb"):
        Codec("cacho").actions.read(actions_pb2.Action())


EXAMPLES: list[entries.Entry] = [
    entries.Created(
        "cacho",
        4,
        "",
        {"buy_in": (1, 2, 3, 4), "hands": 0, "chip_value": "R$ 1", "third_round_check": True},
        "name",
        4,
        None,
        "host",
        "Ana",
    ),
    entries.Seated(0, "player", "Ana", 0),
    entries.Freed(3),
    entries.StoodIn(1, "Beto", 2),
    entries.Readied(0, False),
    entries.Hosted("", ""),
    entries.RulesChanged("casa", {"buy_in": 50, "hands": 0, "chip_value": "", "open": False}),
    entries.Readied(0, True, bytes(32)),
    entries.Committed(2, bytes(64), bytes(range(64)), (b"", bytes(32)), (b"", bytes(32))),
    entries.Revealed(1, bytes(32)),
    entries.Started(2, bytes(range(64)), 3),
    entries.Started(2, bytes(range(64)), 3, key=bytes(64), commitment=bytes(64)),
    entries.Packed(9, tuple(Card(number) for number in range(40))),
    entries.Acted(2, Action("play", card=Card(0)), "id"),
    entries.Acted(2, Action("play", card=Card(0)), "id", (60_000, 1)),
    entries.Acted(2, Action("play", card=Card(0)), "", (), 3),
    entries.TimedOut(1, Action("play", card=Card(0)), (0, 60_000)),
    entries.SatIn(1, 2, entries.SitInCause.LATE),
    entries.Returned(1),
    entries.Paused(0),
    entries.Paused(None),
    entries.Resumed(None),
    entries.TalkedApart(2, "Ana", "psst"),
    entries.Looked(2, 1),
    entries.Gestured(2, Gesture.WINK),
    entries.Talked(None, "Bia", "hola"),
    entries.Talked(1, "Bia", "Liar, liar!", "player", Phrase.LIAR),
    entries.Talked(1, "Bia", ":D", "player", reaction=Reaction.LAUGH),
    entries.SeatsSwapped(0, 3),
    entries.Kicked(1, "Beto", 2),
    entries.Kicked(0),
    entries.Banned("player", "ana", "Ana", 1_700_000_000_000),
    entries.Announced("host", "Ana", "pizza"),
    entries.BoughtIn(1, 80),
    entries.ToppedUp(1, 30),
    entries.SpectatorsSet(True, entries.SpectatorTalk.OFF),
    entries.RatedSet(True),
    entries.BotsYieldSet(True),
    entries.SeatAsked("player", "Dora", entries.AskStep.GRANTED, 2),
    entries.SeatAsked("player", "Dora", entries.AskStep.ASKED),
    entries.Hinted(1),
    entries.HeadSigned(bytes(range(32)), 3, bytes(64), 1),
    entries.Owned("k7mnpq", "[::1]:8783"),
    entries.Closed(),
]


@pytest.mark.parametrize("entry", EXAMPLES, ids=lambda entry: type(entry).__name__)
def test_every_entry_returns_from_the_log_as_it_was(entry: entries.Entry) -> None:
    journal, game = WireJournal(), "truco-argentino"
    stamped = entries.Stamped(1_700_000_000_000, entry)
    assert journal.read(journal.write(stamped, game), game) == stamped


def test_there_is_an_example_of_every_entry() -> None:
    assert {type(entry) for entry in EXAMPLES} == set(ENTRIES)


def test_frames_for_a_seat_are_frames_for_a_spectator() -> None:
    play, watch = table_service_pb2.PlayResponse, table_service_pb2.WatchResponse
    assert play.FRAMES_FIELD_NUMBER == watch.FRAMES_FIELD_NUMBER
    frame = ReaderFrames().heartbeat(7)
    assert list(play.FromString(frame).frames) == list(watch.FromString(frame).frames)


@pytest.mark.parametrize("number", [1, 15, 16, 31, 32, 999])
def test_a_field_may_have_any_number(number: int) -> None:
    options = descriptor_pb2.UninterpretedOption(identifier_value="x").SerializeToString()
    data = wrap(number, options)
    message = descriptor_pb2.MessageOptions.FromString(data)
    if number == descriptor_pb2.MessageOptions.UNINTERPRETED_OPTION_FIELD_NUMBER:
        assert message.uninterpreted_option[0].identifier_value == "x"
    assert message.SerializeToString() == data


@pytest.mark.parametrize(
    "response",
    [
        lobby_service_pb2.CreateTableResponse(),
        lobby_service_pb2.JoinTableResponse(seat=3),
        lobby_service_pb2.LeaveTableResponse(),
        lobby_service_pb2.AddBotResponse(),
        lobby_service_pb2.RemoveBotResponse(),
        lobby_service_pb2.SetReadyResponse(),
        lobby_service_pb2.StartTableResponse(),
        lobby_service_pb2.SwapSeatsResponse(),
        lobby_service_pb2.QuickMatchResponse(),
        lobby_service_pb2.BuyInResponse(),
    ],
    ids=lambda response: type(response).__name__,
)
def test_a_response_tells_its_table(response: lobby_service_pb2.JoinTableResponse) -> None:
    table = tables_pb2.Table(id="t", name="Mesa")
    data = with_encoded(response, "table", [table.SerializeToString()])
    response.table.CopyFrom(table)
    assert type(response).FromString(data) == response


_RULES = {"game", "seats", "preset", "options"}
_ASKED = lobby_service_pb2.CreateTableRequest.DESCRIPTOR.fields_by_name


def test_every_term_that_is_asked_for_and_noted_is_read() -> None:
    assert {term.field for term in TERMS} == (set(_ASKED) & set(Created._fields)) - _RULES


@pytest.mark.parametrize(
    "term", [each for each in TERMS if each.most is not None], ids=lambda term: term.field
)
def test_what_is_too_much_is_refused_with_the_name_of_its_field(term: Term) -> None:
    assert term.most is not None
    request = lobby_service_pb2.CreateTableRequest()
    setattr(request, term.field, term.most)
    assert terms_of(request)[term.field] == term.most
    setattr(request, term.field, term.most + 1)
    with pytest.raises(Refused) as refused:
        terms_of(request)
    assert refused.value.arguments["field"] == term.field


def test_a_table_is_made_as_it_was_asked_for_and_its_terms_change_one_by_one() -> None:
    request = lobby_service_pb2.CreateTableRequest(
        clock_milliseconds=30_000, reserve_milliseconds=60_000, private=True
    )
    request.watching.delay_hands = 2
    made, _rules = NewTable.of("cacho", 2, **terms_of(request)).checked("p0", "P0", "table")
    assert (made.clock_milliseconds, made.reserve_milliseconds) == (30_000, 60_000)
    assert (made.private, made.rated, made.delay_hands) == (True, False, 2)
    assert (made.name, made.pause_milliseconds, made.patience_milliseconds) == ("table", 4000, None)
    assert RatedSet(True).put(made) == made._replace(rated=True)
    silent = SpectatorsSet(False, SpectatorTalk.OFF, 2).put(made)
    assert silent == made._replace(spectator_talk=SpectatorTalk.OFF)
