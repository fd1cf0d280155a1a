"""The areas, low to high, and how their declarations are found: every module of every area is imported at start-up."""

import importlib
import pkgutil
from collections.abc import Iterator

import tejian
from tejian.kit.lists.serving import serve_lists
from tejian.kit.lists.stat_serving import serve_stats
from tejian.kit.process import moves

AREAS = (
    "system",
    "messages",
    "watch",
    "imports",
    "archives",
    "knowledge",
    "instruments",
    "inspection",
    "charging",
    "readiness",
    "registration",
    "persons",
    "supervision",
    "lifts",
    "quality",
    "exchange",
    "statistics",
    "moving",
)


def modules() -> Iterator[str]:
    """The names of all modules of the areas."""
    for area in AREAS:
        folders = [f"{folder}/{area}" for folder in tejian.__path__]
        yield from (found.name for found in pkgutil.walk_packages(folders, f"tejian.{area}.") if not found.ispkg)


def load() -> None:
    """Import the declarations; a wrong one stops the start-up."""
    for name in modules():
        importlib.import_module(name)
    serve_lists()
    serve_stats()
    moves.check()
