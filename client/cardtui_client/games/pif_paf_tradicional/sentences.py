"""What is done at traditional Pif Paf alone, told as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from cardtui.v1 import betting_pb2, events_pb2
from cardtui_client.games.actor import Actor
from cardtui_client.games.betting.sentences import put_in
from cardtui_client.games.rummy.sentences import down
from cardtui_client.i18n import _, n_


def acted(
    event: events_pb2.Acted, who: Actor, among: Sequence[events_pb2.Event]
) -> list[str] | None:
    """Tell an action; ``None`` for what all rummy games have."""
    put = put_in(event.seat, among)
    match event.action.WhichOneof("action"):
        case "vou":
            return [_vou(who.name, put)]
        case "pagar":
            return [
                n_(
                    "{name}: “Pago!” {n} chip more.",
                    "{name}: “Pago!” {n} chips more.",
                    put.chips,
                    name=who.name,
                )
            ]
        case "estou_fora":
            return [_("{name}: “Estou fora.” The cards go down.", name=who.name)]
        case "bater":
            return [down(_("{name}: “Bati!”", name=who.name), who, event.action)]
        case _:
            return None


def _vou(name: str, put: betting_pb2.ChipsBet) -> str:
    chips = put.to
    if not chips:
        return f"{name}: “Vou!”"
    if put.raised:
        return n_(
            "{name}: “Vou!” Raised to {n} chip.",
            "{name}: “Vou!” Raised to {n} chips.",
            chips,
            name=name,
        )
    return n_("{name}: “Vou!” {n} chip.", "{name}: “Vou!” {n} chips.", chips, name=name)
