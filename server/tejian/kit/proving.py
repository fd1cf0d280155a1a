"""Judges the signature of a PDF that anybody may have sent, in a process of its own, within memory and time.

`python -m tejian.kit.proving AUTHORITY…` reads the file from its input and answers what `signing.verify_signature`
says, as JSON. What breaks the reader of PDFs breaks that process alone.
"""

import json
import resource
import subprocess
import sys
import threading
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from typing_extensions import TypedDict

SERVER = Path(__file__).resolve().parents[2]
SECONDS = 20  # of one file
MOST_MEMORY = 1 << 30
AT_ONCE = threading.BoundedSemaphore(2)  # of this process


class Proof(TypedDict):
    """What the last signature of a file says; a file that cannot be read has none."""

    signed: bool
    intact: bool
    whole: bool
    trusted: bool
    valid: bool
    signer: str
    signedAt: str
    reason: str


NONE: Proof = {
    "signed": False, "intact": False, "whole": False, "trusted": False, "valid": False,
    "signer": "", "signedAt": "", "reason": "",
}  # fmt: skip


def proof_of(content: bytes, authorities: Sequence[Path]) -> Proof:
    """The proof of a file from anywhere. One that exhausts its reader has none."""
    order = [sys.executable, "-m", "tejian.kit.proving", *map(str, authorities)]
    with AT_ONCE:
        try:
            answer = subprocess.run(order, input=content, capture_output=True, cwd=SERVER, timeout=SECONDS, check=True)
        except subprocess.SubprocessError:
            return NONE
    told: Proof = json.loads(answer.stdout)
    return told


def _main(authorities: Sequence[str]) -> None:
    from . import signing  # noqa: PLC0415 (half a second, which whoever only asks does not need)

    facts = signing.verify_signature(sys.stdin.buffer.read(), *map(Path, authorities))
    at = facts["signedAt"]
    facts["signedAt"] = at.isoformat() if isinstance(at, datetime) else ""
    sys.stdout.write(json.dumps({name: facts[name] for name in Proof.__annotations__}))


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    _main(sys.argv[1:])
