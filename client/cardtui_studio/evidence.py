"""Packs a match as evidence for somebody who was not there (`evidence_of`): which files the ZIP
has, and what its page says.

In it are the record, the server's certificate if it is kept, a proof that the server lied if there
is one, a verifier of few lines, and a page that says who vouches for the match.
"""

from __future__ import annotations

import io
import ssl
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from cardtui_client.faces.game_words import game_name
from cardtui_client.faces.record_words import finding_words, match_code_words, vouching_lines
from cardtui_client.files import read_given
from cardtui_client.history.kept_records import KeptRecord, certificate_of, proof_beside
from cardtui_client.i18n import _, n_
from cardtui_client.model.sides import names
from cardtui_client.net.address import pin_of
from cardtui_studio.evening import Section, html_page

PAGE_FILE: Final = "read-me.html"
RECORD_FILE: Final = "match.txt"
CERTIFICATE_FILE: Final = "server.pem"
PROOF_FILE: Final = "the-server-lied.json"

_ARCHIVE_TIME: Final = (1980, 1, 1, 0, 0, 0)
"""The time of all files in it, so that one match always makes the same file."""


def evidence_of(kept: KeptRecord, verified: dict[str, Any], verifiers: Path | None) -> bytes:
    """Return the evidence of a match, as the bytes of a ZIP file.

    Args:
        verified: what ``cardtui verify --json`` says of it.
        verifiers: the folder that has the short verifiers; ``None`` where there is none.

    Raises:
        OSError: a file cannot be read.
    """
    files = {RECORD_FILE: read_given(kept.path)}
    keys = [each["key"] for each in verified["vouched"] if each["seat"] is None and each["key"]]
    certificate = certificate_of(kept.path.parent, keys[0]) if keys else ""
    if certificate:
        files[CERTIFICATE_FILE] = certificate.encode()
    if (proof := proof_beside(kept.path)) is not None:
        files[PROOF_FILE] = read_given(proof)
    if verifiers is not None:
        files |= {name: read_given(verifiers / name) for name in ("verify.py", "verify.js")}
    told = [*_sections(kept, verified, certificate, files)]
    files = {PAGE_FILE: html_page(_("A match, and who vouches for it"), told).encode(), **files}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as pack:
        for name, data in files.items():
            pack.writestr(zipfile.ZipInfo(f"{kept.path.stem}/{name}", _ARCHIVE_TIME), data)
    return packed.getvalue()


def _sections(
    kept: KeptRecord, verified: dict[str, Any], certificate: str, files: dict[str, bytes]
) -> Iterator[Section]:
    """Yield what the page says."""
    won = [kept.players[seat] for seat in verified["winners"]]
    yield Section(
        _("The match"),
        [
            (_("Game"), game_name(kept.game)),
            (_("Began (UTC)"), kept.began),
            (_("Played"), names([*kept.players])),
            (_("Winner"), names(won) if won else _("nobody: it was not played to its end")),
        ],
    )
    signed = vouching_lines(verified["vouched"]) or [
        _("Nobody signed this record: it is the word of the person who gave it to you.")
    ]
    yield Section(_("Who vouches for it"), [(each,) for each in signed])
    keyed = [
        (each["name"] or _("the server"), each["key"])
        for each in verified["vouched"]
        if each["key"]
    ]
    if keyed:
        yield Section(_("By which keys"), keyed)
    found = [
        finding_words(row["kind"], **{k: v for k, v in row.items() if k not in ("kind", "fault")})
        for row in verified["findings"]
    ]
    holds = _("It holds.") if verified["holds"] else _("IT DOES NOT HOLD.")
    checked = [holds, *found, *filter(None, [match_code_words(verified["code"])])]
    yield Section(_("What cardtui found when it checked the record"), [(each,) for each in checked])
    meanings = {
        RECORD_FILE: _("the match, line by line"),
        CERTIFICATE_FILE: _(
            "the server’s certificate; its pin is {pin}, as in the line to join that server",
            pin=_pin(certificate) if certificate else "",
        ),
        PROOF_FILE: _("what the server signed of another course of this match"),
        "verify.py": _("checks the match without cardtui: python3 verify.py match.txt"),
        "verify.js": _("the same: node verify.js match.txt"),
    }
    yield Section(
        n_("The file here", "The files here", len(files)),
        [(name, meanings[name]) for name in files],
    )
    yield Section(
        _("How to check it yourself"),
        [
            (_("With cardtui: cardtui verify match.txt"),),
            (
                _(
                    "Ask somebody who was there for the code of the match. If it is the same, you "
                    "have both seen the same match."
                ),
            ),
            (
                _(
                    "A signature says which key signed, not whose key it is: compare keys with "
                    "people whom you know, and the server’s with its line to join."
                ),
            ),
        ],
    )


def _pin(certificate: str) -> str:
    return pin_of(sha256(ssl.PEM_cert_to_DER_cert(certificate)).digest())
