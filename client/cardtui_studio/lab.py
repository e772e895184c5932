"""``cardtui lab``: what the choices of a match would have been worth, by what you could know, in
lines; how often it says how far it is (`_TELL_EVERY`). Which choices, and the words: `examined.py`;
how long each is tried: `film.py`.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from cardtui_client.command_line.errors import Failed
from cardtui_client.command_line.options import kept_file
from cardtui_client.command_line.profile import load_settings
from cardtui_client.exit_codes import INTERRUPTED, OK, USAGE
from cardtui_client.i18n import _, decimal, n_

if TYPE_CHECKING:
    from cardtui_engine.library.lab import Appraisal, Mistake, Worth
    from cardtui_studio.examined import Examined
    from cardtui_studio.film import Advised

_TELL_EVERY: Final = 10.0
"""Seconds between two lines that say how long it will take."""


@click.command(
    epilog="""\b
Examples:
  cardtui lab match.txt
  cardtui lab 1
  cardtui lab match.txt --eyes Ana --most 3
  cardtui lab match.txt --step 37
  cardtui lab match.txt --step 37 --json
"""
)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path), callback=kept_file)
@click.option(
    "--eyes",
    metavar="WHO",
    help="Whose mistakes: a name, a seat from 1, or all; by default your own.",
)
@click.option(
    "--step", type=click.IntRange(1), metavar="STEP", help="Look at the choices of this step."
)
@click.option(
    "--most",
    type=click.IntRange(1, 1000),
    default=10,
    show_default=True,
    metavar="COUNT",
    help="List no more mistakes than that.",
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def command(*, file: Path, eyes: str | None, step: int | None, most: int, as_json: bool) -> int:
    """Show what the choices of the match in FILE would have been worth, and the worst mistakes.

    FILE is the record of a match, or the number of one of yours in the list of cardtui records.
    Each choice is tried in many hands that the player could not tell apart, and strong bots play
    them to their end.
    """
    from cardtui_client.scene.commands import Eyes
    from cardtui_studio.examined import Examined
    from cardtui_studio.match_film import film_of, whose_eyes

    film = film_of(file)
    match, code = Examined(film.record, film.names, film.hands), OK
    if step is not None:
        seen = _looked_at(match, step)
        told = [_as_json(match, step, seen)] if as_json else [*_choices_told(match, step, seen)]
    else:
        looking = whose_eyes(eyes, film, load_settings().name)
        if eyes is not None and looking == Eyes():
            raise Failed(_("A spectator makes no choices: name a player, or all."), USAGE)
        found, whole = _mistakes(match, looking.seat)
        found = sorted(found, key=lambda each: -each.done.loss)[:most]
        told = [_mistakes_as_json(match, found)] if as_json else [*_mistakes_told(match, found)]
        if not (whole or found or as_json):
            told = []
        code = OK if whole else INTERRUPTED
    for line in told:
        click.echo(line)
    return code


def _looked_at(match: Examined, step: int) -> Appraisal:
    """Return what the choices of a step are worth, as sure as it gets in the time there is.

    Raises:
        Failed: nobody chose anything there.
    """
    from cardtui_studio.film import tried_part

    acts = match.decisions()
    if step not in acts:
        raise Failed(
            _("At step {step} nobody had a choice; try {near}.", step=step, near=_near(step, acts)),
            USAGE,
        )
    began, seen = time.monotonic(), None
    with _bar(_("Trying the choices"), 100) as bar:
        for seen in match.appraised(step):
            part = tried_part(time.monotonic() - began, seen.worlds)
            bar.update(int(100 * part) - bar.pos)
            if part >= 1:
                break
    assert seen is not None
    return seen


def _near(step: int, acts: Sequence[int]) -> str:
    from cardtui_client.model.cards import either_words

    return either_words([*map(str, sorted(sorted(acts, key=lambda each: abs(each - step))[:3]))])


def _mistakes(match: Examined, seat: int | None) -> tuple[list[Mistake], bool]:
    """Return the mistakes of a seat, or of all, and whether nobody gave up waiting for them."""
    places = match.suspects(seat)
    found: list[Mistake] = []
    done = 0
    try:
        what = _("Going through the match")
        waiting = _Waiting(what, places)
        with _bar(what, len(places)) as bar:
            for now, _step, each in match.mistakes(places):
                found += [each] if each else []
                bar.update(now - done)
                done = now
                waiting.tell(done)
    except KeyboardInterrupt:
        told = _("Interrupted after {done} of {all} choices.", done=done, all=len(places))
        click.echo(told, err=True)
    return found, done == len(places)


class _Waiting:
    """How long it will take, in lines, where nobody watches a bar."""

    def __init__(self, what: str, places: Sequence[int]) -> None:
        self._all = len(places)
        self._began = time.monotonic()
        self._told: float | None = None
        self._say(f"{what}…")

    def tell(self, done: int) -> None:
        """Say how long it will take: after the first choice, and now and then."""
        now = time.monotonic()
        if not done or (self._told is not None and now - self._told < _TELL_EVERY):
            return
        self._told = now
        left = round((now - self._began) / done * (self._all - done))
        clock = f"{left // 60}:{left % 60:02}"
        said = _(
            "{done} of {all} choices; about {left} left.", done=done, all=self._all, left=clock
        )
        self._say(said)

    def _say(self, line: str) -> None:
        if not sys.stderr.isatty():
            click.echo(line, err=True)


def _bar(label: str, length: int) -> Any:
    # In a pipe nobody watches a bar.
    shown_in = sys.stderr if sys.stderr.isatty() else StringIO()
    return click.progressbar(length=length, label=label, file=shown_in)


def _choices_told(match: Examined, step: int, seen: Appraisal) -> Iterator[str]:
    from cardtui_studio.examined import verdict_of

    act = match.act(step)
    yield _(
        "Hand {hand}, step {step}: {name} to act, holding {cards}.",
        hand=match.hand_of(step),
        step=step,
        name=match.names[act.seat],
        cards=match.held(step),
    )
    yield n_(
        "Tried in {n} hand that looked the same from that seat.",
        "Tried in {n} hands that looked the same from that seat.",
        seen.worlds,
    )
    for name, part in seen.contests.items():
        yield _("{contest}: won in {part} %.", contest=name.capitalize(), part=round(100 * part))
    words = [match.words(each.action) for each in seen.choices]
    width = max(map(len, words))
    for each, said in zip(seen.choices, words, strict=True):
        mark = "→" if each.action == act.action else " "
        yield f"{mark} {said:{width}}  {_worth_told(each, of_match=seen.of_match)}"
    yield verdict_of(match.in_words(step, seen))


def _worth_told(worth: Worth, *, of_match: bool) -> str:
    if of_match:
        return _(
            "match: {mean} ± {margin} %   wins {wins} %   a strong bot: {chosen} %",
            mean=f"{decimal(100 * worth.mean):>5}",
            margin=decimal(100 * worth.margin),
            wins=f"{round(100 * worth.wins):3}",
            chosen=f"{round(100 * worth.chosen):3}",
        )
    return _(
        "{mean} ± {margin}   wins {wins} %   a strong bot: {chosen} %",
        mean=decimal(worth.mean, "+6.2f"),
        margin=decimal(worth.margin, ".2f"),
        wins=f"{round(100 * worth.wins):3}",
        chosen=f"{round(100 * worth.chosen):3}",
    )


def _mistakes_told(match: Examined, found: Sequence[Mistake]) -> Iterator[str]:
    from cardtui_studio.examined import cost_words

    if not found:
        yield _("No clear mistake: nothing in this match was surely one.")
        return
    for each in found:
        yield _(
            "Hand {hand}, step {step}, {name}’s choice: {done}. Better: {best}, by {cost}.",
            hand=match.hand_of(each.step),
            step=each.step,
            name=match.names[each.act.seat],
            done=match.words(each.act.action),
            best=match.words(each.best.action),
            cost=cost_words(
                each.done.loss, each.done.loss_margin, match.unit(of_match=each.of_match)
            ),
        )
    yield _("More about one of them: cardtui lab FILE --step STEP.")


def _as_json(match: Examined, step: int, seen: Appraisal) -> str:
    act = match.act(step)
    told = {
        "hand": match.hand_of(step),
        "step": step,
        "seat": act.seat,
        "done": match.written(act.action),
        "worlds": seen.worlds,
        "contests": dict(seen.contests),
        "of_match": seen.of_match,
        "ruse": seen.ruse and seen.ruse.value,
        "choices": [_worth_data(match, each) for each in seen.choices],
        "advice": _advice_data(match.advised(step)),
    }
    return json.dumps(told, ensure_ascii=False)


def _mistakes_as_json(match: Examined, found: Sequence[Mistake]) -> str:
    told = [
        {
            "hand": match.hand_of(each.step),
            "step": each.step,
            "seat": each.act.seat,
            "of_match": each.of_match,
            "done": _worth_data(match, each.done),
            "best": _worth_data(match, each.best),
        }
        for each in found
    ]
    return json.dumps({"mistakes": told}, ensure_ascii=False)


def _advice_data(bot: Advised) -> dict[str, Any]:
    from cardtui.v1.table_service_pb2 import AdviceReason

    reason = AdviceReason.Name(bot.reason).removeprefix("ADVICE_REASON_").lower()
    return {"action": bot.written, "reason": reason, "numbers": list(bot.numbers)}


def _worth_data(match: Examined, worth: Worth) -> dict[str, Any]:
    return {**worth._asdict(), "action": match.written(worth.action)}
