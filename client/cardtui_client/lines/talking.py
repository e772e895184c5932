"""Talk in lines beside plain text: phrases and reactions by “!”, and whose talk is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtui.v1.talk_pb2 import Phrase
from cardtui_client.games.characters import change_mutes, people_at, unmute_all
from cardtui_client.i18n import _, p_
from cardtui_client.limits import TALK_CELLS
from cardtui_client.lines.commands import Command, typed
from cardtui_client.model.quick_talk import (
    PHRASES,
    REACTIONS,
    phrase_words,
    reaction_name,
)
from cardtui_client.model.sides import names
from cardtui_client.model.table import TableModel
from cardtui_client.scene.commands import Mute, MuteAll, MutePerson
from cardtui_client.settings import Settings
from cardtui_client.text import cell_width, safe_text

QUICK: Final = "!"
"""What a line begins with that says a phrase or shows a reaction."""

_NAME_CELLS: Final = 40


def quick_lines() -> list[str]:
    """Return the phrases and reactions, each as one types it."""
    return [
        *(f"{QUICK}{number} {phrase_words(each)}" for number, each in enumerate(PHRASES, 1)),
        *(f"{QUICK}{reaction_name(each)} {REACTIONS[each].form}" for each in REACTIONS),
    ]


def too_long(text: str) -> list[str]:
    """Return what to say of a line that is too long to be said; empty where it is not."""
    if cell_width(text.strip()) <= TALK_CELLS:
        return []
    return [_("That is too long: at most {high} letters.", high=TALK_CELLS)]


def phrase_of(text: str) -> Phrase.ValueType | None:
    """Return the phrase that has that number."""
    phrases = [*PHRASES]
    number = int(text) if text.isascii() and text.isdecimal() and len(text) == 1 else 0
    return phrases[number - 1] if 0 < number <= len(phrases) else None


def quick_unknown() -> list[str]:
    """Return what to say if no phrase or reaction is meant by what was typed."""
    return [
        _("There is no such phrase. Type {sign} alone for all of them.", sign=QUICK),
    ]


class Muting:
    """Mutes and unmutes, and says in lines what came of it."""

    def __init__(self, model: TableModel, settings: Settings) -> None:
        self._model = model
        self._settings = settings

    def change(self, about: str, *, mute: bool) -> list[str]:
        """Mute or unmute the person named; without a name, tell who is muted."""
        wanted = " ".join(about.split()).casefold()
        if not wanted:
            return self._told()
        found = self._named(wanted)
        if len(found) != 1:
            people = [whom.name for whom in people_at(self._model)]
            named = safe_text(about, _NAME_CELLS)
            if not people:
                return [_("Nobody here is called “{name}”.", name=named)]
            told = names(people)
            return [_("Nobody here is called “{name}”: {people}.", name=named, people=told)]
        whom = found[0]
        if whom is MuteAll.EVERYBODY and not mute and not self._mutes_nobody():
            return [unmute_all(self._model.mutes, settings=self._settings)]
        if self._is_muted(whom) == mute:
            return self._told()
        return [change_mutes(whom, self._model.mutes, settings=self._settings)]

    def _named(self, wanted: str) -> Sequence[Mute]:
        if wanted in ("all", p_("whom to mute", "all").casefold()):
            return [MuteAll.EVERYBODY]
        if wanted in (Command.SPECTATORS.value, typed(Command.SPECTATORS).casefold()):
            return [MuteAll.SPECTATORS]
        if wanted in ("bots", p_("whom to mute", "bots").casefold()):
            return [MuteAll.BOTS]
        seats = {seat.player: str(seat.seat + 1) for seat in self._model.table.seats if seat.player}
        return [
            whom
            for whom in people_at(self._model)
            if wanted in (whom.name.casefold(), seats.get(whom.player))
        ]

    def _mutes_nobody(self) -> bool:
        mutes = self._model.mutes
        return not (mutes.everybody or mutes.spectators or mutes.bots or mutes.people)

    def _is_muted(self, whom: Mute) -> bool:
        mutes = self._model.mutes
        match whom:
            case MuteAll.EVERYBODY:
                return mutes.everybody
            case MuteAll.SPECTATORS:
                return mutes.spectators
            case MuteAll.BOTS:
                return mutes.bots
            case MutePerson(player):
                return player in mutes.people

    def _told(self) -> list[str]:
        mutes = self._model.mutes
        told = [_("Everybody is muted at this table. Calls are still told.")] * mutes.everybody
        told += [_("Spectators are muted at this table.")] * mutes.spectators
        told += [_("Bots are muted at this table.")] * mutes.bots
        if mutes.people:
            told.append(_("Muted: {names}.", names=names([*mutes.people.values()])))
        return told or [_("Nobody is muted.")]
