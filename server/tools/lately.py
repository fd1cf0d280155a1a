"""What changed lately, and what a day is the turn of: walks and journeys that repeat one path run by turns.

A check that repeats one path of an engine over hundreds of declarations runs for those that changed lately and for a
share of the others, another each day, so that each comes round within as many days as there are shares. The same tree
on the same day runs the same.
"""

import subprocess
import zlib
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo

ROOT = Path(__file__).resolve().parents[2]
LATELY = timedelta(hours=6)  # longer than a change takes to land; what landed before was checked then
IMPORTS = ("^ *(from|import) ", "^ +[A-Za-z_, ]+,$", "^ *[)]$")  # a file that only moved is no other


def is_due(name: str, shares: int, day: int | None = None) -> bool:
    """Whether it is the turn of a check called so, one day of `shares`."""
    today = datetime.now(ZoneInfo("Asia/Shanghai")).date().toordinal() if day is None else day
    return zlib.crc32(name.encode()) % shares == today % shares


@cache
def changed() -> frozenset[str] | None:
    """The files of the project whose contents changed within the last hours or are not committed; None where git does
    not say: then everything counts as changed."""
    since = (datetime.now().astimezone() - LATELY).isoformat()
    try:
        base = _git("rev-list", "-1", f"--before={since}", "HEAD").strip()
        if not base:
            return None
        told = _git("diff", "--unified=0", "--find-renames", *(f"-I{line}" for line in IMPORTS), base)
        new = _git("ls-files", "-z", "--others", "--exclude-standard")
    except (OSError, subprocess.CalledProcessError):
        return None
    lines = [line for line in told.splitlines() if line.startswith(("+++ b/", "--- a/"))]
    return frozenset(line[6:] for line in lines) | frozenset(filter(None, new.split("\0")))


def _git(*words: str) -> str:
    asked = ["git", "-c", "core.quotePath=false", *words]
    return subprocess.run(asked, cwd=ROOT, check=True, capture_output=True, text=True, errors="replace").stdout
