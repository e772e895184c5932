"""The face of Truco Paulista: names of `PRESETS` and `OPTIONS`, keys, buttons, the turned card.
How many games each side has won: `games_lines`. What is alike in both trucos of Brazil is in
`faces/truco/brazilian.py`; the rules, as how many games make a match, are in
`engine/cardtui_engine/games/truco_paulista/options.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cardtui.v1 import events_pb2, truco_paulista_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.faces.arguments import verb_of_action
from cardtui_client.faces.presenter import Example, OptionFace, PresetFace, Verb
from cardtui_client.faces.truco.brazilian import VERBS as BRAZILIAN
from cardtui_client.faces.truco.brazilian import BrazilianTruco, Part, brazilian_scene
from cardtui_client.faces.truco.face import CUT, TAP, card_order_of, ranked
from cardtui_client.i18n import _, mark
from cardtui_client.model.cards import card_words, cards_words
from cardtui_client.model.sides import actor_of, for_side, sides_in_order
from cardtui_client.model.table import TableModel
from cardtui_client.scene.scene import CardOrder, Fresh, Scene
from cardtui_client.text import safe_text

OPTIONS: Final[Mapping[str, OptionFace]] = {
    "manilha": OptionFace(
        mark("Manilhas"),
        {"vira": mark("by the card turned up"), "fixed": mark("always the same four")},
    ),
    "deck": OptionFace(
        mark("Pack"), {"full": mark("forty cards"), "clean": mark("without fours to sevens")}
    ),
    "stakes": OptionFace(
        mark("Stakes"),
        {
            "paulista": mark("from one: 1, 3, 6, 9, 12"),
            "mineiro": mark("from two: 2, 4, 6, 10, 12"),
        },
    ),
    "raise_limit": OptionFace(
        mark("Raises"),
        {"none": mark("up to the last stake"), "needed": mark("up to what wins")},
    ),
    "raise_while_eleven": OptionFace(
        mark("Truco at eleven"),
        {
            "refuse": mark("is refused"),
            "hand": mark("loses the hand"),
            "game": mark("loses the game"),
        },
    ),
    "iron": OptionFace(
        mark("The iron hand"),
        {"blind": mark("nobody looks"), "seen": mark("all see their own cards")},
    ),
    "best_of": OptionFace(mark("Games to a match")),
}

PRESETS: Final[Mapping[str, PresetFace]] = {
    "paulista": PresetFace(mark("paulista"), mark("As most tables play.")),
    "limpo": PresetFace(mark("clean pack"), mark("Without fours, fives, sixes and sevens.")),
    "velha": PresetFace(mark("old style"), mark("With fixed manilhas.")),
    "mineiro": PresetFace(
        mark("mineiro"), mark("As in Minas: fixed manilhas, the hand starts at 2.")
    ),
}
"""What is said of its presets; the first has the defaults."""


VERBS: Final[Mapping[str, Verb]] = {**BRAZILIAN, "cut": CUT, "tap": TAP}


_MOST_MANILHAS: Final = 4
"""There are no more of them, whatever a server says."""


def paulista_scene(
    scene: Scene, model: TableModel, view: views_pb2.PublicView, fresh: Fresh
) -> Scene:
    """Return the scene with what the game adds to it."""
    now = view is model.view
    own = model.own if now else model.own_before
    known = truco_paulista_pb2.TrucoPaulistaOwn() if own is None else own.truco_paulista
    partners: dict[int, tuple[int, ...]] = {}
    for each in known.partners:
        partners[each.seat] = (*partners.get(each.seat, ()), each.card)
    game = view.truco_paulista
    part = Part(game, partners, tuple(known.face_down) if now else (), VERBS, game.flip or None)
    scene = brazilian_scene(scene, model, view, part, fresh)
    facts = (*_facts(game, model), *scene.top.facts)
    return scene._replace(
        top=scene.top._replace(facts=facts), crowned=tuple(game.manilhas[:_MOST_MANILHAS])
    )


def _facts(game: truco_paulista_pb2.TrucoPaulistaPublic, model: TableModel) -> list[str]:
    facts = [_("manilha {rank}", rank=safe_text(game.manilha, 2))] if game.manilha else []
    if game.best_of > 1:
        won = [str(game.games[side]) for side in sides_in_order(model) if side < len(game.games)]
        facts.append(_("games {score}", score="–".join(won)))
    return facts


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
    manilhas = cards_words(game.manilhas[:4])
    card = card_words(game.flip)
    return [_("The vira is {card}; manilhas are {cards}.", card=card, cards=manilhas)]


def games_lines(game: Public, model: TableModel) -> list[str]:
    """Return how many games each side has won, where there are several to a match."""
    if game.best_of < 2:
        return []
    won = [
        f"{for_side(model, side)} {game.games[side]}"
        for side in sides_in_order(model)
        if side < len(game.games)
    ]
    return [_("Games: {sides}.", sides="; ".join(won))]


class TrucoPaulista(BrazilianTruco):
    """The face of Truco Paulista."""

    id = "truco-paulista"
    name = "Truco paulista"
    verbs = VERBS
    options = OPTIONS
    presets = PRESETS
    example = Example((("play", " 7C"), ("truco", ""), ("run", "")), asked="truco")

    def card_order(self, model: TableModel) -> CardOrder:
        """See `Presenter.card_order`: without manilhas until the vira is turned up."""
        tops = () if model.view is None else model.view.truco_paulista.manilhas[:_MOST_MANILHAS]
        clean = "deck" in model.table.options and model.table.options["deck"].choice == "clean"
        ranks = self.ranks[: -len("7654")] if clean else self.ranks
        return card_order_of(model, ranked("french", tops, ranks))

    def prompt(self, view: views_pb2.PublicView, model: TableModel) -> str:
        if view.phase == Phase.PHASE_CUT:
            return _("Cut the pack, or tap it.")
        return super().prompt(view, model)

    def best_of(self, view: views_pb2.PublicView) -> int:
        return view.truco_paulista.best_of

    def sentences(
        self, event: events_pb2.Event, model: TableModel, among: Sequence[events_pb2.Event]
    ) -> list[str] | None:
        view = model.view
        told = None if view is None else sentences(event, view.truco_paulista, model, among)
        return super().sentences(event, model, among) if told is None else told

    def standing(self, view: views_pb2.PublicView, model: TableModel) -> str:
        """See `Presenter.standing`; a new game has begun at 0–0, so games are told."""
        games = games_lines(view.truco_paulista, model)
        return " ".join([super().standing(view, model), *games])

    def state_lines(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        """See `Presenter.state_lines`; beside it lies the vira."""
        return [*super().state_lines(view, model), *vira_lines(view.truco_paulista)]

    def partner(self, own: views_pb2.OwnView) -> Sequence[int]:
        return [each.card for each in own.truco_paulista.partners]

    def own_words(self, own: views_pb2.OwnView, view: views_pb2.PublicView | None) -> str:
        """See `Presenter.own_words`; of six seats you have two partners."""
        seen = own.truco_paulista.partners
        if len({each.seat for each in seen}) < 2:
            return super().own_words(own, view)
        cards = cards_words([each.card for each in seen])
        return _("Your partners were dealt {cards}.", cards=cards)

    def scene(
        self, scene: Scene, model: TableModel, view: views_pb2.PublicView, fresh: Fresh
    ) -> Scene:
        return paulista_scene(scene, model, view, fresh)
