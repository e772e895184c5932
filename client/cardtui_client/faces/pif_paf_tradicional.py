"""The face of traditional Pif Paf: names of `PRESETS` and `OPTIONS`, keys and buttons (`VERBS`).
What is alike in all rummy games is in `faces/rummy/face.py`, bets in `faces/betting.py`; what the
presets are is in `engine/cardtui_engine/games/pif_paf_tradicional/options.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cardtui.v1 import actions_pb2, betting_pb2, events_pb2
from cardtui_client.faces.arguments import span_of, verb_of
from cardtui_client.faces.betting import (
    CHIP_VALUE,
    DEMO_OPTIONS,
    HANDS_TO_PLAY,
    TEN_HANDS,
    amounts,
    ante_and_bet,
    chips_risk,
    put_in,
)
from cardtui_client.faces.presenter import (
    NO_BEST_CUT,
    DeedWords,
    Example,
    OptionFace,
    PresetFace,
    Risk,
    Verb,
)
from cardtui_client.faces.rummy.face import RummyFace, down
from cardtui_client.faces.rummy.view import COMPLETE_HAND, DISCARD, DRAW, JOKERS
from cardtui_client.i18n import _, mark, mark_p, n_
from cardtui_client.model.sides import Actor, actor_of
from cardtui_client.model.table import TableModel
from cardtui_client.scene.scene import Tone

OPTIONS: Final[Mapping[str, OptionFace]] = {
    "cacife": OptionFace(mark("Chips to start with (cacife)")),
    "pingo": OptionFace(mark("Ante (pingo)")),
    "min_bet": OptionFace(mark("Minimum bet")),
    "max_bet": OptionFace(mark("Maximum bet")),
    "chip_value": CHIP_VALUE,
    "hands": HANDS_TO_PLAY,
    "jokers": JOKERS,
}

PRESETS: Final[Mapping[str, PresetFace]] = {
    "tradicional": PresetFace(
        mark("standard"), mark("As the written rules say, until one player has all the chips.")
    ),
    "noite": TEN_HANDS,
}
"""What is said of its presets; the first has the defaults."""


def acted(
    event: events_pb2.Acted, who: Actor, among: Sequence[events_pb2.Event]
) -> list[str] | None:
    """Tell an action; ``None`` for what all rummy games have."""
    put = put_in(event.seat, among)
    match event.action.WhichOneof("action"):
        case "vou":
            return [_vou(who.name, put)]
        case "pagar":
            return [
                n_(
                    "{name}: “Pago!” {n} chip more.",
                    "{name}: “Pago!” {n} chips more.",
                    put.chips,
                    name=who.name,
                )
            ]
        case "estou_fora":
            return [_("{name}: “Estou fora.” The cards go down.", name=who.name)]
        case "bater":
            return [down(_("{name}: “Bati!”", name=who.name), who, event.action)]
        case _:
            return None


def _vou(name: str, put: betting_pb2.ChipsBet) -> str:
    chips = put.to
    if not chips:
        return f"{name}: “Vou!”"
    if put.raised:
        return n_(
            "{name}: “Vou!” Raised to {n} chip.",
            "{name}: “Vou!” Raised to {n} chips.",
            chips,
            name=name,
        )
    return n_("{name}: “Vou!” {n} chip.", "{name}: “Vou!” {n} chips.", chips, name=name)


VERBS: Final[Mapping[str, Verb]] = {
    "cut": Verb(
        mark("Cut the pack"),
        word=mark_p("verb to type", "cut"),
        deed=DeedWords(mark_p("deed", "cut"), mark_p("own deed", "cut")),
        key="c",
        cuts=True,
        why=NO_BEST_CUT,
    ),
    "vou": Verb(call="Vou!", key="q", tone=Tone.YES, bare=True),
    "pagar": Verb(call="Pago!", key="q", tone=Tone.YES),
    "estou_fora": Verb(call="Estou fora", key="x", tone=Tone.NO),
    "draw": DRAW,
    "discard": DISCARD,
    "bater": Verb(
        call="Bati!",
        deed=DeedWords(mark_p("deed", "went out"), mark_p("own deed", "went out")),
        key="g",
        tone=Tone.CALL,
        bare=True,
        why=COMPLETE_HAND,
    ),
}


SUMS: Final = {"max_bet": ("min_bet",), "cacife": ("pingo", "min_bet")}


class PifPafTradicional(RummyFace):
    """The face of traditional Pif Paf."""

    id = "pif-paf-tradicional"
    name = "Pif Paf tradicional"
    about = mark("Bet, draw, discard: get nine in sets and runs first and win the pot.")
    verbs = VERBS
    options = OPTIONS
    sums = SUMS
    presets = PRESETS
    demo = DEMO_OPTIONS
    example = Example((("vou", " 5"), ("discard", " 7C"), ("bater", "")), asked="bater")

    def risk(
        self, choice: actions_pb2.Choice, model: TableModel, number: int | None = None
    ) -> Risk | None:
        return chips_risk(choice, model, number, self.chips_in(model))

    def chips_in(self, model: TableModel) -> int:
        return ante_and_bet(model, "pingo")

    def short_numbers(self, choice: actions_pb2.Choice) -> str:
        return amounts(choice) if verb_of(choice) == "vou" else ""

    def number_line(
        self, choice: actions_pb2.Choice, word: str, price: str, model: TableModel
    ) -> str:
        """See `Presenter.number_line`; the price is that of the word alone."""
        if verb_of(choice) != "vou":
            return super().number_line(choice, word, price, model)
        low, high, _most = span_of(choice)
        return _("{word} N: {low} to {high} chips", word=word, low=low, high=high)

    def sentences(
        self, event: events_pb2.Event, model: TableModel, among: Sequence[events_pb2.Event]
    ) -> list[str] | None:
        if event.HasField("acted"):
            told = acted(event.acted, actor_of(event.acted.seat, model), among)
            if told is not None:
                return told
        return super().sentences(event, model, among)
