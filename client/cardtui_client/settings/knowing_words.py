"""That a person knows of words that call: they are not asked about them any more."""

from __future__ import annotations

from cardtui_client.settings.values import Settings
from cardtui_client.settings.writing import write_settings


def know_words(settings: Settings) -> None:
    """Ask no more before a word in the talk calls something; a kiosk forgets that.

    Raises:
        OSError: the settings cannot be written.
    """
    if not settings.ask_words:
        return
    settings.ask_words = False
    if settings.kept:
        write_settings(settings)
