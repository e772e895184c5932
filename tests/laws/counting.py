"""Counts in how many ways hands of small packs can go, turn by turn, and writes the numbers down.

python -m tests.laws.counting    counts anew what `node_counts.json` holds; read the diff

Each entry names a game, its seats and options, the pack, the actions that come first, and how deep
it is counted. Compare another implementation with it.
"""

import json
from pathlib import Path
from typing import Any, Final

from cardtui_engine.library.action_text import parse_action_text
from cardtui_engine.library.registry import get_rules
from cardtui_engine.library.research.episodes import Task
from cardtui_engine.library.research.node_counts import node_counts
from cardtui_engine.library.research.small_packs import with_fewer_cards

GOLDEN: Final = Path(__file__).with_name("node_counts.json")


def entries() -> list[dict[str, Any]]:
    """Return what was counted, with the numbers."""
    read: list[dict[str, Any]] = json.loads(GOLDEN.read_text(encoding="utf-8"))
    return read


def counted(entry: dict[str, Any]) -> list[int]:
    """Return the numbers of an entry, counted anew."""
    codes = entry["pack"].split()
    rules = with_fewer_cards(get_rules(entry["game"]), codes)
    task = Task(
        rules,
        seats=entry["seats"],
        options=entry["options"],
        interrupts=entry["interrupts"],
    )
    episode = task.begin()
    episode.deal(rules.deck.cards(codes))
    for text in entry["first"]:
        episode.act(task.ids.id_of(parse_action_text(text, rules)))
    return node_counts(episode, entry["turns"])


def main() -> None:
    """Count everything anew."""
    lines = [json.dumps({**entry, "counts": counted(entry)}) for entry in entries()]
    GOLDEN.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
