"""The glossary holds every word once."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

GLOSSARY = (Path(__file__).parents[2] / "docs" / "glossary.md").read_text(encoding="utf-8")


def test_every_word_stands_in_the_glossary_once_and_in_order() -> None:
    sections = [
        [row[0] for row in re.findall(r"^\| ([a-z][^|]*) \| (.+) \|$", section, re.MULTILINE)][1:]
        for section in GLOSSARY.split("\n## ")[1:]
    ]
    words = Counter(word for section in sections for row in section for word in row.split(", "))
    assert sum(words.values()) > 100
    assert not [word for word, times in words.items() if times > 1]
    for section in sections:
        assert section == sorted(section)
