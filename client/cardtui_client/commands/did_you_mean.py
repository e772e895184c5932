"""What somebody meant who typed a word that is not known, as a sentence behind the refusal."""

from __future__ import annotations

from collections.abc import Iterable

from cardtui_client.i18n import n_


def with_near(sentence: str, typed: str, words: Iterable[str]) -> str:
    """Return the sentence, and behind it the words that are like the one that was typed."""
    from difflib import get_close_matches  # who types well need not load it

    near = get_close_matches(typed.casefold(), list(words))
    if not near:
        return sentence
    meant = n_(
        "Did you mean {possibility}?",
        "(Did you mean one of: {possibilities}?)",
        len(near),
        possibility=f"“{near[0]}”",
        possibilities=", ".join(f"“{each}”" for each in near),
    )
    return f"{sentence} {meant}"
