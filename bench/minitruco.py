"""Have our bots play the trucos of Brazil against pairs of miniTruco, and count the matches.

miniTruco (https://github.com/chesterbr/minitruco-android) is a program of its own, under the
BSD licence; nothing of it is here. Build its core, and beside it the program that asks it:

    javac -d CLASSES minitruco-android/core/src/main/java/me/chester/minitruco/core/*.java
    javac -cp CLASSES -d CLASSES bench/peers/TrucoPeer.java

    python -m bench.minitruco CLASSES [--game G] [--preset P] [--pair gasparotto|sellani]
        [--level L] [--matches N] [--seed S]

Our engine deals, and says what may be done. Each pack is played twice, with the sides changed over.
Two of ours sit against two of theirs. Both partners are asked for an answer, and who accepts binds,
as there and at our tables. The mão keeps its cards.
Their strategies are told what their own game would tell them. They never raise in an answer, and
where one fails it runs, or plays its first card, as there. Some rules stay ours: who leads after a
tie, which raises are refused, the iron hand with unseen cards.
"""

from __future__ import annotations

import argparse
import math
import subprocess
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

from cardtui_engine import (
    FRENCH,
    UNKNOWN,
    Action,
    Bits,
    Card,
    Level,
    SeatView,
    get_bot_maker,
    get_rules,
)
from cardtui_engine.events import TrickEnded
from cardtui_engine.library.simulate import first_act, next_pack

GAMES: Final = {
    "truco-brasileiro": ("mesa",),
    "truco-paulista": ("paulista", "limpo", "velha", "mineiro"),
}
"""The games and presets that miniTruco has, too."""

PAIRS: Final = ("gasparotto", "sellani")

SUITS: Final = {"H": "c", "D": "o", "S": "e", "C": "p"}

Decide = Callable[[SeatView[Any, Any], Bits], Action | None]
"""How a seat of ours decides."""


class Result(NamedTuple):
    """What came of some matches.

    Attributes:
        won: how many of them ours have won.
        points: what the hands brought ours, less what they brought the others.
        times: the processor time of each of our decisions, in seconds.
    """

    won: list[int]
    points: list[int]
    times: list[float]


class Pair:
    """A pair of miniTruco, asked through a pipe."""

    def __init__(self, name: str, preset: str, pipe: tuple[IO[str], IO[str]]) -> None:
        self._name = name
        self._ladder = (2, 4, 6, 10, 12) if preset == "mineiro" else (1, 3, 6, 9, 12)
        self._clean = preset == "limpo"
        self._to, self._from = pipe
        self._results = [0, 0, 0]

    def begin(self, seed: int) -> None:
        """Have them begin a match."""
        self._results = [0, 0, 0]
        self._say(f"match {self._name} {seed}")

    def see(self, trick: int, team: int | None) -> None:
        """Tell them who won a trick; they remember it until that trick of the next hand ends."""
        self._results[trick] = 3 if team is None else team + 1

    def decide(self, views: dict[int, SeatView[Any, Any]]) -> tuple[int, Action]:
        """Return who of them does what; they are asked in this order."""
        phase = next(iter(views.values())).common.phase
        if phase == "cut":
            [(seat, view)] = views.items()
            taps = any(choice.verb == "tap" for choice in view.own.choices)
            return seat, Action("tap") if taps else Action("cut", at=(20,), source="top")
        if phase == "mao":
            return next(iter(views)), Action("keep")
        if phase == "iron":
            return next(iter(views)), Action("turn_up")
        if phase == "play":
            [(seat, view)] = views.items()
            return seat, self._play(view)
        yes = "play_on" if phase == "eleven" else "accept"
        asked = "eleven" if phase == "eleven" else "answer"
        for seat, view in views.items():
            if self._say(self._told(asked, view)) == "true":
                return seat, Action(yes)
        return next(iter(views)), Action("run")

    def _play(self, view: SeatView[Any, Any]) -> Action:
        """Have one whose turn it is play, or raise."""
        said = self._say(self._told("play", view))
        place = 0 if said == "failed" else int(said)
        if place == -1:
            call = _call_in(view)
            if call is not None:
                return Action(call)
            place = 0
        hidden = place >= 10
        action = Action("play", card=view.own.hand[place % 10], face_down=hidden or None)
        if hidden and not any(action in choice for choice in view.own.choices):
            return action._replace(face_down=None)
        return action

    def _say(self, line: str) -> str:
        self._to.write(line + "\n")
        self._to.flush()
        return self._from.readline().strip()

    def _told(self, asked: str, view: SeatView[Any, Any]) -> str:
        """Return a question with what miniTruco tells a strategy, in the order of its driver."""
        common, game, own = view.common, view.game, view.own
        laid = ["-"] * 12
        for number, cards in enumerate([*[each.cards for each in game.tricks], game.trick]):
            for seat, card in cards:
                laid[4 * number + seat] = _code(card)
        partner = (own.seat + 2) % 4
        hidden = any(seat == partner and card == UNKNOWN for seat, card in game.trick)
        stake = game.stake
        if game.proposed is not None:
            stake = self._ladder[self._ladder.index(game.proposed) - 1]
        # As there, the next stake is the agreed one and three.
        following = 3 if game.raiser is None else stake + 3
        flip = getattr(game, "flip", None)
        words = [
            asked,
            own.seat,
            len(game.tricks) + 1,
            *self._results,
            stake,
            following if _call_in(view) is not None else 0,
            0 if game.caller is None else game.caller + 1,
            game.leader + 1,
            "X" if flip is None else game.manilha,
            *common.scores,
            int(not self._clean),
            int(bool(game.tricks) and not hidden),
            ",".join(map(_code, own.hand)) or "-",
            ",".join(laid),
        ]
        if asked == "eleven":
            seen = own.game.partners if hasattr(own.game, "partners") else own.game.partner
            cards = [each.card if hasattr(each, "card") else each for each in seen]
            words.append(",".join(map(_code, cards)))
        return " ".join(map(str, words))


def _call_in(view: SeatView[Any, Any]) -> str | None:
    """Return the verb with which a seat may raise now, if any."""
    verbs = (choice.verb for choice in view.own.choices)
    return next((verb for verb in verbs if verb in ("truco", "raise")), None)


def _code(card: Card) -> str:
    """Return a card as miniTruco writes it."""
    if card == UNKNOWN:
        return "##"
    code = FRENCH.code(card)
    return code[0] + SUITS[code[1]]


@contextmanager
def asked(classes: Path) -> Generator[tuple[IO[str], IO[str]]]:
    """Run the program that asks miniTruco's strategies; yield the ends of its pipe."""
    command = ["java", "-Xshare:auto", "-XX:+UseSerialGC", "-cp", str(classes), "TrucoPeer"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield process.stdin, process.stdout
        process.stdin.close()


def played(game: str, preset: str, pair: Pair, decide: Decide, numbers: range) -> Result:
    """Play matches; every other one repeats the packs of the one before, with the sides changed."""
    rules = get_rules(game)
    values = next(each.values for each in rules.presets if each.name == preset)
    options = rules.options(values, 4)
    result = Result([], [], [])
    times = result.times
    for number in numbers:
        ours, half = number & 1, number // 2
        pair.begin(number)
        bits = Bits(number << 20)
        state = rules.start(options, 4, half & 3)
        hands = trick = 0
        while not (turn := rules.turn(state)).over:
            if turn.wants_pack:
                hands, trick = hands + 1, 0
                pack = next_pack(rules, state, Bits(half << 20 | hands))
                state, _ = rules.deal(state, pack)
                continue
            if turn.to_act[0] & 1 == ours:
                act = first_act(rules, state, turn.to_act, partial(_timed, decide, bits, times))
                assert act is not None
                seat, action = act
            else:
                views = {seat: rules.seat_view(state, seat) for seat in turn.to_act}
                seat, action = pair.decide(views)
            state, events = rules.apply(state, seat, action)
            for event in events:
                if isinstance(event, TrickEnded):
                    pair.see(trick, event.team)
                    trick += 1
            turn = rules.turn(state)
            if turn.wants_pack or turn.over:
                last = state.game.last
                mine = any(each & 1 == ours for each in last.winners)
                result.points.append(last.points if mine else -last.points)
        winners = rules.view(state, None).common.winners
        result.won.append(int(any(seat & 1 == ours for seat in winners)))
    return result


def _timed(
    decide: Decide, bits: Bits, times: list[float], _seat: int, view: SeatView[Any, Any]
) -> Action:
    """Return what one of ours does; the mão keeps its cards. The time that it takes is added."""
    if view.common.phase == "mao":
        return Action("keep")
    began = time.process_time()
    action = decide(view, bits)
    times.append(time.process_time() - began)
    assert action is not None
    return action


def wilson(won: int, played: int) -> tuple[float, float]:
    """Return the bounds between which the true share lies, 19 times in 20."""
    share, z = won / played, 1.96
    middle = share + z * z / (2 * played)
    off = z * math.sqrt(share * (1 - share) / played + z * z / (4 * played * played))
    return (middle - off) / (1 + z * z / played), (middle + off) / (1 + z * z / played)


def told(result: Result) -> str:
    """Return a line about what came of some matches."""
    count = len(result.won)
    low, high = wilson(sum(result.won), count)
    times = sorted(result.times)
    mean = sum(times) / len(times)
    points = result.points
    return (
        f"{count} matches, won {sum(result.won) / count:.1%} [{low:.1%}, {high:.1%}],"
        f" {sum(points) / len(points):+.3f} a hand;"
        f" {1000 * mean:.2f} ms a decision, p99 {1000 * times[len(times) * 99 // 100]:.2f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Our bots against pairs of miniTruco.")
    parser.add_argument("classes", type=Path, help="where miniTruco's core has been compiled to")
    parser.add_argument("--game", action="append", choices=GAMES)
    parser.add_argument("--preset", action="append", choices=sum(GAMES.values(), ()))
    parser.add_argument("--pair", action="append", choices=PAIRS)
    parser.add_argument("--level", choices=[each.name.lower() for each in Level], default="hard")
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    level = Level[args.level.upper()]
    first = args.seed * 10_000
    for game in args.game or GAMES:
        for preset in GAMES[game]:
            if preset not in (args.preset or GAMES[game]):
                continue
            rules = get_rules(game)
            values = next(each.values for each in rules.presets if each.name == preset)
            bot = get_bot_maker(game)(rules.options(values, 4), 4, level)
            for name in args.pair or PAIRS:
                with asked(args.classes) as pipe:
                    pair = Pair(name, preset, pipe)
                    numbers = range(first, first + args.matches)
                    result = played(game, preset, pair, bot.decide, numbers)
                print(f"{game} {preset:8} {name:10} {told(result)}", flush=True)


if __name__ == "__main__":
    main()
