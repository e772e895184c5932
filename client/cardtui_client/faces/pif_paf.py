"""The face of Pif Paf: names of `PRESETS` and `OPTIONS`, keys and buttons (`VERBS`), and sentences.
What is alike in all rummy games is in `faces/rummy/face.py`, bets in `faces/betting.py`; what the
presets are is in `engine/cardtui_engine/games/pif_paf/options.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cardtui.v1 import events_pb2
from cardtui_client.faces.betting import (
    BET,
    BUY_IN,
    CALL,
    CHECK,
    CHIP_VALUE,
    DEMO_OPTIONS,
    HANDS_TO_PLAY,
    RAISE,
    TEN_HANDS,
    BettingFace,
    ante_and_bet,
    spoke,
)
from cardtui_client.faces.presenter import DeedWords, Example, OptionFace, PresetFace, Verb
from cardtui_client.faces.rummy.face import RummyFace, down, top_words
from cardtui_client.faces.rummy.view import COMPLETE_HAND, DISCARD, DRAW, JOKERS, WAIVE
from cardtui_client.i18n import _, mark, mark_p
from cardtui_client.model.sides import Actor, actor_of
from cardtui_client.model.table import TableModel
from cardtui_client.scene.scene import Tone

VERBS: Final[Mapping[str, Verb]] = {
    "check": CHECK,
    "bet": BET,
    "call": CALL,
    "raise": RAISE,
    "fold": Verb(
        mark("Fold"),
        word=mark_p("verb to type", "fold"),
        deed=DeedWords(mark_p("deed", "folded"), mark_p("own deed", "folded")),
        key="x",
        tone=Tone.NO,
    ),
    "draw": DRAW,
    "discard": DISCARD,
    "claim": Verb(
        mark("Claim the discard"),
        call="Bati!",
        word=mark_p("verb to type", "claim"),
        deed=DeedWords(mark_p("deed", "claimed"), mark_p("own deed", "claimed")),
        key="c",
        tone=Tone.CALL,
        aside=True,
        bare=True,
        why=COMPLETE_HAND,
    ),
    "go_out": Verb(
        mark("Go out"),
        call="Bati!",
        word=mark_p("verb to type", "go out"),
        deed=DeedWords(mark_p("deed", "went out"), mark_p("own deed", "went out")),
        key="g",
        tone=Tone.CALL,
        bare=True,
        why=COMPLETE_HAND,
    ),
    "waive": WAIVE,
}


OPTIONS: Final[Mapping[str, OptionFace]] = {
    "ante": OptionFace(mark("Ante")),
    "buy_in": BUY_IN,
    "chip_value": CHIP_VALUE,
    "hands": HANDS_TO_PLAY,
    "aces": OptionFace(
        mark("Aces"),
        {"low": mark("below the two"), "both": mark("above the king, too")},
    ),
    "jokers": JOKERS,
}

PRESETS: Final[Mapping[str, PresetFace]] = {
    "denexa": PresetFace(
        mark("low aces"),
        mark("As the written rules say: aces are low. Until one player has all the chips."),
    ),
    "mesa": PresetFace(
        mark("high aces"), mark("Aces are low or high. Until one player has all the chips.")
    ),
    "noite": TEN_HANDS,
}
"""What is said of its presets; the first has the defaults."""


def acted(
    event: events_pb2.Acted, who: Actor, model: TableModel, among: Sequence[events_pb2.Event]
) -> list[str] | None:
    """Tell an action; ``None`` for what all rummy games have."""
    match event.action.WhichOneof("action"):
        case "go_out":
            return [down(who.did(mark("{name} goes out!"), mark("You go out!")), who, event.action)]
        case "claim":
            return [
                who.did(
                    mark("{name} claims {card}."), mark("You claim {card}."), card=top_words(model)
                )
            ]
        case _:
            return spoke(event, who, among)


SUMS: Final = {"buy_in": ("ante",)}


class PifPaf(RummyFace, BettingFace):
    """The face of Pif Paf."""

    id = "pif-paf"
    name = "Pif Paf"
    about = mark("Bet, draw, discard: get nine in sets and runs first and win the pot.")
    verbs = VERBS
    options = OPTIONS
    sums = SUMS
    presets = PRESETS
    demo = DEMO_OPTIONS
    example = Example((("discard", " 7C"), ("go_out", "")), asked="go_out")

    def sentences(
        self, event: events_pb2.Event, model: TableModel, among: Sequence[events_pb2.Event]
    ) -> list[str] | None:
        if event.HasField("acted"):
            told = acted(event.acted, actor_of(event.acted.seat, model), model, among)
            if told is not None:
                return told
        return super().sentences(event, model, among)

    def chips_in(self, model: TableModel) -> int:
        return ante_and_bet(model, "ante")

    def prompt_aside(self, model: TableModel) -> str:
        return _("You can go out with the discard: claim it.")
