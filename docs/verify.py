"""Check matches with nothing but Python: python3 verify.py match.txt ..."""

import hashlib
import hmac
import re
import sys
from collections.abc import Iterator, Sequence
from itertools import count, pairwise
from pathlib import Path

RANKS, SUITS = ["A", *map(str, range(1, 13)), *"TJQK"], "EBOSHDC"
HIDDEN = r"^(pack|\d+ claim|\d+ cut(?=.*[A-Z]$)) .*|\S+(?= face_down=true$)"  # from spectators


def numbers(key: bytes, label: bytes, k: int, bounds: Sequence[int]) -> Iterator[int]:
    blocks = (label + (k << 64 | block).to_bytes(16, "big") for block in count())
    stream = (byte for block in blocks for byte in hmac.digest(key, block, "sha512"))
    for n in bounds:  # none needs more than a byte
        yield next(low for byte in stream if (low := byte % (1 << (n - 1).bit_length())) < n)


def dealt(key: bytes, k: int, pack: list[str], gathered: list[str]) -> list[str]:
    if gathered:
        lower = list(numbers(key, b"riffle\0", k, [2] * len(gathered)))
        packets = iter(gathered[: lower.count(0)]), iter(gathered[lower.count(0) :])
        return [next(packets[each]) for each in lower]
    for last, other in enumerate(numbers(key, b"pack\0", k, range(len(pack), 1, -1)), start=1):
        pack[-last], pack[other] = pack[other], pack[-last]
    return pack


def faults(text: str) -> Iterator[str]:
    rows = [re.sub(" absent$", " ", line.strip()).split(" ") for line in text.split("\n")]
    said, bits, k = {row[0]: row[1:] for row in rows}, b"", 0
    key, match = bytes.fromhex(said["secret"][0]), "\0".join([*said["table"], ""]).encode()
    if hashlib.sha512(b"cardtui server\0" + match + key).hexdigest() != said["commit"][0]:
        yield "the secret is not what the server had committed to"
    given = [[bytes.fromhex(r[2]) for r in rows if r[0] == of] for of in ("seat_commit", "reveal")]
    for seat, (commit, reveal) in enumerate(zip(*given, strict=True)):
        used = b"cardtui seat\0" + reveal if reveal else b"cardtui absent\0" + commit
        bits += reveal or hashlib.sha256(used).digest()
        if reveal and hashlib.sha256(used).digest() != commit:
            yield f"seat {seat} has not revealed what it had committed to"
    key = hmac.digest(key, b"cardtui key\0" + match + bits, "sha512") if any(given[0]) else key
    told = b"".join([b"cardtui lines\0", bytes.fromhex(said["commit"][0]), *given[0]])
    for line, ((last, *lain), (word, *words)) in enumerate(pairwise([[""], *rows]), start=1):
        if word == "pack":
            k += 1
            order = sorted(words, key=lambda card: (SUITS.index(card[-1]), RANKS.index(card[:-1])))
            if words != dealt(key, k, order, lain if last == "gathered" else []):
                yield f"line {line}: pack {k} is not the one that the key gives"
        if word in ("pack", "top_up") or word.isdigit():
            seen = re.sub(HIDDEN, lambda found: found[1] or "??", " ".join([word, *words]))
            told = hashlib.sha256(told).digest() + seen.encode()
    if said.get("chain") != [hashlib.sha256(told).hexdigest()]:
        yield "the acts are not those that everybody was told, or the grammar is older than 3"


for file in sys.argv[1:]:
    print(file, *(list(faults(Path(file).read_text(encoding="utf-8"))) or ["ok"]), sep="\n  ")
