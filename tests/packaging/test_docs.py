"""What the documents say is true: the vectors, the script, the tables of numbers."""

from __future__ import annotations

import doctest
import hashlib
import re
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from cardtui_client.settings import Settings as Person
from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_server.limits import MEANINGS, NO_END, PROFILES, shown
from cardtui_server.match.chain import first_head
from cardtui_server.match.high_card import draw_high_cards
from cardtui_server.ports.commitments import (
    absent_bits,
    bot_bits,
    match_key,
    seat_commitment,
    server_commitment,
)
from cardtui_server.ports.dealer import SystemDealer, first_dealer, riffled, shuffled
from cardtui_server.rpc.status import STATUS
from tests.support.short_verifier import told

DOCS = Path(__file__).parents[2] / "docs"
SECRET = bytes(range(64))
FAIRNESS = (DOCS / "fairness.md").read_text(encoding="utf-8")


def script(function: str) -> Any:
    """Return a function that the page on fairness shows."""
    names: dict[str, Any] = {}
    for source in re.findall(r"```python\n(.*?)```", FAIRNESS, re.DOTALL):
        exec(source, names)
    return names[function]


VECTORS = re.findall(r"\| ([\w-]+), pack (\d+) \| `([^`]+)` \|", FAIRNESS)


def test_there_are_vectors() -> None:
    assert len(VECTORS) == 3


@pytest.mark.parametrize(("game", "number", "cards"), VECTORS)
def test_a_pack_of_the_vectors_is_what_the_server_and_the_script_deal(
    game: str, number: str, cards: str
) -> None:
    rules = get_rules(game)
    codes = [rules.deck.code(card) for card in rules.pack]
    dealt = shuffled(SECRET, int(number), rules.pack)
    assert [rules.deck.code(card) for card in dealt] == cards.split()
    assert script("shuffled")(SECRET, int(number), codes) == cards.split()


def in_digits(what: str) -> str:
    """Return the hexadecimal digits that a row of the page has."""
    found = re.search(rf"\| {re.escape(what)} \| `([0-9a-f]+)` \|", FAIRNESS)
    assert found is not None
    return found[1]


def test_the_key_of_the_vectors_is_what_the_server_and_the_script_find() -> None:
    table, match, ana, bea = "abc234", 1, b"\x11" * 32, b"\x22" * 32
    bot = bot_bits(table, match, 2, SECRET)
    seats = [
        (seat_commitment(ana), ana),
        (seat_commitment(bea), b""),
        (seat_commitment(bot), bot),
        (b"", b""),
    ]
    assert in_digits("the server's commitment") == server_commitment(table, match, SECRET).hex()
    for seat, (commitment, _) in enumerate(seats[:3]):
        assert in_digits(f"the commitment of seat {seat}") == commitment.hex()
    assert in_digits("the bits of seat 2") == bot.hex()
    for seat in (1, 3):
        stands = absent_bits(seats[seat][0])
        assert in_digits(f"what stands for the bits of seat {seat}") == stands.hex()
    used = [bits or absent_bits(commitment) for commitment, bits in seats]
    key = match_key(table, match, SECRET, used)
    assert in_digits("the key") == key.hex()
    assert script("key")(table, match, SECRET, seats) == key
    rules = get_rules("truco-argentino")
    pack = " ".join(rules.deck.code(card) for card in shuffled(key, 1, rules.pack))
    assert f"with that key:\n\n`{pack}`" in FAIRNESS


def test_the_chain_of_the_vectors_is_the_servers_and_the_short_verifiers() -> None:
    row = r"^\| (?:`(.+)`|none yet) \| (.*) \| `([0-9a-f]{64})` \|$"
    rows = re.findall(row, FAIRNESS, re.MULTILINE)
    digits = [in_digits(f"the commitment of seat {seat}") for seat in range(3)]
    commitment = bytes.fromhex(in_digits("the server's commitment"))
    head = first_head(commitment, map(bytes.fromhex, digits))
    assert rows[0][2] == head.hex()
    for line, seen, after in rows[1:]:
        told_of_it = line if seen == "the same" else seen.strip("`")
        assert told(line) == told_of_it
        head = hashlib.sha256(head + told_of_it.encode()).digest()
        assert after == head.hex()
    assert len(rows) == 7


def test_the_riffle_of_the_vectors_is_the_servers() -> None:
    found = re.search(r"riffled as pack 2:\n\n`([^`]+)`", FAIRNESS)
    assert found is not None
    rules = get_rules("truco-brasileiro")
    pack = riffled(SECRET, 2, shuffled(SECRET, 1, rules.pack))
    assert [rules.deck.code(card) for card in pack] == found[1].split()


def test_the_first_dealer_of_the_vectors_is_drawn() -> None:
    found = re.search(r"first dealer by lot with ([\d, and]+) seats: ([\d, and]+) \(", FAIRNESS)
    assert found is not None
    seats, dealers = (re.findall(r"\d+", numbers) for numbers in found.groups())
    assert [first_dealer(SystemDealer(), SECRET, int(each)) for each in seats] == [
        int(each) for each in dealers
    ]
    assert [script("shuffled")(SECRET, 0, list(range(int(each))))[0] for each in seats] == [
        int(each) for each in dealers
    ]


def test_the_high_cards_of_the_vectors_are_drawn() -> None:
    found = re.search(r"by seat: `([^`]+)`; seat (\d) deals first", FAIRNESS)
    assert found is not None
    rules, seats = get_rules("pif-paf-tradicional"), len(found[1].split())
    draws = draw_high_cards(SystemDealer(), SECRET, rules, seats, partners=False)
    by_seat = [rules.deck.code(draw.cards[0]) for draw in sorted(draws)]
    assert (by_seat, draws[0].seat) == (found[1].split(), int(found[2]))


def test_every_limit_is_in_the_operators_table_with_each_profile() -> None:
    text = (DOCS / "operations.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (.+) \| (.+) \| (.+) \| (.+) \|$", text, re.MULTILINE)
    assert list(PROFILES) == ["home", "club", "open"]
    assert rows == [
        (name, meaning, *(_without_end(shown(name, each)) for each in PROFILES.values()))
        for name, meaning in MEANINGS.items()
    ]


def _without_end(text: str) -> str:
    return "no end" if text in {str(NO_END), f"{NO_END:g}/s"} else text


def test_every_reason_is_in_the_table_under_its_code() -> None:
    text = (DOCS / "protocol.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| ([^|]+) \|", text, re.MULTILINE))
    for reason, code in STATUS.items():
        words = reason.name.replace("_", " ").lower()
        said = rows[code.name].replace("read-only", "read only").replace("not the host", "not host")
        assert words in said, (words, code)


def test_links_inside_the_documents_lead_somewhere() -> None:
    pages = [*DOCS.glob("*.md"), *(DOCS / "decisions").glob("*.md"), *DOCS.parent.glob("*.md")]
    for page in pages:
        links = re.findall(r"\]\(([^)#:]*)(?:#([^)]+))?\)", page.read_text(encoding="utf-8"))
        for target, heading in links:
            place = page.parent / unquote(target) if target else page
            assert place.exists(), (page, target)
            assert not heading or heading in headings(place), (page, target, heading)


def headings(page: Path) -> set[str]:
    """Return the headings of a page as links name them."""
    found = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in found}


@pytest.mark.parametrize(
    "page", ["CONTRIBUTING.md", "docs/adding-a-game.md", "docs/map.md", "docs/testing.md"]
)
def test_the_files_that_a_page_for_us_names_are_there(page: str) -> None:
    text = (DOCS.parent / page).read_text(encoding="utf-8")
    named = re.findall(r"`((?:client|docs|engine|proto|server|tests|tools)/[\w./-]+)`", text)
    assert named
    assert not [each for each in named if not (DOCS.parent / each).exists()]


def test_contributing_is_one_page() -> None:
    text = (DOCS.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert len(text.split()) <= 700


def test_every_page_is_in_the_list_of_pages() -> None:
    text = (DOCS / "README.md").read_text(encoding="utf-8")
    for page in DOCS.glob("*.md"):
        assert page.name == "README.md" or f"]({page.name})" in text


@pytest.mark.parametrize(("page", "least"), [("docs/library.md", 30), ("docs/research.md", 20)])
def test_the_examples_of_a_page_run(page: str, least: int) -> None:
    results = doctest.testfile(str(DOCS.parent / page), module_relative=False)
    assert results.attempted >= least
    assert results.failed == 0


def test_the_settings_that_a_page_shows_are_settings() -> None:
    text = (DOCS / "playing.md").read_text(encoding="utf-8")
    found = re.search(r"```toml\n(.*?)```", text, re.DOTALL)
    assert found is not None
    assert set(tomllib.loads(found[1])) <= {each.name for each in fields(Person)}


def test_the_readme_is_short_and_says_how_to_play_and_to_test() -> None:
    text = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    assert len(text.split()) <= 900
    for command in ("make play", "make test"):
        assert f"\n{command} " in text


def test_the_readme_tells_every_game() -> None:
    text = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    for game in game_ids():
        seats = get_rules(game).seats
        [row] = [line for line in text.splitlines() if f"rules/{game}.en.md" in line]
        told = row.split("|")[2].strip()
        assert told in (", ".join(map(str, seats)), f"{seats[0]}–{seats[-1]}")
