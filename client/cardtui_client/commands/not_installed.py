"""What to tell where something that cardtui needs is not installed; it needs nothing itself."""

from __future__ import annotations

from cardtui_client.i18n import _


def what_to_install(error: ModuleNotFoundError) -> str:
    """Return what to install; empty if what is missing is a part of cardtui."""
    missing = (error.name or "cardtui").partition(".")[0]
    if missing.startswith("cardtui"):
        return ""
    return _(
        "{module} is not installed. Without what it needs, cardtui is a library of rules alone "
        "(cardtui_engine); this brings the rest: pip install cardtui",
        module=missing,
    )
