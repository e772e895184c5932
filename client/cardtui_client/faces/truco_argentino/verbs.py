"""Truco Argentino: `VERBS` with their keys, `SIGNALS`, names of `OPTIONS` and `PRESETS`.
What is asked about before it is done, as going to the mazo: `argentine_risk`. How an answer is
called where there is a flor: `_ANSWERS_TO_FLOR`.

Its calls are Spanish in every language, as at the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import takewhile
from typing import Final

from cardtui.v1 import actions_pb2, truco_argentino_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui.v1.signals_pb2 import Gesture
from cardtui.v1.truco_argentino_pb2 import EnvidoStage
from cardtui.v1.truco_pb2 import TrucoWord
from cardtui_client.faces.arguments import verb_of
from cardtui_client.faces.presenter import DeedWords, OptionFace, PresetFace, Risk, Verb
from cardtui_client.faces.truco.face import (
    CUT,
    PLAY,
    TAP,
    WON_TRICKS,
    missing,
    play_words,
    risk_of,
    wins,
)
from cardtui_client.i18n import _, mark, mark_p, p_
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import word_in
from cardtui_client.scene.scene import Tone

RESIGN: Final = "resign"
"""The verb that may be done at any time of a hand: going to the mazo."""

VERBS: Final[Mapping[str, Verb]] = {
    "play": PLAY,
    "truco": Verb(call="¡Truco!", key="t", tone=Tone.CALL, weight=1),
    "retruco": Verb(call="¡Quiero retruco!", key="t", tone=Tone.CALL, weight=2),
    "vale_cuatro": Verb(call="¡Quiero vale cuatro!", key="t", tone=Tone.CALL, weight=3),
    "envido": Verb(call="¡Envido!", key="e", tone=Tone.CALL),
    "real_envido": Verb(call="¡Real envido!", key="r", tone=Tone.CALL, weight=1),
    "falta_envido": Verb(call="¡Falta envido!", key="f", tone=Tone.CALL, weight=3),
    "quiero": Verb(call="¡Quiero!", key="q", tone=Tone.YES),
    "no_quiero": Verb(call="No quiero", key="n", tone=Tone.NO),
    "flor": Verb(
        call="¡Flor!",
        key="f",
        tone=Tone.CALL,
        weight=1,
        why=mark("A flor must be announced before anything else."),
    ),
    "contraflor": Verb(call="¡Contraflor!", key="c", tone=Tone.CALL, weight=2),
    "contraflor_al_resto": Verb(call="¡Contraflor al resto!", key="r", tone=Tone.CALL, weight=3),
    "declare": Verb(
        mark("Say your envido"),
        word=mark_p("verb to type", "declare"),
        deed=DeedWords(mark_p("deed", "said"), mark_p("own deed", "said")),
        key="v",
        why=mark("It is what your cards make."),
    ),
    "son_buenas": Verb(call="Son buenas", key="b", why=mark("The number said beats yours.")),
    "ask": Verb(
        mark("Ask to see the cards"),
        word=mark_p("verb to type", "ask"),
        deed=DeedWords(mark_p("deed", "asked to see"), mark_p("own deed", "asked to see")),
        key="a",
        why=mark("It costs nothing to see them."),
    ),
    "waive": Verb(
        mark("Let it be"),
        word=mark_p("verb to type", "waive"),
        deed=DeedWords(mark_p("deed", "left it"), mark_p("own deed", "left it")),
        key="n",
    ),
    RESIGN: Verb(
        mark("Fold (al mazo)"),
        word=mark_p("verb to type, al mazo", "fold"),
        word_context="verb to type, al mazo",
        deed=DeedWords(mark_p("deed", "folded (al mazo)"), mark_p("own deed", "folded (al mazo)")),
        key="x",
        tone=Tone.NO,
    ),
    "cut": CUT,
    "tap": TAP,
}


OWN_SIGNALS: Final = "own_signals"
"""The option by which each team may agree on signals of its own."""

FLOR_SIGNAL: Final = Gesture.GESTURE_CHEEKS
"""The signal that tells of a flor."""

SIGNALS: Final[Mapping[Gesture.ValueType, str]] = {
    Gesture.GESTURE_EYEBROW: mark("the 1 of swords"),
    Gesture.GESTURE_WINK: mark("the 1 of clubs"),
    Gesture.GESTURE_LIPS: mark("the 7 of swords or of coins"),
    Gesture.GESTURE_BITE: mark("a 3"),
    Gesture.GESTURE_KISS: mark("a 2"),
    Gesture.GESTURE_MOUTH: mark("a 1 of cups or of coins"),
    Gesture.GESTURE_EYES: mark("bad cards"),
    Gesture.GESTURE_HEAD: mark("a good envido"),
    FLOR_SIGNAL: mark("a flor"),
}


_BRIEF_SIGNALS: Final[Mapping[Gesture.ValueType, str]] = {
    Gesture.GESTURE_EYEBROW: "1E",
    Gesture.GESTURE_WINK: "1B",
    Gesture.GESTURE_LIPS: "7E 7●",
    Gesture.GESTURE_BITE: "3",
    Gesture.GESTURE_KISS: "2",
    Gesture.GESTURE_MOUTH: "1C 1●",
    Gesture.GESTURE_EYES: mark_p("signal, in a word", "bad"),
    Gesture.GESTURE_HEAD: "envido",
    FLOR_SIGNAL: "flor",
}
"""The same in a word, or by the corners of the cards."""


def brief_signal(gesture: Gesture.ValueType) -> str:
    """Return what a gesture means by tradition, in a word."""
    return p_("signal, in a word", _BRIEF_SIGNALS[gesture])


OPTIONS: Final[Mapping[str, OptionFace]] = {
    "flor": OptionFace(
        mark("Flor"), {"none": mark("without flor"), "obligatory": mark("with flor")}
    ),
    "target": OptionFace(mark("Points to win")),
    "second_tie": OptionFace(
        mark("Second trick tied"),
        {"third": mark("the third decides"), "first": mark("the first decides")},
    ),
    "third_tie": OptionFace(
        mark("Third trick tied"),
        {"mano": mark("the mano wins"), "first": mark("the first decides")},
    ),
    "envido_after_truco": OptionFace(mark("Envido after truco")),
    "duels": OptionFace(
        mark("Duels of six"),
        {"alternate": mark("every other deal"), "middle": mark("mid-match only")},
    ),
    "envido_pair": OptionFace(
        mark("Unsuited envido"),
        {"any": mark("two cards added"), "highest": mark("the highest card")},
    ),
    "envido_fold": OptionFace(
        mark("Declined envido"),
        {"source": mark("as the rules list"), "traditional": mark("what was accepted")},
    ),
    "envido_first": OptionFace(
        mark("First to say the envido"),
        {"raiser": mark("the last to raise"), "mano": mark("the mano")},
    ),
    "real_envido_many": OptionFace(mark("Real envido again")),
    "falta": OptionFace(
        mark("Falta in the malas"),
        {
            "leader": mark("what the leaders need"),
            "halves": mark("what you need to reach the buenas"),
            "match": mark("what you need to win"),
        },
    ),
    "won_tricks": WON_TRICKS,
    "scoring": OptionFace(
        mark("Points are added"),
        {"round_end": mark("after the hand"), "as_called": mark("as they are won")},
    ),
    "envido_show": OptionFace(
        mark("Envido shown"),
        {"always": mark("always"), "on_request": mark("if asked for")},
    ),
    "reserved_words": OptionFace(mark("Calls in the talk")),
    OWN_SIGNALS: OptionFace(mark("Own signals")),
}

PRESETS: Final[Mapping[str, PresetFace]] = {
    "fuente": PresetFace(mark("by the book"), mark("As the written rules say.")),
    "tradicional": PresetFace(mark("traditional"), mark("As most tables in Argentina play.")),
    "con-flor": PresetFace(mark("with flor"), mark("Traditional, and a flor must be called.")),
    "a-quince": PresetFace(mark("to fifteen"), mark("Traditional, to fifteen points.")),
    "a-quince-con-flor": PresetFace(
        mark("to fifteen, with flor"), mark("Traditional, to fifteen points, with flor.")
    ),
    "gauderio": PresetFace(
        mark("truco gaudério"), mark("As in Rio Grande do Sul: with flor, to twenty-four points.")
    ),
}
"""What is said of its presets; the first has the defaults."""


def prompt(view: views_pb2.PublicView, model: TableModel) -> str:
    """Return the sentence for who is awaited."""
    match view.phase:
        case Phase.PHASE_CUT:
            return _("Cut the pack, or tap it.")
        case Phase.PHASE_FLOR:
            return _("You have a flor: announce it.")
        case Phase.PHASE_PLAY:
            if any(verb_of(choice) == "flor" for choice in model.choices()):
                return _("You have a flor: announce it before you play.")
            return play_words(model, VERBS)
        case Phase.PHASE_ANSWER:
            return _answer(view.truco_argentino, model)
        case Phase.PHASE_ENVIDO:
            return _("What’s your envido?")
        case Phase.PHASE_SHOW:
            return _("Do you want to see the envido?")
        case _:
            return _("Your turn.")


def called(word: TrucoWord.ValueType) -> str:
    """Return a call of the wire as it is said aloud, ``""`` if it is none."""
    verb = VERBS.get(word_in(TrucoWord.DESCRIPTOR, word))
    return "" if verb is None else verb.aloud()


FLOR_WORDS: Final = (
    TrucoWord.TRUCO_WORD_FLOR,
    TrucoWord.TRUCO_WORD_CONTRAFLOR,
    TrucoWord.TRUCO_WORD_CONTRAFLOR_AL_RESTO,
)

_ANSWERS_TO_FLOR: Final[Mapping[str, Verb]] = {
    "quiero": replace(VERBS["quiero"], call="¡Con flor quiero!"),
    "no_quiero": replace(VERBS["no_quiero"], call="Con flor me achico"),
}
"""What an answer is called where there is a flor (TA-85)."""

_PASO: Final = Verb(call="Paso", key="b")
"""What you say instead of *son buenas* where your own side’s number is the best (TA-42)."""


def answer_to(call: TrucoWord.ValueType, word: str) -> Verb:
    """Return what is said of a verb of the sheet while that call waits."""
    return _ANSWERS_TO_FLOR.get(word, VERBS[word]) if call in FLOR_WORDS else VERBS[word]


def verb_now(
    word: str, seat: int, truco: truco_argentino_pb2.TrucoArgentinoPublic, model: TableModel
) -> Verb:
    """Return what is said of a verb of the sheet as that seat says it: nobody yields to a partner.

    Args:
        truco: the hand; of what was said in it, what came after the seat does not count. Once it
            is over the side that won the envido is all that is known.
    """
    if word != "son_buenas":
        return answer_to(truco.call, word)
    if not truco.HasField("envido") and truco.last.HasField("envido"):
        return _PASO if truco.last.envido.team == model.team_of(seat) else VERBS[word]
    claims = list(takewhile(lambda claim: claim.seat != seat, truco.envido.claims))
    said = [claim for claim in claims if claim.HasField("number")]
    seats = max(len(model.table.seats), 1)
    best = max(
        said, key=lambda claim: (claim.number, -((claim.seat - truco.mano) % seats)), default=None
    )
    ahead = best is not None and model.team_of(best.seat) == model.team_of(seat)
    return _PASO if ahead else VERBS[word]


def weight_of(word: TrucoWord.ValueType) -> int:
    """Return how much a call of the wire risks; 0 for what is said in passing."""
    verb = VERBS.get(word_in(TrucoWord.DESCRIPTOR, word))
    return 0 if verb is None else verb.weighs()


def _answer(truco: truco_argentino_pb2.TrucoArgentinoPublic, model: TableModel) -> str:
    call = called(truco.call)
    if not truco.HasField("caller"):
        return _("{call} What do you say?", call=call)
    return _("{name}: {call} What do you say?", name=model.name_of(truco.caller), call=call)


def argentine_risk(
    choice: actions_pb2.Choice,
    game: truco_argentino_pb2.TrucoArgentinoPublic,
    model: TableModel,
) -> Risk | None:
    """Return what is at stake with a choice; ``None`` for nothing worth a question."""
    if verb_of(choice) != RESIGN:
        return risk_of(choice, game, model, always=RESIGN)
    if any(verb_of(each) == "flor" for each in model.choices()):
        return Risk(_("you lose your flor"))
    if choice.price >= missing(game, model) > 0:
        return Risk(wins())
    if choice.HasField("price") and game.envido.state == EnvidoStage.ENVIDO_STAGE_DECLARING:
        return Risk(_("you lose the envido, too"))
    return Risk()
