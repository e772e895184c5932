"""What may be done at the table now, as buttons, and what is awaited, as a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui.v1 import actions_pb2, tables_pb2
from cardtui_client import choices
from cardtui_client.i18n import _, n_
from cardtui_client.model import Status, TableModel
from cardtui_client.rummy import may_interrupt, rummy_of
from cardtui_client.sides import names
from cardtui_client.text import safe_text
from cardtui_client.widgets.lines import Mood
from cardtui_client.widgets.prompt_brasileiro import prompt_brasileiro
from cardtui_client.widgets.prompt_rummy import prompt_aside, prompt_rummy
from cardtui_client.widgets.scene import Button, Tone
from cardtui_client.widgets.titles import bubble

_TONES: Final = {
    "truco": Tone.CALL,
    "retruco": Tone.CALL,
    "vale_cuatro": Tone.CALL,
    "envido": Tone.CALL,
    "real_envido": Tone.CALL,
    "falta_envido": Tone.CALL,
    "bet": Tone.CALL,
    "raise": Tone.CALL,
    "quiero": Tone.YES,
    "call": Tone.YES,
    "no_quiero": Tone.NO,
    "pass": Tone.NO,
    "resign": Tone.NO,
    "vou": Tone.YES,
    "pagar": Tone.YES,
    "go_out": Tone.CALL,
    "bater": Tone.CALL,
    "knock": Tone.CALL,
    "claim": Tone.CALL,
    "good_one": Tone.CALL,
    "fold": Tone.NO,
    "estou_fora": Tone.NO,
    "accept": Tone.YES,
    "play_on": Tone.YES,
    "keep": Tone.YES,
    "turn_up": Tone.CALL,
    "run": Tone.NO,
    "reject": Tone.NO,
}

KEYS: Final = {
    "go_on": "space",
    "ready": "r",
    "add_bot": "b",
    "remove_bot": "x",
    "start": "s",
    "retry": "r",
    "leave": "escape",
    "rules": "f2",
    "talk": "slash",
    "log": "l",
    "turn_table": "v",
    "hide": "h",
}
"""The keys of what is no verb of a game."""

VERBS: Final = {
    "truco_argentino": (
        "truco",
        "retruco",
        "vale_cuatro",
        "envido",
        "real_envido",
        "falta_envido",
        "quiero",
        "no_quiero",
        "declare",
        "son_buenas",
        "ask",
        "waive",
        "resign",
        "cut",
        "tap",
    ),
    "cacho": ("pass", "bet", "call", "raise"),
    "pif_paf": (
        "check",
        "bet",
        "call",
        "raise",
        "fold",
        "draw-stock",
        "draw-discards",
        "claim",
        "go_out",
        "waive",
    ),
    "pif_paf_tradicional": (
        "cut",
        "vou",
        "pagar",
        "estou_fora",
        "draw-stock",
        "draw-discards",
        "bater",
    ),
    "cacheta": ("draw-stock", "draw-discards", "knock", "good_one", "cut", "waive"),
    "truco_brasileiro": (
        "truco",
        "raise",
        "accept",
        "run",
        "play_on",
        "pass",
        "reject",
        "cut",
    ),
}
"""The verbs of each game that have keys, also when the rules forbid them: then they say why."""


class Keys:
    """The key of everything, one's own ones before the usual ones."""

    def __init__(self, own: Mapping[str, str]) -> None:
        self._own = own

    def of(self, what: str) -> str:
        """Return the first key of a button that is no verb."""
        return self._first(f"table.{what}", KEYS[what])

    def of_verb(self, verb: str, game: str = "") -> str:
        """Return the first key of a verb."""
        usual = choices.key(verb, game)
        if usual != choices.key(verb):
            return usual
        # Enter does what is next, whatever that is.
        return self._first("verb.play" if usual == "enter" else f"verb.{verb}", usual)

    def _first(self, name: str, usual: str) -> str:
        return self._own.get(name, usual).partition(",")[0].strip() or usual


def verb_buttons(model: TableModel, keys: Keys) -> tuple[Button, ...]:
    """Return a button for each thing that the seat may do in the game now."""
    offered = [choice for choice in model.choices() if choices.verb_of(choice)]
    offered.sort(key=lambda choice: choices.verb_of(choice) != "play")
    found: list[Button] = []
    for choice in offered:
        if choices.verb_of(choice) == "draw":
            found += _draw_buttons(choice, keys)
        elif choices.argument(choice) is choices.Argument.CUT:
            words = _("Cut in the middle")
            found.append(Button("quick_cut", keys.of_verb("play"), words, tone=Tone.YES))
            found.append(_verb_button(choice, model, keys))
        else:
            found.append(_verb_button(choice, model, keys))
    return tuple(found)


def _draw_buttons(choice: actions_pb2.Choice, keys: Keys) -> list[Button]:
    labels = {"stock": _("Draw"), "discards": _("Take the discard")}
    return [
        Button(f"verb-draw-{source}", keys.of_verb(f"draw-{source}"), labels[source])
        for source in choice.words
        if source in labels
    ]


def _verb_button(choice: actions_pb2.Choice, model: TableModel, keys: Keys) -> Button:
    verb = choices.verb_of(choice)
    game = model.view.WhichOneof("game") if model.view is not None else None
    return Button(
        f"verb-{verb}",
        keys.of_verb(verb, game or ""),
        choices.label(choice, model),
        _price(choice, verb),
        _TONES.get(verb, Tone.PLAIN),
    )


def _price(choice: actions_pb2.Choice, verb: str) -> str:
    if verb == "check":
        return ""
    if verb in ("knock", "cut") and choice.HasField("price"):
        return f"−{choice.price}" if choice.price else _("burns")
    if choice.HasField("price"):
        return str(choice.price)
    if verb in ("bet", "raise") and choice.HasField("low"):
        return f"{choice.low}–{choice.high}" if choice.low != choice.high else str(choice.low)
    return ""


def buttons(model: TableModel, keys: Keys, *, host: bool, seen: int) -> tuple[Button, ...]:
    """Return everything that may be done now.

    Args:
        model: the table.
        keys: their keys.
        host: whether one may start the match and seat bots.
        seen: the number of the last hand of which one has said to have seen the end.
    """
    if model.status is Status.ENDED:
        retry = () if model.end is not None else (_button("retry", keys, _("Try again")),)
        return (*retry, _button("leave", keys, _("Leave")))
    seated = model.seat is not None
    match model.table.state:
        case tables_pb2.TABLE_STATE_WAITING:
            return _waiting(model, keys, host=host)
        case tables_pb2.TABLE_STATE_OVER:
            again = (_button("start", keys, _("Another match"), Tone.YES),) if host else ()
            return (*again, _button("leave", keys, _("Leave")))
        case tables_pb2.TABLE_STATE_CLOSED:
            return (_button("leave", keys, _("Leave")),)
        case _:
            pass
    if not seated:
        turn = (_button("turn_table", keys, _("Turn the table")),)
        return turn if len(model.table.seats) > 1 and model.view is not None else ()
    if between_hands(model):
        return () if model.view and seen >= model.view.hand else (_go_on(keys),)
    return verb_buttons(model, keys)


def between_hands(model: TableModel) -> bool:
    """Tell whether a hand has just ended and the next one waits."""
    view = model.view
    if view is None or view.phase != "deal":
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
    if between_hands(model):
        if model.seat is None or seen >= view.hand:
            return _("The next hand begins in a moment."), Mood.PLAIN
        return _("Press space to go on."), Mood.PLAIN
    if view.phase == "deal":
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
        case "cut":
            return _("Cut the pack, or tap it.")
        case "play":
            return _("Your turn: play a card, or call.")
        case "answer":
            call = view.truco_argentino.call
            caller = next(
                (said.seat for said in view.truco_argentino.spoken if said.verb == call), None
            )
            if caller is None:
                return _("{call} What do you say?", call=bubble(call))
            return _(
                "{name}: {call} What do you say?", name=model.name_of(caller), call=bubble(call)
            )
        case "envido":
            return _("What is your number?")
        case "show":
            return _("Do you want to see the cards of the envido?")
        case "first":
            return _("Your turn: bet a chip, or pass.")
        case "second":
            return _("Your turn: bet two chips, or pass.")
        case "third":
            bets = dict(enumerate(view.cacho.bets))
            most, own = max(bets.values(), default=0), bets.get(model.seat or 0, 0)
            if most > own:
                return n_(
                    "Your turn: {n} chip to call.", "Your turn: {n} chips to call.", most - own
                )
            return _("Your turn: bet, or pass.")
        case _:
            return _("Your turn.")


def _waiting(model: TableModel, keys: Keys, *, host: bool) -> tuple[Button, ...]:
    table = model.table
    own = next((seat for seat in table.seats if seat.seat == model.seat), None)
    offered: list[Button] = []
    if own is not None:
        word = _("Not ready") if own.ready else _("Ready")
        offered.append(_button("ready", keys, word, Tone.PLAIN if own.ready else Tone.YES))
    if host:
        offered.append(_button("start", keys, _("Start")))
        if any(not seat.name for seat in table.seats):
            offered.append(_button("add_bot", keys, _("Add a bot")))
        if any(seat.bot for seat in table.seats):
            offered.append(_button("remove_bot", keys, _("Remove a bot")))
    offered.append(_button("leave", keys, _("Leave")))
    return tuple(offered)


def _go_on(keys: Keys) -> Button:
    return _button("go_on", keys, _("Go on"), Tone.YES)


def _button(what: str, keys: Keys, label: str, tone: Tone = Tone.PLAIN) -> Button:
    return Button(what, keys.of(what), label, tone=tone)


def hints(keys: Keys, unread: int, clause: str = "") -> tuple[Button, ...]:
    """Return the keys that always work; the rules open at the clause that was named."""
    if clause:
        return (_button("rules", keys, _("rule {clause}", clause=clause)),)
    log = _("log") if not unread else _("log ({unread})", unread=unread)
    return (
        _button("log", keys, log),
        _button("talk", keys, _("talk")),
        _button("rules", keys, _("rules")),
        _button("leave", keys, _("leave")),
    )
