"""Check the packs of records with nothing but Python: python3 verify.py match.txt ..."""

import hashlib
import hmac
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

RANKS, SUITS = ["A", *map(str, range(1, 13)), *"TJQK"], "EBOSHDC"


def numbers(key: bytes, label: bytes, k: int, bounds: Sequence[int]) -> Iterator[int]:
    counter, block = 0, b""
    for bound in bounds:
        bits, value = (bound - 1).bit_length(), bound
        while value >= bound:  # no bound needs more than a byte
            if not block:
                place = k.to_bytes(8, "big") + counter.to_bytes(8, "big")
                block, counter = hmac.digest(key, label + place, "sha512"), counter + 1
            value, block = block[0] & ((1 << bits) - 1), block[1:]
        yield value


def dealt(key: bytes, k: int, pack: list[str], gathered: list[str]) -> list[str]:
    if gathered:
        lower = list(numbers(key, b"riffle\0", k, [2] * len(gathered)))
        packets = iter(gathered[: lower.count(0)]), iter(gathered[lower.count(0) :])
        return [next(packets[each]) for each in lower]
    for last, other in enumerate(numbers(key, b"pack\0", k, range(len(pack), 1, -1)), start=1):
        pack[-last], pack[other] = pack[other], pack[-last]
    return pack


def faults(text: str) -> Iterator[str]:
    rows = [line.replace(" absent", " ").split(" ") for line in text.split("\n")]
    said, bits, k, lain = {row[0]: row[1:] for row in rows}, b"", 0, list[str]()
    key, match = bytes.fromhex(said["secret"][0]), "\0".join([*said["table"], ""]).encode()
    if hashlib.sha512(b"cardtui server\0" + match + key).hexdigest() != said["commit"][0]:
        yield "the secret is not what the server had committed to"
    given = [[row[2] for row in rows if row[0] == word] for word in ("seat_commit", "reveal")]
    for seat, (commitment, revealed) in enumerate(zip(*given, strict=True)):
        label = b"cardtui seat\0" if revealed else b"cardtui absent\0"
        digest = hashlib.sha256(label + bytes.fromhex(revealed or commitment))
        bits += bytes.fromhex(revealed) or digest.digest()
        if revealed and digest.hexdigest() != commitment:
            yield f"seat {seat} has not revealed what it had committed to"
    if any(given[0]):
        key = hmac.digest(key, b"cardtui key\0" + match + bits, "sha512")
    for line, (word, *cards) in enumerate(rows, start=1):
        if word == "pack":
            k += 1
            order = sorted(cards, key=lambda card: (SUITS.index(card[-1]), RANKS.index(card[:-1])))
            if cards != dealt(key, k, order, lain):
                yield f"line {line}: pack {k} is not the one that the key gives"
        lain = cards if word == "gathered" else []


for file in sys.argv[1:]:
    print(file, *(list(faults(Path(file).read_text(encoding="utf-8"))) or ["ok"]), sep="\n  ")
