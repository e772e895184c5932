"""What happens at Truco Paulista alone, told as sentences: the vira, fouls, games won."""

from __future__ import annotations

from collections.abc import Sequence

from cardtui.v1 import events_pb2, truco_paulista_pb2
from cardtui_client.games.actor import actor_of
from cardtui_client.games.arguments import verb_of_action
from cardtui_client.i18n import _, mark
from cardtui_client.model.cards import card_words, corner, face
from cardtui_client.model.sides import side_name, sides_in_order
from cardtui_client.model.table import TableModel

Public = truco_paulista_pb2.TrucoPaulistaPublic


def sentences(
    event: events_pb2.Event, game: Public, model: TableModel, among: Sequence[events_pb2.Event]
) -> list[str] | None:
    """Tell an event that other Brazilian trucos do not have; ``None`` for all others."""
    match event.WhichOneof("event"):
        case "acted" if any(each.HasField("fouled") for each in among):
            return [
                actor_of(event.acted.seat, model).did(
                    mark("{name} calls truco when nobody may: a foul."),
                    mark("You call truco when nobody may: a foul."),
                )
            ]
        case "acted" if verb_of_action(event.acted.action) == "cut":
            return [
                actor_of(event.acted.seat, model).did(
                    mark("{name} cuts the pack at {cards} from the top."),
                    mark("You cut the pack at {cards} from the top."),
                    cards=event.acted.action.cut.at,
                )
            ]
        case "cards_shown" if game.flip and list(event.cards_shown.cards) == [game.flip]:
            return vira_lines(game)
        case _:
            return None


def vira_lines(game: Public) -> list[str]:
    """Return which card was turned up, and which cards it makes the highest, from the top."""
    if not game.flip:
        return []
    manilhas = " ".join(corner(face(card)) for card in game.manilhas[:4])
    card = card_words(game.flip)
    return [_("The vira is {card}; manilhas are {cards}.", card=card, cards=manilhas)]


def games_lines(game: Public, model: TableModel) -> list[str]:
    """Return how many games each side has won, where there are several to a match."""
    if game.best_of < 2:
        return []
    won = [
        f"{side_name(model, side)} {game.games[side]}"
        for side in sides_in_order(model)
        if side < len(game.games)
    ]
    return [_("Games: {sides}.", sides="; ".join(won))]
