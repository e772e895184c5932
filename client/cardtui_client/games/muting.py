"""Muting: whom one can mute at a table, and what is said once one has."""

from __future__ import annotations

from cardtui.v1 import events_pb2
from cardtui_client.i18n import _
from cardtui_client.limits import NAME_CELLS
from cardtui_client.model.mutes import Mutes
from cardtui_client.model.table import TableModel
from cardtui_client.scene.commands import Mute, MuteAll, MutePerson
from cardtui_client.settings import Settings
from cardtui_client.settings.muted_people import change_muted, read_muted
from cardtui_client.text import safe_text


def mutes_of(settings: Settings, own_name: str) -> Mutes:
    """Return the mutes of who comes to a table: the people of earlier evenings."""
    return Mutes(read_muted(settings), own_name=own_name)


def change_mutes(whom: Mute, mutes: Mutes, *, settings: Settings) -> str:
    """Mute or unmute; return the sentence that says so, or why it will not last."""
    match whom:
        case MuteAll.SPECTATORS:
            mutes.spectators = not mutes.spectators
            if mutes.spectators:
                return _("Spectators are muted at this table.")
            return _("Spectators are no longer muted.")
        case MuteAll.BOTS:
            mutes.bots = not mutes.bots
            if mutes.bots:
                return _("Bots are muted at this table.")
            return _("Bots are no longer muted.")
        case MuteAll.EVERYBODY:
            mutes.everybody = not mutes.everybody
            if mutes.everybody:
                return _("Everybody is muted at this table. Calls are still told.")
            return _("Not everybody is muted any more.")
        case MutePerson(player, name):
            muted = mutes.toggle_person(player, name)
            try:
                change_muted(
                    settings, lambda people: _with(people, player, name if muted else None)
                )
            except OSError as error:
                return _("This holds for now, but could not be saved: {error}", error=error)
            if muted:
                return _("{name} is muted. Calls are still told.", name=name)
            return _("{name} is no longer muted.", name=name)


def _with(people: dict[str, str], player: str, name: str | None) -> dict[str, str]:
    """Return who is muted, with that player under a name; ``None`` takes the player out."""
    others = {each: called for each, called in people.items() if each != player}
    return others if name is None else {**others, player: name}


def unmute_all(mutes: Mutes, *, settings: Settings) -> str:
    """Unmute whoever is muted, the people of earlier evenings too; say so, or why it won't last."""
    mutes.everybody = mutes.spectators = mutes.bots = False
    for player, name in [*mutes.people.items()]:
        mutes.toggle_person(player, name)
    try:
        change_muted(settings, lambda _kept: {})
    except OSError as error:
        return _("This holds for now, but could not be saved: {error}", error=error)
    return _("Nobody is muted any more.")


def people_at(model: TableModel) -> list[MutePerson]:
    """Return whom one can mute or unmute: who has a seat, who has talked, and who is muted."""
    found = {
        seat.player: seat.name
        for seat in model.table.seats
        if seat.player and seat.seat != model.seat
    }
    own = model.sitter(model.seat)
    for said in model.talk:
        if (
            said.player
            and not model.mutes.is_own(said)
            and (own is None or said.player != own.player)
        ):
            found.setdefault(said.player, said.name)
    for player, name in model.mutes.people.items():
        found.setdefault(player, name)
    return [MutePerson(player, safe_text(name, NAME_CELLS)) for player, name in found.items()]


def mute_commands(model: TableModel) -> list[tuple[str, Mute]]:
    """Return what one can mute or unmute, each as it is called."""
    mutes = model.mutes
    return [
        *(
            (_unmute(whom.name) if whom.player in mutes.people else _mute(whom.name), whom)
            for whom in people_at(model)
        ),
        *(
            [(_("Unmute bots") if mutes.bots else _("Mute bots"), MuteAll.BOTS)]
            if any(seat.character for seat in model.table.seats)
            else []
        ),
        (_("Unmute spectators") if mutes.spectators else _("Mute spectators"), MuteAll.SPECTATORS),
        (_("Unmute everybody") if mutes.everybody else _("Mute everybody"), MuteAll.EVERYBODY),
    ]


def _mute(name: str) -> str:
    return _("Mute {name}", name=name)


def _unmute(name: str) -> str:
    return _("Unmute {name}", name=name)


def mentions(said: events_pb2.Said, name: str) -> bool:
    """Tell whether somebody else says that name in a line of talk, as a word of its own."""
    if not name or said.name == name or said.phrase or said.reaction:
        return False
    words, wanted = _words(said.text), _words(name)
    return any(words[at : at + len(wanted)] == wanted for at in range(len(words))) and bool(wanted)


def _words(text: str) -> list[str]:
    return "".join(char if char.isalnum() else " " for char in text.casefold()).split()
