"""When an act at Truco Argentino is asked about: laying one's cards down gives away more."""

from __future__ import annotations

from cardtui.v1 import actions_pb2, truco_argentino_pb2
from cardtui.v1.truco_argentino_pb2 import EnvidoStage
from cardtui_client.games.arguments import verb_of
from cardtui_client.games.risk import Risk
from cardtui_client.games.truco.risk import missing, risk_of, wins
from cardtui_client.i18n import _
from cardtui_client.model.table import TableModel


def argentine_risk(
    choice: actions_pb2.Choice,
    game: truco_argentino_pb2.TrucoArgentinoPublic,
    model: TableModel,
) -> Risk | None:
    """Return what is at stake with a choice; ``None`` for nothing worth a question."""
    if verb_of(choice) != "resign":
        return risk_of(choice, game, model)
    if game.envido.state == EnvidoStage.ENVIDO_STAGE_DECLARING:
        return Risk(_("you lose the envido, too"))
    price = _laid_down(game, model)
    if price >= missing(game, model) > 0:
        return Risk(wins(), price)
    return Risk(price=price) if price > 1 else None


def _laid_down(game: truco_argentino_pb2.TrucoArgentinoPublic, model: TableModel) -> int:
    """Return what one gives away by laying the cards down, an envido that waits included."""
    if game.envido.state != EnvidoStage.ENVIDO_STAGE_OPEN:
        return game.stake
    refused = (each.price for each in model.choices() if verb_of(each) == "no_quiero")
    return game.stake + next(refused, 0)
