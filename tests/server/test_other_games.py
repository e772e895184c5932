"""Games of other packages on the wire: by name, typed, bounded, and the same when read again."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from cardtui.card_numbers import SUITS, pack, unpack
from cardtui.v1 import actions_pb2, other_pb2, table_service_pb2, views_pb2
from cardtui_engine import cards
from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.cards import FRENCH, SPANISH, Card, deck_of
from cardtui_engine.library.random_play import random_match, random_options
from cardtui_engine.library.record_reading import read
from cardtui_engine.library.registry import get_rules, package_of
from cardtui_engine.views import Meld, Pile, PlayedCard, Result
from cardtui_server.fairness.verification import Kind, verify
from cardtui_server.match import timed_rules
from cardtui_server.match.entries import Created, Stamped
from cardtui_server.match.refusals import Refused
from cardtui_server.match.replay import read_back
from cardtui_server.match.requests import SetReady, Start
from cardtui_server.match.result import places
from cardtui_server.match.state import Life, Tally
from cardtui_server.ports.log_store import Damaged
from cardtui_server.wire.catalogue import describe
from cardtui_server.wire.codec import codec_for
from cardtui_server.wire.journal import WireJournal
from cardtui_server.wire.other_values import (
    MOST_VIEW_BYTES,
    OtherValues,
    UnknownTypeError,
    bounded,
    result_of,
)
from cardtui_server.wire.table_encoder import views_of
from cardtui_server.wire.vocabulary import CardNumbers
from cardtui_studio.wire_views import wire_views
from tests.support.fair_matches import played
from tests.support.packages import FAILING, HIGH_CARD, LOW_WINS, install, installed
from tests.support.playing import House, play, quiet

GAME = "high-card"


def other(**given: Any) -> actions_pb2.Action:
    """An action by name."""
    return actions_pb2.Action(other=other_pb2.OtherAction(**given))


@pytest.fixture(autouse=True)
def _package(tmp_path: Path) -> Iterator[None]:
    with installed(install(tmp_path / "there", GAME, HIGH_CARD)):
        yield


def test_a_view_is_read_as_it_was_and_an_update_brings_what_a_snapshot_has() -> None:
    rules, bits = get_rules(GAME), Bits(1)
    views, reading = views_of(GAME), wire_views(GAME)
    before = None
    for step in random_match(rules, 3, bits, random_options(rules, 3, bits)):
        view = rules.view(step.state, None)
        whole = views_pb2.PublicView.FromString(views.public(view))
        update = table_service_pb2.Update.FromString(views.public_change(before, view))
        followed: Any = views_pb2.PublicView()
        if before is not None:
            followed.ParseFromString(views.public(before))
        for number in update.changed:
            name = followed.DESCRIPTOR.fields_by_number[number].name
            followed.ClearField(name)
        followed.MergeFrom(update.view)
        assert followed == whole
        for seat in range(3):
            own = views_pb2.OwnView.FromString(views.own(rules.own_view(step.state, seat)))
            assert reading.view(whole, own) == rules.seat_view(step.state, seat)
        before = view


def test_an_action_is_read_as_it_was() -> None:
    actions = codec_for(GAME).actions
    action = Action("play", card=FRENCH.card("TD"))
    message = actions.write(action)
    assert (message.other.verb, message.other.first) == ("play", "card")
    assert actions.read(message) == action


@pytest.mark.parametrize(
    "message",
    [
        actions_pb2.Action(),
        actions_pb2.Action(play=actions_pb2.PlayAction()),
        other(verb="fly"),
        other(verb="play", card=pack("red", "7")),
        other(verb="play", melds=[{}] * 200),
        other(verb="play", at=[1] * 200),
    ],
    ids=["none", "ours", "unknown", "another deck", "melds", "numbers"],
)
def test_what_is_no_action_of_the_game_is_refused(message: actions_pb2.Action) -> None:
    with pytest.raises(Refused):
        codec_for(GAME).actions.read(message)


def test_the_list_of_games_tells_verbs_title_and_package() -> None:
    told = describe(GAME)
    assert (told.title, told.package) == ("High card", "cardtui-high-card 1.5")
    assert package_of(GAME).version == "1.5"
    (play,) = told.verbs
    assert (play.name, play.parameters[0].name, play.parameters[0].required) == (
        "play",
        "card",
        True,
    )
    assert not describe("cacho").verbs


class Inner(NamedTuple):
    name: str
    at: int | None


class Everything(NamedTuple):
    number: int
    flag: bool
    word: str
    card: Card | None
    row: tuple[Card, ...]
    trick: tuple[PlayedCard, ...]
    stock: Pile
    piles: tuple[Pile, ...]
    melds: tuple[Meld, ...]
    groups: tuple[tuple[Card, ...], ...]
    counts: tuple[int, ...]
    inner: Inner
    several: tuple[Inner, ...]
    nothing: int | None
    last: Result | None


def test_values_of_all_types_are_read_as_they_were() -> None:
    deck = deck_of("colours", ["red", "yellow", "green", "blue"], ["0", "7", "+2", "REV"], ["WK"])
    values = OtherValues(CardNumbers(deck))
    one, two = deck.card("+2R"), deck.card("REVB")
    everything: Any = Everything
    part = everything(
        *(-3, True, "word", one, (one, two), (PlayedCard(1, one),), Pile(3)),
        *((Pile(1, two, 0), Pile(0, None, 1)), (Meld((one, two), 1),), ((one,), (two, two))),
        *((1, -2), Inner("x", None), (Inner("y", 2),), None, Result((0,), 3)),
    )
    assert values.read(Everything, values.write(part), result_of(part)) == part
    empty = part._replace(last=None, card=None)
    assert values.read(Everything, values.write(empty), None) == empty


def test_a_view_that_the_wire_cannot_hold_is_told_apart() -> None:
    class Strange(NamedTuple):
        odd: dict[str, int]

    class Long(NamedTuple):
        row: tuple[int, ...]

    values = OtherValues(CardNumbers(FRENCH))
    with pytest.raises(UnknownTypeError, match=r"Strange\.odd: a view cannot hold"):
        values.write(Strange({}))
    message = other_pb2.OtherPublic(fields=values.write(Long((1 << 40,) * MOST_VIEW_BYTES)))
    with pytest.raises(ValueError, match="are allowed"):
        bounded(message)


def test_a_card_of_any_deck_has_a_number_and_ours_keep_theirs() -> None:
    longer = deck_of("spanish-48", SPANISH.suits, [*map(str, range(1, 13))])
    ours, theirs = CardNumbers(SPANISH), CardNumbers(longer)
    for code in SPANISH.codes:
        assert ours.write(SPANISH.card(code)) == theirs.write(longer.card(code))
    assert unpack(theirs.write(longer.card("8E"))) == ("swords", "8")
    for suit in SUITS:
        for rank in ("A", "10", "REV", "+2", "*"):
            assert unpack(pack(suit, rank)) == (suit, rank)
    assert cards.SUITS == SUITS
    for number in (0, 42, 1 << 23, (1 << 24) | (1 << 23) | 1, 1 << 25, -1):
        assert unpack(number) is None


def test_the_engine_and_the_protocol_know_the_same_suits() -> None:
    assert [*cards.SUITS.items()] == [*SUITS.items()]


async def test_a_record_of_another_version_of_the_package_is_verified_with_a_note() -> None:
    record = read(await played(GAME, target=2))
    assert record.package == "cardtui-high-card 1.5"
    assert Kind.OTHER_PACKAGE not in {each.kind for each in verify(record).findings}
    verdict = verify(replace(record, package="cardtui-high-card 1.4"))
    assert {Kind.OTHER_PACKAGE, Kind.OTHER_BOTS} <= {each.kind for each in verdict.findings}
    assert verdict.holds


def test_who_lost_with_fewer_points_comes_before_who_lost_with_more_where_fewer_win(
    tmp_path: Path,
) -> None:
    for number, (source, expected) in enumerate(((HIGH_CARD, [3, 2, 1]), (LOW_WINS, [2, 3, 1]))):
        with installed(install(tmp_path / str(number), GAME, source)):
            state: Any = SimpleNamespace(
                made=SimpleNamespace(seats=3),
                tally=Tally(scores=(4, 6, 9 if number == 0 else 1)),
                out=(),
                rules=get_rules(GAME),
            )
            assert places(state, (2,)) == expected


FAILING_BOT = """

class Bot:
    def __init__(self, options, seats, level, manner=None):
        raise KeyError("no plan")
"""


@pytest.mark.parametrize("where", ["__init__", "decide"])
async def test_where_a_bot_fails_its_table_acts_for_it_and_the_record_holds(
    tmp_path: Path, where: str
) -> None:
    bot = FAILING_BOT
    if where == "decide":
        bot = bot.replace(
            "        raise", "        pass\n\n    def decide(self, view, bits):\n        raise"
        )
    source = HIGH_CARD.replace('{"en": SHEET})', '{"en": SHEET}, bot=Bot)')
    source = source.replace("GAME: Final", bot + "\n\nGAME: Final")
    assert "bot=Bot" in source
    with installed(install(tmp_path / where, GAME, source)):
        verdict = verify(read(await played(GAME, target=2)))
    assert verdict.holds
    assert verdict.winners


def test_a_table_whose_game_is_not_installed_does_not_say_that_its_log_breaks_the_rules() -> None:
    journal = WireJournal()
    made = Created("not-here", 2, "", {}, "table", 0, 0, "p0", "P0")
    row = journal.write(Stamped(1, made), "cacho")
    with pytest.raises(Damaged, match="The game not-here is not installed"):
        read_back("t", [row], journal)


@pytest.mark.parametrize("game", FAILING)
async def test_a_game_that_fails_closes_its_table_and_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.setattr(timed_rules, "LIMIT_SECONDS", 0.2)
    house, luck = House(seed=5), Random(1)
    with installed(install(tmp_path / "failing", game, FAILING[game])):
        good, bad = await house.table(), await house.table(game, start=False)
        refused = ""
        while "stays closed" not in refused:
            try:
                table = await house.lobby.find(bad.id)
                if table.state.life is Life.WAITING:
                    await table.ask(SetReady("p1", ready=True))
                    await table.ask(Start("p0"))
                await play(table, luck, 1)
            except Refused as found:
                refused = str(found)
            house.clock.advance(30)
            await quiet()
        await play(good, luck)
        await house.stop()
