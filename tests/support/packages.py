"""Packages of others that bring games: installed in a folder for a test (`install`,
`installed`).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from importlib import invalidate_caches
from pathlib import Path
from typing import Any, Final

from cardtui_client.command_line.skeleton import high_card
from cardtui_engine.library import registry
from cardtui_server.match import timed_rules
from cardtui_server.wire import codec, table_encoder
from cardtui_studio import wire_views

HIGH_CARD = Path(high_card.__file__).read_text("utf-8")
"""The source of a game that keeps all laws."""


LOW_WINS = HIGH_CARD.replace(
    "for seat, score in enumerate(state.scores) if score == most",
    "for seat, score in enumerate(state.scores) if score == min(state.scores)",
).replace("    deck = FRENCH", "    low_wins = True\n    deck = FRENCH")
"""The same, but that the fewest points win."""


def install(
    folder: Path, game: str, source: str, *, package: str = "", target: str = "GAME"
) -> Path:
    """Install a package of one module that brings a game, and return the folder."""
    name = package or f"cardtui-{game}"
    module = name.replace("-", "_")
    folder.mkdir(exist_ok=True)
    (folder / f"{module}.py").write_text(source, "utf-8")
    about = folder / f"{module}-1.5.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.5\n")
    (about / "entry_points.txt").write_text(f"[cardtui.games]\n{game} = {module}:{target}\n")
    return folder


def called(game: str) -> str:
    """Return the source of that game under another id."""
    return HIGH_CARD.replace('"high-card"', f'"{game}"')


_FAILS = {
    "slow": (
        "        assert action.card is not None",
        "        while True:\n            pass",
    ),
    "raising": ("state.target, state.last)", "state.target // len(state.hands[0]), state.last)"),
    "stuck": ("        return (Choice(", "        return () if state.trick else (Choice("),
}
FAILING: Final = {game: called(game).replace(*fault) for game, fault in _FAILS.items()}
"""Games that begin well, and then do not answer, raise, or let nobody act: their sources by id."""


def finding(folder: Path) -> Mapping[str, str]:
    """Return the environment of a process that finds what is installed there."""
    return {**os.environ, "PYTHONPATH": str(folder)}


@contextmanager
def installed(folder: Path) -> Generator[None]:
    """Have this process find what is installed in the folder, for as long as the block runs."""
    sys.path.insert(0, str(folder))
    _forget()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for file in folder.glob("*.py"):
            sys.modules.pop(file.stem, None)
        _forget()


def _forget() -> None:
    invalidate_caches()
    known: tuple[Any, ...] = (
        *(registry._others, registry.get_game, registry.get_rules, registry.get_bot_maker),
        *(codec.codec_for, table_encoder.views_of, timed_rules.rules_of, wire_views.wire_views),
    )
    for each in known:
        each.cache_clear()
