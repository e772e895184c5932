"""How things stand at a Brazilian truco, and how its last hand ended, as lines of text."""

from __future__ import annotations

from cardtui.v1.hands_pb2 import HandEndReason
from cardtui.v1.truco_pb2 import TrucoHandKind
from cardtui_client.faces.match_won import on_tricks
from cardtui_client.faces.truco.brazilian.scene import Public, Result, brink
from cardtui_client.faces.truco.face import tricks_lines
from cardtui_client.i18n import _, n_
from cardtui_client.model.sides import lone_opponent, names, side_name
from cardtui_client.model.table import TableModel


def state_lines(game: Public, model: TableModel) -> list[str]:
    """Return how the hand stands."""
    lines = [
        n_(
            "The hand is worth {n} tento; {mao} is mão.",
            "The hand is worth {n} tentos; {mao} is mão.",
            game.stake,
            mao=model.name_of(game.mao),
        )
    ]
    if game.kind == TrucoHandKind.TRUCO_HAND_KIND_ELEVEN:
        lines.append(
            _(
                "{side} are at {points}.",
                side=side_name(model, game.eleven),
                points=brink(model.view),
            )
        )
    elif game.kind == TrucoHandKind.TRUCO_HAND_KIND_IRON:
        lines.append(_("It is the iron hand."))
    return [*lines, *tricks_lines(game, model)]


def proposed_lines(game: Public) -> list[str]:
    """Return what waits for an answer."""
    if not game.HasField("proposed"):
        return []
    return [_("A raise to {n} is waiting for an answer.", n=game.proposed)]


def outcome(game: Public, model: TableModel) -> list[str]:
    """Return how the last hand ended."""
    if not game.HasField("last"):
        return []
    last = game.last
    winners = names([model.name_of(seat) for seat in last.winners])
    match last.reason:
        case HandEndReason.HAND_END_REASON_DRAWN:
            return [_("The hand is drawn: nobody scores.")]
        case HandEndReason.HAND_END_REASON_ELEVEN_RUN if not last.points:
            return [_("The side at eleven ran, and pays for it.")]
        case _:
            n = last.points
            return [
                n_(
                    "{n} tento for {side} ({why}).",
                    "{n} tentos for {side} ({why}).",
                    n,
                    side=winners,
                    why=reason(last, model),
                )
            ]


def reason(last: Result, model: TableModel) -> str:
    """Return the sheet's word for how a hand ended, in a few words."""
    name = lone_opponent(model, last.winners[0]) if last.winners else ""
    match last.reason:
        case HandEndReason.HAND_END_REASON_TRICKS:
            return on_tricks(model)
        case HandEndReason.HAND_END_REASON_RUN:
            return _("{name} ran", name=name) if name else _("the others ran")
        case HandEndReason.HAND_END_REASON_ELEVEN_RUN:
            if name:
                return _("{name} ran before play", name=name)
            return _("the others ran before play")
        case HandEndReason.HAND_END_REASON_DRAWN:
            return _("it is drawn")
        case HandEndReason.HAND_END_REASON_FOUL:
            if name:
                return _("{name} called truco when nobody may", name=name)
            return _("the others called truco when nobody may")
        case _:
            return ""
