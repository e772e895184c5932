"""Garbage is searched for again once all is loaded, and never through what was loaded."""

import gc
from collections.abc import Iterator

import click
import pytest

from cardtui_client.commands.main import cli
from cardtui_client.garbage import hold_back
from cardtui_client.tui.terminal_app import TerminalApp


@pytest.fixture(autouse=True)
def _search_as_before() -> Iterator[None]:
    gc.unfreeze()  # another test may have had a first frame
    yield
    gc.enable()
    gc.unfreeze()


async def test_it_is_held_back_until_the_first_frame() -> None:
    hold_back()
    assert not gc.isenabled()
    async with TerminalApp(None).run_test() as pilot:
        await pilot.pause()
        assert gc.isenabled()
        assert gc.get_freeze_count() > 10_000


async def test_what_was_not_held_back_is_left_alone() -> None:
    async with TerminalApp(None).run_test() as pilot:
        await pilot.pause()
        assert gc.isenabled()
        assert gc.get_freeze_count() == 0


def test_a_command_in_lines_has_its_garbage_searched_for() -> None:
    hold_back()
    assert cli.get_command(click.Context(cli), "rules") is not None
    assert gc.isenabled()
