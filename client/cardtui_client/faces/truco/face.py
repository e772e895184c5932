"""What the faces of all trucos share: verbs such as `PLAY`, score, stake, card order (`ranked`).
When giving up is asked about: `risk_of`; how many of the latest cards and calls you are told when
you come to a running hand: `_MOST_LATEST_ACTS`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from operator import itemgetter
from typing import Final, Literal, Protocol

from cardtui.v1 import actions_pb2, events_pb2, truco_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui.v1.truco_pb2 import TrucoWord
from cardtui_client.faces.arguments import act_again, refusal_among, verb_of
from cardtui_client.faces.match_won import brink_of, brink_words
from cardtui_client.faces.presenter import (
    NO_BEST_CUT,
    DeedWords,
    Happened,
    OptionFace,
    Presenter,
    Risk,
    Verb,
)
from cardtui_client.i18n import _, mark, mark_p, p_
from cardtui_client.model.cards import HIDDEN_CARD, card_of, card_words, part_of
from cardtui_client.model.sides import (
    Actor,
    actor_of,
    for_side,
    lone_opponent,
    plays_in_teams,
    sides_in_order,
)
from cardtui_client.model.table import Numbers, TableModel, count_of
from cardtui_client.model.verbs import sheet_word, word_in
from cardtui_client.scene.middle import SMALLEST_LINE_CELLS, Line, Score, wrapped
from cardtui_client.scene.scene import CardOrder, Earlier, Played, Stake, Tally, Tone, Weight
from cardtui_client.text import cell_width


class Tricks(Protocol):
    """The part of a view that every truco tells of its tricks."""

    @property
    def tricks(self) -> Sequence[truco_pb2.FinishedTrick]:
        """The finished tricks."""

    @property
    def trick(self) -> Sequence[truco_pb2.PlayedCard]:
        """The cards on the table, in the order in which they were played."""

    @property
    def winning(self) -> int:
        """The seat that wins the trick on the table."""

    def HasField(self, field_name: Literal["winning"], /) -> bool:  # noqa: N802 - protobuf's word
        """Tell whether a seat wins it."""


ABOUT_TRUCO: Final = mark("Three cards each: take two of three tricks; calls raise the stake.")

_MOST_CELLS_OF_NAMES: Final = 24
"""So many letters of names have room in the top line of the smallest screens."""


def team_names(model: TableModel) -> tuple[str, str]:
    """Return what the two sides are called where there is little room: who is alone, by name."""
    if model.seat is not None and plays_in_teams(model):
        mine = model.team_of(model.seat)
        names = (p_("score, at most 5 letters", "Us"), p_("score, at most 5 letters", "Them"))
        return names if mine == 0 else (names[1], names[0])
    heads = (next(iter(model.side_seats(side)), side) for side in (0, 1))
    first, second = (actor_of(seat, model).name for seat in heads)
    if plays_in_teams(model):
        return f"{first}+", f"{second}+"
    return first, second


def tallies_of(
    model: TableModel,
    view: views_pb2.PublicView,
    target: int,
    scored: AbstractSet[int],
    *,
    malas: int = 0,
    pending: Sequence[int] = (),
) -> tuple[Tally, ...]:
    """Return the points of both sides, your own first.

    Args:
        target: the points that win.
        scored: the sides that have just scored.
        malas: how many of those points are malas, where they are told apart.
        pending: by side, the points that are not counted yet.
    """
    names, whole = team_names(model), _whole_names(model)
    return tuple(
        Tally(
            names[side],
            view.scores[side],
            target,
            side in scored,
            side,
            malas,
            pending[side] if side < len(pending) else 0,
            whole[side],
        )
        for side in sides_in_order(model)
        if side < len(view.scores)
    )


def score_words(model: TableModel, view: views_pb2.PublicView, pending: Sequence[int] = ()) -> str:
    """Return the score for the top line, where there is room for whole words."""
    return " · ".join(
        f"{tally.whole} {tally.points}" + (f" +{tally.pending}" if tally.pending else "")
        for tally in tallies_of(model, view, 0, frozenset(), pending=pending)
    )


def _whole_names(model: TableModel) -> tuple[str, str]:
    """Return the name of each side in whole words, or all who play on it."""
    if model.seat is not None:
        return team_names(model)
    first, second = (" & ".join(map(model.name_of, model.side_seats(side))) for side in (0, 1))
    few = cell_width(first + second) <= _MOST_CELLS_OF_NAMES
    return (first, second) if few else team_names(model)


def trick_of(
    view: views_pb2.PublicView,
    truco: Tricks,
    model: TableModel,
    played: AbstractSet[int],
    *,
    between: bool,
) -> tuple[Played, ...]:
    """Return the trick on the table: between tricks and hands the last one, until the next begins.

    Args:
        view: what is shown.
        played: the seats that have just played.
        between: whether a finished trick lies there until a card is played.
    """
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
    if view is model.view and view.phase in (Phase.PHASE_DEAL, Phase.PHASE_OVER):
        return tuple(Played(*each, old=True) for each in model.trick)
    return ()


_MOST_LATEST_ACTS: Final = 6
"""So many of the latest cards and calls are told again: one for each of six players."""


def cards_and_calls(
    truco: Tricks, calls: Iterable[tuple[int, events_pb2.Event | None]], seats: int
) -> Sequence[Happened]:
    """Return the cards of the trick, or of the last one, and the latest calls between them.

    Args:
        calls: each after how many cards it was said.
        seats: how many cards a trick has.
    """
    laid = sum(len(trick.cards) or seats for trick in truco.tricks)
    cards = truco.trick
    if not cards and truco.tricks:
        cards = truco.tricks[-1].cards
        laid -= len(cards)
    acts = ((each.seat, each.card) for each in cards)
    played = [
        (laid + place, act_again(seat, "play", card=card))
        for place, (seat, card) in enumerate(acts, 1)
    ]
    found = sorted((*played, *calls), key=itemgetter(0))
    return [(act,) for _laid, act in found if act is not None][-_MOST_LATEST_ACTS:]


def said_again(said: truco_pb2.TrucoSaid, face: Presenter) -> events_pb2.Event | None:
    """Return a call or an answer of this hand."""
    return act_again(said.seat, face.wire_verb(word_in(TrucoWord.DESCRIPTOR, said.verb)))


def finished(truco: Tricks, names: tuple[str, str], *, tied: str) -> list[Earlier]:
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


WON_TRICKS: Final = OptionFace(
    mark("Finished tricks"),
    {"open": mark("stay face up"), "face_down": mark("are turned face down")},
)


def match_paper(
    view: views_pb2.PublicView, model: TableModel, told: Sequence[str], room: int
) -> list[Line]:
    """Return how the match ended: what each side has won, and of the last hand what has room.

    Args:
        told: how the last hand ended.
        room: how many lines there are.
    """
    sides = [side for side in sides_in_order(model) if side < len(view.scores)]
    names = [team_names(model)[side] for side in sides]
    rows = [Line("", columns=tuple(names), strong=True)]
    rows += [
        Line(
            words,
            columns=tuple(str(count_of(numbers, side)) for side in sides),
            is_score=not place,
        )
        for place, (words, numbers) in enumerate(_counts(view, model))
    ]
    last = [Line(sentence) for sentence in told]
    fitting = (
        each
        for each in (last, last[-1:])
        if len(wrapped((*each, *rows), SMALLEST_LINE_CELLS)) <= room
    )
    return [*next(fitting, []), *rows]


def final_scores(view: views_pb2.PublicView, model: TableModel) -> list[Score]:
    """Return the points of both sides, or the games where several are played."""
    _words, numbers = _counts(view, model)[0]
    won = {model.team_of(seat) for seat in view.winners}
    return [
        Score(team_names(model)[side], str(count_of(numbers, side)), side, side in won)
        for side in sides_in_order(model)
        if side < len(view.scores)
    ]


def final_lines(view: views_pb2.PublicView, model: TableModel) -> list[str]:
    """Return the same as sentences."""
    sides = [side for side in sides_in_order(model) if side < len(view.scores)]
    return [
        _(
            "{what}: {sides}.",
            what=words.capitalize(),
            sides="; ".join(f"{for_side(model, side)} {count_of(numbers, side)}" for side in sides),
        )
        for words, numbers in _counts(view, model)[1:]
    ]


def _counts(view: views_pb2.PublicView, model: TableModel) -> list[tuple[str, Numbers]]:
    """Return what is counted, in words, and how many of it each side has; points come first."""
    game, counts = part_of(view), model.counts
    games: Numbers = getattr(game, "games", ())
    if getattr(game, "best_of", 1) > 1:
        found: list[tuple[str, Numbers]] = [(p_("match", "games"), games)]
    else:
        found = [(p_("match", "points"), view.scores)]
    if counts is None:
        return found
    found.append((p_("match", "hands won"), counts.hands))
    if hasattr(game, "envido"):
        found.append((p_("match", "envidos won"), counts.envidos))
    return [*found, (p_("match", "bluffs called"), counts.bluffs)]


def play_words(model: TableModel, verbs: Mapping[str, Verb]) -> str:
    """Return what is awaited of who is to play a card.

    Args:
        verbs: what is said of the game's verbs, by the sheet's word.
    """
    offered = (verbs.get(sheet_word(verb_of(choice))) for choice in model.choices())
    if any(verb is not None and verb.tone is Tone.CALL for verb in offered):
        return _("Your turn: play a card, or call.")
    return _("Your turn: play a card.")


_GIVES_UP = actions_pb2.CHOICE_KIND_GIVES_UP


class Target(Protocol):
    """The part of a view that every truco tells of its points."""

    @property
    def stake(self) -> int:
        """The agreed stake of the hand."""

    @property
    def target(self) -> int:
        """The points that win a game."""


def missing(game: Target, model: TableModel) -> int:
    """Return how many points the others still need to win; 0 where that is not known."""
    if model.view is None or model.seat is None:
        return 0
    _mine, theirs = sides_in_order(model)
    scores = model.view.scores
    return max(game.target - scores[theirs], 0) if theirs < len(scores) else 0


def risk_of(
    choice: actions_pb2.Choice,
    game: Target,
    model: TableModel,
    *,
    best_of: int = 1,
    always: str = "",
) -> Risk | None:
    """Return what is at stake where the others would win; ``None`` where they would not.

    Nothing is asked about where the same is lost without the act: by the hand as it stands, or by
    the no that you may say instead.

    Args:
        best_of: of how many games the match is.
        always: the verb by which you may give up at any time.
    """
    needed = missing(game, model)
    if not choice.HasField("price") or not 0 < needed <= choice.price:
        return None
    if choice.kind == _GIVES_UP:
        return Risk(wins(best_of))
    refused = _refused(model, always)
    if needed <= (game.stake if refused is None else refused):
        return None
    name = lone_opponent(model)
    if best_of > 1:
        if name:
            return Risk(_("with {needed}, {name} wins the game", needed=needed, name=name))
        return Risk(_("with {needed}, they win the game", needed=needed))
    if name:
        return Risk(_("with {needed}, {name} wins the match", needed=needed, name=name))
    return Risk(_("with {needed}, they win the match", needed=needed))


def wins(best_of: int = 1) -> str:
    """Tell that what is given away is all that the others need."""
    return _("that wins the game") if best_of > 1 else _("that wins the match")


class Stakes(Protocol):
    """The part of a view that every truco tells of what is played for."""

    @property
    def stake(self) -> int:
        """The agreed stake of the hand."""

    @property
    def proposed(self) -> int:
        """What the call that waits plays for."""

    def HasField(self, field_name: Literal["proposed"], /) -> bool:  # noqa: N802 - protobuf's word
        """Tell whether a call waits."""


def stake_of(
    view: views_pb2.PublicView,
    game: Stakes,
    model: TableModel,
    *,
    called: str,
    raised: bool,
    apart: int | None = None,
    always: str = "",
) -> Stake:
    """Return what is played for now.

    Args:
        called: the call that waits; ``""`` if none does.
        raised: whether anybody has raised, or asked to.
        apart: what is played for beside the hand, under the name of that call, before the hand
            goes on; ``None`` for nothing.
        always: the verb by which you may give up at any time.
    """
    asked = game.HasField("proposed")
    worth = apart if apart is not None else game.proposed if asked else game.stake
    brink = brink_of(view, model, worth)
    weight = Weight.USUAL
    if raised:
        weight = Weight.DECISIVE if brink.sides else Weight.RAISED
    refused = _refused(model, always) if asked and view is model.view else None
    return Stake(
        title=called if called and (asked or apart is not None) else _("at stake"),
        worth=worth,
        refused="" if refused is None else _("declined: {points}", points=refused),
        decides=brink_words(brink, model),
        weight=weight,
        asked=asked,
    )


def _refused(model: TableModel, always: str) -> int | None:
    """Return what saying no gives away, where you may say it."""
    refusal = refusal_among(model.choices(), always)
    return None if refusal is None else refusal.price


def tricks_lines(truco: Tricks, model: TableModel) -> list[str]:
    """Return who took which trick."""
    lines: list[str] = []
    for number, trick in enumerate(truco.tricks, 1):
        winner = for_side(model, trick.team) if trick.HasField("team") else _("nobody")
        lines.append(_("Trick {number}: {winner}.", number=number, winner=winner))
    return lines


def played(who: Actor, card: int) -> str:
    """Tell who plays which card, face up."""
    return who.did(mark("{name} plays {card}."), mark("You play {card}."), card=card_words(card))


def took(who: Actor, done: int) -> str:
    """Tell who took the trick after so many."""
    match done:
        case 0:
            return who.did(mark("{name} takes the first trick."), mark("You take the first trick."))
        case 1:
            return who.did(
                mark("{name} takes the second trick."), mark("You take the second trick.")
            )
        case _:
            return who.did(mark("{name} takes the third trick."), mark("You take the third trick."))


_SUIT_LETTERS: Final = {"spanish": "EBOC", "french": "SHDC"}


def ranked(deck: str, tops: Iterable[int], ranks: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """Return all cards from the highest down, those that tie beside each other.

    Args:
        deck: whose cards they are.
        tops: those above all others, the highest first.
        ranks: the ranks of the others, the highest first.
    """
    above = [(card,) for card in tops]
    known = {card for (card,) in above}
    codes = [[f"{rank}{suit}" for suit in _SUIT_LETTERS[deck]] for rank in ranks]
    ties = [tuple(_cards(each, deck, known)) for each in codes]
    return (*above, *filter(None, ties))


def _cards(codes: Iterable[str], deck: str, known: set[int]) -> Iterator[int]:
    for code in codes:
        card = card_of(code, deck)
        if card is not None and card not in known:
            yield card


def card_order_of(model: TableModel, ties: tuple[tuple[int, ...], ...]) -> CardOrder:
    """Return the order of the cards with what you hold, and what else you have seen of a hand."""
    own = frozenset(() if model.own is None else model.own.hand)
    return CardOrder(ties, own, frozenset(_seen(model)) - own - {HIDDEN_CARD})


def _seen(model: TableModel) -> Iterator[int]:
    """Yield the cards that lie open, or lay open in this hand, and those partners let you see."""
    game, held = part_of(model.view), part_of(model.own)
    for name in ("trick", "earlier", "shown"):
        yield from (each.card for each in getattr(game, name, ()))
    for trick in getattr(game, "tricks", ()):
        yield from (each.card for each in trick.cards)
    yield from (each.card for each in getattr(held, "partners", ()))
    yield from getattr(game, "rejected", ())
    yield from getattr(held, "partner", ())
    yield from getattr(held, "face_down", ())
    yield getattr(game, "flip", HIDDEN_CARD)


class TrucoFace(Presenter):
    """What all trucos say in the same way."""

    about = ABOUT_TRUCO
    card_verb = "play"

    def match_paper(self, view: views_pb2.PublicView, model: TableModel, room: int) -> list[Line]:
        return match_paper(view, model, self.outcome(view, model), room)

    def final_scores(self, view: views_pb2.PublicView, model: TableModel) -> list[Score]:
        return final_scores(view, model)

    def final_lines(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        return final_lines(view, model)


CUT: Final = Verb(
    mark("Cut the pack"),
    word=mark_p("verb to type", "cut"),
    deed=DeedWords(mark_p("deed", "cut"), mark_p("own deed", "cut")),
    key="c",
    cuts=True,
    why=NO_BEST_CUT,
)
TAP: Final = Verb(
    mark("Tap the pack"),
    word=mark_p("verb to type", "tap"),
    deed=DeedWords(mark_p("deed", "tapped"), mark_p("own deed", "tapped")),
    key="p",
    why=NO_BEST_CUT,
)
PLAY: Final = Verb(
    mark("Play a card"),
    word=mark_p("verb to type", "play"),
    key="enter",
    silent=True,
    into_trick=True,
)
