"""The scene of every Brazilian truco, its verbs and its prompts: beans, raises, partners' cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from cardtui.v1 import truco_brasileiro_pb2, truco_paulista_pb2, truco_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui.v1.truco_pb2 import SpokenCall, TrucoHandKind, TrucoWord
from cardtui_client.faces.arguments import verb_of
from cardtui_client.faces.presenter import Verb
from cardtui_client.faces.truco.face import (
    PLAY,
    finished,
    play_words,
    score_words,
    stake_of,
    tallies_of,
    team_names,
    trick_of,
)
from cardtui_client.i18n import _, mark, mark_p, n_
from cardtui_client.model.cards import card_name
from cardtui_client.model.sides import names, sides_in_order
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import word_in
from cardtui_client.scene.middle import HandScene, Laid, Stub
from cardtui_client.scene.scene import Fresh, Scene, SeatScene, Stake, Tone

Public = truco_brasileiro_pb2.TrucoBrasileiroPublic | truco_paulista_pb2.TrucoPaulistaPublic
"""All of them tell of stakes, tricks and hands in the same words."""

Result = truco_brasileiro_pb2.TrucoBrasileiroResult | truco_pb2.TrucoHandResult
"""How their hands ended."""


def public_of(view: views_pb2.PublicView, game: str) -> Public:
    """Return the game's own part of a view."""
    part: Public = getattr(view, game.replace("-", "_"))
    return part


_NUMBERS: Final = {10: mark("ten"), 11: mark("eleven")}


def brink(view: views_pb2.PublicView | None) -> str:
    """Return the score, in words, at which one more hand wins: the side at eleven, or at ten."""
    points = 0 if view is None else max(view.scores, default=0)
    return _(_NUMBERS[points]) if points in _NUMBERS else str(points)


VERBS: Final[Mapping[str, Verb]] = {
    "play": PLAY,
    "truco": Verb(call="Truco!", key="t", tone=Tone.CALL, weight=1),
    "raise": Verb(
        mark("Raise"),
        call="Mais!",
        calls={6: "Seis!", 9: "Nove!", 10: "Dez!", 12: "Doze!"},
        word=mark_p("verb to type", "raise"),
        key="t",
        tone=Tone.CALL,
        weight=2,
        weights={9: 3, 10: 3, 12: 3},
    ),
    "accept": Verb(call="Aceito!", word=mark_p("verb to type", "accept"), key="q", tone=Tone.YES),
    "run": Verb(
        call="Corro!",
        word=mark_p("verb to type", "run"),
        key="n",
        tone=Tone.NO,
    ),
    "play_on": Verb(call="Vamos!", word=mark_p("verb to type", "play on"), key="q", tone=Tone.YES),
    "turn_up": Verb(
        mark("Turn up a card"),
        word=mark_p("verb to type", "turn up"),
        key="enter",
        tone=Tone.CALL,
        silent=True,
        into_trick=True,
    ),
}
"""Those of the hand itself; how the pack is cut, and what comes before, is a game's own."""


def called(word: TrucoWord.ValueType, stake: int = 0, verbs: Mapping[str, Verb] = VERBS) -> str:
    """Return what is said aloud, ``""`` for what is done without a word.

    >>> called(TrucoWord.TRUCO_WORD_RAISE, 9)
    'Nove!'
    """
    verb = verbs.get(word_in(TrucoWord.DESCRIPTOR, word))
    return "" if verb is None else verb.aloud(stake)


def weight_of(word: TrucoWord.ValueType, stake: int = 0, verbs: Mapping[str, Verb] = VERBS) -> int:
    """Return how much a call risks; 0 for what is said in passing."""
    verb = verbs.get(word_in(TrucoWord.DESCRIPTOR, word))
    return 0 if verb is None else verb.weighs(stake)


def prompt(phase: Phase.ValueType, game: Public, model: TableModel) -> str:
    """Return the sentence for who is awaited."""
    match phase:
        case Phase.PHASE_ANSWER:
            return _answer(game, model)
        case Phase.PHASE_ELEVEN:
            n = next((each.price for each in model.choices() if verb_of(each) == "play_on"), 0)
            return _(
                "At {points}: with these hands, do you play for {n}, or run?",
                points=brink(model.view),
                n=n,
            )
        case Phase.PHASE_IRON:
            return _("The iron hand: turn up your next card.")
        case Phase.PHASE_PLAY:
            return play_words(model, VERBS)
        case _:
            return _("Your turn.")


def _answer(game: Public, model: TableModel) -> str:
    n = game.proposed
    said = next((said for said in game.spoken if is_waiting(said, game)), None)
    if said is None:
        return n_(
            "A raise to {n} tento. Your answer?",
            "A raise to {n} tentos. Your answer?",
            n,
        )
    return _(
        "{name}: {call} What do you say?",
        name=model.name_of(said.seat),
        call=called(said.verb, said.number),
    )


def is_waiting(said: truco_pb2.SpokenCall, game: Public) -> bool:
    """Tell whether what was said is the call that waits for an answer."""
    return game.HasField("caller") and said.seat == game.caller


TRICKS: Final = (Phase.PHASE_PLAY, Phase.PHASE_ANSWER, Phase.PHASE_IRON)
"""The phases in which cards are played."""

MOST_CARDS: Final = 3
"""A hand has no more, whatever a server says."""


class Part(NamedTuple):
    """What a Brazilian truco tells of a hand, and its words.

    Attributes:
        game: what everybody may know.
        partners: the partners' cards that you have seen, by their seats.
        face_down: the cards that you have played face down.
        verbs: the game's verbs, with what is called out.
        flip: the card turned up beside the pack; ``None`` where there is none.
    """

    game: Public
    partners: Mapping[int, tuple[int, ...]]
    face_down: tuple[int, ...]
    verbs: Mapping[str, Verb]
    flip: int | None = None

    @property
    def held(self) -> Mapping[int, tuple[int, ...]]:
        """The partners' cards that have not been played in sight."""
        played = {each.card for trick in self.game.tricks for each in trick.cards}
        played |= {each.card for each in self.game.trick}
        return {
            seat: tuple(card for card in cards[:MOST_CARDS] if card not in played)
            for seat, cards in self.partners.items()
        }


def brazilian_scene(
    scene: Scene, model: TableModel, view: views_pb2.PublicView, part: Part, fresh: Fresh
) -> Scene:
    """Return the scene with what all Brazilian trucos add to it."""
    game, held = part.game, part.held
    tricks, at_eleven = view.phase in TRICKS, view.phase == Phase.PHASE_ELEVEN
    seen = tuple(card for cards in held.values() for card in cards)
    heard = () if view.phase == Phase.PHASE_CUT else game.spoken  # at the cut, of the hand before
    seats = tuple(
        _seat(seat, part, () if at_eleven else held.get(seat.seat, ()), heard)
        for seat in scene.seats
    )
    facts = tuple(_facts(model, view, game))
    return scene._replace(
        seats=seats,
        top=scene.top._replace(facts=facts, score=score_words(model, view)),
        trick=trick_of(game, fresh.played, between=tricks),
        earlier=tuple(finished(game, team_names(model), tied=_("tie"))) if tricks else (),
        tallies=tallies_of(model, view, game.target, fresh.scored),
        bowl=True,
        middle=Laid(seen, partner=True) if at_eleven and seen else scene.middle,
        stub=Stub(part.flip) if tricks or at_eleven else None,
        stake=_stake(model, view, game) if tricks or at_eleven else None,
        caption=_caption(model, view, game, held),
        hand=_hand(scene.hand, part.face_down),
    )


def _facts(model: TableModel, view: views_pb2.PublicView, game: Public) -> list[str]:
    facts = [_("hand {hand}", hand=view.hand)]
    if game.kind == TrucoHandKind.TRUCO_HAND_KIND_ELEVEN:
        facts.insert(0, _("at {points}", points=brink(view)))
    elif game.kind == TrucoHandKind.TRUCO_HAND_KIND_IRON:
        facts.insert(0, _("iron hand"))
    if view.phase not in (Phase.PHASE_DEAL, Phase.PHASE_OVER, Phase.PHASE_CUT):
        facts.append(_("worth {points}", points=game.stake))
    if game.HasField("proposed"):
        facts.append(_("{points} called", points=game.proposed))
    facts.append(_("{name} deals", name=model.name_of(view.dealer)))
    return facts


def _stake(model: TableModel, view: views_pb2.PublicView, game: Public) -> Stake:
    said = next((said for said in game.spoken if is_waiting(said, game)), None)
    call = "" if said is None else called(said.verb, said.number).strip("!")
    raised = game.HasField("raiser") or game.HasField("proposed")
    return stake_of(view, game, model, called=call, raised=raised)


def _caption(
    model: TableModel,
    view: views_pb2.PublicView,
    game: Public,
    held: Mapping[int, tuple[int, ...]],
) -> str:
    match view.phase:
        case Phase.PHASE_ELEVEN if any(held.values()):
            partners = names([model.name_of(seat) for seat in held])
            return n_("{name} holds these", "{name} hold these", len(held), name=partners)
        case Phase.PHASE_IRON if game.tricks:
            return _("tricks: {score}", score=_tricks_won(model, game))
        case _:
            return ""


def _tricks_won(model: TableModel, game: Public) -> str:
    names = team_names(model)
    won = {
        side: sum(trick.HasField("team") and trick.team == side for trick in game.tricks)
        for side in sides_in_order(model)
    }
    return " · ".join(f"{names[side]} {tricks}" for side, tricks in won.items())


def _seat(
    seat: SeatScene,
    part: Part,
    shown: tuple[int, ...],
    heard: Iterable[SpokenCall],
) -> SeatScene:
    game = part.game
    spoken = next((said for said in heard if said.seat == seat.seat), None)
    return seat._replace(
        mark="mão" if seat.seat == game.mao else "",
        bubble="" if spoken is None else called(spoken.verb, spoken.number, part.verbs),
        loud=spoken is not None and is_waiting(spoken, game),
        weight=0 if spoken is None else weight_of(spoken.verb, spoken.number, part.verbs),
        shown=shown,
        faded=not seat.name,
    )


def _hand(hand: HandScene, face_down: tuple[int, ...]) -> HandScene:
    if not face_down:
        return hand
    cards = ", ".join(card_name(card) for card in face_down[:MOST_CARDS])
    return hand._replace(hint=_("face down: {cards}", cards=cards))
