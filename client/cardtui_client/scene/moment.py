"""A moment: what is to be seen between two positions, and for how long."""

from __future__ import annotations

from typing import NamedTuple

from cardtui_client.scene.scene import Scene
from cardtui_client.scene.shows import STILL, Fresh


class Moment(NamedTuple):
    """What is to be seen before the table as it is now.

    Attributes:
        scene: the table.
        seconds: how long it stays.
        fresh: what is pointed out.
    """

    scene: Scene
    seconds: float
    fresh: Fresh = STILL
