"""The list of areas whose declarations are loaded at start-up, low to high."""

import importlib

MODULES = [
    "tejian.system.routes",
    "tejian.system.admin_routes",
    "tejian.system.jobs",
    "tejian.messages.permissions",
    "tejian.instruments.permissions",
    "tejian.messages.routes",
    "tejian.messages.sending",
    "tejian.archives.routes",
    "tejian.archives.units.routes",
    "tejian.archives.persons.routes",
    "tejian.archives.authorizations.routes",
    "tejian.instruments.routes",
    "tejian.inspection.routes",
    "tejian.exchange.routes",
    "tejian.statistics.routes",
]


def load() -> None:
    """Import the declarations; a wrong one stops the start-up."""
    for name in MODULES:
        importlib.import_module(name)
