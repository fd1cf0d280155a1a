"""Judges the signature of a PDF that anybody may have sent, in a process of its own, within memory and time.

`python -m tejian.kit.seals.proving AUTHORITY… -- STAMP_AUTHORITY…` reads the file from its input and answers what
`signing.verify_signature` says, as JSON. What breaks the reader of PDFs breaks that process alone.
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

SERVER = Path(__file__).resolve().parents[3]
SECONDS, PROCESSOR = 20, 2  # of one file: until it is given up, and of work; half a second reads ours
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
    issuer: str
    cert: str
    signedAt: str
    stampedAt: str
    stampedBy: str
    reason: str


NONE: Proof = {
    "signed": False, "intact": False, "whole": False, "trusted": False, "valid": False,
    "signer": "", "issuer": "", "cert": "", "signedAt": "", "stampedAt": "", "stampedBy": "", "reason": "",
}  # fmt: skip


def proof_of(content: bytes, authorities: Sequence[Path], stamp_roots: Sequence[Path] = ()) -> Proof:
    """The proof of a file from anywhere. One that exhausts its reader has none."""
    order = [sys.executable, "-m", "tejian.kit.seals.proving", *map(str, authorities), "--", *map(str, stamp_roots)]
    with AT_ONCE:
        try:
            answer = subprocess.run(order, input=content, capture_output=True, cwd=SERVER, timeout=SECONDS, check=True)
        except subprocess.SubprocessError:
            return NONE
    told: Proof = json.loads(answer.stdout)
    return told


def limit() -> None:
    """Let this process have so much memory and work, and no more."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR, PROCESSOR + 1))


def _main(given: Sequence[str]) -> None:
    from . import signing  # noqa: PLC0415 (half a second, which whoever only asks does not need)

    at = list(given).index("--")
    roots = [Path(one) for one in given[at + 1 :]]
    facts = signing.verify_signature(sys.stdin.buffer.read(), *map(Path, given[:at]), stamp_roots=roots)
    for name in ("signedAt", "stampedAt"):
        facts[name] = facts[name].isoformat() if isinstance(facts[name], datetime) else ""
    sys.stdout.write(json.dumps({name: facts[name] for name in Proof.__annotations__}))


if __name__ == "__main__":
    limit()
    _main(sys.argv[1:])
