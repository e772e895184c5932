"""The face of Truco Brasileiro: names of `PRESETS` and `OPTIONS`, keys and buttons (`VERBS`).
Also the words for the cut, fouls, and the rite of the mão: `_decided`. What is alike in both
trucos of Brazil is in `faces/truco/brazilian.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from cardtui.v1 import actions_pb2, cards_pb2, events_pb2, truco_brasileiro_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui.v1.truco_brasileiro_pb2 import PackEnd, TrucoBrasileiroCutAction
from cardtui_client.faces.presenter import (
    NO_BEST_CUT,
    SHOWED,
    DeedWords,
    Example,
    OptionFace,
    PresetFace,
    Verb,
)
from cardtui_client.faces.truco.brazilian import (
    MOST_CARDS,
    TRICK_PHASES,
    BrazilianTruco,
    Part,
    brazilian_scene,
    state_lines,
)
from cardtui_client.faces.truco.brazilian import VERBS as BRAZILIAN
from cardtui_client.faces.truco.face import WON_TRICKS, card_order_of, ranked
from cardtui_client.i18n import _, mark, mark_p
from cardtui_client.model.cards import card_name, card_words, cards_words, enumerate_words
from cardtui_client.model.sides import Actor, actor_of
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import sheet_word
from cardtui_client.scene.middle import Laid, Stub
from cardtui_client.scene.scene import CardOrder, Earlier, Fresh, Scene, SeatScene, Tone

_MANILHAS: Final = tuple(
    getattr(cards_pb2, f"CARD_FRENCH_{code}") for code in ("4C", "7H", "AS", "7D")
)


def sentences(
    event: events_pb2.Event, model: TableModel, among: Sequence[events_pb2.Event]
) -> list[str] | None:
    """Tell an event that other Brazilian trucos do not have; ``None`` for all others."""
    match event.WhichOneof("event"):
        case "acted":
            return _acted(event.acted, actor_of(event.acted.seat, model), among)
        case "cards_shown" if len(event.cards_shown.cards) > 1:
            return [_("They lie face up: {cards}.", cards=cards_words(event.cards_shown.cards))]
        case _:
            return None


def _acted(
    event: events_pb2.Acted, who: Actor, among: Sequence[events_pb2.Event]
) -> list[str] | None:
    action = event.action
    word = sheet_word(action.WhichOneof("action") or "")
    if any(each.HasField("fouled") and each.fouled.seat == event.seat for each in among):
        if who.own:
            return [_own_foul(word)]
        return [_("{name} {foul}: a foul.", name=who.name, foul=_foul(word))]
    match word:
        case "cut":
            return [_cut(action.truco_brasileiro_cut, who)]
        case "keep":
            return [
                who.did(mark("{name} keeps the three cards."), mark("You keep the three cards."))
            ]
        case "pass":
            return [
                who.did(
                    mark("{name} passes the three cards to the partner."),
                    mark("You pass the three cards to your partner."),
                )
            ]
        case "reject":
            return [
                who.did(
                    mark("{name} rejects the three cards."), mark("You reject the three cards.")
                )
            ]
        case _:
            return None


def table_lines(game: truco_brasileiro_pb2.TrucoBrasileiroPublic, model: TableModel) -> list[str]:
    """Return which cards lie open, or were shown."""
    lines: list[str] = []
    if game.rejected:
        lines.append(_("Rejected: {cards}.", cards=cards_words(game.rejected)))
    lines += [
        _("{name} has shown {card}.", name=model.name_of(each.seat), card=card_words(each.card))
        for each in game.shown
    ]
    return lines


def decides_lines(game: truco_brasileiro_pb2.TrucoBrasileiroPublic) -> list[str]:
    """Return that the trick on the table decides the hand, where a raise was accepted (TB-46)."""
    return [_("This trick decides the hand.")] if game.decides else []


def _cut(cut: TrucoBrasileiroCutAction, who: Actor) -> str:
    cards = enumerate_words([str(number) for number in cut.at[:3]])
    if cut.source == PackEnd.PACK_END_BOTTOM:
        return who.did(
            mark("{name} cuts the pack at {cards} from the top; it is dealt from the bottom."),
            mark("You cut the pack at {cards} from the top; it is dealt from the bottom."),
            cards=cards,
        )
    return who.did(
        mark("{name} cuts the pack at {cards} from the top; it is dealt from the top."),
        mark("You cut the pack at {cards} from the top; it is dealt from the top."),
        cards=cards,
    )


def _foul(word: str) -> str:
    match word:
        case "cut":
            return _("cuts wrongly")
        case "reject":
            return _("rejects a fourth time")
        case "pass":
            return _("passes to a partner who has been served")
        case "show":
            return _("shows a card")
        case _:
            return _("raises what already wins the match")


def _own_foul(word: str) -> str:
    match word:
        case "cut":
            return _("You cut wrongly: a foul.")
        case "reject":
            return _("You reject a fourth time: a foul.")
        case "pass":
            return _("You pass to a partner who has been served: a foul.")
        case "show":
            return _("You show a card: a foul.")
        case _:
            return _("You raise what already wins the match: a foul.")


OPTIONS: Final[Mapping[str, OptionFace]] = {
    "shuffle": OptionFace(
        mark("Shuffling"),
        {"riffle": mark("riffled once"), "full": mark("a fresh pack each hand")},
    ),
    "accepted_decides": OptionFace(
        mark("An accepted raise"),
        {"trick": mark("plays for the trick"), "hand": mark("plays for the hand")},
    ),
    "fouls": OptionFace(
        mark("Fouls"), {"refuse": mark("are refused"), "penalise": mark("cost a tento")}
    ),
    "won_tricks": WON_TRICKS,
    "eleven_run": OptionFace(
        mark("Running at eleven"),
        {"they_gain": mark("the other side gains one"), "we_lose": mark("the runners lose one")},
    ),
}

PRESETS: Final[Mapping[str, PresetFace]] = {
    "denexa": PresetFace(mark("by the book"), mark("As the written rules say.")),
    "mesa": PresetFace(mark("common"), mark("As most tables play: a fresh pack each hand.")),
}
"""What is said of its presets; the first has the defaults."""


VERBS: Final[Mapping[str, Verb]] = {
    **BRAZILIAN,
    "pass": Verb(
        call="Passo",
        word=mark_p("verb to type", "pass"),
        key="p",
        tone=Tone.NO,
        why=mark("Your partner keeps these three, and you get three others."),
    ),
    "reject": Verb(
        call="Recuso",
        word=mark_p("verb to type", "reject"),
        key="n",
        tone=Tone.NO,
        why=mark("These three are too weak: others are likely to be better."),
    ),
    "keep": Verb(
        call="Fico",
        word=mark_p("verb to type", "keep"),
        key="q",
        tone=Tone.YES,
        why=mark("These three are good enough to play."),
    ),
    "cut": Verb(
        mark("Cut the pack"),
        word=mark_p("verb to type", "cut"),
        deed=DeedWords(mark_p("deed", "cut"), mark_p("own deed", "cut")),
        key="c",
        cuts=True,
        why=NO_BEST_CUT,
    ),
    "show": Verb(
        mark("Show a card"),
        word=mark_p("verb to type", "show"),
        deed=SHOWED,
    ),
}


_NOTHING_BETTER: Final = mark("Cards have been rejected three times: you can get no better ones.")
"""Why the last three are kept."""

Public = truco_brasileiro_pb2.TrucoBrasileiroPublic

MOST_REJECTED: Final = 9
"""Three times three cards (TB-09)."""


def add_brasileiro(
    scene: Scene,
    model: TableModel,
    view: views_pb2.PublicView,
    fresh: Fresh,
) -> Scene:
    """Return the scene with what the game adds to it."""
    part = _part(model, view)
    scene = brazilian_scene(scene, model, view, part, fresh)
    game = view.truco_brasileiro
    rejected = tuple(game.rejected[:MOST_REJECTED])
    if view.phase == Phase.PHASE_MAO:
        scene = _decided(scene, game, rejected, part, fresh)
    elif rejected and view.phase in TRICK_PHASES:
        scene = scene._replace(earlier=(*scene.earlier, Earlier(_("rejected"), None, rejected)))
    seats = tuple(_seat(seat, game) for seat in scene.seats)
    return scene._replace(seats=seats, crowned=_MANILHAS)


def _part(model: TableModel, view: views_pb2.PublicView) -> Part:
    """Return what the game says of the hand; your own face-down cards only as they are now."""
    now = view is model.view
    own = model.own if now else model.own_before
    known = truco_brasileiro_pb2.TrucoBrasileiroOwn() if own is None else own.truco_brasileiro
    partners = () if model.seat is None else model.partners_of(model.seat)
    return Part(
        view.truco_brasileiro,
        {seat: tuple(known.partner) for seat in partners},
        tuple(known.face_down) if now else (),
        VERBS,
    )


def _decided(
    scene: Scene, game: Public, rejected: tuple[int, ...], part: Part, fresh: Fresh
) -> Scene:
    """Return the scene while the mão decides about its cards."""
    seen = tuple(card for cards in part.held.values() for card in cards)
    if seen:
        scene = scene._replace(earlier=(Earlier(_("your partner"), None, seen),))
    if rejected:
        laid = Laid(rejected, fresh=sum(card in fresh.shown for card in rejected))
        scene = scene._replace(middle=laid)
    if game.rejections:
        times, most = game.rejections, game.most_rejections
        caption = _("rejected {n} of {most} times", n=times, most=most)
        scene = scene._replace(caption=caption)
    return scene._replace(stub=Stub())


def _spent(game: Public) -> bool:
    """Tell whether no more cards may be rejected (TB-09)."""
    return 0 < game.most_rejections <= game.rejections


def _seat(seat: SeatScene, game: Public) -> SeatScene:
    notes = seat.notes
    if game.HasField("last_foul") and game.last_foul.seat == seat.seat:
        notes = (_("foul"), *notes)
    shown = [each.card for each in game.shown[:MOST_CARDS] if each.seat == seat.seat]
    if shown:
        cards = ", ".join(card_name(card) for card in shown)
        notes = (*notes, _("shown: {cards}", cards=cards))
    return seat._replace(notes=notes)


class TrucoBrasileiro(BrazilianTruco):
    """The face of Truco Brasileiro."""

    id = "truco-brasileiro"
    name = "Truco brasileiro"
    verbs = VERBS
    options = OPTIONS
    decided = (Phase.PHASE_MAO, Phase.PHASE_ELEVEN)
    presets = PRESETS
    example = Example((("play", " 7C"), ("truco", ""), ("run", "")), asked="truco")

    def card_order(self, model: TableModel) -> CardOrder:
        """See `Presenter.card_order`: the manilhas are always the same."""
        return card_order_of(model, ranked("french", _MANILHAS, self.ranks))

    def verb_now(
        self, verb: str, seat: int, view: views_pb2.PublicView | None, model: TableModel
    ) -> Verb:
        """See `Presenter.verb_now`: cards that cannot be rejected are not kept for their worth."""
        said = super().verb_now(verb, seat, view, model)
        spent = view is not None and _spent(view.truco_brasileiro)
        return replace(said, why=_NOTHING_BETTER) if spent and sheet_word(verb) == "keep" else said

    def attempt(
        self, verb: str, model: TableModel, number: int = 1, value: str = ""
    ) -> actions_pb2.Action:
        """See `Presenter.attempt`; a cut that is well formed has one place and an end."""
        if verb != self.wire_verb("cut"):
            return super().attempt(verb, model, number, value)
        cut = TrucoBrasileiroCutAction(at=[20], source=PackEnd.PACK_END_TOP)
        return actions_pb2.Action(truco_brasileiro_cut=cut)

    def consults(self, view: views_pb2.PublicView, model: TableModel) -> bool:
        """Tell whether your side must answer a raise (TB-31)."""
        if view.phase != Phase.PHASE_ANSWER or model.seat is None:
            return False
        return any(model.team_of(seat) == model.team_of(model.seat) for seat in view.to_act)

    def sentences(
        self, event: events_pb2.Event, model: TableModel, among: Sequence[events_pb2.Event]
    ) -> list[str] | None:
        told = sentences(event, model, among)
        if told is None:
            told = super().sentences(event, model, among)
        if told is None or model.view is None or not event.HasField("acted"):
            return told
        accepted = event.acted.action.HasField("accept")
        return [*told, *decides_lines(model.view.truco_brasileiro)] if accepted else told

    def prompt(self, view: views_pb2.PublicView, model: TableModel) -> str:
        game = view.truco_brasileiro
        match view.phase:
            case Phase.PHASE_CUT:
                return _("Cut the pack.")
            case Phase.PHASE_MAO if _spent(game) and game.served:
                return _("Cards have been rejected three times: keep these.")
            case Phase.PHASE_MAO if _spent(game):
                return _("Cards have been rejected three times: keep these, or pass if you may.")
            case Phase.PHASE_MAO if game.served:
                return _("You are mão: keep these three, or reject them.")
            case Phase.PHASE_MAO:
                return _("You are mão: keep these three, pass them on, or reject them.")
            case Phase.PHASE_PLAY if game.decides:
                return _("The raise was accepted: this trick decides the hand. Play a card.")
            case _:
                return super().prompt(view, model)

    def state_lines(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        game = view.truco_brasileiro
        return [
            *state_lines(game, model),
            *table_lines(game, model),
            *decides_lines(game),
        ]

    def partner(self, own: views_pb2.OwnView) -> Sequence[int]:
        return own.truco_brasileiro.partner

    def scene(
        self, scene: Scene, model: TableModel, view: views_pb2.PublicView, fresh: Fresh
    ) -> Scene:
        return add_brasileiro(scene, model, view, fresh)
