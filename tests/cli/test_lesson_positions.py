"""Every position that a lesson can come to: each act is explained, and there is always a way on."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from cardtui_client.faces.game_words import clause_texts
from cardtui_client.i18n import LANGUAGES, _, set_language
from cardtui_engine.actions import Action
from cardtui_engine.library.registry import get_rules
from cardtui_engine.refusals import IllegalAction
from cardtui_lessons.games import all_lessons
from cardtui_lessons.hand import Counsel, PreparedTable, clause_of_verb
from cardtui_lessons.lesson import LEARNER, Hand, Lesson, cast_with
from cardtui_server.lobby.games import sheet
from tests.support.nights import by_night

CAST = cast_with("Ana")
HANDS = [
    pytest.param(lesson, hand, id=f"{lesson.game}-{number}")
    for lesson in all_lessons().values()
    for number, hand in enumerate(lesson.hands, 1)
]
ACTS = 40
"""The acts of the learner after which a hand of draws and discards is left unfinished."""

IN_A_ROW = 40
"""More than all others together do until the learner is asked, or the hand has ended."""


class Walk:
    """One hand, played by a learner who does anything."""

    def __init__(self, lesson: Lesson, hand: Hand, seed: int) -> None:
        self.table = PreparedTable(lesson, hand, CAST)
        self.counsel = Counsel(lesson, hand, CAST)
        self.said: list[str] = []
        self._lesson = lesson
        self._hand = hand
        self._random = Random(seed)

    def positions(self) -> Iterator[frozenset[str]]:
        """Yield what the learner may do, position after position."""
        table, match = self.table, self.table.match
        for _turn in range(ACTS):
            self.others()
            if table.over:
                return
            choices = table.choices()
            yield frozenset(choice.verb for choice in choices)
            self.said.append(self.counsel.advice(match))
            verb = self._random.choice(sorted({choice.verb for choice in choices}))
            fitting = (each for each in match.actions(LEARNER) if each.verb == verb)
            action = self._random.choice([*islice(fitting, 200)])
            self.said.append(self.counsel.remark(match.seat_view(LEARNER), action))
            self.do(action)

    def do(self, action: Action) -> None:
        """Do that for the learner."""
        self.counsel.note(LEARNER, action)
        self.table.act(LEARNER, action)

    def others(self) -> None:
        """Have the others act until the learner is asked, or the hand has ended."""
        for _act in range(IN_A_ROW):
            if self.table.over or self.table.waits:
                return
            seat = self.table.next
            action, thought = self._lesson.decide(self._hand, self.table.match, seat)
            assert thought
            self.counsel.note(seat, action)
            self.table.act(seat, action)
        pytest.fail("the others play on without the learner")


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, *by_night(24)])
@pytest.mark.parametrize(("lesson", "hand"), HANDS)
def test_every_act_is_explained_wherever_the_learner_goes(
    lesson: Lesson, hand: Hand, players: int
) -> None:
    rules = get_rules(lesson.game)
    met: set[tuple[str, str]] = set()
    for walk in (Walk(lesson, hand, seed) for seed in range(players)):
        for verbs in walk.positions():
            assert verbs, "there is no way on"
            met |= {(verb, walk.table.match.turn.phase) for verb in verbs}
        if walk.table.over:
            sentence = walk.counsel.verdict(walk.table.match).sentence
            assert sentence
            assert "{" not in sentence
        assert not any("{" in each for each in walk.said)
    for language in LANGUAGES:
        set_language(language)
        try:
            text = sheet(lesson.game, language)
            for verb, phase in met:
                assert _(lesson.verbs[verb])
                assert clause_texts(text, clause_of_verb(rules, verb, phase)), (verb, phase)
        finally:
            set_language("en")


@pytest.mark.parametrize("learner", ["Nora", "tito", " LILA "])
def test_nobody_at_the_table_has_the_learners_name(learner: str) -> None:
    names = [name.strip().casefold() for name in cast_with(learner)]
    assert len({*names}) == 4


def test_who_does_not_come_far_is_told_what_to_keep_and_then_what_to_throw() -> None:
    lesson = all_lessons()["cacheta"]
    walk = Walk(lesson, lesson.hands[2], 0)
    table, match = walk.table, walk.table.match
    said: list[str] = []
    while len(said) < 7:
        walk.others()
        walk.do(next(each for each in match.actions(LEARNER) if each.source == "stock"))
        said.append(walk.counsel.advice(match))
        walk.do(next(each for each in match.actions(LEARNER) if each.verb == "discard"))
    assert not table.over
    assert said[:3] == ["", "", ""]
    assert all(each.startswith("Keep") for each in said[3:5])
    assert all(each.startswith("Discard the") for each in said[5:])


def test_a_hand_that_is_won_in_another_way_has_not_reached_its_goal() -> None:
    lesson = all_lessons()["truco-paulista"]
    walk = Walk(lesson, lesson.hands[4], 0)
    walk.others()
    walk.do(Action("accept"))
    walk.others()
    while not walk.table.over:
        walk.do(max(walk.table.match.actions(LEARNER), key=lambda each: each.verb == "play"))
        walk.others()
    assert walk.counsel.verdict(walk.table.match).sentence.startswith(
        "You won this hand, but not as its goal has it: "
    )


@pytest.mark.parametrize("game", ["truco-argentino", "truco-brasileiro", "truco-paulista"])
def test_the_first_hand_of_a_truco_offers_cards_alone_and_refuses_a_call_kindly(game: str) -> None:
    lesson = all_lessons()[game]
    walk = Walk(lesson, lesson.hands[0], 0)
    walk.others()
    assert {each.verb for each in walk.table.choices()} == {"play"}
    with pytest.raises(IllegalAction, match="comes in a later hand"):
        walk.table.act(LEARNER, Action("truco"))
    assert not walk.table.over


def test_a_remark_is_made_only_where_it_is_true() -> None:
    lesson = all_lessons()["cacheta"]
    walk = Walk(lesson, lesson.hands[0], 0)
    match = walk.table.match
    walk.do(Action("draw", source="stock"))
    king = Action("discard", card=match.rules.deck.card("KC"))
    assert "you could have knocked" in walk.counsel.remark(match.seat_view(LEARNER), king)
    walk.do(king)
    walk.others()
    walk.do(Action("draw", source="stock"))
    drawn = Action("discard", card=match.rules.deck.card("4H"))
    could_knock = any(each.verb == "knock" for each in match.choices(LEARNER))
    assert bool(walk.counsel.remark(match.seat_view(LEARNER), drawn)) == could_knock
