"""Check matches with Python (and signatures with cryptography): python3 verify.py match.txt ..."""

import sys
from base64 import b64decode
from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import sha256, sha512
from hmac import digest as hmac
from itertools import count, pairwise, product, zip_longest
from pathlib import Path
from re import fullmatch, sub
from typing import Any

CARDS = [rank + suit for suit in "EBOSHDCX" for rank in ["A", *map(str, range(1, 13)), *"TJQKX"]]
HIDE = r"^(pack|\d+ claim|\d+ cut(?=.*[A-Z]$)) .*|\S+(?= face_down=true$)"  # from spectators
BOUND = r"game|seats|option|dealer|high_card|rated|player|bots|pack|top_up|\d+"  # by the chain
KNOWN = rf"""(?x){BOUND}|(\#.*)?|cardtui-record|table|began|own|commit|seat_commit|signal|gathered
|closed|chain|server|signed|reveal|secret"""
ED25519, P256 = "302a300506032b6570032100", "3039301306072a8648ce3d020106082a8648ce3d030107032200"


def numbers(key: bytes, label: bytes, k: int, bounds: Sequence[int]) -> list[int]:
    stream = (x for n in count(k << 64) for x in hmac(key, label + n.to_bytes(16, "big"), "sha512"))
    return [next(low for x in stream if (low := x % 2 ** (n - 1).bit_length()) < n) for n in bounds]


def vouchers(rows: list[list[str]], match: bytes, heads: list[bytes]) -> Iterator[str]:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ec import ECDSA
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.serialization import load_der_public_key

    for word, *row in (row for row in rows if row[0] in ("server", "signed")):
        who, when, by = ("server", *row[1:]) if word == "server" else row
        sat = (each[-1] for each in rows if each[:2] == ["player", who] and len(each[-1]) == 64)
        keys = [P256 + row[0]] if word == "server" else [ED25519 + key for key in sat]
        found, made = f"the signature of {who} is false", b64decode(by, validate=True)
        for key, head in product(keys, heads[0 if when.isdigit() else -1 :]):
            text = b"cardtui signed\0" + match + f"{when}\0{who}\0".encode() + head
            with suppress(InvalidSignature):
                how: list[Any] = [made, text, *[ECDSA(SHA256())] * (word == "server")]
                load: Any = load_der_public_key(bytes.fromhex(key))
                found = load.verify(*how) or f"note: {who} signed {when} by {key[-64:]}"
        yield found


def faults(text: str) -> Iterator[str]:
    rows = [sub(" absent$", " ", line.strip()).split(" ") for line in text.split("\n")]
    said, k = {row[0]: row[1:] for row in reversed(rows)}, 0
    bits, heads = list[bytes](), list[bytes]()
    yield from (f"nobody knows what {word!r} says" for word in said if not fullmatch(KNOWN, word))
    key, match = bytes.fromhex(said["secret"][0]), "\0".join([*said["table"], ""]).encode()
    if sha512(b"cardtui server\0" + match + key).hexdigest() != said["commit"][0]:
        yield "the secret is not what the server had committed to"
    given = [[bytes.fromhex(r[2]) for r in rows if r[0] == of] for of in ("seat_commit", "reveal")]
    for seat, (commit, reveal) in enumerate(zip_longest(*given, fillvalue=b"")):
        bits.append(reveal or sha256(b"cardtui absent\0" + commit).digest())
        if (commit or reveal) and sha256(b"cardtui seat\0" + reveal).digest() != commit:
            yield f"{'note: ' * (not reveal)}seat {seat} has not revealed what it had committed to"
    label = b"cardtui key\0" + match
    if shared := len(bits) > int(said["seats"][0]):  # other tables had the same packs
        if len(bits) == int(said["seats"][0]) + 1 and any(map(any, given)):
            yield "bits count in a field, where nobody gives any"
        label, bits = b"cardtui shared key\0", sorted(bits)
    key = hmac(key, label + b"".join(bits), "sha512") if shared or any(given[0]) else key
    end = b"".join([b"cardtui lines 2\0", bytes.fromhex(said["commit"][0]), *given[0]])
    for lain, row in pairwise([[""], *(row for row in rows if row[0][:1] not in ("", "#"))]):
        if row[0] == "pack":
            k, pack = k + 1, sorted(row[1:], key=CARDS.index)
            for last, other in enumerate(numbers(key, b"pack\0", k, range(len(pack), 1, -1)), 1):
                pack[-last], pack[other] = pack[other], pack[-last]
            if lain[0] == "gathered" and len(lain) < 200:
                low = numbers(key, b"riffle\0", k, [2] * len(lain[1:]))
                pack = [lain[1 + low[:i].count(x) + x * low.count(0)] for i, x in enumerate(low)]
            if row[1:] != pack:
                yield f"pack {k} is not the one that the key gives"
        if fullmatch(BOUND, row[0]):
            end = sha256(end).digest() + sub(HIDE, lambda m: m[1] or "??", " ".join(row)).encode()
            heads.append(sha256(end).digest())
    if (said["cardtui-record"], said.get("chain")) != (["2"], [sha256(end).hexdigest()]):
        yield "this is not what everybody was told, or the grammar is not 2"
    try:
        yield from vouchers(rows, match, heads) if said.keys() & {"server", "signed"} else ()
    except ImportError:
        yield "note: nobody checked who signed: the package cryptography is missing"


wrong = False
for file in sys.argv[1:] or sys.exit(__doc__):
    try:
        found = list(faults(Path(file).read_bytes().decode()))
    except (LookupError, OSError, ValueError) as error:
        found = [f"it proves nothing, for something is missing or garbled: {error}"]
    print(file, *(found or ["ok, but nobody signed it"]), sep="\n  ")
    wrong |= any(each[:4] != "note" for each in found)
sys.exit(wrong)
