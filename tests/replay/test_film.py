"""A film tells each viewer of every position what a table would have told them."""

import gc
import weakref

import pytest

from cardtui_client.model.cards import HIDDEN_CARD
from cardtui_client.model.table import TableModel
from cardtui_engine.library.records import Act, Record
from cardtui_studio.match_film import MatchFilm
from tests.support.films import BY_DAY_AND_NIGHT, NAMES, film_of, record_of


@pytest.mark.slow
@pytest.mark.parametrize("name", BY_DAY_AND_NIGHT)
def test_what_is_folded_step_by_step_is_the_position_told_at_once(name: str) -> None:
    film = film_of(name)
    for seat in (None, *range(film.record.seats)):
        model = TableModel()
        model.fold(film.snapshot(0, seat))
        for at in range(1, film.last + 1):
            model.fold(film.update(at, seat))
            told = TableModel()
            told.fold(film.snapshot(at, seat))
            assert (model.view, model.own, model.table) == (told.view, told.own, told.table)
            assert model.counts == told.counts
            assert model.seat == told.seat == seat


@pytest.mark.parametrize("name", NAMES)
def test_its_hands_follow_each_other_without_gaps(name: str) -> None:
    hands = film_of(name).hands
    assert [hand.last + 1 for hand in hands[:-1]] == [hand.first for hand in hands[1:]]
    assert hands[-1].last == film_of(name).last


@pytest.mark.parametrize("name", NAMES)
def test_every_card_that_somebody_holds_is_known(name: str) -> None:
    film = film_of(name)
    for at in range(film.last + 1):
        view = TableModel()
        view.fold(film.snapshot(at, None))
        assert view.view is not None
        assert [len(hand) for hand in film.cards(at)] == list(view.view.cards)


def test_a_spectator_is_told_no_hidden_card() -> None:
    film = film_of("truco-argentino-2")
    dealt = [
        event.cards_dealt
        for at in range(1, film.last + 1)
        for event in film.update(at, None).update.events
        if event.HasField("cards_dealt")
    ]
    assert dealt
    assert {card for each in dealt for card in each.cards} == {HIDDEN_CARD}


def test_a_player_without_a_name_is_called_after_the_seat() -> None:
    record = record_of("cacho-2")
    assert MatchFilm(record).names == ("Ana", "Beto")
    nameless = Record(record.game, record.seats, record.options, record.dealer)
    assert MatchFilm(nameless).names == ("Seat 1", "Seat 2")


def test_names_cannot_reach_the_terminal() -> None:
    record = record_of("cacho-2")
    named = Record(record.game, record.seats, record.options, record.dealer, ("A\x1b[2Jna", "B"))
    assert "\x1b" not in MatchFilm(named).names[0]


def test_a_verb_is_named_as_the_protocol_has_it() -> None:
    film = film_of("truco-argentino-2")
    acts = [entry for entry in film.record.entries if isinstance(entry, Act)]
    verbs = [film.verb(at) for at in range(film.last + 1)]
    assert [verb for verb in verbs if verb] == [act.action.verb for act in acts]


def test_a_film_goes_without_a_search_for_garbage() -> None:
    film = MatchFilm(record_of("cacho-2"))
    film.snapshot(2, 0)
    film.update(2, 0)
    gone = weakref.ref(film)
    gc.disable()
    try:
        del film
        assert gone() is None
    finally:
        gc.enable()
