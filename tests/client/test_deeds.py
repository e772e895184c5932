"""Deeds of whole matches, played at random: told to the player as it happens, with their sums."""

from collections import defaultdict
from collections.abc import Iterator

import pytest

from cardtui.v1 import cards_pb2, events_pb2
from cardtui_client.faces.arguments import verb_of_action
from cardtui_client.faces.narration import deed_of, sentences
from cardtui_client.faces.registry import FACES, presenter_of
from cardtui_client.i18n import _, set_language
from cardtui_client.model.table import TableModel
from cardtui_client.scene.scene import Deed
from tests.support.nights import by_night, games_and_by_night
from tests.support.seat_matches import TABLES, matches
from tests.support.tables import model_of

pytestmark = pytest.mark.once


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    set_language("en")


def deeds(game: str) -> Iterator[tuple[str, bool, Deed, TableModel, list[events_pb2.Event]]]:
    """Yield every deed of a verb: the verb, whether it is your own, and the table after it."""
    for model, happened in matches(game):
        for event in happened:
            if event.WhichOneof("event") != "acted" or not sentences(event, model, happened):
                continue
            verb = verb_of_action(event.acted.action)
            deed = deed_of(event, model, happened)
            if verb not in TABLES and deed is not None:
                yield verb, event.acted.seat == model.seat, deed, model, list(happened)


def first_words(game: str) -> dict[str, dict[bool, set[str]]]:
    """Return what the deeds of each verb begin with, of others and of oneself."""
    found: dict[str, dict[bool, set[str]]] = defaultdict(lambda: {False: set(), True: set()})
    for verb, own, deed, _model, _happened in deeds(game):
        if own and deed.actor.rstrip(":") not in (_("You"), ""):
            found[verb][own].add(deed.actor)
        elif isinstance(deed.act[0], str):
            found[verb][own].add(deed.act[0])
    return found


@pytest.mark.slow
@pytest.mark.parametrize("game", games_and_by_night())
def test_in_spanish_ones_own_deeds_are_told_to_vos_and_others_are_not(game: str) -> None:
    set_language("es_AR")
    found = first_words(game)
    face = next(each for each in FACES if each.id == game)
    told = [verb for verb in found if face.verb(verb).deed is not None]
    assert told
    for verb in told:
        others, own = found[verb][False], found[verb][True]
        assert others.isdisjoint(own), (verb, others, own)
        assert all(words.split()[0] in ("Te", "La") or "ste" in words for words in own), own
        assert all(words[0].isupper() for words in own), "it begins the sentence, without a vos"


@pytest.mark.slow
@pytest.mark.parametrize("game", games_and_by_night())
def test_in_portuguese_voce_takes_the_same_form_as_others(game: str) -> None:
    set_language("pt_BR")
    for verb, words in first_words(game).items():
        if words[False] and words[True]:
            assert words[False] & words[True], (verb, words)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["es_AR", *by_night("en", "pt_BR")])
@pytest.mark.parametrize("game", games_and_by_night())
def test_no_deed_is_told_by_what_one_types_for_it(game: str, language: str) -> None:
    """What was called out is told as talk is: nobody reads "You I stay"."""
    set_language(language)
    for verb, _own, deed, model, happened in deeds(game):
        seat = next(event.acted.seat for event in happened if event.HasField("acted"))
        said = presenter_of(model).verb_now(verb, seat, model.before, model)
        called = {said.call, *said.calls.values()} - {""}
        assert deed.actor.endswith(":") == ({*deed.act[:1]} <= called and bool(deed.act)), (
            verb,
            deed,
        )
        if said.deed is None:
            assert isinstance(deed.act[0], int) or deed.act[0] in called, (verb, deed)
        bets = [event.chips_bet for event in happened if event.HasField("chips_bet")]
        seats = {event.acted.seat for event in happened if event.HasField("acted")}
        for bet in bets:
            if bet.seat in seats and said.tone.name in ("CALL", "YES"):
                assert str(bet.to) in deed.act, (verb, deed)


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("cacho", ("got", "recebeu", "recibiste")),
        ("pif_paf", ("drew", "comprou", "robaste")),
    ],
)
def test_one_card_is_drawn_only_where_one_draws(game: str, words: tuple[str, ...]) -> None:
    dealt = events_pb2.CardsDealt(seat=0, cards=[cards_pb2.CARD_FRENCH_5C])
    event = events_pb2.Event(cards_dealt=dealt)
    for language, word in zip(("en", "pt_BR", "es_AR"), words, strict=True):
        set_language(language)
        model = model_of("cacho", seats=2)
        assert model.view is not None
        getattr(model.view, game).SetInParent()
        deed = deed_of(event, model, [event])
        assert deed is not None
        assert word in f"{deed.actor} {deed.act[0]}".lower()


def test_a_pot_is_told_with_what_its_winner_has_then() -> None:
    """Some of a pot was put in by who wins it: so no plus stands before it."""
    won = events_pb2.Event(pot_won=events_pb2.PotWon(seat=0, chips=51))
    deed = deed_of(won, model_of("cacho", seats=2, chips=[57, 43]), [won])
    assert deed is not None
    assert (deed.act, deed.effect) == (("★", "the pot of 51"), "57 in all")
