"""What the documents say is so: the glossary, the design, the map and the pictures, too."""

import ast
import doctest
import hashlib
import re
import runpy
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from cardtui.v1 import (
    cacheta_pb2,
    cacho_pb2,
    rummy_pb2,
    rummy_pot_pb2,
    truco_argentino_pb2,
    truco_brasileiro_pb2,
    truco_paulista_pb2,
    views_pb2,
)
from cardtui_client.faces.game_words import game_name
from cardtui_client.settings import Settings as Person
from cardtui_client.tui.paint.cards import Size
from cardtui_client.tui.themes import THEMES
from cardtui_engine.library.match import Match
from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_engine.views import Common
from cardtui_server.fairness.chain import first_head
from cardtui_server.fairness.commitments import (
    absent_bits,
    bot_bits,
    match_key,
    seat_commitment,
    server_commitment,
)
from cardtui_server.fairness.high_card import draw_high_cards
from cardtui_server.fairness.packs import drawn, first_dealer, riffled, shuffled
from cardtui_server.limits import MEANINGS, PROFILES, UNLIMITED, shown
from cardtui_server.rpc.status import STATUS_CODES
from tests.support.short_verifier import told

DOCS = Path(__file__).parents[2] / "docs"
SECRET = bytes(range(64))
BOTS = (DOCS / "bots.md").read_text(encoding="utf-8")
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
    assert len(rows) == 16


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
    assert [first_dealer(shuffled, SECRET, int(each)) for each in seats] == [
        int(each) for each in dealers
    ]
    assert [script("shuffled")(SECRET, 0, list(range(int(each))))[0] for each in seats] == [
        int(each) for each in dealers
    ]


def test_the_high_cards_of_the_vectors_are_drawn() -> None:
    found = re.search(r"by seat: `([^`]+)`; seat (\d) deals first", FAIRNESS)
    assert found is not None
    rules, seats = get_rules("pif-paf-tradicional"), len(found[1].split())
    draws = draw_high_cards(drawn, SECRET, rules, seats, partners=False)
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
    return "no end" if text in {str(UNLIMITED), f"{UNLIMITED:g}/s"} else text


def test_every_reason_is_in_the_table_under_its_code() -> None:
    text = (DOCS / "protocol.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| ([^|]+) \|", text, re.MULTILINE))
    for reason, code in STATUS_CODES.items():
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


TEXT = (Path(__file__).parent.parent.parent / "docs/design.md").read_text(encoding="utf-8")


def test_the_palette_is_that_of_the_dark_theme() -> None:
    dark = THEMES["dark"]
    rows = re.findall(r"^\| ((?:`[a-z0-9-]+`(?:, )?)+) \| `(#[0-9a-f]{6})` \|", TEXT, re.MULTILINE)
    named = [(word, colour) for words, colour in rows for word in re.findall(r"`(.+?)`", words)]
    assert len(named) > 15
    for word, colour in named:
        assert {**vars(dark), **dark.variables}[word] == colour, word


def test_every_size_of_a_card_is_told() -> None:
    rows = re.findall(r"^\| (\w+) \| (\d+)×(\d+) \|", TEXT, re.MULTILINE)
    told = {name.upper(): (int(width), int(height)) for name, width, height in rows}
    assert told == {size.name: (size.width, size.height) for size in Size}


ROOT = Path(__file__).parents[2]
MAP = (ROOT / "docs" / "map.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (?!I want|---)([^|]+) \| `([^`]+)` `([^`]+)` \|$", MAP, re.MULTILINE)


def defined(path: Path) -> set[str]:
    """Return what a file defines: by its syntax, or by how its lines begin."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return set(names(ast.parse(text).body))
    return set(re.findall(r"^[-*\[ ]*([\w.-]*\w)", text, re.MULTILINE))


def names(body: Iterable[ast.stmt]) -> Iterator[str]:
    """Yield the names that statements define, and those in their classes."""
    for statement in body:
        match statement:
            case ast.ClassDef(name=name):
                yield name
                yield from names(statement.body)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case _:
                pass


def test_every_row_of_the_map_is_read_and_they_are_few_enough_to_read() -> None:
    lines = [line for line in MAP.splitlines() if line.startswith("| ")]
    tables = MAP.count("| I want to change")
    assert len(ROWS) == len(lines) - 2 * tables
    assert 60 <= len(ROWS) <= 100


@pytest.mark.slow
def test_a_file_of_the_map_defines_the_name() -> None:
    known = {file: defined(ROOT / file) for _, file, _ in ROWS}
    assert [row for row in ROWS if row[2] not in known[row[1]]] == []


def test_no_wish_stands_in_the_map_twice() -> None:
    wishes = [wish for wish, _, _ in ROWS]
    assert len(set(wishes)) == len(wishes)


@cache
def said_first(path: Path) -> str:
    """Return the first paragraph of a module, which says what it decides."""
    found = re.match(r'(?:#.*\n)*"""(.*?)(?:"""|\n\n)', path.read_text("utf-8"), re.DOTALL)
    return found[1] if found else ""


def constants_named_first(path: Path) -> set[str]:
    """Return the constants that a module names first."""
    return set(re.findall(r"(?<!`)`(_?[A-Z][A-Z_]+)`", said_first(path)))


def lost_names(path: Path) -> set[str]:
    """Return the names that a module names first, and that its folder and its code lack."""
    named = set(re.findall(r"(?<!`)`(\w+)`(?!`)", said_first(path)))
    left = named - {each.stem for each in path.parent.iterdir()}
    if not left:
        return left
    code = re.sub(r'^(?:#.*\n)*""".*?"""', "", path.read_text("utf-8"), count=1, flags=re.DOTALL)
    return left - set(re.findall(r"\w+", code))


@pytest.mark.slow
@pytest.mark.parametrize("root", ["client", "engine", "server"])
def test_a_constant_that_a_module_names_first_stands_in_it(root: str) -> None:
    named = {path: constants_named_first(path) for path in (ROOT / root).rglob("*.py")}
    assert sum(map(len, named.values())) >= 5
    missing = {path: found - defined(path) for path, found in named.items() if found}
    assert not {str(path.relative_to(ROOT)): left for path, left in missing.items() if left}


@pytest.mark.slow
@pytest.mark.parametrize("root", ["client", "engine", "server"])
def test_a_name_that_a_module_says_first_stands_in_its_code(root: str) -> None:
    lost = {path: lost_names(path) for path in (ROOT / root).rglob("*.py")}
    assert not {str(path.relative_to(ROOT)): names for path, names in lost.items() if names}


def package_of(path: Path) -> Path:
    """Return the folder of the package in which a module is."""
    return ROOT.joinpath(*path.relative_to(ROOT).parts[:2])


@pytest.mark.parametrize("root", ["client", "engine", "research", "server"])
def test_a_file_that_a_module_leads_to_is_there(root: str) -> None:
    gone = [
        (str(path.relative_to(ROOT)), file)
        for path in (ROOT / root).rglob("*.py")
        for file in re.findall(r"`([\w/]+\.(?:py|js))`", said_first(path))
        if not any((at / file).exists() for at in (ROOT, package_of(path), path.parent))
    ]
    assert not gone


STILLS = runpy.run_path(str(ROOT / "docs/stills.py"))


def test_every_game_has_its_still_and_the_page_on_design_shows_it() -> None:
    assert sorted(STILLS["STILLS"]) == sorted(game_ids())
    design = (ROOT / "docs/design.md").read_text(encoding="utf-8")
    for game in game_ids():
        assert f"(pictures/{game}.svg)" in design


@pytest.mark.parametrize("game", game_ids())
def test_a_still_is_what_the_game_looks_like_today(game: str) -> None:
    expected, still = STILLS["expected"](game), STILLS["still"](game)
    assert still.read_bytes() == expected.read_bytes(), "run “make pictures”"
    title = game_name(game).replace(" ", "&#160;")
    assert f">{title}" in still.read_text(encoding="utf-8")


@pytest.mark.parametrize("picture", [*game_ids(), "hand"])
def test_a_picture_asks_nobody_for_anything(picture: str) -> None:
    drawn = (ROOT / f"docs/pictures/{picture}.svg").read_text(encoding="utf-8")
    ElementTree.fromstring(drawn)
    without_names = drawn.replace("http://www.w3.org/2000/svg", "").replace(
        "https://www.textualize.io", ""
    )
    for asking in ("http", "@import", "@font-face", "url(//", "<script", "<image"):
        assert asking not in without_names


def test_the_moving_picture_moves() -> None:
    drawn = (ROOT / "docs/pictures/hand.svg").read_text(encoding="utf-8")
    assert drawn.count("@keyframes") > 20
    assert "(docs/pictures/hand.svg)" in (ROOT / "README.md").read_text(encoding="utf-8")


VIEWS = re.findall(r"^\| (`.*?) \| `(\w+)`, `(\w+)` \| \[", BOTS, re.MULTILINE)


def test_a_view_has_the_fields_of_the_messages_that_the_page_on_bots_names() -> None:
    named: dict[str, tuple[str, str]] = {}
    for games, public, own in VIEWS:
        named |= dict.fromkeys(re.findall(r"`(.*?)`", games), (public, own))
    assert sorted(named) == sorted(game_ids())
    rummy = [cacheta_pb2, rummy_pb2, rummy_pot_pb2]
    trucos = [truco_argentino_pb2, truco_brasileiro_pb2, truco_paulista_pb2]
    messages: dict[str, Any] = {}
    for file in [cacho_pb2, *rummy, *trucos]:
        messages |= file.DESCRIPTOR.message_types_by_name
    for game, parts in named.items():
        match = Match(game, seats=get_rules(game).seats[0], seed=1)
        view = match.rules.seat_view(match.state, 0)
        for part, message in zip((view.game, view.own.game), parts, strict=True):
            assert set(part._fields) == set(messages[message].fields_by_name)
    first = [each.name for each in views_pb2.PublicView.DESCRIPTOR.fields]
    assert [*Common._fields] == first[: len(Common._fields)]
