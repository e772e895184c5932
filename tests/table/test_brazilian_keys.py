"""The keys of Brazilian truco: the mão's word, face down, raises, and iron cards."""

import pytest

from tests.support.brazilian_tables import iron, mao, playing, trick
from tests.support.seated import seated


@pytest.mark.parametrize(
    ("key", "verb"), [("q", "keep"), ("p", "truco_brasileiro_pass"), ("n", "reject")]
)
async def test_the_mao_decides_with_one_key(key: str, verb: str) -> None:
    """TB-05."""
    async with seated(mao()) as at:
        await at.type(key)
        assert at.said == [verb]


@pytest.mark.parametrize(("keys", "hidden"), [("h 1 enter", True), ("h h 1 enter", False)])
async def test_a_card_goes_face_down_after_the_toggle_and_once(keys: str, hidden: bool) -> None:
    """TB-22."""
    async with seated(trick()) as at:
        await at.type(*keys.split())
        assert at.scripted.acts[0].play.face_down is hidden
        assert not at.controller.ui.hiding


async def test_no_card_goes_face_down_in_the_first_trick() -> None:
    """TB-22."""
    async with seated(playing()) as at:
        await at.type("h", "1", "enter")
        assert not at.scripted.acts[0].play.face_down


async def test_the_same_key_calls_truco_and_raises_it() -> None:
    """TB-32."""
    async with seated(playing(scores=[0, 0])) as at:
        await at.type("t")
        at.scripted.do(1, "raise")
        await at.settle()
        await at.type("t")
        assert at.said == ["truco", "truco_brasileiro_raise"]


async def test_the_queda_is_asked_about_once() -> None:
    raised = playing("0 play 7S", "1 truco", "2 raise", "3 raise", scores=[0, 0])
    async with seated(raised) as at:
        await at.type("t")
        assert at.said == []
        assert at.offers("re you sure?")
        await at.type("enter")
        assert at.said == ["truco_brasileiro_raise"]


async def test_what_the_rules_forbid_is_answered_with_the_rule() -> None:
    """TB-34."""
    async with seated(playing("0 truco", "1 accept")) as at:
        await at.type("t")
        assert at.tells("The raise has been accepted")


@pytest.mark.parametrize("key", ["enter", "1", "3"])
async def test_an_iron_card_is_turned_up_whichever_is_pressed(key: str) -> None:
    """TB-53."""
    async with seated(iron()) as at:
        await at.type(key)
        assert at.said == ["turn_up"]
