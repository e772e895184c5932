"""Records under attack: each kind of tampering is found out, or the documents name it."""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest

from cardtui_client.model.chain_check import code_of, heads_of
from cardtui_engine.library.record_reading import read
from cardtui_engine.library.record_writing import write
from cardtui_engine.library.records import Record, RecordError
from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_engine.options import OptionSpec, OptionValue
from cardtui_engine.refusals import BadOption
from cardtui_server.fairness.signatures import is_weak, signed_by_player
from cardtui_server.fairness.verification import Kind, verify
from tests.support import signed_matches
from tests.support.fair_matches import honest, played
from tests.support.nights import by_night, games_and_by_night
from tests.support.short_verifier import IN_NODE, faults, judged_in_node

FAIRNESS = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")

every_game = pytest.mark.parametrize("game", games_and_by_night())
FAMILIES = ("cacho", "truco-brasileiro")
"""Two games whose records differ most: of chips, and of partners."""
OTHERS = [game for game in game_ids() if game not in FAMILIES]

Lines = list[str]
Attack = Callable[[Lines], Lines]

ACT: Final = r"\d+ "


def at(lines: Lines, pattern: str, which: int = 0) -> int:
    """Return the place of a line that begins so."""
    found = [place for place, line in enumerate(lines) if re.match(pattern, line)]
    assert found, pattern
    return found[which]


def put(pattern: str, *instead: str, which: int = 0) -> Attack:
    """Return an attack that puts other lines instead of one; ``{}`` is the line itself."""

    def attack(lines: Lines) -> Lines:
        place = at(lines, pattern, which)
        written = [each.replace("{}", lines[place]) for each in instead]
        return [*lines[:place], *written, *lines[place + 1 :]]

    return attack


def other(pattern: str, *changes: tuple[str, str]) -> Attack:
    """Return an attack that changes letters in all lines that begin so."""

    def attack(lines: Lines) -> Lines:
        at(lines, pattern)
        changed = []
        for line in lines:
            if re.match(pattern, line):
                for old, new in changes:
                    line = re.sub(old, new, line)  # noqa: PLW2901
            changed.append(line)
        assert changed != lines
        return changed

    return attack


def in_turn(*attacks: Attack) -> Attack:
    def attack(lines: Lines) -> Lines:
        for each in attacks:
            lines = each(lines)
        return lines

    return attack


def swapped(word: str) -> Attack:
    """Return an attack that exchanges what the first two lines say after a word and a number."""

    def attack(lines: Lines) -> Lines:
        one, two = (at(lines, rf"{word} {seat} ") for seat in (0, 1))
        said = [lines[place].removeprefix(f"{word} {seat}") for seat, place in ((0, one), (1, two))]
        lines = lines.copy()
        lines[one], lines[two] = f"{word} 0{said[1]}", f"{word} 1{said[0]}"
        return lines

    return attack


def cut(*ends: str) -> Attack:
    """Return an attack that leaves out the second half of what happened."""

    def attack(lines: Lines) -> Lines:
        acts = [place for place, line in enumerate(lines) if re.match(ACT, line)]
        return [*lines[: acts[len(acts) // 2]], *ends, *lines[at(lines, "chain") :]]

    return attack


def two_cards(lines: Lines) -> Lines:
    place = at(lines, "pack")
    word, first, *cards, last = lines[place].split(" ")
    return [*lines[:place], " ".join([word, last, *cards, first]), *lines[place + 1 :]]


def neighbours(lines: Lines) -> Lines:
    for place, (line, after) in enumerate(pairwise(lines)):
        if re.match(ACT, line) and re.match(ACT, after) and line != after:
            return [*lines[:place], after, line, *lines[place + 2 :]]
    raise AssertionError("nobody acted after another")


def another_value(spec: OptionSpec, record: Record) -> OptionValue | None:
    """Return another value of an option that a record could have; ``None`` if there is none."""
    now, rules = record.options[spec.name], get_rules(record.game)
    values: list[Any] = [*spec.choices, not now]
    values += [now + 1, now - 1] if isinstance(now, int) else ["x"]
    for value in values:
        with suppress(BadOption):
            if (found := rules.options({spec.name: value}, record.seats)[spec.name]) != now:
                return found
    return None


def another_game(lines: Lines) -> Lines:
    others = ("game truco-paulista", "game truco-brasileiro")
    return put("game", next(each for each in others if each not in lines))(lines)


def closed_or_not(lines: Lines) -> Lines:
    if "closed" in lines:
        return put("closed")(lines)
    return put("chain", "closed", "{}")(lines)


def without(*words: str) -> Attack:
    return lambda lines: [line for line in lines if line.split(" ")[0] not in words]


def in_grammar_1(lines: Lines) -> Lines:
    """Write the record in the older grammar, with the chain that this would have."""
    lines = ["cardtui-record 1", *without("cardtui-record")(lines)]
    head = heads_of("\n".join(lines))[-1]
    return put("chain", f"chain {head.hex()}")(lines)


FOUND: Final[dict[str, Attack]] = {
    "an act left out": put(ACT, which=5),
    "an act done twice": put(ACT, "{}", "{}", which=5),
    "acts in another order": neighbours,
    "seats exchanged in acts": other(ACT, ("^0 ", "x "), ("^1 ", "0 "), ("^x ", "1 ")),
    "the end cut off": cut(),
    "the end cut off, and closed": cut("closed"),
    "a line of talk": put("chain", '0 say "well played"', "{}"),
    "a purchase": put(ACT, "top_up 0 1", "{}", which=3),
    "two cards of a pack": two_cards,
    "no pack": put("pack"),
    "another secret": other("secret", ("secret ..", "secret 5a")),
    "another commitment of the server": other("commit", ("commit ..", "commit 5a")),
    "both": in_turn(
        other("commit", ("commit ..", "commit 5a")), other("secret", ("secret ..", "secret 5a"))
    ),
    "other bits": other("reveal 0", ("reveal 0 ..", "reveal 0 5a")),
    "other bits, and their commitment": in_turn(
        other("reveal 0", ("reveal 0 ..", "reveal 0 5a")),
        other("seat_commit 0", ("commit 0 ..", "commit 0 5a")),
    ),
    "bits exchanged": swapped("reveal"),
    "bits taken away": put("reveal 0", "reveal 0 absent"),
    "all bits taken away": without("reveal"),
    "no commitments of seats": without("seat_commit", "reveal"),
    "no secret": without("secret"),
    "another table": other("table", ("table .", "table z")),
    "another match": other("table", (r" \d+$", " 7")),
    "another head": other("chain", ("chain ..", "chain 5a")),
    "no chain": without("chain"),
    "another grammar": put("cardtui-record", "cardtui-record 3"),
    "the older grammar": put("cardtui-record", "cardtui-record 1"),
    "the older grammar without a chain": in_turn(
        put("cardtui-record", "cardtui-record 1"), without("chain", "bots")
    ),
    "the older grammar with its chain": in_grammar_1,
    "a line that nobody knows": put("table", "{}", "carried 0 1"),
    "an option left out": put("option"),
    "all options left out": without("option"),
    "an option said twice": put("option", "{}", "{}"),
    "another first dealer": other("dealer", ("dealer .", "dealer 1"), ("dealer 1x", "dealer 0")),
    "drawn for high card": put("dealer", "{}", "high_card partners"),
    "rated": put("dealer", "{}", "rated"),
    "another name": other("player 0", ('"P0"', '"Nobody"')),
    "players exchanged": swapped("player"),
    "a bot made a person": other("player 1", (r'" \d+ \d+$', '"')),
    "a person made a bot": other("player 0", ("$", " 2 0")),
    "another level": other("player 1", (r" \d+ (\d+)$", r" 1 \1")),
    "another character": other("player 1", (r" (\d+) \d+$", r" \1 9")),
    "no version of the bots": without("bots"),
    "another version of the bots": other("bots", (r" (\d+)$", r" \g<1>9")),
    "more seats": other("seats", (r" \d", " 6")),
    "another game": another_game,
    "closed or not": closed_or_not,
}
"""What somebody may do with the text of a record."""

UNPROVEN: Final[dict[str, tuple[Attack, str]]] = {
    "when it began": (other("began", (r"..Z$", "59Z")), "`began`"),
    "whose it is": (other("own", (r"\d", "1")), "`own`"),
    "a comment": (put("dealer", "{}", "# dealt by Ana"), "comments"),
    "a signal": (put(ACT, "{}", "signal 0 wink 1", which=-1), "`signal`"),
}
"""What no verifier can find, by the words of the page that says so."""


def is_caught(text: str) -> bool:
    """Return whether ``cardtui verify`` says anything but that all is proven."""
    try:
        return bool(verify(read(text)).findings)
    except RecordError:
        return True


@pytest.mark.slow
@every_game
async def test_the_honest_record_is_a_full_proof(game: str) -> None:
    text = write(await honest(game))
    assert not is_caught(text)
    assert not faults(text)


def said_by_the_short_verifier(text: str) -> bool:
    try:
        return bool(faults(text))
    except (LookupError, ValueError):
        return True


@pytest.mark.parametrize("kind", FOUND)
@pytest.mark.parametrize("game", [*FAMILIES, *by_night(*OTHERS)])
async def test_both_verifiers_find_that_a_record_was_changed(game: str, kind: str) -> None:
    text = write(await honest(game))
    lie = "\n".join(FOUND[kind](text.split("\n")))
    assert lie != text
    assert is_caught(lie)
    if kind != "closed or not":  # which follows from the rules, and those it does not know
        assert said_by_the_short_verifier(lie)


@pytest.mark.parametrize("kind", UNPROVEN)
async def test_what_no_record_proves_is_named_in_the_documents(kind: str) -> None:
    attack, words = UNPROVEN[kind]
    text = write(await honest("cacho"))
    if not re.search("^own", text, re.MULTILINE):
        text = text.replace("\ncommit", "\nown 0\ncommit", 1)
    lie = "\n".join(attack(text.split("\n")))
    assert lie != text
    assert not is_caught(lie)
    rows = [row for row in FAIRNESS.split("\n") if row.startswith("|") and words in row]
    assert rows, "the page does not say so"


@pytest.mark.slow
@every_game
async def test_both_verifiers_find_that_any_option_was_another_one(game: str) -> None:
    record = await honest(game)
    tried = 0
    for spec in get_rules(game).specs:
        value = another_value(spec, record)
        if value is None:
            continue
        lie = replace(record, options={**record.options, spec.name: value})
        kinds = {each.kind for each in verify(lie).findings}
        assert kinds & {Kind.CHAIN, Kind.RULES}, spec.name
        assert faults(write(lie)), spec.name
        tried += 1
    assert tried


@every_game
async def test_a_chain_that_was_written_anew_leads_to_another_code(game: str) -> None:
    text = write(await honest(game))
    for kind in ("another name", "rated", "the end cut off, and closed"):
        lie = FOUND[kind](text.split("\n"))
        head = heads_of("\n".join(lie))[-1]
        lie = put("chain", f"chain {head.hex()}")(lie)
        assert code_of(head) != code_of(heads_of(text)[-1])
    found = verify(read("\n".join(FOUND["another name"](text.split("\n"))))).findings
    assert [each.kind for each in found] == [Kind.CHAIN]


UNSIGNED: Final = ["ok, but nobody signed it"]


@pytest.mark.slow
async def test_the_verifier_in_node_holds_honest_records_of_every_game_for_true(
    tmp_path: Path,
) -> None:
    texts = {game: write(await honest(game)) for game in game_ids()}
    texts["with-jokers"] = await played("cacheta", jokers=4)
    assert "XX" in texts["with-jokers"]
    assert not said_by_the_short_verifier(texts["with-jokers"])
    assert judged_in_node(texts, tmp_path) == dict.fromkeys(texts, UNSIGNED)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["truco-brasileiro", "cacho"])
async def test_the_verifier_in_node_finds_each_kind_of_tampering_that_the_other_finds(
    game: str, tmp_path: Path
) -> None:
    lines = write(await honest(game)).split("\n")
    attacks = {**FOUND, **{kind: attack for kind, (attack, _words) in UNPROVEN.items()}}
    texts = {kind: "\n".join(attack(lines)) for kind, attack in attacks.items()}
    found = {kind for kind, said in judged_in_node(texts, tmp_path).items() if said != UNSIGNED}
    other = {kind for kind, text in texts.items() if said_by_the_short_verifier(text)}
    # It also checks the lot for the first dealer.
    assert other <= found <= other | {"another first dealer"}
    assert found >= FOUND.keys() - {"closed or not"}


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"cardtui-record 2\ntable t 1\ncommit y\n"])
def test_what_is_no_record_proves_nothing_in_node(data: bytes, tmp_path: Path) -> None:
    said = judged_in_node({"none": data.decode("latin-1")}, tmp_path)
    assert said["none"][0].startswith("it proves nothing: ")


def test_the_verifier_in_node_is_short() -> None:
    assert len(IN_NODE.read_text(encoding="utf-8").splitlines()) <= 150


FORGED: Final[dict[str, Attack]] = {
    "the server's signature": other("server", (r"\S+$", "AAAA")),
    "another server's key": other(
        "server", ("server 02", "server x"), ("server 03", "server 02"), ("server x", "server 03")
    ),
    "a player's signature": other("signed 0", (r"\S+$", f"{'A' * 86}==")),
    "signatures exchanged": swapped("signed"),
    "another moment": other("signed 1", ("over|2", "1")),
    "another seat": other("signed 1", ("signed 1", "signed 0")),
}
"""What somebody may do with the signatures of a record."""


@pytest.mark.slow
@pytest.mark.parametrize("close", [False, True])
async def test_the_verifiers_of_the_documents_tell_who_signed(close: bool, tmp_path: Path) -> None:
    text = await signed_matches.played(close=close)
    end, hand = ("closed", "2") if close else ("over", "over")
    (server,) = re.findall(r"^server (\S+)", text, re.MULTILINE)
    first, second = re.findall(r"^player \d .* (\S{64})$", text, re.MULTILINE)
    told = [
        f"note: server signed {end} by {server[-64:]}",
        f"note: 0 signed {hand} by {first}",
        f"note: 1 signed {hand} by {second}",
    ]
    assert faults(text) == told
    texts = {kind: "\n".join(forge(text.split("\n"))) for kind, forge in FORGED.items()}
    said = judged_in_node({"honest": text, **texts}, tmp_path)
    assert said.pop("honest") == told
    for kind, forged in texts.items():
        assert any("is false" in each for each in said[kind]), kind
        assert any("is false" in each for each in faults(forged)), kind


async def test_who_signs_twice_signs_nothing_more() -> None:
    text = await signed_matches.played()
    line = next(each for each in text.split("\n") if each.startswith("signed 0"))
    found = verify(read(text.replace(line, f"{line}\n{line}"))).findings
    assert [each.kind for each in found] == [Kind.SIGNATURE]


def test_nobody_signs_by_a_key_under_which_anybody_could() -> None:
    identity = bytes([1]) + bytes(31)
    assert not signed_by_player(identity, b"whatever", identity + bytes(32))
    for weak in (bytes(32), bytes([1]) + bytes(30) + bytes([128]), bytes([0xEC]) + b"\xff" * 31):
        assert is_weak(weak)
    assert not is_weak(signed_matches.GIVEN["p0"][32:])
