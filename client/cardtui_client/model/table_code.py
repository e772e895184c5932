"""Codes of private tables as people type them."""

from __future__ import annotations

from cardtui_client.limits import TABLE_NAME_CELLS


def table_code(typed: str) -> str:
    """Return the code of a private table, however it was typed.

    >>> table_code(" WSH-pk4 ")
    'wshpk4'
    """
    return "".join(each for each in typed.lower() if each.isalnum())[:TABLE_NAME_CELLS]
