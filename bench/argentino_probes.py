"""Have a bot of Truco argentino play against fixed strategies, its levels, and a program of others.

Printed are the part of the matches that the bot wins, with the bounds of 95 % (Wilson's), and what
it wins in points a hand; `duels` plays them.

    python -m bench.argentino_probes [--seats S] [--matches N] [--target T] [--level L] [NAME ...]

Names are those of `bench.argentino_fixed.FAMILY`, ``beginner``, levels, or ``newbot``: with
``--newbot PATH``, a program that reads a state a line and answers with an action, both as JSON in
the form of github.com/marianogappa/truco; it plays for two alone. Without names, all fixed
strategies play.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from collections.abc import Mapping
from contextlib import nullcontext
from types import TracebackType
from typing import Any, Final, Self

from bench.argentino_fixed import BEGINNER, FAMILY
from bench.duels import bot_named, setting_of, tell
from cardtui_engine import Action, Bits, Level
from cardtui_engine.cards import SPANISH
from cardtui_engine.views import SeatView

GAME: Final = "truco-argentino"

_SUITS: Final = {"E": "espada", "B": "basto", "O": "oro", "C": "copa"}
_ACTIONS: Final = {
    "envido": "say_envido",
    "real_envido": "say_real_envido",
    "falta_envido": "say_falta_envido",
    "truco": "say_truco",
    "retruco": "say_quiero_retruco",
    "vale_cuatro": "say_quiero_vale_cuatro",
}
_VERBS: Final = {name: verb for verb, name in _ACTIONS.items()}


class Newbot:
    """A program of others, asked for each decision with the state as its own game tells it."""

    def __init__(self, path: str, seed: int = 1) -> None:
        self._program = subprocess.Popen(
            [path, str(seed)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _at: TracebackType | None,
    ) -> None:
        self._program.kill()
        self._program.wait()

    def decide(self, view: SeatView[Any, Any], bits: Bits) -> Action | None:  # noqa: ARG002 - as bots are asked
        """See `cardtui_engine.bots.Bot.decide`."""
        own, game = view.own, view.game
        if own.seat not in view.common.to_act:
            return None
        if view.common.phase == "cut":
            return Action("tap")
        if view.common.phase == "show":
            return Action("ask")
        if view.common.phase == "envido":
            return self._declared(view)
        offered = self._offered(view)
        if not offered:
            return Action("no_quiero")
        laid = [card for trick in game.tricks for card in trick.cards] + list(game.trick)
        mine, theirs = view.common.scores[own.seat], view.common.scores[1 - own.seat]
        state = {
            "roundTurnPlayerID": game.mano,
            "turnPlayerID": own.seat,
            "you": own.seat,
            "them": 1 - own.seat,
            "yourScore": mine,
            "theirScore": theirs,
            "yourRevealedCards": [_card(card) for seat, card in laid if seat == own.seat],
            "theirRevealedCards": [_card(card) for seat, card in laid if seat != own.seat],
            "yourUnrevealedCards": [_card(card) for card in own.hand],
            "possibleActions": offered,
            "ruleMaxPoints": game.target,
        }
        assert self._program.stdin is not None
        assert self._program.stdout is not None
        self._program.stdin.write(json.dumps(state) + "\n")
        self._program.stdin.flush()
        said = json.loads(self._program.stdout.readline())
        return _read(said)

    def _declared(self, view: SeatView[Any, Any]) -> Action:
        """Say the truth, as its own game has it done."""
        number, mano = view.own.game.number, view.own.seat == view.game.mano
        highest = max((claim.number or 0 for claim in view.game.envido.claims), default=-1)
        if view.game.envido.claims and (highest > number or (highest == number and not mano)):
            return Action("son_buenas")
        return Action("declare", points=number)

    def _offered(self, view: SeatView[Any, Any]) -> list[dict[str, Any]]:
        own, game = view.own, view.game
        found: list[dict[str, Any]] = []
        bets = game.envido.bets if game.envido is not None and game.envido.state == "open" else ()
        envido = bool(bets)
        for choice in own.choices:
            action: dict[str, Any] = {"playerID": own.seat}
            if choice.verb == "play":
                found += [
                    action | {"name": "reveal_card", "card": _card(card)} for card in own.hand
                ]
            elif choice.verb in ("quiero", "no_quiero"):
                kind = "envido" if envido else "truco"
                name = f"say_{kind}_{choice.verb}"
                found.append(action | {"name": name, "cost": choice.price or 0})
            elif choice.verb in _ACTIONS:
                if choice.verb == "real_envido" and "real_envido" in bets:
                    continue  # unknown there
                if choice.verb in ("envido", "real_envido", "falta_envido") and (
                    view.common.phase == "answer" and not envido
                ):
                    continue  # there, no envido comes before a truco that waits
                found.append(
                    action
                    | {
                        "name": _ACTIONS[choice.verb],
                        "quieroCost": choice.price or 0,
                        "noQuieroCost": 0,
                    }
                )
        if any(each["name"] == "reveal_card" for each in found):
            found.append({"playerID": own.seat, "name": "say_me_voy_al_mazo"})
        return found


def _card(card: Any) -> dict[str, Any]:
    code = SPANISH.code(card)
    return {"suit": _SUITS[code[-1]], "number": int(code[:-1])}


def _read(said: Mapping[str, Any]) -> Action:
    name = said["name"]
    if name == "reveal_card":
        suit = next(letter for letter, suit in _SUITS.items() if suit == said["card"]["suit"])
        return Action("play", card=SPANISH.card(f"{said['card']['number']}{suit}"))
    if name == "say_me_voy_al_mazo":
        return Action("resign")
    if name in _VERBS:
        return Action(_VERBS[name])
    return Action("no_quiero" if name.endswith("_no_quiero") else "quiero")


def main() -> None:
    """Play, and print a line for each opponent."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--seats", type=int, choices=(2, 4, 6), default=2)
    parser.add_argument("--target", type=int, default=15)
    parser.add_argument("--preset", default="tradicional")
    parser.add_argument("--level", choices=[each.name.lower() for each in Level], default="hard")
    parser.add_argument("--newbot", metavar="PATH")
    args = parser.parse_args()
    setting = setting_of(GAME, args.preset, args.seats, target=args.target)
    bot = bot_named(args.level, setting)
    players = {**FAMILY, "beginner": BEGINNER}
    for name in args.names or FAMILY:
        with Newbot(args.newbot) if name == "newbot" else nullcontext() as program:
            other = program or players.get(name) or bot_named(name, setting)
            tell(name, setting, bot, other, matches=args.matches, first=1)


if __name__ == "__main__":
    main()
