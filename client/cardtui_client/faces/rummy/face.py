"""The face that rummy games share: stock, discards, pot, lives, melds, how hands end: `outcome`.
When the top discard is said to help your hand: `_helps`; which ways to go out are told after a
match: `ways_out`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain
from typing import Final

from cardtui.v1 import actions_pb2, events_pb2, views_pb2
from cardtui.v1.hands_pb2 import HandEndReason, Phase
from cardtui_client.faces.arguments import act_again, lays_melds, words_of
from cardtui_client.faces.betting import (
    bets_lines,
    bets_passed,
    bubble,
    cap_line,
    end_of_match,
    hand_of_match,
    out_lines,
    own_chips,
    pot_line,
    takes_pot,
)
from cardtui_client.faces.match_won import count_lines
from cardtui_client.faces.presenter import Happened, Melding, Presenter
from cardtui_client.faces.rummy.view import (
    MOST_OUTS,
    Rummy,
    fits,
    lay_verb,
    loose,
    melds_words,
    own_melds,
    own_rummy,
    prompt,
    rummy_of,
    taken_card,
)
from cardtui_client.i18n import _, mark, n_, p_
from cardtui_client.model.cards import card_words, cards_words, corner, face
from cardtui_client.model.last_played import LastMove
from cardtui_client.model.sides import Actor, actor_of, dealt_by, lone_loser, names
from cardtui_client.model.table import Numbers, TableModel, count_of
from cardtui_client.scene.middle import (
    SMALLEST_LINE_CELLS,
    HandScene,
    Laid,
    Line,
    Middle,
    Piles,
    Pot,
    wrapped,
)
from cardtui_client.scene.scene import Fresh, Scene, SeatScene
from cardtui_client.text import safe_text

_BETTING_PHASES: Final = (Phase.PHASE_BETTING, Phase.PHASE_MATCHING)
_PLAY_PHASES: Final = (
    Phase.PHASE_STAYING,
    Phase.PHASE_DRAW,
    Phase.PHASE_DISCARD,
    Phase.PHASE_CONTEST,
)
_PHASES_AFTER_HANDS: Final = (Phase.PHASE_DEAL, Phase.PHASE_OVER)

_MOST_SEATS: Final = 11
"""So many have a line of the smallest screens, whatever a server says."""


def add_rummy(
    scene: Scene, model: TableModel, view: views_pb2.PublicView, presenter: Presenter
) -> Scene:
    """Return the scene with what the game adds to it; the same without its part of the view."""
    rummy = rummy_of(view)
    if rummy is None:
        return scene
    facts = [hand_of_match(view.hand, rummy.hands)]
    if rummy.pot and view.phase in _PLAY_PHASES:
        facts.append(_("pot {chips}", chips=view.pot))
    standings = view.chips if rummy.pot else view.scores
    facts += end_of_match(standings, rummy.hands, view, model)
    facts.append(dealt_by(view.dealer, model))
    if rummy.chip_value:
        facts.append(_("a chip is {value}", value=safe_text(rummy.chip_value, 12)))
    own = model.seat
    score = own_chips(view, own) if rummy.pot else ""
    if own is not None and not rummy.pot and own < len(view.scores):
        score = n_("{n} point", "{n} points", view.scores[own])
    return scene._replace(
        seats=tuple(_seat(seat, model, view, rummy, presenter) for seat in scene.seats),
        top=scene.top._replace(facts=tuple(facts), score=score),
        middle=_middle(scene.middle, model, view, rummy),
        caption=_caption(model, view),
        hand=_hand(scene.hand, model, rummy) if view is model.view else scene.hand,
    )


def _middle(middle: Middle, model: TableModel, view: views_pb2.PublicView, rummy: Rummy) -> Middle:
    """Return what lies in the middle: the pot while chips are bet, the piles, then the melds."""
    if view.phase in _BETTING_PHASES:
        return Pot(view.pot, rummy.cap or None)
    if view.phase in _PHASES_AFTER_HANDS and rummy.melds:
        cards, breaks = _laid(rummy)
        return Laid(cards, breaks=breaks, wild=rummy.wild)
    if view.phase not in _PLAY_PHASES:
        return middle
    sources: list[str] = []
    for choice in model.choices():
        if choice.action.HasField("draw"):
            sources += words_of(choice)
    return Piles(
        stock=rummy.stock,
        pile=rummy.pile,
        discards=rummy.discards,
        flip=rummy.flip,
        trumps=rummy.trumps[:4],
        sources=tuple(sources),
        completes=_helps(model, rummy) if view is model.view else "",
        pot=view.pot if rummy.pot else None,
    )


def _helps(model: TableModel, rummy: Rummy) -> str:
    """Return what to say of the top discard if it would help your hand; else ``""``.

    Of one that you can no longer take, as you have drawn, there is nothing to say.
    """
    if any(choice.action.HasField("discard") for choice in model.choices()):
        return ""
    own = own_rummy(model.own)
    if own is not None and own.outs:
        return _("completes!") if {*own.outs} & {*rummy.discards[-1:]} else ""
    return _("fits") if fits(rummy, model) else ""


def _caption(model: TableModel, view: views_pb2.PublicView) -> str:
    if view.phase == Phase.PHASE_CONTEST and view.to_act:
        return _("{name} is asked first", name=model.name_of(view.to_act[0]))
    return ""


def _seat(
    seat: SeatScene,
    model: TableModel,
    view: views_pb2.PublicView,
    rummy: Rummy,
    presenter: Presenter,
) -> SeatScene:
    number = seat.seat
    playing = view.phase in (*_BETTING_PHASES, *_PLAY_PHASES)
    out = view.phase != Phase.PHASE_OVER and number in rummy.out
    folded = playing and number in rummy.folded
    notes = seat.notes
    if number in rummy.burned:  # only who is na boa can burn
        notes = (_("burned"), *notes)
    elif number in rummy.good:
        notes = ("na boa", *notes)
    if out:
        notes = (_("out"), *notes)
    elif folded:
        notes = (p_("betting", "folded"), *notes)
    lives = None
    if not rummy.pot and number < len(view.scores):
        left = max(view.scores[number], 0)
        lives = (left, max(rummy.points, left))
    moved = model.moves.get(number, LastMove()) if view.phase in _PLAY_PHASES else LastMove()
    said = next((said for said in rummy.spoken if said.seat == number), None)
    return seat._replace(
        bubble=bubble(said, presenter)
        if said is not None and view.phase in _BETTING_PHASES
        else "",
        notes=notes,
        chips=view.chips[number] if rummy.pot and number < len(view.chips) else None,
        bet=rummy.bets[number] if number < len(rummy.bets) else 0,
        lives=lives,
        thrown=moved.thrown,
        taken=moved.taken,
        faded=folded or out or (lives is not None and not lives[0]),
        winner=seat.winner or (view.phase == Phase.PHASE_DEAL and number in rummy.winners),
    )


def _hand(hand: HandScene, model: TableModel, rummy: Rummy) -> HandScene:
    own = own_rummy(model.own)
    if own is None:
        return hand
    hint = ""
    if own.ten or own.throws:
        hint = _("you can go out")
    elif len(own.outs) > MOST_OUTS:
        hint = _("missing: any of {n} cards", n=len(own.outs))
    elif own.outs:
        open_first = sorted(own.outs, key=lambda card: card not in rummy.discards[-1:])
        cards = " ".join(corner(face(card)) for card in open_first)
        hint = _("missing: {cards}", cards=cards)
    return hand._replace(
        hint=hint,
        melds=own_melds(own),
        throws=tuple(own.throws),
        own_order=True,
        lays=lay_verb(model),
        taken=taken_card(model),
        wild=rummy.trumps[:4],
    )


def flip_words(view: views_pb2.PublicView) -> list[str]:
    """Tell which card was turned up, and which are wild for it."""
    rummy = rummy_of(view)
    if rummy is None or rummy.flip is None:
        return []
    return [
        _(
            "The flip is {flip}; {trumps} are wild.",
            flip=card_words(rummy.flip),
            trumps=cards_words(rummy.trumps),
        )
    ]


def reason(rummy: Rummy, model: TableModel) -> str:
    """Return in a few words how the last hand ended."""
    match rummy.why:
        case HandEndReason.HAND_END_REASON_FOLDS:
            if who := lone_loser(model, rummy.winners):
                if who.own:
                    return p_("betting", "you folded")
                return p_("betting", "{name} folded", name=who.name)
            return p_("betting", "all the others folded")
        case HandEndReason.HAND_END_REASON_OUT:
            return _("out with {n} cards", n=rummy.melded)
        case HandEndReason.HAND_END_REASON_KNOCK:
            return _("a knock with {n} cards", n=rummy.melded)
        case HandEndReason.HAND_END_REASON_CUT:
            return _("a cut with {n} cards", n=rummy.melded)
        case _:
            return ""


def outcome(rummy: Rummy, model: TableModel) -> list[str]:
    """Return how the last hand ended: who won what with which melds."""
    if not rummy.winners:
        return []
    who = _winner(rummy, model)
    first = (
        takes_pot(model, rummy.winners, rummy.won, reason(rummy, model))
        if rummy.pot
        else _won_line(rummy, who, model)
    )
    laid = [
        who.did(
            mark("{name} lays down {melds}."),
            mark("You lay down {melds}."),
            melds=melds_words(rummy.melds, rummy.wild),
        )
        for _any in rummy.melds[:1]
    ]
    return [first, *laid]


def _winner(rummy: Rummy, model: TableModel) -> Actor:
    if [*rummy.winners] == [model.seat]:
        return actor_of(rummy.winners[0], model)
    return Actor(names([model.name_of(seat) for seat in rummy.winners]), own=False)


def _won_line(rummy: Rummy, who: Actor, model: TableModel) -> str:
    told = who.did(
        mark("{name} won the hand: {why}."),
        mark("You won the hand: {why}."),
        why=reason(rummy, model),
    )
    if rummy.why == HandEndReason.HAND_END_REASON_FOLDS:
        return told
    return f"{told} {_lost_line(rummy.lost, lone_loser(model, rummy.winners))}"


def _lost_line(lost: int, loser: Actor | None) -> str:
    if loser is None:
        return n_("The others lose {n} point.", "The others lose {n} points.", lost)
    if loser.own:
        return n_("You lose {n} point.", "You lose {n} points.", lost)
    return n_("{name} loses {n} point.", "{name} loses {n} points.", lost, name=loser.name)


def own_words(model_own: views_pb2.OwnView, wild: Sequence[int] = ()) -> str:
    """Return what your hand makes, as sentences; ``""`` without cards."""
    own = own_rummy(model_own)
    if own is None or not model_own.hand:
        return ""
    melds = own_melds(own)
    rest = cards_words(loose(model_own.hand, melds), wild)
    made = melds_words(melds, wild)
    parts = [_("Melds: {melds}.", melds=made) if made else _("No melds yet.")]
    if rest and made:
        parts.append(_("Not in melds: {cards}.", cards=rest))
    if own.ten:
        parts.append(_("All ten cards are melded: you can go out."))
    elif own.throws:
        parts.append(
            _("You can go out by discarding {cards}.", cards=cards_words(own.throws, wild))
        )
    elif len(own.outs) > MOST_OUTS:
        parts.append(_("Missing one card: any of {n}.", n=len(own.outs)))
    elif own.outs:
        parts.append(_("Missing one card: {cards}.", cards=cards_words(own.outs)))
    return " ".join(parts)


def state_lines(view: views_pb2.PublicView, model: TableModel) -> list[str]:
    """Return how the hand stands."""
    rummy = rummy_of(view)
    if rummy is None:
        return []
    lines = [pot_line(view.pot)] if rummy.pot else []
    if view.phase in (Phase.PHASE_BETTING, Phase.PHASE_MATCHING):
        lines += [*bets_lines(rummy.bets, model), cap_line(rummy.cap)]
    elif view.phase in _PLAY_PHASES:
        lines += flip_words(view)
        lines.append(n_("{n} card in the stock.", "{n} cards in the stock.", rummy.stock))
        if rummy.discards:
            lines.append(_("The top discard is {card}.", card=card_words(rummy.discards[-1])))
        if len(rummy.discards) > 1:
            lines.append(_("All discards: {cards}.", cards=cards_words(rummy.discards)))
    lines += out_lines(rummy.folded, model)
    good, burned = (
        names([model.name_of(seat) for seat in seats]) for seats in (rummy.good, rummy.burned)
    )
    if rummy.good:
        lines.append(_("Na boa, one card missing: {names}.", names=good))
    if rummy.burned:
        lines.append(_("Burned: {names}.", names=burned))
    return lines


def thrown_again(rummy: Rummy, to_act: Sequence[int]) -> list[Happened]:
    """Return the card that each seat threw last, that on top of the pile as the latest."""
    first = next(iter(to_act), 0)
    around = sorted(rummy.thrown, key=lambda each: (each[0] < first, each))
    top = rummy.discards[-1:]
    last = next((seat for seat, card in reversed(around) if card in top), None)
    if last is None:
        return []
    around.sort(key=lambda each: (each[0] <= last, each))
    found = (act_again(seat, "discard", card=card) for seat, card in around)
    return [(each,) for each in found if each is not None]


_MOST_COLUMNS: Final = 3


def last_hand(rummy: Rummy, model: TableModel, standing: str) -> list[Line]:
    """Return how the last hand ended; the melds lie on the felt."""
    if not rummy.winners:
        return []
    return [*_how(rummy, model), Line(standing)]


def match_paper(
    rummy: Rummy, model: TableModel, rows: Sequence[Line], room: int, *, beside: Sequence[str] = ()
) -> list[Line]:
    """Return the rows of how a match ended, and what else there is room for.

    How the last hand ended matters most, then how hands were won, then the last melds, then what
    else was counted.

    Args:
        rummy: the last hand.
        rows: what everybody has won.
        room: how many lines there are.
        beside: what else was counted.
    """
    if len(rows) > room:  # the title stands over the names, and needs the place of a column
        rows = [row._replace(columns=row.columns[:_MOST_COLUMNS]) for row in rows]
    above: list[Line] = []
    below: list[Line] = []
    ways = [Line(sentence) for sentence in ways_out(model)]
    parts = (
        (_how(rummy, model), above),
        (ways, below),
        (_melds(rummy), above),
        ([Line(sentence) for sentence in beside], below),
    )
    for part, place in parts:
        if len(wrapped((*above, *rows, *below, *part), SMALLEST_LINE_CELLS)) <= room:
            place.extend(part)
    return [*above, *rows, *below]


def ways_out(model: TableModel) -> list[str]:
    """Return who went out in this match in ways that are out of the ordinary."""
    counts = model.counts
    if counts is None:
        return []
    told = [
        (_("Out with another player’s discard"), counts.claims),
        (_("Out with all ten cards"), counts.tens),
    ]
    return count_lines(told, model)


def _how(rummy: Rummy, model: TableModel) -> list[Line]:
    return [Line(sentence) for sentence in outcome(rummy, model)[:1]]


def _melds(rummy: Rummy) -> list[Line]:
    """Return the melds side by side: the paper must have room beside your name."""
    if not rummy.melds:
        return []
    cards, breaks = _laid(rummy)
    return [Line(" ", cards, wild=rummy.wild, breaks=breaks)]


def _laid(rummy: Rummy) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the cards of the melds, and the places before which another meld begins."""
    return tuple(chain.from_iterable(rummy.melds)), tuple(accumulate(map(len, rummy.melds[:-1])))


def sentences(event: events_pb2.Event, model: TableModel) -> list[str] | None:
    """Tell an event; ``None`` for the general sentences."""
    match event.WhichOneof("event"):
        case "acted":
            return _acted(event.acted, actor_of(event.acted.seat, model), model)
        case "cards_dealt":
            return _dealt(event.cards_dealt, model)
        case "phase_began":
            return _phase_began(event.phase_began.phase, model)
        case "cards_shown":
            return _shown(event.cards_shown, model)
        case _:
            return None


def top_words(model: TableModel) -> str:
    """Return the discard that lay on top before, in words."""
    before = rummy_of(model.before) or rummy_of(model.view)
    if before is None or not before.discards:
        return _("the discard")
    return card_words(before.discards[-1])


def down(sentence: str, who: Actor, action: actions_pb2.Action) -> str:
    """Return the sentence for who lays the hand down, with the card that is thrown."""
    part = getattr(action, action.WhichOneof("action") or "")
    if not part.discard:
        return sentence
    thrown = card_words(part.discard)
    return f"{sentence} {_discarded(who, thrown)}"


def _acted(event: events_pb2.Acted, who: Actor, model: TableModel) -> list[str] | None:
    action = event.action
    match action.WhichOneof("action"):
        case "draw":
            if who.own or action.draw.source != actions_pb2.DRAW_SOURCE_STOCK:
                return []  # the card itself is told
            return [_("{name} draws from the stock.", name=who.name)]
        case "discard":
            return [_discarded(who, card_words(action.discard.card))]
        case "waive":
            return [
                who.did(
                    mark("{name} leaves {card}."), mark("You leave {card}."), card=top_words(model)
                )
            ]
        case _:
            return None


def _discarded(who: Actor, card: str) -> str:
    return who.did(mark("{name} discards {card}."), mark("You discard {card}."), card=card)


def _phase_began(phase: Phase.ValueType, model: TableModel) -> list[str]:
    view = model.view
    if view is None:
        return []
    first = Actor(names([model.name_of(seat) for seat in view.to_act]), own=False)
    if [*view.to_act] == [model.seat]:
        first = first._replace(own=True)
    match phase:
        case Phase.PHASE_CUT:
            return [first.did(mark("{name} cuts the pack."), mark("You cut the pack."))]
        case Phase.PHASE_BETTING:
            return [*_pot(view), first.did(mark("{name} bets first."), mark("You bet first."))]
        case Phase.PHASE_MATCHING:
            return [
                _("The raising is over: players who have put in less pay up, or are out."),
                *_pot(view),
            ]
        case Phase.PHASE_STAYING:
            return flip_words(view)
        case Phase.PHASE_DRAW:
            told = model.before is not None and model.before.phase == Phase.PHASE_STAYING
            return [
                *_pot(view),
                *([] if told else flip_words(view)),
                first.did(mark("{name} plays first."), mark("You play first.")),
            ]
        case _:
            return []


def _pot(view: views_pb2.PublicView) -> list[str]:
    """Tell what is played for, where there is a pot: after the antes, and after the bets."""
    rummy = rummy_of(view)
    return [pot_line(view.pot)] if rummy is not None and rummy.pot else []


def _dealt(event: events_pb2.CardsDealt, model: TableModel) -> list[str] | None:
    """Tell the one card that you draw."""
    if event.seat != model.seat or len(event.cards) != 1:
        return None
    return [_("You draw {card}.", card=card_words(event.cards[0]))]


def _shown(event: events_pb2.CardsShown, model: TableModel) -> list[str]:
    rummy = rummy_of(model.view) or Rummy(pot=False)
    melds = rummy.melds if event.seat in rummy.winners else (tuple(event.cards),)
    return [
        actor_of(event.seat, model).did(
            mark("{name} lays down {melds}."),
            mark("You lay down {melds}."),
            melds=melds_words(melds, rummy.wild),
        )
    ]


class RummyFace(Presenter):
    """What rummy games say in the same words."""

    card_verb = "discard"
    draws = True

    def picked_words(self, card: int, key: str, model: TableModel) -> str:
        name, own = corner(face(card)), own_rummy(model.own)
        melded: list[int] = []
        if own is not None:
            melded = [each for meld in own.melds for each in meld.cards]
        held: list[int] = [] if model.own is None else [*model.own.hand]
        if melded.count(card) >= held.count(card):
            return _(
                "{card} is part of a meld: {key} again discards it, ← → pick up another.",
                card=name,
                key=key,
            )
        return _(
            "{card} is picked up: {key} again discards it, ← → pick up another.", card=name, key=key
        )

    def value_line(self, choice: actions_pb2.Choice, value: str, model: TableModel) -> str:
        """Tell where a card may be drawn from."""
        rummy = rummy_of(model.view)
        match value:
            case "stock":
                return _("draw from the stock")
            case "discards" if rummy is not None and rummy.discards:
                card = card_words(rummy.discards[-1])
                if helps := _helps(model, rummy):
                    return _("take the discard: {card}, {helps}", card=card, helps=helps)
                return _("take the discard: {card}", card=card)
            case _:
                return ""

    def melding(self, model: TableModel) -> Melding:
        rummy, own = rummy_of(model.view), own_rummy(model.own)
        if rummy is None:
            return Melding()
        whole = own is not None and own.ten
        return Melding(rummy.lays, rummy.least_meld, rummy.ten, whole)

    def attempt(
        self, verb: str, model: TableModel, number: int = 1, value: str = ""
    ) -> actions_pb2.Action:
        """See `Presenter.attempt`; who must throw a card to go out throws one, whichever."""
        action = super().attempt(verb, model, number, value)
        melding = self.melding(model)
        if verb == melding.verb and not melding.ten and model.own is not None and model.own.hand:
            getattr(action, verb).discard = model.own.hand[0]
        return action

    def phrases(self) -> tuple[str, ...]:
        """Return where a card may be drawn from, in words."""
        return _("draw from the stock"), _("take the discard: {card}", card="").partition(":")[0]

    def sentences(
        self, event: events_pb2.Event, model: TableModel, among: Sequence[events_pb2.Event]
    ) -> list[str] | None:
        return sentences(event, model)

    def prompt(self, view: views_pb2.PublicView, model: TableModel) -> str:
        rummy = rummy_of(view)
        return super().prompt(view, model) if rummy is None else prompt(view, rummy, model)

    def waiting(self, action: actions_pb2.Action) -> str:
        """See `Presenter.waiting`; others may come before a draw."""
        if not action.HasField("draw"):
            return super().waiting(action)
        if action.draw.source == actions_pb2.DRAW_SOURCE_DISCARDS:
            return _("Taking the discard… the others may still come first.")
        return _("Drawing… the others may still take the discard.")

    def outcome(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        rummy = rummy_of(view)
        return [] if rummy is None else outcome(rummy, model)

    def why_ended(self, view: views_pb2.PublicView, model: TableModel) -> str:
        rummy = rummy_of(view)
        return "" if rummy is None else reason(rummy, model)

    def state_lines(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        return state_lines(view, model)

    def wins(self, choice: actions_pb2.Choice, model: TableModel) -> int:
        """See `Presenter.wins`; who goes out takes the pot."""
        view, rummy = model.view, rummy_of(model.view)
        pot = view is not None and rummy is not None and rummy.pot
        return view.pot if view is not None and pot and lays_melds(choice) else 0

    def passed(self, view: views_pb2.PublicView, model: TableModel) -> Sequence[Happened]:
        rummy = rummy_of(view)
        if rummy is None:
            return ()
        bets = bets_passed(rummy.spoken, rummy.folded, view.to_act, self)
        return thrown_again(rummy, view.to_act) or bets

    def own_words(self, own: views_pb2.OwnView, view: views_pb2.PublicView | None) -> str:
        """Return the melds, and what is missing."""
        return own_words(own, self.wild(view))

    def wild(self, view: views_pb2.PublicView | None) -> Sequence[int]:
        rummy = rummy_of(view)
        return () if rummy is None else rummy.trumps

    def scene(
        self, scene: Scene, model: TableModel, view: views_pb2.PublicView, fresh: Fresh
    ) -> Scene:
        return add_rummy(scene, model, view, self)

    def hand_paper(self, view: views_pb2.PublicView, model: TableModel) -> list[Line]:
        rummy = rummy_of(view)
        return [] if rummy is None else last_hand(rummy, model, self.standing(view, model))

    def match_rows(self, view: views_pb2.PublicView, model: TableModel) -> list[Line]:
        """Return what a match counted as the rows of a table."""
        found = self.columns(model)
        rows = [Line("", columns=(p_("column", "chips"), *[head for head, _numbers in found]))]
        for seat, chips in sorted(enumerate(view.chips), key=lambda each: -each[1])[:_MOST_SEATS]:
            more = [str(count_of(numbers, seat)) for _head, numbers in found]
            rows.append(Line(actor_of(seat, model).name, columns=(str(chips), *more)))
        return rows if found else rows[1:]

    def beside_match(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        """Return what else a match counted, as sentences for those who want to know."""
        return []

    def columns(self, model: TableModel) -> list[tuple[str, Numbers]]:
        """Return what a match counted by seat, beside chips or points, under its headings."""
        counts = model.counts
        if counts is None:
            return []
        return [
            (p_("column", "wins"), counts.hands),
            (p_("column", "out"), counts.outs),
            (p_("column", "folded"), counts.folds),
        ]

    def final_lines(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        counts = model.counts
        if counts is None:
            return []
        won = [
            (_("Hands won"), counts.hands),
            (_("Went out"), counts.outs),
            (_("Folded"), counts.folds),
        ]
        return [*count_lines(won, model), *ways_out(model)]

    def match_paper(self, view: views_pb2.PublicView, model: TableModel, room: int) -> list[Line]:
        rummy, rows = rummy_of(view), self.match_rows(view, model)
        if rummy is None or not rows:
            return self.hand_paper(view, model)
        return match_paper(rummy, model, rows, room, beside=self.beside_match(view, model))
