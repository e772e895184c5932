"""Whom you can mute (`change_mutes`), what is said of it, and how many are kept: `_MOST_MUTED`.
For groups, such as all bots: `_GROUP_WORDS`. What is hidden then is in `model/quick_talk.py`.

Calls of a game are told of everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from cardtui_client.i18n import _, mark
from cardtui_client.json_file import OTHER_FORM, JsonFile, file_of, texts
from cardtui_client.limits import LONGEST_ID, NAME_CELLS
from cardtui_client.model.people import Known, ignored
from cardtui_client.model.quick_talk import Mute, MuteAll, MutePerson, Mutes
from cardtui_client.model.table import TableModel
from cardtui_client.settings import Settings
from cardtui_client.text import safe_text

_FILE: Final = "muted.json"
_PRICE: Final = mark("Nobody is muted any more.")
_MOST_MUTED: Final = 500

_GROUP_WORDS: Final = {
    MuteAll.BOTS: (
        mark("Bots are muted at this table."),
        mark("Bots are no longer muted."),
        mark("Mute bots"),
        mark("Unmute bots"),
    ),
    MuteAll.SPECTATORS: (
        mark("Spectators are muted at this table."),
        mark("Spectators are no longer muted."),
        mark("Mute spectators"),
        mark("Unmute spectators"),
    ),
    MuteAll.EVERYBODY: (
        mark("Everybody is muted at this table. Calls are still told."),
        mark("Not everybody is muted any more."),
        mark("Mute everybody"),
        mark("Unmute everybody"),
    ),
}
"""What is said of groups: that one is muted, that it is no more, to mute it, to unmute it."""


def mutes_of(settings: Settings, own_name: str, known: Iterable[Known] = ()) -> Mutes:
    """Return the mutes of who comes to a table: the people of earlier evenings, and the ignored.

    Args:
        known: whom the server says that you know there.
    """
    return Mutes({**read_muted(settings), **ignored(known)}, own_name=own_name)


def change_mutes(whom: Mute, mutes: Mutes, *, settings: Settings) -> str:
    """Mute or unmute; return the sentence that says so, or why it will not last."""
    muted = mutes.toggle(whom)
    if isinstance(whom, MuteAll):
        return _(_GROUP_WORDS[whom][0 if muted else 1])
    player, name = whom.player, whom.name
    try:
        change_muted(settings, lambda people: _with(people, player, name if muted else None))
    except OSError as error:
        return _("Changed for now, but it could not be saved: {error}", error=error)
    if muted:
        return _("{name} is muted. Calls are still told.", name=name)
    return _("{name} is no longer muted.", name=name)


def muted_groups(mutes: Mutes) -> list[str]:
    """Return a sentence for each group that is muted."""
    return [_(said) for group, (said, *_rest) in _GROUP_WORDS.items() if group in mutes]


def _with(people: dict[str, str], player: str, name: str | None) -> dict[str, str]:
    """Return who is muted, with that player under a name; ``None`` takes the player out."""
    others = {each: called for each, called in people.items() if each != player}
    return others if name is None else {**others, player: name}


def unmute_all(mutes: Mutes, *, settings: Settings) -> str:
    """Unmute everybody, the people of earlier evenings too; say so, or why it won't last."""
    mutes.groups.clear()
    mutes.people.clear()
    try:
        change_muted(settings, lambda _kept: {})
    except OSError as error:
        return _("Changed for now, but it could not be saved: {error}", error=error)
    return _("Nobody is muted any more.")


def people_at(model: TableModel) -> list[MutePerson]:
    """Return whom you can mute or unmute: who has a seat, who has talked, and who is muted."""
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
    """Return what you can mute or unmute, each by its name."""
    mutes, has_bots = model.mutes, any(seat.character for seat in model.table.seats)
    people = [(_unmute if whom in mutes else _mute, whom) for whom in people_at(model)]
    return [
        *((words(whom.name), whom) for words, whom in people),
        *(
            (_(unmute if group in mutes else mute), group)
            for group, (_said, _over, mute, unmute) in _GROUP_WORDS.items()
            if group is not MuteAll.BOTS or has_bots
        ),
    ]


def _mute(name: str) -> str:
    return _("Mute {name}", name=name)


def _unmute(name: str) -> str:
    return _("Unmute {name}", name=name)


def read_muted(settings: Settings) -> dict[str, str]:
    """Return the names of the people who are muted, by player id."""
    return _muted_file(settings).read()


def change_muted(settings: Settings, changed: Callable[[dict[str, str]], dict[str, str]]) -> None:
    """Keep who is muted; of too many, those muted first go. A kiosk keeps nothing.

    Args:
        settings: whose file it is.
        changed: returns who is muted from now on, of those muted until now, by any program.

    Raises:
        OSError: that cannot be written.
    """
    _muted_file(settings).change(lambda kept: dict(list(changed(kept).items())[-_MOST_MUTED:]))


def _muted_file(settings: Settings) -> JsonFile[dict[str, str]]:
    folder = settings.path.parent if settings.kept and settings.path is not None else None
    return file_of(folder, _FILE, _parsed_muted, dict[str, str], _PRICE)


def _parsed_muted(data: Any) -> dict[str, str]:
    people = texts(data)
    if not all(player and len(player) <= LONGEST_ID for player in people):
        raise ValueError(OTHER_FORM)
    return {
        player: safe_text(name, NAME_CELLS) for player, name in list(people.items())[-_MOST_MUTED:]
    }
