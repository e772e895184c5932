"""What happens at Truco Brasileiro alone, told as sentences: the cut, the mão's rite, fouls."""

from __future__ import annotations

from collections.abc import Sequence

from cardtui.v1 import events_pb2, truco_brasileiro_pb2
from cardtui.v1.truco_brasileiro_pb2 import PackEnd, TrucoBrasileiroCutAction
from cardtui_client.games.actor import Actor, actor_of
from cardtui_client.i18n import _, mark
from cardtui_client.model.cards import card_words, cards_words, enumerate_words
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import sheet_word


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
