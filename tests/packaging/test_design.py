"""What docs/design.md says of colours and sizes is what the client draws with."""

from __future__ import annotations

import re
from pathlib import Path

from cardtui_client.tui.paint.cards import Size
from cardtui_client.tui.themes import THEMES

TEXT = (Path(__file__).parent.parent.parent / "docs/design.md").read_text(encoding="utf-8")


def test_the_palette_is_that_of_the_dark_theme() -> None:
    dark = THEMES["dark"]
    rows = re.findall(r"^\| ((?:`[a-z0-9-]+`(?:, )?)+) \| `(#[0-9a-f]{6})` \|", TEXT, re.MULTILINE)
    named = [(word, colour) for words, colour in rows for word in re.findall(r"`(.+?)`", words)]
    assert len(named) > 15
    for word, colour in named:
        assert {**vars(dark), **dark.variables}[word] == colour, word


def test_every_size_of_a_card_is_told() -> None:
    rows = re.findall(r"^\| (\w+) \| (\d+)×(\d+) \|", TEXT, re.MULTILINE)
    told = {name.upper(): (int(width), int(height)) for name, width, height in rows}
    assert told == {size.name: (size.width, size.height) for size in Size}
