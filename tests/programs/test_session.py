"""The session that docs/bots.md shows is what a program is told, and answers."""

import re
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from cardtui_engine import Match
from cardtui_engine.library.bot_lines import (
    GREETING,
    BadAnswer,
    Clock,
    ask_lines,
    end_line,
    error_line,
    event_line,
    match_lines,
    read_answer,
)

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"
ANSWERS = ("1 bet", "2 raise 90")
SEAT = 1
CLOCK = Clock(2000, 10000)


def session() -> Iterator[str]:
    """Yield the lines of a hand of Cacho; what the program answers begins with ``<``."""
    match = Match("cacho", seats=2, options={"hands": 1, "buy_in": 20}, seed=7)
    rules, answers = match.rules, iter(ANSWERS)
    yield GREETING
    yield from match_lines(rules, match.options, ["Ana", "Robo"], SEAT, CLOCK)
    happened = match.events
    number = 0
    while not match.over:
        yield from (event_line(rules.seen(each, SEAT), rules) for each in happened)
        if match.turn.to_act == (SEAT,) and number < len(ANSWERS):
            number += 1
            view = match.seat_view(SEAT)
            yield from ask_lines(view, rules, number, CLOCK, optional=False)
            answer = next(answers)
            yield f"< {answer}"
            try:
                action = read_answer(answer, view, rules, optional=False)
            except BadAnswer as error:
                yield error_line(error)
                action = rules.mildest(match.state, SEAT)
            assert action is not None
            happened = match.act(action, SEAT)
        else:
            happened = match.act(match.choices()[-1].first())
    yield from (event_line(rules.seen(each, SEAT), rules) for each in happened)
    assert match.outcome is not None
    yield end_line(match.outcome.winners)


def test_the_session_on_the_page_is_a_real_one() -> None:
    found = re.search(r"```text\n(cardtui-bot 1\n.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found is not None
    for shown, real in zip_longest(found[1].splitlines(), session(), fillvalue=""):
        if shown.endswith("…"):
            assert real.startswith(shown[:-1])
        else:
            assert shown == real
