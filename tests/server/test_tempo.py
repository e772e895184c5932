"""The tempo of bots: each character's own, within bounds, and the same whatever they hold."""

import pytest

from cardtui_engine.library.registry import get_rules
from cardtui_server.characters import NATURES, USUAL_TEMPO, Character
from cardtui_server.match.requests import Start
from cardtui_server.match.state import Sitter, TableState
from cardtui_server.table.pace import hurries, tempo_of
from tests.support.playing import House


async def playing_as(sitter: Sitter) -> TableState:
    """Return a match of Cacho in which that sitter must act."""
    house = House()
    table = await house.table(start=False)
    await table.ask(Start(player="p0"))
    state = table.state
    await house.stop()
    assert state.turn is not None
    (seat,) = state.turn.to_act
    sitters = list(state.sitters)
    sitters[seat] = sitter
    return state._replace(sitters=tuple(sitters))


@pytest.mark.parametrize("character", Character)
async def test_a_bot_has_the_tempo_of_its_character_whatever_its_name(character: Character) -> None:
    for shown in (NATURES[character].name, "Nora 2"):
        bot = Sitter("", shown, bot=1, character=character)
        assert tempo_of(await playing_as(bot)) == NATURES[character].tempo


async def test_people_and_bots_without_a_character_have_none() -> None:
    assert tempo_of(await playing_as(Sitter("p0", "Beto"))) == USUAL_TEMPO
    assert tempo_of(await playing_as(Sitter("p0", "Beto", stand_in=1))) == USUAL_TEMPO
    assert tempo_of(await playing_as(Sitter("", "Beto", bot=1))) == USUAL_TEMPO


def test_no_tempo_leaves_the_bounds() -> None:
    for nature in NATURES.values():
        tempo = nature.tempo
        assert USUAL_TEMPO.least <= tempo.least < tempo.most <= USUAL_TEMPO.most
        assert tempo.at(0) == tempo.least
        assert tempo.at(1) == pytest.approx(tempo.most)


@pytest.mark.parametrize(
    ("game", "setup", "out"),
    [
        ("cacho", {"chips": [0, 40, 40]}, (0,)),
        ("cacho", {"chips": [40, 0, 40]}, (1,)),
        ("cacheta", {"scores": [0, 5, 5]}, (0,)),
    ],
)
async def test_bots_hurry_for_people_who_are_out(
    game: str, setup: dict[str, list[int]], out: tuple[int, ...]
) -> None:
    house = House()
    table = await house.table(game, 3, people=1)
    await house.stop()
    state = table.state
    assert not hurries(state)
    rules = get_rules(game)
    state = state._replace(
        game=rules.setup(rules.options({}, 3), 3, {"hand": 4, "dealer": 2, **setup})
    )
    assert hurries(state) == (out == (0,))
    assert not hurries(state._replace(sitters=(*state.sitters[:2], Sitter("p2", "Ana"))))
    assert not hurries(state._replace(sitters=(state.sitters[1], *state.sitters[1:])))
