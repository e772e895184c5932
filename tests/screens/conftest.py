"""What every test of a screen needs: golden pictures (`looks_right`) and texts (`reads_right`), no
animations, a known language. On which Python pictures are compared:
`pytest_collection_modifyitems`.
"""

import difflib
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from syrupy.types import SerializedData
from textual.app import App
from textual.widgets import Input

from cardtui_client import i18n
from tests.support.screen import lines

LookRight = Callable[[App[Any]], None]


class PictureExtension(SingleFileSnapshotExtension):
    """Keeps each golden picture as an SVG file of its own, to be looked at in a browser."""

    file_extension = "svg"
    _write_mode = WriteMode.TEXT

    def matches(self, *, serialized_data: SerializedData, snapshot_data: SerializedData) -> bool:
        """Compare what is seen: not the name of the picture, a sum over all that is unseen too."""
        return _nameless(serialized_data) == _nameless(snapshot_data)


def _nameless(svg: SerializedData) -> str:
    return re.sub(r"terminal-\d+", "terminal", str(svg))


def picture(app: App[Any]) -> str:
    """Return the screen as SVG, without the fonts of the exporter, which lie on the network."""
    # A dialog keeps the screen beneath as it was at some earlier moment, or as nothing at all.
    app.screen.refresh()
    drawn = app.export_screenshot(title="cardtui")
    drawn = re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.DOTALL)
    return drawn.replace("Fira Code, monospace", "DejaVu Sans Mono, monospace")


class TextExtension(SingleFileSnapshotExtension):
    """Keeps what can be read on a screen as a text of its own."""

    file_extension = "txt"
    _write_mode = WriteMode.TEXT


def text(app: App[Any]) -> str:
    """Return the screen as text, as an expected picture is kept."""
    return "\n".join([*lines(app), ""])


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Compare pictures on one Python: what is drawn follows from the versions of libraries."""
    pictured = [each for each in items if _has_picture(each)]
    for item in pictured:
        item.add_marker(pytest.mark.once)
    if config.option.update_snapshots:
        items[:] = pictured


def _has_picture(item: pytest.Item) -> bool:
    return isinstance(item, pytest.Function) and not LOOKS.isdisjoint(item.fixturenames)


LOOKS = {"looks_right", "reads_right"}


@pytest.fixture
def looks_right(
    snapshot: SnapshotAssertion, tmp_path: Path, request: pytest.FixtureRequest
) -> LookRight:
    """Compare the screen with the golden picture of this test (`--snapshot-update` renews).

    By night, when moments are looked at once more at other sizes, their text is compared alone.
    """
    if request.node.get_closest_marker("nightly"):
        return _compared(snapshot.use_extension(TextExtension), text, str.splitlines, tmp_path)
    return _compared(snapshot.use_extension(PictureExtension), picture, _words, tmp_path)


@pytest.fixture
def reads_right(snapshot: SnapshotAssertion, tmp_path: Path) -> LookRight:
    """Compare what can be read on the screen with the golden text of this test."""
    return _compared(snapshot.use_extension(TextExtension), text, str.splitlines, tmp_path)


def _compared(
    golden: SnapshotAssertion,
    draw: Callable[[App[Any]], str],
    told: Callable[[str], list[str]],
    folder: Path,
) -> LookRight:
    def check(app: App[Any]) -> None:
        drawn = draw(app)
        if drawn == golden:
            return
        now = folder / "now.svg"
        now.write_text(picture(app), encoding="utf-8")
        before = golden.executions[golden.num_executions - 1].recalled_data
        if before is None:
            changes = "there is nothing golden yet"
        else:
            changed = difflib.unified_diff(
                told(str(before)), told(drawn), "golden", "now", lineterm=""
            )
            changes = "\n".join(changed) or "only colours or styles differ"
        pytest.fail(f"the screen is not what it was; now: {now}\n{changes}", pytrace=False)

    return check


def _words(svg: str) -> list[str]:
    return [
        re.sub(r"<[^>]+>", "", text).replace("&#160;", " ")
        for text in re.findall(r"<text[^>]*>.*?</text>", svg)
    ]


def _leave_cursor(_input: Input) -> None:
    pass


@pytest.fixture(autouse=True)
def _english_and_still(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("CARDTUI_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CARDTUI_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")
    # A cursor that blinks would be in some pictures and not in others.
    # Not a mock: Textual asks it how many arguments it takes, and a mock has any attribute.
    monkeypatch.setattr(Input, "_toggle_cursor", _leave_cursor)
    i18n.set_language("en")
    yield
    i18n.set_language("en")
