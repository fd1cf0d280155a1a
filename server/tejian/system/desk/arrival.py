"""How far the demonstration data has come: its business arrives while the platform already serves.

<data>/demo/plan.json lists what is to be carried out, <data>/demo/done has a line for each that was. Both go at the
end, so that a server that was stopped in between goes on where it stood.
"""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import orjson
from typing_extensions import TypedDict

from tejian import settings


class Arrival(TypedDict):
    done: int
    total: int


def folder() -> Path:
    return settings.current().demo_plan.parent


def begin(jobs: Sequence[Any]) -> None:
    """Note what is to be carried out."""
    folder().mkdir(parents=True, exist_ok=True, mode=0o700)
    (folder() / "done").write_text("")
    part = folder() / "plan.part"
    part.write_bytes(orjson.dumps(jobs))
    part.rename(settings.current().demo_plan)


def left() -> list[Any]:
    """What is still to be carried out, in its order."""
    try:
        plan: list[Any] = orjson.loads(settings.current().demo_plan.read_bytes())
        done = {int(line) for line in (folder() / "done").read_text().split()}
    except FileNotFoundError:
        return []
    return [job for job in plan if job["seed"] not in done]


def note(seed: int) -> None:
    """Note that a job was carried out."""
    with (folder() / "done").open("a") as done:
        done.write(f"{seed}\n")


def end() -> None:
    shutil.rmtree(folder(), ignore_errors=True)


def progress() -> Arrival | None:
    """How many declarations have come; None when all are there."""
    try:
        total = len(orjson.loads(settings.current().demo_plan.read_bytes()))
        done = len((folder() / "done").read_text().split())
    except FileNotFoundError:
        return None
    return {"done": done, "total": total}
