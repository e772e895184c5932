"""The scene of Truco Argentino: trick, finished tricks, calls, stake, matches."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Final

from cardtui.v1 import truco_argentino_pb2, truco_brasileiro_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.games.truco_argentino.prompt import called
from cardtui_client.i18n import _, p_
from cardtui_client.model.sides import sides_in_order
from cardtui_client.model.table import TableModel
from cardtui_client.scene.scene import Scene, Tally
from cardtui_client.scene.seats import SeatScene
from cardtui_client.scene.shows import Fresh
from cardtui_client.scene.tricks import Earlier, Played
from cardtui_client.text import cell_width

Truco = truco_argentino_pb2.TrucoArgentinoPublic | truco_brasileiro_pb2.TrucoBrasileiroPublic
"""Both tell of their tricks in the same words."""

_MOST_NAMES: Final = 24
"""So many letters of names have room in the top line of the smallest screens."""
_ROUND: Final = (Phase.PHASE_PLAY, Phase.PHASE_ANSWER, Phase.PHASE_ENVIDO, Phase.PHASE_SHOW)


def add_truco(
    scene: Scene,
    model: TableModel,
    view: views_pb2.PublicView,
    fresh: Fresh,
) -> Scene:
    """Return the scene with what the game adds to it."""
    truco = view.truco_argentino
    names = team_names(model)
    facts = [_("hand {hand}", hand=view.hand)]
    if view.phase not in (Phase.PHASE_DEAL, Phase.PHASE_OVER):
        facts.append(_("worth {points}", points=truco.stake))
    facts.append(_("{name} deals", name=model.name_of(view.dealer)))
    if len(truco.active) == 2 and len(model.table.seats) > 2:
        one, other = (model.name_of(seat) for seat in truco.active)
        facts.insert(0, _("duel: {one} and {other}", one=one, other=other))
    hand = scene.hand
    if model.own is not None and model.own.truco_argentino.pair and view is model.view:
        number = model.own.truco_argentino.number
        hand = hand._replace(
            hint=_("envido {number}", number=number), marked=tuple(model.own.truco_argentino.pair)
        )
    return scene._replace(
        seats=tuple(_seat(seat, truco) for seat in scene.seats),
        top=scene.top._replace(facts=tuple(facts), score=score_words(model, view)),
        trick=trick_of(truco, fresh.played, between=view.phase in _ROUND),
        earlier=_earlier(view, truco, names),
        tallies=tallies_of(model, view, truco.target, fresh.scored),
        stub=view.phase in _ROUND,
        caption=_caption(truco, model),
        hand=hand,
    )


def team_names(model: TableModel) -> tuple[str, str]:
    """Return what the two sides are called where there is little room."""
    if model.seat is not None:
        mine = model.team_of(model.seat)
        names = (p_("score, at most 5 letters", "Us"), p_("score, at most 5 letters", "Them"))
        return names if mine == 0 else (names[1], names[0])
    first, second = (model.name_of(seat) for seat in (0, 1))
    if len(model.table.seats) > 2:
        return f"{first}+", f"{second}+"
    return first, second


def _caption(truco: truco_argentino_pb2.TrucoArgentinoPublic, model: TableModel) -> str:
    """Return what has been bet on the envido, or who won it, and what waits behind it."""
    if truco.envido.HasField("winner"):
        name, number = model.name_of(truco.envido.winner), truco.envido.number
        return _("envido: {name} with {number}", name=name, number=number)
    bets = " + ".join(called(bet).strip("¡!").lower() for bet in truco.envido.bets)
    if bets and truco.held:
        return _("{bets}; {call} waits", bets=bets, call=called(truco.held))
    return bets


def tallies_of(
    model: TableModel, view: views_pb2.PublicView, target: int, scored: AbstractSet[int]
) -> tuple[Tally, ...]:
    """Return the points of both sides, one's own first."""
    names = team_names(model)
    return tuple(
        Tally(names[side], view.scores[side], target, side in scored, side)
        for side in sides_in_order(model)
        if side < len(view.scores)
    )


def score_words(model: TableModel, view: views_pb2.PublicView) -> str:
    """Return the score for the top line, where there is room for whole words."""
    tallies = tallies_of(model, view, 0, frozenset())
    names = [tally.name for tally in tallies]
    if model.seat is not None:
        names = [p_("score", "Us"), p_("score", "Them")]
    else:
        sides = (model.side_seats(side) for side in sides_in_order(model))
        whole = [" & ".join(map(model.name_of, seats)) for seats in sides]
        if cell_width("".join(whole)) <= _MOST_NAMES:
            names = whole
    return " · ".join(f"{name} {tally.points}" for name, tally in zip(names, tallies, strict=False))


def _seat(seat: SeatScene, truco: truco_argentino_pb2.TrucoArgentinoPublic) -> SeatScene:
    notes = seat.notes
    resigned = seat.seat in truco.resigned
    if resigned:
        notes = (_("cards down"), *notes)
    spoken = next((said for said in truco.spoken if said.seat == seat.seat), None)
    said, loud = "", False
    if spoken is not None:
        said = str(spoken.number) if spoken.HasField("number") else called(spoken.verb)
        loud = spoken.verb in (truco.call, truco.held)
    aside = bool(truco.active) and seat.seat not in truco.active
    return seat._replace(
        mark="mano" if seat.seat == truco.mano else "",
        bubble=said,
        loud=loud,
        notes=notes,
        faded=resigned or aside or not seat.name,
    )


def trick_of(truco: Truco, played: AbstractSet[int], *, between: bool) -> tuple[Played, ...]:
    """Return the trick on the table; between tricks the last one, until a card is played."""
    if truco.trick:
        winning = truco.winning if truco.HasField("winning") else None
        last = truco.trick[-1].seat
        return tuple(
            Played(
                each.seat,
                each.card,
                winning=each.seat == winning,
                fresh=each.seat in played and each.seat == last,
            )
            for each in truco.trick
        )
    if truco.tricks and between:
        last_trick = truco.tricks[-1]
        return tuple(
            Played(
                each.seat,
                each.card,
                winning=last_trick.HasField("winner") and each.seat == last_trick.winner,
                old=True,
            )
            for each in last_trick.cards
        )
    return ()


def _earlier(
    view: views_pb2.PublicView,
    truco: truco_argentino_pb2.TrucoArgentinoPublic,
    names: tuple[str, str],
) -> tuple[Earlier, ...]:
    if view.phase not in _ROUND:
        return ()
    earlier = finished(truco, names, tied="parda")
    for number, duel in enumerate(truco.duels, 1):
        side = duel.team % 2 if duel.HasField("team") else None
        known = tuple(each.card for each in truco.earlier if each.seat in duel.seats)
        winner = "" if side is None else names[side]
        label = _("duel {number} {winner}", number=number, winner=winner)
        earlier.append(Earlier(label.rstrip(), side, known))
    return tuple(earlier)


def finished(truco: Truco, names: tuple[str, str], *, tied: str) -> list[Earlier]:
    """Return the finished tricks, and whose they are."""
    earlier = []
    for place, trick in enumerate(truco.tricks):
        side = trick.team if trick.HasField("team") else None
        won = trick.HasField("winner")
        best = next(
            (i for i, each in enumerate(trick.cards) if won and each.seat == trick.winner), -1
        )
        winner = names[side % 2] if side is not None else tied
        label = f"{place + 1} {winner}"
        earlier.append(Earlier(label, side, tuple(each.card for each in trick.cards), best))
    return earlier
