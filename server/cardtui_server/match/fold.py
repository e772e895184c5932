"""What each entry of a table's log changes (`fold`): seats, host, talk, clocks, the ledger
(`with_ledger`), and who has to say again that they are ready (`_asked_anew`). Whether a request is
granted at all is decided in `commands`.

It is the only way from one state to the next, both for a live table and for one that is read back
from its log. Actions and packs reach the rules here and nowhere else. `with_ledger` says what an
entry adds to the ledger: chips brought and taken.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, TypeVar, assert_never

from cardtui_engine.actions import Action
from cardtui_engine.events import Acted as ActedEvent
from cardtui_engine.events import Event, HandEnded, MatchEnded, PlayerOut, PointsScored
from cardtui_engine.library.counts import counted, nothing_counted
from cardtui_engine.library.record_writing import agreed_lines, bots_line, sitting_line
from cardtui_engine.library.records import GRAMMAR, Origin, Record
from cardtui_engine.rules import AnyRules, FirstDealer
from cardtui_engine.turn import Turn
from cardtui_server.fairness.chain import first_head, head_after, head_with
from cardtui_server.fairness.commitments import key_given
from cardtui_server.fairness.high_card import seats_after
from cardtui_server.fairness.shuffle import Shuffle, begun, committed, shown, unrevealed, with_bits
from cardtui_server.fairness.signatures import HandEnd, HeadSignature
from cardtui_server.match import entries
from cardtui_server.match.bot_accounts import is_bot_account
from cardtui_server.match.buy_ins import options_of, with_taken, without_seated
from cardtui_server.match.events import (
    BitsMissed,
    CashedOut,
    Happening,
    HostChanged,
    PartnersFound,
    PlayerBanned,
    PlayerKicked,
    Said,
    Talk,
    TimeRanOut,
)
from cardtui_server.match.ledger import Holder, Ledger
from cardtui_server.match.rated import is_rated
from cardtui_server.match.state import (
    CONTEST,
    MOST_BANS,
    TALK_KEPT,
    Asker,
    Ban,
    Life,
    Sitter,
    TableState,
    Tally,
)
from cardtui_server.match.told_to_few import with_gaze, with_line, with_signal
from cardtui_server.quick_talk import first_gazes

_CHIPS_AT_REST: Final = ("deal", "over")
"""The phases in which all chips lie in front of the players."""


def with_ledger(before: TableState, after: TableState, entry: entries.Entry) -> TableState:
    """Return the table with its ledger as it is after an entry.

    Args:
        before: the table before the entry.
        after: the table after it, with the ledger of before.
    """
    if (
        after.tally is before.tally
        and after.life is before.life
        and after.sitters is before.sitters
    ) or not after.rules.chips_option:
        return after
    ledger = _ledger_after(before, after, entry)
    return after if ledger is before.ledger else after._replace(ledger=ledger)


def _ledger_after(before: TableState, after: TableState, entry: entries.Entry) -> Ledger:
    ledger = before.ledger
    if before.life is not Life.PLAYING:
        if after.life is Life.PLAYING:
            chips = after.tally.chips
            for sitter, brought in zip(after.sitters, chips, strict=True):
                ledger = _brought(ledger, sitter, brought)
            ledger = ledger._replace(rest=chips, came=chips, gone=(0,) * len(chips))
            ledger = ledger.without_oldest(_seated(after))
        return ledger
    if after.life is Life.CLOSED:
        return _all_took(ledger, after, ledger.rest)
    if after.life is Life.OVER:
        return _all_took(ledger, after, after.tally.chips)
    if isinstance(entry, entries.ToppedUp):
        ledger = _brought(ledger, after.sitters[entry.seat], entry.chips)
        came = ledger.came[entry.seat] + entry.chips
        ledger = ledger._replace(came=_at(ledger.came, entry.seat, came))
    for seat, (was, now) in enumerate(zip(before.sitters, after.sitters, strict=True)):
        if was is not now and _holder(was) != _holder(now):
            front: int = after.rules.view(after.game, None).common.chips[seat]
            ledger = _brought(_took(ledger, was, front), now, front)
            back = was is not None and now is not None and was.away == now.player != ""
            ledger = _handed_over(ledger, seat, front, back=back)
    if after.turn is not None and after.turn.phase in _CHIPS_AT_REST:
        ledger = ledger._replace(rest=after.tally.chips)
    return ledger


def _handed_over(ledger: Ledger, seat: int, chips: int, *, back: bool) -> Ledger:
    """Return it after a seat with that many chips has gone to a bot, or back to its player."""
    gone = 0 if back else chips - ledger.came[seat]
    came = chips - ledger.gone[seat] if back else chips
    return ledger._replace(came=_at(ledger.came, seat, came), gone=_at(ledger.gone, seat, gone))


def _at(numbers: tuple[int, ...], seat: int, number: int) -> tuple[int, ...]:
    return (*numbers[:seat], number, *numbers[seat + 1 :])


def _all_took(ledger: Ledger, state: TableState, chips: tuple[int, ...]) -> Ledger:
    for seat, sitter in enumerate(state.sitters):
        ledger = _took(ledger, sitter, chips[seat])
    return ledger._replace(rest=())


def _brought(ledger: Ledger, sitter: Sitter | None, chips: int) -> Ledger:
    return ledger.brought(_holder(sitter), "" if sitter is None else sitter.name, chips)


def _took(ledger: Ledger, sitter: Sitter | None, chips: int) -> Ledger:
    return ledger.took(_holder(sitter), "" if sitter is None else sitter.name, chips)


def _seated(state: TableState) -> list[Holder]:
    return [_holder(sitter) for sitter in state.sitters]


def _holder(sitter: Sitter | None) -> Holder:
    """Return whose account the chips of a seat go to; nobody's are those of who left long ago."""
    if sitter is None:
        return Holder("")
    if not sitter.player or is_bot_account(sitter.player):
        return Holder("", sitter.name)
    return Holder(sitter.player)


V = TypeVar("V")


def in_time(state: TableState, seat: int, reserves: tuple[int, ...]) -> TableState:
    """Return the table once a seat has acted in time; only a player can be late again."""
    if reserves:
        state = state._replace(reserves=reserves)
    if state.late and state.late[seat]:
        state = state._replace(late=_with(state.late, seat, 0))
    return state


def too_late(state: TableState, seat: int, reserves: tuple[int, ...]) -> TableState:
    """Return the table once a player's time has run out."""
    late = _with(state.late, seat, state.late[seat] + 1)
    return state._replace(reserves=reserves or state.reserves, late=late)


def sat_in(
    state: TableState, seat: int, bot: int, cause: entries.SitInCause
) -> tuple[Sitter | None, ...]:
    """Return who holds each seat once a bot sits in for a player."""
    sitter = state.sitters[seat]
    if sitter is None or not sitter.player:
        raise ValueError(f"No player holds seat {seat}.")
    return _with(state.sitters, seat, sitter._replace(stand_in=bot, cause=cause))


def returned(state: TableState, seat: int) -> TableState:
    """Return the table once a player for whom a bot sat in is back."""
    sitter = state.sitters[seat]
    if sitter is None or not sitter.stand_in:
        raise ValueError(f"No bot sits in for a player in seat {seat}.")
    sitters = _with(state.sitters, seat, sitter._replace(stand_in=0, cause=None))
    late = _with(state.late, seat, 0) if state.late else ()
    return state._replace(sitters=sitters, late=late)


def _with(values: tuple[V, ...], at: int, value: V) -> tuple[V, ...]:
    return (*values[:at], value, *values[at + 1 :])


def begin(made: entries.Created, rules: AnyRules) -> TableState:
    """Return the table that its first entry makes."""
    free, gazes = (None,) * made.seats, first_gazes(rules, made.seats)
    return TableState(made, rules, made.host, made.host_name, free, gazes=gazes, seq=1)


def fold(state: TableState, entry: entries.Entry) -> tuple[TableState, tuple[Happening, ...]]:
    """Return the table after an entry, and what happened, unredacted.

    Raises:
        IllegalAction: the rules refuse the action; the entry must not be written.
        BadSetup: the pack is not one that the rules take.
    """
    after, told = _folded(state, entry)
    if after.sitters is not state.sitters:
        after = _with_sittings(state, after)
    after = _with_end(after, told)
    return with_ledger(state, after, entry), told


def _with_sittings(before: TableState, after: TableState) -> TableState:
    """Return the table whose chain has a line for each seat that somebody else decides for now."""
    playing = before.life is after.life is Life.PLAYING
    if not playing or not _binds_sittings(after):
        return after
    pairs = zip(before.sittings(), after.sittings(), strict=True)
    lines = [sitting_line(now) for was, now in pairs if now is not None and was != now]
    return after._replace(chain=head_with(after.chain, lines))


def _binds_sittings(state: TableState) -> bool:
    return state.shuffle is not None and state.shuffle.grammar >= GRAMMAR


def with_signature(state: TableState, signed: entries.HeadSigned) -> TableState:
    """Return the table once a player has signed; readers are not told."""
    key, hand, signature, seat = signed
    vouched = {**state.vouched, key: HeadSignature(seat, hand, signature)}
    return state._replace(hidden=state.hidden + 1, vouched=vouched)


def _with_end(state: TableState, told: tuple[Happening, ...]) -> TableState:
    """Return the table that knows the head of its chain at the end of a hand."""
    if not state.chain or not any(type(each) in (HandEnded, MatchEnded) for each in told):
        return state
    hand = state.tally.hand if state.life is Life.PLAYING else 0
    return state._replace(ends=(*state.ends[-1:], HandEnd(hand, state.chain)))


def _folded(state: TableState, entry: entries.Entry) -> tuple[TableState, tuple[Happening, ...]]:
    """Return the table after an entry, but for its ledger, and what happened."""
    seq = state.seq + 1
    if isinstance(entry, entries.SetBetween):
        made, sitters = entry.put(state.made), _asked_anew(state)
        return state._replace(seq=seq, made=made, sitters=sitters), ()
    if isinstance(entry, entries.SetAtOnce):
        after = state._replace(seq=seq, made=entry.put(state.made))
        if state.made.held and state.life is Life.OVER:
            after = after._replace(shuffle=_shown(after))
        return after, (entry,) if isinstance(entry, entries.SpectatorsSet) else ()
    match entry:
        case entries.Acted(seat, action, _, reserves, bots):
            if bots and bots != state.bots and state.life is Life.PLAYING:
                state = _of_bots(state, bots)
            return _act(in_time(state, seat, reserves), seq, seat, action)
        case entries.TimedOut(seat, action, reserves):
            after, told = _act(too_late(state, seat, reserves), seq, seat, action)
            return after, (TimeRanOut(seat), *told)
        case entries.SatIn(seat, bot, cause):
            return state._replace(seq=seq, sitters=sat_in(state, seat, bot, cause)), (entry,)
        case entries.Returned(seat):
            return returned(state, seat)._replace(seq=seq), (entry,)
        case entries.Paused():
            return state._replace(seq=seq, paused=True), (entry,)
        case entries.Resumed():
            return state._replace(seq=seq, paused=False), (entry,)
        case entries.Packed(number, cards):
            game, events = state.rules.deal(state.game, cards)
            dealt = state._replace(packs=number, signs=())
            return _moved(dealt, seq, game, events, None), events
        case entries.Talked(at, name, text, player, phrase, reaction):
            apart = at is None and state.made.spectator_talk is not entries.SpectatorTalk.EVERYBODY
            apart = apart and state.asks(player) is None
            heard_by = Talk.SPECTATORS if apart else Talk.PLAYERS
            said = (
                Said(at, name, text, heard_by, player=player, phrase=phrase, reaction=reaction),
            )
            return state._replace(seq=seq, talk=_talk(state, said)), said
        case entries.TalkedApart(at, name, text):
            sitter = state.sitters[at]
            speaker = "" if sitter is None else sitter.player
            return with_line(state, Said(at, name, text, Talk.TEAM, player=speaker)), ()
        case entries.Looked():
            return with_gaze(state, entry)._replace(seq=seq), (entry,)
        case entries.Gestured():
            return with_signal(state, entry), ()
        case entries.HeadSigned():
            return with_signature(state, entry), ()
        case entries.Owned():
            return state._replace(hidden=state.hidden + 1, owner=entry), ()
        case entries.Started():
            return _started(state, _start(state, seq, entry), entry)
        case entries.Created():
            raise ValueError("A log begins only once.")
        case entries.Seated(seat, player, name, bot, character, key):
            ready = bot > 0
            came = Sitter(player, name, bot, ready=ready, character=character, since=seq, key=key)
            return _seat(_let_in(state, player), seq, seat, came), ()
        case entries.Freed(seat):
            return _seat(state, seq, seat, None), ()
        case entries.StoodIn(seat, name, bot, chips, character):
            was = state.sitters[seat]
            away = was.player if was is not None else ""
            stays = Sitter("", name, bot, ready=True, away=away, character=character)
            after = _seat(state, seq, seat, stays)
            return _cashed_out(after, seat, was, chips)
        case entries.Readied(seat, ready, commitment):
            sitter = state.sitters[seat]
            assert sitter is not None
            asked = sitter._replace(ready=ready, commitment=commitment)
            return _seat(state, seq, seat, asked), ()
        case entries.Committed():
            # Nobody's commitment counts for another match, nor does a key that is not revealed.
            sitters = tuple(
                [each and each._replace(commitment=b"", key=b"") for each in state.sitters]
            )
            found = committed(*entry, seats=state.made.seats)
            return state._replace(seq=seq, sitters=sitters, shuffle=found), ()
        case entries.Revealed(seat, bits):
            after = state._replace(seq=seq, shuffle=with_bits(state.shuffle, seat, bits))
            if seat >= state.made.seats:  # of another table
                return after, ()
            giver = state.sitters[seat]
            assert giver is not None
            return _seat(after, seq, seat, giver._replace(key=key_given(bits))), ()
        case entries.SeatsSwapped(seat, other):
            return _swapped(state, seat, other)._replace(seq=seq), (entry,)
        case entries.BoughtIn(seat, chips):
            buyer = state.sitters[seat]
            assert buyer is not None
            bought = _seat(state, seq, seat, buyer._replace(buy_in=chips))
            return bought._replace(sitters=_asked_anew(bought)), ()
        case entries.ToppedUp(seat, chips):
            game, events = state.rules.top_up(state.game, seat, chips)
            return _moved(state, seq, game, events, None)._replace(resting=True), events
        case entries.Hosted(_, host_name, cause):
            return _hosted(state, entry)._replace(seq=seq), (HostChanged(host_name, cause),)
        case entries.Kicked(seat, name, bot, chips, character):
            was = state.sitters[seat]
            assert was is not None
            plays = Sitter("", name, bot, ready=True, character=character) if bot else None
            out = _put_out(state, was.player, seat)
            after, told = _cashed_out(_seat(out, seq, seat, plays), seat, was, chips)
            return after, (PlayerKicked(seat, was.name), *told)
        case entries.Banned(player, likeness, name, until):
            told = (PlayerBanned(name, until == 0),)
            if not until:
                left = [each for each in state.bans if each.player != player]
                return state._replace(seq=seq, bans=tuple(left)), told
            # An earlier name of the same player stays banned.
            left = [
                each for each in state.bans if (each.player, each.likeness) != (player, likeness)
            ]
            if len(left) >= MOST_BANS:
                left.remove(min(left, key=lambda each: each.until))
            bans = (*left, Ban(player, likeness=likeness, name=name, until=until))
            asking = _asks_no_more(state, player).asking
            return state._replace(seq=seq, bans=bans, asking=asking), told
        case entries.SeatAsked():
            return _asked(state, entry)._replace(seq=seq), (entry,)
        case entries.Announced(player, name, text):
            said = (Said(state.seat_of(player), name, text, Talk.HOST, player=player),)
            return state._replace(seq=seq, talk=_talk(state, said)), said
        case entries.Hinted(seat):
            return state._replace(seq=seq, hinted=(*state.hinted, seat)), (entry,)
        case entries.Closed():
            return state._replace(seq=seq, life=Life.CLOSED, shuffle=_shown(state)), ()
        case _:
            assert_never(entry)


def _cashed_out(
    state: TableState, seat: int, was: Sitter | None, chips: int
) -> tuple[TableState, tuple[Happening, ...]]:
    """Return the table after somebody has left a seat with that many chips, and what happened."""
    if was is None or not chips:
        return state, ()
    taken = with_taken(state, was.player, chips)
    return state._replace(took=taken), (CashedOut(seat, was.name, chips),)


def _act(
    state: TableState, seq: int, seat: int, action: Action
) -> tuple[TableState, tuple[Happening, ...]]:
    """Return the table after an action of a seat, and what happened."""
    game, events = state.rules.apply(state.game, seat, action)
    told: tuple[Happening, ...] = events
    if action.verb == "say":
        told = tuple(_as_talk(state, event) for event in events)
    talk = _talk(state, told)
    if game is state.game or game == state.game:
        return state._replace(seq=seq, talk=talk, chain=_chain_after(state, events)), told
    if talk is not state.talk:
        state = state._replace(talk=talk)
    return _moved(state, seq, game, events, seat), told


def _of_bots(state: TableState, version: int) -> TableState:
    """Return the table as bots of another version, or the first ones of the match, act."""
    lines = [bots_line(version)] if _binds_sittings(state) else []
    return state._replace(bots=version, chain=head_with(state.chain, lines))


def _chain_after(state: TableState, events: tuple[Event, ...]) -> bytes:
    """Return the head of the chain with what an entry of the match has told."""
    if not state.chain or state.life is not Life.PLAYING:
        return state.chain
    return head_after(state.chain, events, state.rules)


def _moved(
    state: TableState, seq: int, game: Any, events: tuple[Event, ...], by: int | None
) -> TableState:
    """Return the table with its next position, after a seat has acted or a pack was dealt."""
    turn = state.rules.turn(game)
    moved = state._replace(
        seq=seq,
        chain=_chain_after(state, events),
        position=seq,
        moves=state.moves + 1,
        game=game,
        turn=turn,
        counted=state.counted and counted(state.counted, events, state.rules),
        out=_out(state, events),
        resting=turn.phase == "deal" and any(type(event) is HandEnded for event in events),
        opened=_opened(state, seq, turn),
        hinted=state.hinted if turn.phase not in ("deal", "over") else (),
        asked=state.asked if _still_asks(state.turn, turn, by) else seq,
    )
    within = turn.phase not in ("deal", "over") and state.turn and state.turn.phase != "deal"
    if within and not any(type(event) is PointsScored for event in events):
        return moved
    common = state.rules.view(game, None).common
    if within:
        return moved._replace(tally=state.tally._replace(scores=common.scores))
    life, sitters, shuffle = state.life, state.sitters, state.shuffle
    if turn.phase == "over" and life is Life.PLAYING:
        life = Life.OVER
        shuffle = _shown(state)
        sitters = tuple(
            each and each._replace(ready=bool(each.bot), stand_in=0, cause=None) for each in sitters
        )
    return moved._replace(
        life=life,
        sitters=sitters,
        shuffle=shuffle,
        tally=Tally(common.scores, common.chips, common.hand),
    )


def _shown(state: TableState) -> Shuffle | None:
    """Return the shuffle of a match that is over; its secret waits while others play its packs."""
    return state.shuffle if state.made.held else shown(state.shuffle)


def _out(state: TableState, events: tuple[Event, ...]) -> tuple[tuple[int, ...], ...]:
    """Return `TableState.out` after something happened."""
    gone = tuple([event.seat for event in events if type(event) is PlayerOut])
    return (*state.out, gone) if gone else state.out


def _still_asks(before: Turn | None, turn: Turn, by: int | None) -> bool:
    """Return whether the game still waits for the same decision, since somebody else acted."""
    return (
        before is not None
        and by not in before.to_act
        and (before.phase, before.to_act) == (turn.phase, turn.to_act)
    )


def _opened(state: TableState, seq: int, turn: Turn) -> int:
    """Return `TableState.opened` for the next position; a declaration leaves it unchanged."""
    before = state.turn
    if (
        state.opened
        and before is not None
        and (before.phase, before.to_act) == (turn.phase, turn.to_act)
    ):
        return state.opened
    return seq if turn.phase == CONTEST or turn.holds_draw else 0


def _started(
    before: TableState, state: TableState, started: entries.Started
) -> tuple[TableState, tuple[Happening, ...]]:
    """Return the table once a match has begun, and what happened."""
    moves, late = _moves(state.made.seats, started), unrevealed(before.shuffle)
    told: list[Happening] = [BitsMissed(moves.get(seat, seat)) for seat in late]
    if started.before:
        told.append(PartnersFound(state.made.partners, started.before))
    if (drawn := state.drawn()) is not None:
        told.append(drawn)
    return state, tuple(told)


def _start(state: TableState, seq: int, started: entries.Started) -> TableState:
    made, rules = state.made, state.rules
    highest = [draw.seat for draw in started.draws[:1]]
    if made.first_dealer is FirstDealer.HIGH_CARD and highest != [started.dealer]:
        raise ValueError("The first dealer has not drawn the highest card.")
    moves = _moves(made.seats, started)
    match, secret, commitment = started.match, started.secret, started.commitment
    shuffle = begun(
        state.shuffle, match, secret, commitment, seats=made.seats, grammar=started.grammar
    )
    seated = state._replace(sitters=_moved_over(state.sitters, moves), shuffle=shuffle)
    rated = is_rated(made, rules, seated.sitters)
    game = rules.start(options_of(seated), made.seats, started.dealer)
    common = rules.view(game, None).common
    return state._replace(
        life=Life.PLAYING,
        match=match,
        key=started.key or secret,
        shuffle=shuffle,
        chain=_first_head(seated._replace(rated=rated), started),
        sitters=seated.sitters,
        talk=_talk_moved(state.talk, moves),
        gazes=first_gazes(rules, made.seats),
        took=without_seated(seated),
        ends=(),
        vouched=MappingProxyType({}),
        draws=started.draws,
        packs=0,
        signs=(),
        game=game,
        turn=rules.turn(game),
        resting=False,
        tally=Tally(common.scores, common.chips, common.hand),
        counted=nothing_counted(rules, made.seats),
        out=(),
        hinted=(),
        rated=rated,
        seq=seq,
        position=seq,
        bots=0,
        moves=0,
        asked=seq,
        reserves=(made.reserve_milliseconds,) * made.seats if made.clock_milliseconds else (),
        late=(0,) * made.seats if made.clock_milliseconds else (),
    )


def _first_head(state: TableState, started: entries.Started) -> bytes:
    """Return the head of the chain as a match begins: what was agreed, and who sits where."""
    shuffle = state.shuffle
    if shuffle is None:
        return b""
    given = [each.commitment for each in shuffle.seats]
    head = first_head(shuffle.commitment, given, max(shuffle.grammar, 1))
    if not _binds_sittings(state):
        return head
    head = head_with(head, agreed_lines(agreed_in(state, started)))
    return head_with(head, [sitting_line(each) for each in state.sittings() if each])


def agreed_in(state: TableState, started: entries.Started) -> Record:
    """Return the record of a match as it begins: what was agreed, and nothing yet of its course."""
    made = state.made
    drawn = {
        "dealer": made.first_dealer is FirstDealer.HIGH_CARD,
        "partners": made.partners is entries.Partners.HIGH_CARD,
    }
    origin = Origin(
        "",
        started.match,
        "",
        high_card=tuple([what for what, by_card in drawn.items() if by_card]),
        rated=state.rated,
        grammar=max(started.grammar, 1),
    )
    return Record(made.game, made.seats, options_of(state), started.dealer, origin=origin)


def _moves(seats: int, started: entries.Started) -> dict[int, int]:
    """Return, by seat before partners were found, the seat afterwards; empty if nobody moves."""
    found = {before: seat for seat, before in enumerate(started.before)}
    drawn = {draw.before: draw.seat for draw in started.draws}
    for moves in (found, drawn):
        if moves and not sorted(moves) == sorted(moves.values()) == list(range(seats)):
            raise ValueError("Not everybody has been given a seat of their own.")
    return found or seats_after(started.draws)


def _moved_over(
    sitters: tuple[Sitter | None, ...], moves: Mapping[int, int]
) -> tuple[Sitter | None, ...]:
    """Return who holds each seat once players have moved."""
    before = {to: seat for seat, to in moves.items()}
    return tuple([sitters[before.get(seat, seat)] for seat in range(len(sitters))])


def _talk_moved(talk: tuple[Said, ...], moves: Mapping[int, int]) -> tuple[Said, ...]:
    """Return the talk with each speaker's seat once players have moved."""
    return tuple(
        [
            said if said.seat is None else said._replace(seat=moves.get(said.seat, said.seat))
            for said in talk
        ]
    )


def _asked(state: TableState, entry: entries.SeatAsked) -> TableState:
    """Return the table once a request for a bot's seat has come so far."""
    player, name, step, seat, key = entry
    if step in (entries.AskStep.REFUSED, entries.AskStep.ENDED):
        return _asks_no_more(state, player)
    asker = Asker(player, name, seat, step is entries.AskStep.GRANTED, key)
    if state.asks(player) is None:
        return state._replace(asking=(*state.asking, asker))
    asking = [asker if each.player == player else each for each in state.asking]
    return state._replace(asking=tuple(asking))


def _asks_no_more(state: TableState, player: str) -> TableState:
    """Return the table where a player asks for no seat."""
    if state.asks(player) is None:
        return state
    return state._replace(asking=tuple([each for each in state.asking if each.player != player]))


def _let_in(state: TableState, player: str) -> TableState:
    """Return the table where a player who sits down asks for nothing, and may come back nowhere."""
    state = _no_longer_away(_asks_no_more(state, player), player)
    if player not in state.put_out:
        return state
    return state._replace(
        put_out={each: seat for each, seat in state.put_out.items() if each != player}
    )


def _put_out(state: TableState, player: str, seat: int) -> TableState:
    """Return the table where a player has to ask before they play there again."""
    others = [each for each in state.put_out.items() if each[0] != player]
    return state._replace(put_out=dict([*others, (player, seat)][-MOST_BANS:]))


def _hosted(state: TableState, entry: entries.Hosted) -> TableState:
    """Return the table with another host, who may have the rights of one who is away."""
    host, name, cause = entry
    lender, lender_name = "", ""
    if cause is entries.HostCause.AWAY:
        lender, lender_name = state.lender, state.lender_name
        if not lender:
            lender, lender_name = state.host, state.host_name
    return state._replace(host=host, host_name=name, lender=lender, lender_name=lender_name)


def _swapped(state: TableState, seat: int, other: int) -> TableState:
    """Return the table with two seats swapped; their players are asked anew if they are ready.

    A match that is over is forgotten: its cards and chips are those of other people's seats now.
    """
    if state.life is Life.PLAYING:
        raise ValueError("seats swapped during a match")
    sitters = list(state.sitters)
    sitters[seat], sitters[other] = sitters[other], sitters[seat]
    for each in (seat, other):
        if (moving := sitters[each]) is not None:
            sitters[each] = moving._replace(ready=bool(moving.bot))
    return state._replace(
        sitters=tuple(sitters),
        talk=_talk_moved(state.talk, {seat: other, other: seat}),
        life=Life.WAITING,
        shuffle=None,
        chain=b"",
        draws=(),
        game=None,
        turn=None,
        resting=False,
        opened=0,
        tally=Tally(),
        counted=None,
        out=(),
        hinted=(),
        rated=False,
    )


def _asked_anew(state: TableState) -> tuple[Sitter | None, ...]:
    """Return who holds each seat, once all players have to say again that they are ready."""
    return tuple([each and each._replace(ready=bool(each.bot)) for each in state.sitters])


def _no_longer_away(state: TableState, player: str) -> TableState:
    """Return the table where a player who takes a seat may come back to no other one."""
    if not any(each and each.away == player != "" for each in state.sitters):
        return state
    return state._replace(
        sitters=tuple(
            [
                each._replace(away="") if each and each.away == player else each
                for each in state.sitters
            ]
        )
    )


def _seat(state: TableState, seq: int, seat: int, sitter: Sitter | None) -> TableState:
    if seat >= len(state.sitters):
        raise ValueError(f"There is no seat {seat}.")
    sitters = (*state.sitters[:seat], sitter, *state.sitters[seat + 1 :])
    return state._replace(seq=seq, sitters=sitters)


def _as_talk(state: TableState, event: Event) -> Happening:
    """Return an action that says a line as the line of talk that it also is."""
    if isinstance(event, ActedEvent) and event.action.verb == "say":
        name, player = "", ""
        if (sitter := state.sitters[event.seat]) is not None:
            name, player = sitter.name, sitter.player
        return Said(event.seat, name, event.action.text or "", player=player, act=True)
    return event


def _talk(state: TableState, told: tuple[Happening, ...]) -> tuple[Said, ...]:
    """Return the latest talk; a new line only displaces an old one of the same kind."""
    talk = state.talk
    for said in told:
        if type(said) is Said:
            same = [index for index, each in enumerate(talk) if each.talk is said.talk]
            if len(same) >= TALK_KEPT:
                talk = talk[: same[0]] + talk[same[0] + 1 :]
            talk = (*talk, said)
    return talk
