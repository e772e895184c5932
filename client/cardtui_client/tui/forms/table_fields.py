"""The fields of a new table that are not rules of its game: seats, bots, name, times."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from textual.content import Content

from cardtui.v1 import tables_pb2
from cardtui_client.games.characters import character_choices
from cardtui_client.games.delays import delay_fields
from cardtui_client.games.game_words import preset_meaning
from cardtui_client.games.spectator_choices import spectator_fields
from cardtui_client.games.table_clocks import OFF
from cardtui_client.games.table_offers import (
    Offers,
    bot_choices,
    clock_choices,
    dealer_choices,
    own_choices,
    partners_choices,
)
from cardtui_client.i18n import _
from cardtui_client.limits import (
    LONGEST_PATIENCE,
    LONGEST_PAUSE,
    LONGEST_WINDOW,
    TABLE_NAME_CELLS,
)
from cardtui_client.tui.forms.form_field import Choice, Choices, Field
from cardtui_client.tui.forms.yes_no import YesNo
from cardtui_client.tui.widgets.text_field import TextField
from cardtui_client.tui.widgets.words import Say

WINDOW: Final = 3
"""How many seconds a draw waits where nothing else is chosen."""

PATIENCE: Final = 60
"""How many seconds a table waits for who is away where nothing else is chosen."""

_PAUSE: Final = 4


def table_fields(offers: Offers) -> Iterator[Field]:
    """Yield the fields, in the order to show them."""
    yield _choice("game", lambda: _("Game"), _no_words, offers.games, offers.game.id)
    yield _choice("seats", lambda: _("Seats"), _no_words, offers.seats, offers.fewest)
    yield _choice(
        "partners",
        lambda: _("Partners"),
        lambda: _(
            "They sit opposite each other. By strength, from the matches played here, both teams "
            "are even."
        ),
        partners_choices,
        str(tables_pb2.PARTNERS_UNSPECIFIED),
    )
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
    yield _choice("you", lambda: _("You"), _no_words, own_choices, "sit")
    yield Field(
        lambda: _("Name"),
        lambda: Content(_("The table's name in the lobby; empty for your own name.")),
        TextField(max_length=TABLE_NAME_CELLS),
        id="name",
    )
    yield _choice(
        "dealer",
        lambda: _("First dealer"),
        lambda: _("How the first dealer of each match is chosen."),
        dealer_choices,
        offers.first_dealer,
    )
    yield _seconds(
        "pause",
        lambda: _("Pause"),
        lambda: _(
            "Seconds between hands, 0 to {most}; the table goes on at once when all are ready.",
            most=LONGEST_PAUSE,
        ),
        _PAUSE,
    )
    yield _choice(
        "clock",
        lambda: _("Clock"),
        lambda: _(
            "For each decision, and in reserve for the match; then the mildest action is done."
        ),
        clock_choices,
        str(OFF),
    )
    yield _seconds(
        "patience",
        lambda: _("Patience"),
        lambda: _(
            "Seconds that a player may be away before a bot plays meanwhile, 0 (for ever) to "
            "{most}.",
            most=LONGEST_PATIENCE,
        ),
        PATIENCE,
        digits=4,
    )
    yield _seconds(
        "window",
        lambda: _("Time to take a discard"),
        lambda: _(
            "Seconds to take a discard before the next draw, 0 to {most}; less where only bots "
            "play.",
            most=LONGEST_WINDOW,
        ),
        WINDOW,
    )
    yield Field(
        lambda: _("Own chips"),
        lambda: Content(
            _("Each player buys what they like, from half to twice the chips of the rules.")
        ),
        YesNo(False),
        id="buyins",
    )
    yield Field(
        lambda: _("Rated"),
        lambda: Content(
            _("Matches of people against people count for their ratings; by a preset’s rules.")
        ),
        YesNo(False),
        id="rated",
    )
    yield Field(
        lambda: _("Private"),
        lambda: Content(_("Others do not see the table; they join with its code.")),
        YesNo(False),
        id="private",
    )
    yield _choice(
        "spectators",
        lambda: _("Spectators"),
        lambda: _("You can change this at any time."),
        spectator_fields,
        "apart",
    )
    yield _choice(
        "delay",
        lambda: _("They see it"),
        lambda: _("So that nobody who watches can tell a player what others hold."),
        delay_fields,
        "off",
    )


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


def _seconds(name: str, label: Say, meaning: Say, value: int, *, digits: int = 3) -> Field:
    control = TextField(str(value), restrict=r"[0-9]*", max_length=digits)
    return Field(label, lambda: Content(meaning()), control, id=name)


def _no_words() -> str:
    return ""
