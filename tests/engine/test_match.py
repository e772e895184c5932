"""A match as one object: it deals, acts, is taken back, copied, recorded and read."""

from typing import Any

import pytest

import cardtui_engine
from cardtui_engine import (
    Act,
    Action,
    BadOption,
    BadSetup,
    Bits,
    Code,
    IllegalAction,
    Match,
    game_ids,
    read_record,
    write_record,
)


def played(game: str, actions: int) -> Match:
    """Return a match in which so much was done at random, or all there was to do."""
    match, bits = Match(game, seed=3), Bits(5)
    for _ in range(actions):
        if match.over:
            break
        match.act(bits.pick(match.choices()).sample(bits))
    return match


@pytest.mark.parametrize("game", game_ids())
def test_the_same_seed_gives_the_same_match_and_another_one_another(game: str) -> None:
    assert Match(game, seed=1).state == Match(game, seed=1).state
    assert Match(game, seed=1).state != Match(game, seed=2).state
    assert played(game, 60).record() == played(game, 60).record()


@pytest.mark.parametrize("game", game_ids())
def test_all_can_be_taken_back_and_done_again(game: str) -> None:
    match = played(game, 40)
    positions, undone = [match.state], list[Act]()
    while any(isinstance(entry, Act) for entry in match.record().entries):
        undone.append(match.undo())
        positions.append(match.state)
    assert undone
    with pytest.raises(IndexError, match="nothing has been done yet"):
        match.undo()
    assert match.state == Match(game, seed=3).state
    for entry in reversed(undone):
        assert match.state == positions.pop()
        match.act(entry.action, entry.seat)
    assert [match.state] == positions


@pytest.mark.parametrize("game", game_ids())
def test_a_record_tells_the_match_and_goes_on_from_there(game: str) -> None:
    match = played(game, 40)
    again = Match.replayed(read_record(write_record(match.record())))
    assert again.state == match.state
    assert again.undo() == match.undo()


def test_a_record_keeps_the_names_of_the_one_that_was_replayed() -> None:
    named = played("cacho", 3).record(("Ana", "Beto"))
    again = Match.replayed(named)
    assert again.players == ("Ana", "Beto")
    assert again.record() == named
    assert again.copy().record() == named
    assert again.record(()).players == ()
    assert Match("cacho").record().players == ()


@pytest.mark.parametrize("game", game_ids())
def test_a_match_can_be_read(game: str) -> None:
    match = Match(game, seed=3)
    first, *lines = str(match).splitlines()
    assert first.startswith(f"{game}, hand 1, ")
    for seat in match.turn.to_act:
        assert any(line.startswith(f"> seat {seat} ") for line in lines)
        assert any(line.startswith(f"seat {seat} may: ") for line in lines)
    assert repr(match).startswith(f"<Match {game}, {match.seats} seats, 0 actions, ")
    assert repr(match.rules) == f"get_rules({game!r})"


def test_a_match_ends_with_an_outcome() -> None:
    match = played("cacho", 10_000)
    assert match.over
    assert match.outcome is not None
    assert match.outcome.winners == match.view(None).common.winners
    assert "(won)" in str(match)
    with pytest.raises(ValueError, match="nobody is to act: the match is over"):
        match.act("bet")


def test_without_a_seed_it_waits_for_each_pack() -> None:
    match = Match("cacho", seats=2)
    assert match.turn.wants_pack
    with pytest.raises(ValueError, match="nobody is to act: the game waits for a pack"):
        match.choices()
    match.deal(match.rules.pack)
    assert match.turn.to_act == (1,)
    with pytest.raises(BadSetup):
        match.deal(match.rules.pack)


def test_a_copy_goes_on_by_itself_with_the_same_chance() -> None:
    match = Match("cacho", seats=2, seed=1)
    other = match.copy()
    for each in (other, match):
        each.act("pass")
        each.act("pass")
    assert other.state == match.state
    other.act("bet")
    assert other.state != match.state
    assert len(other.record().entries) == len(match.record().entries) + 1


def test_an_action_is_a_value_or_text_and_the_seat_the_first_that_is_waited_for() -> None:
    match = Match("cacho", seats=3, seed=1)
    happened = match.act(Action("bet"))
    assert happened == match.events
    assert match.turn.to_act == (2,)
    match.act("bet", seat=2)
    assert match.view(None).common.pot == 2


def test_what_is_refused_changes_nothing() -> None:
    match = Match("cacho", seats=2, seed=1)
    before = match.state
    for text, code in (("dance", Code.MALFORMED), ("call", Code.WRONG_PHASE)):
        with pytest.raises(IllegalAction) as caught:
            match.act(text)
        assert caught.value.code is code
        assert match.state is before
    with pytest.raises(IllegalAction) as caught:
        match.act("bet", seat=0)
    assert caught.value.code is Code.NOT_YOUR_TURN


def test_options_come_from_a_preset_and_ones_own() -> None:
    match = Match("truco-argentino", seats=2, preset="tradicional", options={"target": 15})
    assert match.options["target"] == 15
    assert match.options["scoring"] == "as_called"


def test_what_cannot_be_agreed_is_told() -> None:
    with pytest.raises(KeyError, match="chess"):
        Match("chess")
    with pytest.raises(KeyError, match="mine"):
        Match("cacho", preset="mine")
    with pytest.raises(BadOption):
        Match("cacho", options={"colour": 3})
    with pytest.raises(BadSetup):
        Match("cacho", seats=9)
    for seats in (2.0, True, "2"):
        with pytest.raises(BadSetup, match="seats: "):
            Match("cacho", seats=seats)  # type: ignore[arg-type]
    with pytest.raises(BadSetup):
        Match("cacho", dealer=5)


@pytest.mark.parametrize("game", game_ids())
@pytest.mark.parametrize("wrong", [None, 7, ("bet",), Action([]), Action(None)])  # type: ignore[arg-type]
def test_what_is_no_action_is_malformed(game: str, wrong: Any) -> None:
    with pytest.raises(IllegalAction) as caught:
        Match(game, seed=1).act(wrong)
    assert caught.value.code is Code.MALFORMED


@pytest.mark.parametrize("game", game_ids())
def test_what_is_no_seat_has_no_view(game: str) -> None:
    match = Match(game, seed=1)
    wrong: list[Any] = ["0", 1.0, True, -1, match.seats]
    for viewer in wrong:
        with pytest.raises(ValueError, match="there is no seat"):
            match.view(viewer)
    wrong.append(None)
    for viewer in wrong:
        with pytest.raises(ValueError, match="no seat"):
            match.seat_view(viewer)


def test_a_pack_may_come_card_by_card() -> None:
    match, other = Match("cacho", seats=2), Match("cacho", seats=2)
    match.deal(match.rules.pack)
    other.deal(iter(match.rules.pack))  # type: ignore[arg-type]
    assert other.record() == match.record()
    assert other.state == match.state


def test_actions_of_a_seat_are_all_that_it_may_do() -> None:
    match = Match("cacho", seats=2, seed=1)
    assert [*match.actions()] == [Action("pass"), Action("bet")]
    assert [*match.actions(0)] == []


def test_every_name_of_the_face_is_there_and_says_what_it_is() -> None:
    for name in cardtui_engine.__all__:
        value = getattr(cardtui_engine, name)
        assert value.__doc__ or isinstance(value, int), name


def test_a_match_begins_at_a_prepared_position_and_goes_on_with_a_pack() -> None:
    setup = {"dealer": 1, "hands": [["6S"], ["AD"]], "chips": [7, 9]}
    match = Match.at("cacho", setup, seats=2)
    assert match.dealer == 1
    assert match.view(None).common.chips == (7, 9)
    match.act("pass", 0)
    match.act("bet", 1)
    assert match.turn.wants_pack
    match.deal(match.rules.pack)
    assert match.turn.to_act
    with pytest.raises(ValueError, match="prepared position"):
        match.record()


def test_a_position_that_cannot_be_is_refused_with_its_key() -> None:
    with pytest.raises(BadSetup, match="hands"):
        Match.at("cacheta", {"dealer": 0, "hands": [["4H"], ["5H"]]}, seats=2)
