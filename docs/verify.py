"""Check the packs of records with nothing but Python: python3 verify.py match.txt ..."""

import hashlib
import hmac
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

RANKS, SUITS = ["A", *map(str, range(1, 13)), *"TJQK"], "EBOSHDC"


def message(*parts: object) -> bytes:
    """Return the parts, each with a zero byte after it."""
    return b"".join(str(part).encode() + b"\0" for part in parts)


def numbers(key: bytes, label: str, k: int, bounds: Iterable[int]) -> Iterator[int]:
    """Yield numbers of the stream for a label and ``k``, each below its bound."""
    counter, block = 0, b""
    for bound in bounds:
        bits, value = (bound - 1).bit_length(), bound
        while value >= bound:  # no bound needs more than a byte
            if not block:
                place = k.to_bytes(8, "big") + counter.to_bytes(8, "big")
                block, counter = hmac.digest(key, message(label) + place, "sha512"), counter + 1
            value, block = block[0] & ((1 << bits) - 1), block[1:]
        yield value


def shuffled(key: bytes, k: int, pack: list[str]) -> list[str]:
    """Return pack ``k``, shuffled."""
    for last, other in enumerate(numbers(key, "pack", k, range(len(pack), 1, -1)), start=1):
        pack[-last], pack[other] = pack[other], pack[-last]
    return pack


def riffled(key: bytes, k: int, pack: list[str]) -> list[str]:
    """Return pack ``k``: the one that was gathered, riffled once."""
    lower = list(numbers(key, "riffle", k, [2] * len(pack)))
    packets = iter(pack[: lower.count(0)]), iter(pack[lower.count(0) :])
    return [next(packets[each]) for each in lower]


def faults(text: str) -> Iterator[str]:
    """Yield what is wrong with the packs of a record."""
    rows = [line.replace(" absent", " ").split(" ") for line in text.split("\n")]
    said, bits, k, lain = {row[0]: row[1:] for row in rows}, b"", 0, list[str]()
    key, match = bytes.fromhex(said["secret"][0]), said["table"]
    if hashlib.sha512(message("cardtui server", *match) + key).hexdigest() != said["commit"][0]:
        yield "the secret is not what the server had committed to"
    committed = [row[2] for row in rows if row[0] == "seat_commit"]
    revealed = [row[2] for row in rows if row[0] == "reveal"]
    for seat, (commitment, given) in enumerate(zip(committed, revealed, strict=True)):
        label, plain = ("seat", given) if given else ("absent", commitment)
        digest = hashlib.sha256(message(f"cardtui {label}") + bytes.fromhex(plain))
        bits += bytes.fromhex(given) or digest.digest()
        if given and digest.hexdigest() != commitment:
            yield f"seat {seat} has not revealed what it had committed to"
    if any(committed):
        key = hmac.digest(key, message("cardtui key", *match) + bits, "sha512")
    for line, (word, *cards) in enumerate(rows, start=1):
        if word == "pack":
            k += 1
            order = sorted(cards, key=lambda card: (SUITS.index(card[-1]), RANKS.index(card[:-1])))
            if cards != (riffled(key, k, lain) if lain else shuffled(key, k, order)):
                yield f"line {line}: pack {k} is not the one that the key gives"
        lain = cards if word == "gathered" else []


for file in sys.argv[1:]:
    print(file, *(list(faults(Path(file).read_text(encoding="utf-8"))) or ["ok"]), sep="\n  ")
