"""Words: languages, safe text, cards, refusals."""

import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtui.v1 import cards_pb2, errors_pb2
from cardtui_client import i18n
from cardtui_client.i18n import _, detect_language, fill, match_language, n_, p_, set_language
from cardtui_client.model.cards import (
    as_typed,
    card_name,
    card_of,
    card_typed,
    cards_words,
    corner,
    face,
)
from cardtui_client.model.refusals import refusal_sentence, refusal_text
from cardtui_client.text import cell_width, safe_text
from cardtui_engine import shared_refusals
from tests.support.tables import card, model_of

# --- languages


def test_a_switch_of_the_language_changes_every_text_at_once() -> None:
    assert _("The connection was lost.") == "The connection was lost."
    set_language("es_AR")
    assert _("The connection was lost.") == "Se perdió la conexión."
    set_language("pt_BR")
    assert _("The connection was lost.") == "A conexão caiu."


def test_numbers_have_their_own_forms() -> None:
    assert n_("{n} chip", "{n} chips", 1) == "1 chip"
    set_language("es_AR")
    assert [n_("{n} chip", "{n} chips", n) for n in (0, 1, 2)] == [
        "0 fichas", "1 ficha", "2 fichas",
    ]  # fmt: skip


def test_the_same_english_word_differs_by_context() -> None:
    set_language("es_AR")
    assert p_("Spanish suit", "clubs") == "bastos"
    assert p_("French suit", "clubs") == "tréboles"


def test_a_message_that_is_not_in_the_catalogue_stays_english() -> None:
    set_language("pt_BR")
    assert _("Nobody wrote {this}.", this="that") == "Nobody wrote that."
    assert _("") == ""


@pytest.mark.parametrize(
    "template", ["{a.__class__}", "{a[0]}", "{a:>999999999}", "{0}", "{", "{a!r}", "{}"]
)
def test_a_hostile_template_has_no_places_but_plain_names(template: str) -> None:
    assert fill(template, {"a": "x"}) == template


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="no language 'de'"):
        set_language("de")
    assert i18n.language() == "en"


@pytest.mark.parametrize(
    ("env", "language"),
    [
        ({"LANG": "pt_BR.UTF-8"}, "pt_BR"),
        ({"LANG": "pt_PT@euro"}, "pt_BR"),
        ({"LANG": "es_ES.UTF-8"}, "es_AR"),
        ({"LANG": "es_AR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "de:es:en"}, "es_AR"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_follows_the_locale(env: dict[str, str], language: str) -> None:
    assert detect_language(env) == language
    assert match_language("klingon") is None


# --- safe text


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ana", "Ana"),
        ("  Ana   y\tBeto\n", "Ana y Beto"),
        ("\x1b]52;c;aGk=\x07Ana", "]52;c;aGk=Ana"),
        ("\u202eanA\u2066", "anA"),
        ("A\u0301\u0301\u0301\u0301", "Á\u0301\u0301"),
        ("\u0301", ""),
        ("♥\ufe0f", "♥"),
        ("\U0001f44d\U0001f3fd", "\U0001f44d"),
        ("\u1161Ana", "Ana"),
        ("\ud800x\ue000", "x"),
        ("a\u2028b", "a b"),
        ("[/nope]", "[/nope]"),
        ("\u3164\u2800", ""),
    ],
)
def test_what_others_typed_is_made_safe(typed: str, shown: str) -> None:
    assert safe_text(typed, 16) == shown


@pytest.mark.slow
@given(st.text(), st.integers(1, 40))
def test_safe_text_fits_is_printable_and_stays_what_it_is(text: str, cells: int) -> None:
    shown = safe_text(text, cells)
    assert cell_width(shown) <= cells
    assert all(unicodedata.category(char)[0] != "C" for char in shown)
    assert safe_text(shown, cells) == shown


def test_wide_letters_count_twice() -> None:
    assert cell_width("日本") == 4
    assert cell_width("\u0915\u093f") == 1, "a vowel sign stands in the cell of its letter"
    assert safe_text("日本語", 5) == "日本"


# --- cards


def test_a_card_has_a_deck_a_rank_a_suit_and_a_code() -> None:
    assert face(card("10E")) == ("spanish", "10", "E", "10E", False)
    assert face(card("TD", "FRENCH")) == ("french", "T", "D", "TD", False)


@pytest.mark.parametrize("hidden", [cards_pb2.CARD_HIDDEN, 0, 95, 4_000_000_000, -1])
def test_a_back_or_what_is_no_card_shows_no_face(hidden: int) -> None:
    assert face(hidden).hidden
    assert card_name(hidden) == "a card face down"


def test_every_card_of_both_packs_is_found_again_by_its_code_and_named() -> None:
    for number in cards_pb2.Card.values():
        shown = face(number)
        if not shown.hidden:
            assert card_of(shown.code, shown.deck) == number
            assert card_of(shown.code.lower(), shown.deck) == number
            assert card_of(corner(shown), shown.deck) == number
            assert " of " in card_name(number) or shown.code == "XX"


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", "KS KH KD KC 10H 1E 7 coins 12B 2C"),
        ("es_AR", "KP KC KD KT 10C 1E 7 oro 12B 2C"),
        ("pt_BR", "KE KC K ouro KP 10C 1E 7 ouro 12B 2C"),
    ],
)
def test_in_lines_cards_are_written_in_the_letters_of_the_language(
    language: str, written: str
) -> None:
    set_language(language)
    french = [card(code, "FRENCH") for code in ("KS", "KH", "KD", "KC", "TH")]
    cards = [*french, *map(card, ("1E", "7O", "12B", "2C"))]
    assert as_typed(" ".join(corner(face(each)) for each in cards)) == written


@pytest.mark.parametrize("language", ["en", "es_AR", "pt_BR"])
def test_every_card_is_found_again_as_it_is_written_in_the_language(language: str) -> None:
    set_language(language)
    for number in cards_pb2.Card.values():
        shown = face(number)
        if not shown.hidden:
            assert card_typed(as_typed(corner(shown)), shown.deck) == number
            assert card_typed(as_typed(corner(shown)).lower(), shown.deck) == number


def test_a_code_that_means_nothing_else_in_the_language_is_taken_as_well() -> None:
    set_language("pt_BR")
    assert card_typed("KS", "french") == card("KS", "FRENCH")
    assert card_typed("10h", "french") == card_typed("TH", "french") == card("TH", "FRENCH")
    assert card_typed("KD", "french") == card("KD", "FRENCH")
    assert card_typed("KC", "french") == card("KH", "FRENCH"), "copas, as it is written"
    assert card_typed("7O", "spanish") == card("7O")


def test_cards_are_named_in_the_readers_language() -> None:
    both = [card("7E"), card("AC", "FRENCH")]
    assert cards_words(both) == "seven of swords (7E) and ace of clubs (A♣)"
    set_language("es_AR")
    assert cards_words(both) == "siete de espadas (7E) y as de tréboles (A♣)"
    set_language("pt_BR")
    assert cards_words(both) == "sete de espadas (7E) e ás de paus (A♣)"


# --- refusals


def refusal(template: str, clause: str = "", **arguments: Any) -> errors_pb2.Refusal:
    return errors_pb2.Refusal(
        template=template, arguments=arguments, clause=clause, sentence="In English."
    )


def test_a_refusal_is_a_sentence_in_the_readers_language_with_its_clause() -> None:
    refused = refusal("You speak first: say your envido.", "TA-42")
    assert refusal_text(refused) == "You speak first: say your envido. [TA-42]"
    set_language("es_AR")
    assert refusal_text(refused) == "Hablás primero: cantá el tanto. [TA-42]"


def test_a_seat_in_a_refusal_is_counted_as_people_do_and_named() -> None:
    template = shared_refusals.NO_SEAT
    assert "seat {seat}" in template
    refused = refusal(template, seat="1")
    assert "seat 2 at" in refusal_sentence(refused)
    assert "seat 2 (Beto) at" in refusal_sentence(refused, model_of("truco-argentino"))


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "It is Beto’s turn: wait."),
        ("pt_BR", "É a vez de Beto: espere."),
        ("es_AR", "Es el turno de Beto: esperá."),
    ],
)
def test_whose_turn_it_is_is_said_by_name_where_the_table_is_known(
    language: str, sentence: str
) -> None:
    refused = refusal(shared_refusals.ITS_TURN, seat="1")
    assert refusal_sentence(refused) == "It is the turn of seat 2: wait."
    set_language(language)
    assert refusal_sentence(refused, model_of("truco-argentino")) == sentence


def test_words_inside_a_refusal_are_translated_too() -> None:
    set_language("pt_BR")
    template = "In the {phase} round “bet” takes no “to”: it is {cost} always."
    refused = refusal(template, phase="first", cost="3")
    assert refusal_sentence(refused) == "Na primeira volta a aposta não leva quantia: é sempre 3."


@pytest.mark.parametrize(
    ("listed", "said"),
    [("2, 3, 4", "2 to 4"), ("2, 4", "2 or 4"), ("cacho, noche", "cacho or noche")],
)
def test_what_a_refusal_offers_to_choose_from_is_a_list_in_words(listed: str, said: str) -> None:
    refused = refusal(
        "{name} takes one of {choices}, not {value}.", name="x", choices=listed, value="7, 8"
    )
    assert refusal_sentence(refused) == f"x takes one of {said}, not 7, 8."


def test_a_refusal_without_a_template_says_its_sentence_or_at_least_something() -> None:
    assert refusal_sentence(errors_pb2.Refusal(sentence="No.\x07")) == "No."
    assert refusal_sentence(errors_pb2.Refusal()) == "The server refused, but did not say why."


def test_a_hostile_refusal_brings_no_control_byte() -> None:
    refused = refusal("{x}\x1b[2J", "TA\x9b1", x="\x1b]0;owned\x07")
    assert not any(unicodedata.category(char) == "Cc" for char in refusal_text(refused))


def test_a_joker_is_named_alone_and_typed_by_its_code() -> None:
    joker = card("XX", "FRENCH")
    assert cards_words([joker, card("AC", "FRENCH")]) == "joker and ace of clubs (A♣)"
    assert card_of("xx", "french") == joker
