"""What is awaited at the table, as a sentence."""

from __future__ import annotations

from cardtui.v1 import tables_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui.v1.truco_pb2 import TrucoWord
from cardtui_client.games.choices import due_of
from cardtui_client.games.rummy.prompt import prompt_aside, prompt_rummy
from cardtui_client.games.rummy.view import may_interrupt, rummy_of
from cardtui_client.games.titles import bubble
from cardtui_client.games.truco_brasileiro.prompt import play_words, prompt_brasileiro
from cardtui_client.i18n import _, n_
from cardtui_client.model.sides import names
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import word_in
from cardtui_client.scene.mood import Mood
from cardtui_client.text import safe_text


def between_hands(model: TableModel) -> bool:
    """Tell whether a hand has just ended and the next one waits."""
    view = model.view
    if view is None or view.phase != Phase.PHASE_DEAL:
        return False
    game = view.WhichOneof("game")
    return game is not None and getattr(view, game).HasField("last")


def prompt(model: TableModel, *, seen: int) -> tuple[str, Mood]:
    """Return the sentence that says what is awaited, and whether that is oneself."""
    view = model.view
    match model.table.state:
        case tables_pb2.TABLE_STATE_WAITING:
            return _prompt_waiting(model), Mood.PLAIN
        case tables_pb2.TABLE_STATE_OVER if model.table.host:
            host = safe_text(model.table.host, 16)
            if model.seat is not None and model.name_of(model.seat) == host:
                return "", Mood.PLAIN  # its button says so
            return _("{name} can start another match.", name=host), Mood.PLAIN
        case tables_pb2.TABLE_STATE_PLAYING if view is not None:
            pass
        case _:
            return "", Mood.PLAIN
    if model.is_out:
        return _("You are out; the others play on."), Mood.PLAIN
    if between_hands(model):
        if model.seat is None or seen >= view.hand:
            return _("The next hand begins in a moment."), Mood.PLAIN
        return _("Space goes on; else the next hand begins in a moment."), Mood.PLAIN
    if view.phase == Phase.PHASE_DEAL:
        return _("The pack is being shuffled."), Mood.PLAIN
    if not view.to_act:
        return "", Mood.PLAIN
    if not model.is_my_turn:
        if may_interrupt(model):
            return prompt_aside(model), Mood.TURN
        waited = names([model.name_of(seat) for seat in view.to_act])
        if model.seat is None:
            return _("You are watching. It is up to {names}.", names=waited), Mood.PLAIN
        return _("Waiting for {names}.", names=waited), Mood.PLAIN
    return _prompt_turn(model), Mood.TURN


def _prompt_waiting(model: TableModel) -> str:
    own = next((seat for seat in model.table.seats if seat.seat == model.seat), None)
    if own is None:
        return _("Waiting for the match to begin.")
    return _("Waiting for the others.") if own.ready else _("Say when you are ready.")


def _prompt_turn(model: TableModel) -> str:
    view = model.view
    assert view is not None
    if (rummy := rummy_of(view)) is not None:
        return prompt_rummy(view, rummy, model)
    if view.WhichOneof("game") == "truco_brasileiro":
        return prompt_brasileiro(view, model)
    match view.phase:
        case Phase.PHASE_CUT:
            return _("Cut the pack, or tap it.")
        case Phase.PHASE_PLAY:
            return play_words(model)
        case Phase.PHASE_ANSWER:
            waits = view.truco_argentino.call
            caller = next(
                (said.seat for said in view.truco_argentino.spoken if said.verb == waits), None
            )
            call = bubble(word_in(TrucoWord.DESCRIPTOR, waits))
            if caller is None:
                return _("{call} What do you say?", call=call)
            return _("{name}: {call} What do you say?", name=model.name_of(caller), call=call)
        case Phase.PHASE_ENVIDO:
            return _("What is your number?")
        case Phase.PHASE_SHOW:
            return _("Do you want to see the cards of the envido?")
        case Phase.PHASE_FIRST | Phase.PHASE_SECOND:
            return n_(
                "Your turn: bet {n} chip, or pass.",
                "Your turn: bet {n} chips, or pass.",
                view.cacho.stake,
            )
        case Phase.PHASE_THIRD:
            if due := due_of(model):
                return n_("Your turn: {n} chip to call.", "Your turn: {n} chips to call.", due)
            return _("Your turn: bet, or pass.")
        case _:
            return _("Your turn.")
