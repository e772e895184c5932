"""The fields of a new table that are not rules of its game: seats, bots, and one for each term."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from cardtui.v1 import tables_pb2
from cardtui_client.games.characters import character_choices
from cardtui_client.games.game_words import preset_meaning
from cardtui_client.games.table_offers import Offers, bot_choices
from cardtui_client.games.terms import TERMS, Kind, Term
from cardtui_client.i18n import _
from cardtui_client.tui.forms.form_field import Choice, Choices, Field
from cardtui_client.tui.forms.yes_no import YesNo
from cardtui_client.tui.widgets.text_field import TextField
from cardtui_client.tui.widgets.words import Say


def table_fields(offers: Offers) -> Iterator[Field]:
    """Yield the fields, in the order to show them."""
    yield _choice("game", lambda: _("Game"), _no_words, offers.games, offers.game.id)
    yield _choice("seats", lambda: _("Seats"), _no_words, offers.seats, offers.fewest)
    yield preset_field(offers, offers.usual)
    yield _choice(
        "bots",
        lambda: _("The other seats"),
        lambda: _("People can replace bots later."),
        bot_choices,
        str(tables_pb2.BOT_LEVEL_UNSPECIFIED),
    )
    yield _choice(
        "who",
        lambda: _("The first bot"),
        lambda: _("Who it is says how it bluffs, and not how strong it is."),
        character_choices,
        str(tables_pb2.CHARACTER_UNSPECIFIED),
    )
    for term in TERMS:
        yield _term_field(term, term.usual or offers.first_dealer)


def _term_field(term: Term, value: str) -> Field:
    """Return the field of a term, with a value to begin with."""

    def choices() -> list[tuple[str, str]]:
        return [(term.say(each), each) for each in term.values]

    def label() -> str:
        return _(term.label)

    def meaning() -> Content:
        return Content(_(term.about, most=term.most))

    match term.kind:
        case Kind.CHOICE:
            control = Choice(choices, value)
            return Field(label, meaning, control, choices=choices, id=term.name)
        case Kind.SWITCH:
            return Field(label, meaning, YesNo(False), id=term.name)
        case Kind.NUMBER:
            digits = TextField(value, restrict=r"[0-9]*", max_length=len(str(term.most)))
            return Field(label, meaning, digits, id=term.name)
        case Kind.TEXT:
            return Field(label, meaning, TextField(max_length=term.most), id=term.name)


def preset_field(offers: Offers, value: str) -> Field:
    """Return the field for the set of rules to start from, which says how that plays."""
    field = Field(
        lambda: _("Rules"),
        lambda: Content(preset_meaning(offers.game.id, field.text)),
        Choice(offers.presets, value),
        choices=offers.presets,
        id="preset",
    )
    return field


def _choice(name: str, label: Say, meaning: Say, choices: Choices, value: str) -> Field:
    return Field(
        label, lambda: Content(meaning()), Choice(choices, value), choices=choices, id=name
    )


def _no_words() -> str:
    return ""
