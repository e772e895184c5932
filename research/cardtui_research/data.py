"""The arrays to learn from that are made from recorded matches: `arrays`, a row for each decision.
The fields come from `Choosing`: `engine/cardtui_engine/library/research/decisions.py`.

    python -m cardtui_research.data decisions.npz FILE...

The files are records of one game, all played with the same options for as many seats. The arrays
have a row for each decision:

| array | |
| --- | --- |
| ``observation`` | what the seat could know, as whole numbers (`ObservationSpace`) |
| ``action_mask`` | a 1 for each action that was legal |
| ``action`` | the id of what was chosen (`ActionIds`) |
| ``seat`` | who decided |
| ``worth`` | what the match brought to the seat, for a stake of 1 |
| ``match`` | the number of the file, from 0 |

``task`` is JSON: the game, its seats, its options.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cardtui_engine import Record, RecordError, read_record
from cardtui_engine.library.research.decisions import decisions
from cardtui_engine.library.research.episodes import Task


def arrays(records: Iterable[Record]) -> dict[str, NDArray[np.generic]]:
    """Return the decisions of matches as arrays.

    Raises:
        ValueError: there is no decision, or the matches were not played alike.
        RecordError: a record breaks the rules.
    """
    task: Task | None = None
    rows, masks, others = [], [], []
    for number, record in enumerate(records):
        if task is None:
            task = Task(record.game, seats=record.seats, options=record.options)
        for each in decisions(record, task):
            rows.append(np.array(each.numbers, np.int32))
            masks.append(np.frombuffer(task.ids.mask(each.legal), np.int8))
            others.append((each.chosen, each.seat, each.worth, number))
    if task is None or not rows:
        raise ValueError("there are no decisions in these matches")
    chosen, seats, worth, numbers = zip(*others, strict=True)
    played = {
        "game": task.rules.id,
        "seats": task.seats,
        "options": {**task.options},
    }
    return {
        "observation": np.stack(rows),
        "action_mask": np.stack(masks),
        "action": np.array(chosen, np.int32),
        "seat": np.array(seats, np.int8),
        "worth": np.array(worth, np.float32),
        "match": np.array(numbers, np.int32),
        "task": np.array(json.dumps(played)),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the decisions of records into a file; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m cardtui_research.data",
        description="Write the decisions of recorded matches into one file of arrays.",
    )
    parser.add_argument("out", type=Path, help="the file to write (.npz)")
    parser.add_argument("records", type=Path, nargs="+", help="records of matches")
    chosen = parser.parse_args(arguments)
    read: list[Record] = []
    for path in chosen.records:
        try:
            read.append(read_record(path.read_text(encoding="utf-8")))
        except (OSError, UnicodeDecodeError, RecordError) as error:
            print(f"{path}: {error}", file=sys.stderr)
            return 1
    try:
        made = arrays(read)
        with chosen.out.open("wb") as file:
            np.savez_compressed(file, **made)  # type: ignore[arg-type]
    except (OSError, ValueError) as error:
        print(f"{chosen.out}: {error}", file=sys.stderr)
        return 1
    print(f"{chosen.out}: {len(made['action'])} decisions of {len(read)} matches")
    return 0


if __name__ == "__main__":
    sys.exit(main())
