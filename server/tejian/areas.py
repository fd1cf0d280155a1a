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
    "tejian.imports.routes",
    "tejian.imports.running",
    "tejian.archives.routes",
    "tejian.archives.equipment_import",
    "tejian.archives.importing",
    "tejian.archives.units.routes",
    "tejian.archives.persons.routes",
    "tejian.archives.authorizations.routes",
    "tejian.archives.queries.routes",
    "tejian.archives.quality.routes",
    "tejian.archives.quality.watching",
    "tejian.archives.changes.routes",
    "tejian.archives.correction.routes",
    "tejian.archives.piping.routes",
    "tejian.archives.cylinders.routes",
    "tejian.archives.products.routes",
    "tejian.archives.valves.routes",
    "tejian.archives.maintenance.routes",
    "tejian.archives.iot.routes",
    "tejian.archives.iot.simulator",
    "tejian.archives.labels.routes",
    "tejian.archives.refinery.routes",
    "tejian.archives.merging.own",
    "tejian.instruments.routes",
    "tejian.inspection.routes",
    "tejian.inspection.archive_routes",
    "tejian.inspection.refinery",
    "tejian.inspection.recompute.routes",
    "tejian.exchange.routes",
    "tejian.statistics.routes",
    "tejian.statistics.annual.routes",
]


def load() -> None:
    """Import the declarations; a wrong one stops the start-up."""
    for name in MODULES:
        importlib.import_module(name)
