"""What happens at a table, told as sentences: for the log panel, and for lines of text.
What all games say alike: `_generally`; which events are passed over in silence: `SILENT_EVENTS`;
the word beside a name for the latest move: `deed_of`. What a game says its own way is in its face.

Each function takes the model *after* the update that carried the event; what was before it
is in `TableModel.before`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from google.protobuf.message import Message

from cardtui.v1 import cards_pb2, events_pb2, views_pb2
from cardtui.v1.hands_pb2 import HandEndReason, MatchEndReason, Phase, ScoreReason
from cardtui_client.faces import hint_words
from cardtui_client.faces.match_won import (
    Brink,
    brink_of,
    brink_sentences,
    brink_words,
    over_sentence,
    won_words,
)
from cardtui_client.faces.presenter import (
    CHECKED,
    DREW,
    GOT,
    SHOWED,
    TOOK,
    TURNED_UP,
    WON_ENVIDO,
    WON_FLOR,
    DeedWords,
    Presenter,
    Verb,
)
from cardtui_client.faces.record_words import match_code_words
from cardtui_client.faces.registry import presenter_of
from cardtui_client.faces.seats import (
    absence_told,
    draw_told,
    host_told,
    partners_told,
    signals_told,
    swap_told,
)
from cardtui_client.faces.standing import money_lines
from cardtui_client.i18n import _, mark, n_, p_
from cardtui_client.limits import NAME_CELLS
from cardtui_client.model.cards import card_words, cards_words, enumerate_words, part_of
from cardtui_client.model.quick_talk import said_words
from cardtui_client.model.sides import (
    Actor,
    actor_of,
    begun,
    for_seats,
    for_side,
    goes_to,
    plays_in_teams,
    short_side,
)
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import part_of_action, sheet_word, verb_of_action
from cardtui_client.scene.scene import Deed, Tone
from cardtui_client.text import safe_text

_MOST_NOTED: Final = 40

SILENT_EVENTS: Final = frozenset(
    ("phase_began", "envido_settled", "flor_settled", "chips_bet", "checked", "fouled")
)
"""Events of which nothing is said in general: the action, the points or the prompt say it."""


def sentences(
    event: events_pb2.Event,
    model: TableModel,
    among: Sequence[events_pb2.Event] = (),
    *,
    decides: bool = True,
) -> list[str]:
    """Return the event as sentences, none if there is nothing to tell.

    Args:
        model: the table after it.
        among: all that happened with it: what was put in, or that it was a foul.
        decides: whether to tell that it decides the match, which its deed says, too.
    """
    if event.HasField("acted") and event.acted.action.HasField("say"):
        return []  # told as talk
    face = presenter_of(model)
    told = face.sentences(event, model, among)
    told = _generally(event, model, face) if told is None else told
    if not decides or any(each.HasField("fouled") for each in among):
        return told  # what was called does not count
    return [*told, *brink_sentences(event, model, face)]


def _generally(event: events_pb2.Event, model: TableModel, face: Presenter) -> list[str]:
    """Tell an event of which the game has nothing of its own to say."""
    match event.WhichOneof("event"):
        case "acted":
            return _acted(event.acted, actor_of(event.acted.seat, model), face)
        case "hand_started":
            started = event.hand_started
            return [begun(started.hand, started.dealer, model)]
        case "cards_dealt":
            dealt = event.cards_dealt
            if dealt.seat != model.seat:
                return []  # that others get cards, too, is seen and goes without saying
            return [_("You get {cards}.", cards=cards_words(dealt.cards))]
        case "trick_ended":
            return _trick_ended(event.trick_ended, model)
        case "cards_shown":
            shown = event.cards_shown
            return [
                actor_of(shown.seat, model).did(
                    mark("{name} shows {cards}."),
                    mark("You show {cards}."),
                    cards=cards_words(shown.cards),
                )
            ]
        case "pot_won":
            won = event.pot_won
            who = actor_of(won.seat, model)
            if who.own:
                return [
                    n_(
                        "You take the pot: {n} chip.",
                        "You take the pot: {n} chips.",
                        won.chips,
                    )
                ]
            return [
                n_(
                    "{name} takes the pot: {n} chip.",
                    "{name} takes the pot: {n} chips.",
                    won.chips,
                    name=who.name,
                )
            ]
        case "chips_bought":
            bought = event.chips_bought
            who = actor_of(bought.seat, model)
            if who.own:
                return [
                    n_(
                        "You buy {n} chip and have {has} now.",
                        "You buy {n} chips and have {has} now.",
                        bought.chips,
                        has=bought.has,
                    )
                ]
            return [
                n_(
                    "{name} buys {n} chip and has {has} now.",
                    "{name} buys {n} chips and has {has} now.",
                    bought.chips,
                    name=who.name,
                    has=bought.has,
                )
            ]
        case "cashed_out":
            left = event.cashed_out
            return [
                n_(
                    "{name} leaves with {n} chip.",
                    "{name} leaves with {n} chips.",
                    left.chips,
                    name=safe_text(left.name, NAME_CELLS),
                )
            ]
        case "points_scored":
            return _points_scored(event.points_scored, model)
        case "card_taken":
            taken = event.card_taken
            return [
                actor_of(taken.seat, model).did(
                    mark("{name} takes {card}."),
                    mark("You take {card}."),
                    card=card_words(taken.card),
                )
            ]
        case "pack_renewed":
            n = event.pack_renewed.cards
            return [
                n_(
                    "The discards are turned over: {n} card to draw.",
                    "The discards are turned over: {n} cards to draw.",
                    n,
                )
            ]
        case "contest_opened":
            contest = event.contest_opened
            claimant, first = model.name_of(contest.claimant), actor_of(contest.seat, model)
            if contest.claimant == model.seat:
                return [_("You want the card; {name} is asked first.", name=first.name)]
            return [
                first.did(
                    mark("{claimant} wants the card; {name} is asked first."),
                    mark("{claimant} wants the card; you are asked first."),
                    claimant=claimant,
                )
            ]
        case "noted":
            return [_noted(event.noted, actor_of(event.noted.seat, model), face)]
        case "burned":
            burned = actor_of(event.burned.seat, model)
            return [burned.did(mark("{name} is burned."), mark("You are burned."))]
        case "player_out":
            if event.player_out.seat == model.seat and not model.is_over:
                return [_("You are out; the others play on.")]
            return [_("{name} is out of the match.", name=model.name_of(event.player_out.seat))]
        case "redealt":
            dealer = model.name_of(event.redealt.dealer)
            return [_("Everybody passed: {dealer} shuffles and deals again.", dealer=dealer)]
        case "hand_ended":
            return _hand_ended(event.hand_ended, model)
        case "match_ended":
            return _match_ended(event.match_ended, model)
        case "high_cards_drawn":
            return draw_told(event.high_cards_drawn, model)
        case "partners_found":
            return partners_told(event.partners_found, model)
        case "bits_missed":
            if event.bits_missed.seat == model.seat:
                return [_("The server says that your bits did not come: a hash stands for them.")]
            name = model.name_of(event.bits_missed.seat)
            return [_("The bits of {name} did not come: a hash stands for them.", name=name)]
        case "said":
            return [talk(event.said)]
        case "game_ended":
            side = for_side(model, event.game_ended.team)
            return [_("The game goes to {side}; another one begins.", side=side)]
        case "seats_swapped":
            return swap_told(event.seats_swapped, model)
        case "time_ran_out" | "sat_in" | "returned" | "paused" | "resumed":
            return absence_told(event, model)
        case "player_kicked" | "player_banned" | "host_changed" | "spectators_set" | "seat_asked":
            return host_told(event, model)
        case "hinted":
            return [hint_words.told(event.hinted, model)]
        case "gestured" | "looked":
            return signals_told(event, model)
        case _:
            return []  # what a newer server tells, and `SILENT_EVENTS`


_SPECTATOR_TALK: Final = (events_pb2.TALK_SPECTATORS, events_pb2.TALK_PLAYERS)
"""What a spectator says goes to the spectators, or to everybody where the table wants that."""


def talk(said: events_pb2.Said) -> str:
    """Return a line of talk, safe to draw, with who said it."""
    name = safe_text(said.name, NAME_CELLS)
    text = said_words(said)
    if not said.HasField("seat") and said.talk in _SPECTATOR_TALK:
        return _("{name} (watching): {text}", name=name, text=text)
    if said.talk == events_pb2.TALK_TEAM:
        return _("{name} (to the team): {text}", name=name, text=text)
    if said.talk == events_pb2.TALK_HOST:
        return _("{name} announces: {text}", name=name, text=text)
    return _("{name}: {text}", name=name, text=text)


def outcome(model: TableModel) -> list[str]:
    """Return the summary of the hand that ended last: who won what and why, and the score."""
    view = model.view
    if view is None:
        return []
    face = presenter_of(model)
    told = face.outcome(view, model)
    if not told:
        return []
    return [*told, face.standing(view, model)]


def _acted(event: events_pb2.Acted, who: Actor, face: Presenter) -> list[str]:
    """Tell an action by what is called out, else by its verb."""
    verb, part = verb_of_action(event.action), part_of_action(event.action)
    if not verb:
        return []
    said = face.verb(verb)
    if said.cuts:
        n = getattr(part, part.DESCRIPTOR.fields[0].name)
        if who.own:
            return [
                n_(
                    "You cut {n} card off the top of the pack.",
                    "You cut {n} cards off the top of the pack.",
                    n,
                )
            ]
        return [
            n_(
                "{name} cuts {n} card off the top of the pack.",
                "{name} cuts {n} cards off the top of the pack.",
                n,
                name=who.name,
            )
        ]
    words = said.aloud() or _typed(said, verb)
    for field, value in part.ListFields():
        if field.enum_type == cards_pb2.Card.DESCRIPTOR and not field.is_repeated:
            words = f"{words} {card_words(value)}"
        elif field.type == field.TYPE_SINT32:
            told = ", ".join(map(str, value)) if field.is_repeated else value
            words = f"{words} {told}"
        elif field.name == "source" and field.type == field.TYPE_STRING:
            words = f"{words} {face.word(value)}"
    if event.action.HasField("other") and not said.aloud():
        return [_("{name}: {text}", name=who.name, text=words)]
    return [_("{name}: “{call}”", name=who.name, call=words)]


def _noted(noted: events_pb2.Noted, who: Actor, face: Presenter) -> str:
    """Tell what somebody did, in a word of the game."""
    cards = cards_words(noted.cards[:_MOST_NOTED])
    return f"{who.name}: {' '.join(filter(None, (face.word(noted.word), cards)))}"


def _trick_ended(ended: events_pb2.TrickEnded, model: TableModel) -> list[str]:
    if not ended.HasField("seat"):
        return [_("The trick is tied.")]
    return [goes_to(actor_of(ended.seat, model))]


def _points_scored(scored: events_pb2.PointsScored, model: TableModel) -> list[str]:
    side = for_side(model, scored.team)
    points = abs(scored.points)
    if scored.points < 0:
        return [n_("−{n} point for {side}.", "−{n} points for {side}.", points, side=side)]
    return [n_("{n} point for {side}.", "{n} points for {side}.", points, side=side)]


def _hand_ended(ended: events_pb2.HandEnded, model: TableModel) -> list[str]:
    if ended.reason == HandEndReason.HAND_END_REASON_DRAWN:
        return outcome(model)
    winners = for_seats(ended.winners, model)
    view = model.view
    why = "" if view is None else presenter_of(model).why_ended(view, model)
    told = (
        _("The hand goes to {winners}: {why}.", winners=winners, why=why)
        if why
        else _("The hand goes to {winners}.", winners=winners)
    )
    return [told, *_standing(model)]


def _standing(model: TableModel) -> list[str]:
    return [presenter_of(model).standing(model.view, model)] if model.view is not None else []


def _match_ended(ended: events_pb2.MatchEnded, model: TableModel) -> list[str]:
    over = over_sentence(ended.winners, model)
    view = model.view
    final = [] if view is None else presenter_of(model).final_lines(view, model)
    code = filter(None, [match_code_words(model.match_code)])
    return [*_why_over(ended.reason, view), over, *final, *money_lines(model), *code]


def _why_over(reason: MatchEndReason.ValueType, view: views_pb2.PublicView | None) -> list[str]:
    match reason:
        case MatchEndReason.MATCH_END_REASON_LAST if view is not None and view.chips:
            return [_("Nobody else has the chips for another hand.")]
        case MatchEndReason.MATCH_END_REASON_LAST:
            return [_("Nobody else has points left.")]
        case MatchEndReason.MATCH_END_REASON_LIMIT:
            return [_("That was the last hand.")]
        case _:
            return []  # the score says it


def deed_of(
    event: events_pb2.Event, model: TableModel, among: Sequence[events_pb2.Event] = ()
) -> Deed | None:
    """Return the event as a deed; ``None`` where it is told in a sentence all the same.

    Args:
        model: the table after it.
        among: all that happened with it: what was put in.
    """
    face = presenter_of(model)
    match event.WhichOneof("event"):
        case "acted":
            return _deed_of_act(event.acted, model, face, among)
        case "cards_dealt":
            dealt = event.cards_dealt
            words = DREW if face.draws and len(dealt.cards) == 1 else GOT
            return _did(words, dealt.seat, dealt.cards, model)
        case "card_taken":
            return _did(TOOK, event.card_taken.seat, (event.card_taken.card,), model)
        case "cards_shown":
            shown = event.cards_shown
            blind = model.before is not None and model.before.phase == Phase.PHASE_IRON
            words = TURNED_UP if blind else SHOWED
            return _did(words, shown.seat, shown.cards, model)
        case "trick_ended" if event.trick_ended.HasField("seat"):
            tricks = len(getattr(part_of(model.before), "tricks", ())) + 1
            return _by(event.trick_ended.seat, ("★", _("trick {number}", number=tricks)), model)
        case "envido_settled" if event.envido_settled.HasField("seat"):
            settled = event.envido_settled
            return None if settled.wrong else _settled(WON_ENVIDO, settled, model)
        case "envido_settled":
            return _scored(event.envido_settled.team, event.envido_settled.points, model)
        case "flor_settled" if event.flor_settled.HasField("seat"):
            return _settled(WON_FLOR, event.flor_settled, model)
        case "points_scored":
            scored = event.points_scored
            return _scored(scored.team, _worth(scored, model, among), model)
        case "noted":
            noted = event.noted
            told: list[str | int] = [face.word(noted.word), *noted.cards[:_MOST_NOTED]]
            return _said(_by(noted.seat, tuple(told), model))
        case "pot_won":
            won = event.pot_won
            pot = p_("deed", "the pot of {n}", n=won.chips)
            return _by(won.seat, ("★", pot), model, _pot_effect(won, model))
        case _:
            return None


def _deed_of_act(
    event: events_pb2.Acted,
    model: TableModel,
    face: Presenter,
    among: Sequence[events_pb2.Event],
) -> Deed | None:
    name, part = verb_of_action(event.action), part_of_action(event.action)
    if not name:
        return None
    verb = face.verb_now(name, event.seat, model.before, model)
    proposed = getattr(part_of(model.view), "proposed", 0)
    done = CHECKED if _checked(event.seat, among) else verb.deed
    act: list[str | int] = []
    for field, value in part.ListFields():
        if field.is_repeated:
            continue  # melds lie on the table, or on the paper
        if field.enum_type == cards_pb2.Card.DESCRIPTOR:
            act.append(value)
    act += _numbers(part) or map(str, _put_in(event.seat, among))
    if done is not None:
        return _did(done, event.seat, act, model, _stake(verb, model))
    if call := verb.aloud(proposed):
        return _said(_by(event.seat, (call, *act), model, _stake(verb, model)))
    words = "" if verb.into_trick else _typed(verb, name)
    said = (words, *act) if words else tuple(act)
    if words and event.action.HasField("other"):
        # The verb stands as it is typed: no sentence can be made of a word that nobody knows.
        source = (face.word(part.source),) if part.source else ()
        return _said(_by(event.seat, (*said, *source), model))
    return _by(event.seat, said, model, _stake(verb, model)) if said else None


def _numbers(part: Message) -> list[str]:
    """Return the numbers of an action: 0 is one, where it is always said; several as a list."""
    fields = [each for each in part.DESCRIPTOR.fields if each.type == each.TYPE_SINT32]
    told = (
        each
        for each in fields
        if (getattr(part, each.name) if each.is_repeated else not each.has_presence)
        or (each.has_presence and part.HasField(each.name))
    )
    return [
        enumerate_words([*map(str, getattr(part, each.name))])
        if each.is_repeated
        else str(getattr(part, each.name))
        for each in told
    ]


def _said(deed: Deed) -> Deed:
    """Return a deed that somebody calls out, as talk is told: the verb is not the actor's."""
    return deed._replace(actor=f"{deed.actor}:")


def _scored(team: int, points: int, model: TableModel) -> Deed:
    """Return what a side has won or lost."""
    told = f"{points:+d}".replace("-", "−")
    return Deed(_side(team, model), (told,), _won("", team, model), _colour(team, model))


def _settled(
    words: DeedWords, settled: events_pb2.EnvidoSettled | events_pb2.FlorSettled, model: TableModel
) -> Deed:
    """Return with which number somebody won the points that were bet before the tricks."""
    effect = _won(f"+{settled.points}", settled.team, model)
    return _did(words, settled.seat, (str(settled.number),), model, effect)


def _worth(
    scored: events_pb2.PointsScored, model: TableModel, among: Sequence[events_pb2.Event]
) -> int:
    """Return what was won or lost: of a hand its stake, as the summary says.

    A score may stop at what wins the game, so that fewer points than the stake are scored.
    """
    ended = any(event.HasField("hand_ended") for event in among)
    if not ended or scored.points < 0 or scored.reason != ScoreReason.SCORE_REASON_HAND:
        return scored.points
    last = getattr(part_of(model.view), "last", None)
    return max(scored.points, getattr(last, "points", 0))


def _stake(verb: Verb, model: TableModel) -> str:
    """Return what is at stake where somebody asked for more, or agreed to it."""
    view = model.view if verb.tone is Tone.CALL else model.before
    proposed = getattr(part_of(view), "proposed", 0)
    if not proposed or verb.tone not in (Tone.CALL, Tone.YES):
        return ""
    brink = Brink() if view is None else brink_of(view, model, proposed)
    return _joined(f"→ {proposed}", brink_words(brink, model))


def _pot_effect(won: events_pb2.PotWon, model: TableModel) -> str:
    """Return what the winner of a pot has then: some of the pot was theirs before."""
    has = model.view.chips if model.view is not None else ()
    return _("{n} in all", n=has[won.seat]) if won.seat < len(has) else ""


def _won(effect: str, team: int, model: TableModel) -> str:
    """Return what a deed brings a team, and that it has won with it."""
    return " ".join(filter(None, (effect, won_words(team, model))))


def _joined(*words: str) -> str:
    return ", ".join(filter(None, words))


def _typed(verb: Verb, name: str) -> str:
    return verb.typed() or sheet_word(name).replace("_", " ")


def _put_in(seat: int, among: Sequence[events_pb2.Event]) -> list[int]:
    """Return the chips that the seat has put in with what happened, if it has."""
    bets = (event.chips_bet for event in among if event.HasField("chips_bet"))
    return [bet.to for bet in bets if bet.seat == seat]


def _checked(seat: int, among: Sequence[events_pb2.Event]) -> bool:
    """Tell whether the seat stayed in for nothing."""
    return any(event.HasField("checked") and event.checked.seat == seat for event in among)


def _did(
    words: DeedWords, seat: int, act: Sequence[str | int], model: TableModel, effect: str = ""
) -> Deed:
    """Return a deed with its words; those that already say that it was you stand for "You"."""
    said, others = words.words(own=seat == model.seat), words.words(own=False)
    deed = _by(seat, (said, *act), model, effect)
    if said == others:
        return deed
    return deed._replace(actor=f"{said[0].upper()}{said[1:]}", act=tuple(act))


def _by(seat: int, act: tuple[str | int, ...], model: TableModel, effect: str = "") -> Deed:
    actor = _("You") if seat == model.seat else model.name_of(seat)
    return Deed(actor, act, effect, _colour(model.team_of(seat), model))


def _side(team: int, model: TableModel) -> str:
    """Return what a side is called where there is little room."""
    if model.seat is not None and team == model.team_of(model.seat):
        return p_("score, at most 5 letters", "Us") if plays_in_teams(model) else _("You")
    if model.seat is not None and plays_in_teams(model):
        return p_("score, at most 5 letters", "Them")
    return short_side(model, team)


def _colour(team: int, model: TableModel) -> int | None:
    return team if model.has_teams else None
