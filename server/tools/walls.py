"""A contract of import-linter: a folder of modules is a wing, and others enter it only by its doors.

Doors are `api` (what a wing does), `permissions` and `codes` (what it declares), and the tables of an area, which stand
on its ground floor: `AREA/models.py`, or `AREA/models/` with a module a wing; beside them may stand BELOW. The few
modules that put the platform
together (`roots`) and those at the bottom that everybody builds with (`open`) are named.
"""

import re

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output

DOORS = ("api", "models", "permissions", "codes")
BELOW = ("inputs", "places")  # of an area: how its forms ask, where its pages and calls are
GROUND = re.compile(r"tejian\.\w+\.models")  # the folder of the tables of an area


class Walls(Contract):
    """Every import that crosses the wall of a wing leads to one of its doors."""

    type_name = "walls"
    roots = fields.ListField(subfield=fields.StringField())
    open = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        broken = [
            f"{one}: tables stand on the ground floor of their area"
            for one in sorted(filter(_tables_above, graph.modules))
        ]
        broken += sorted(
            f"{importer} -> {imported}"
            for importer in graph.modules
            if not self._within(importer, self.roots)  # type: ignore[arg-type]
            for imported in graph.find_modules_directly_imported_by(importer)
            if self._crosses(graph, importer, imported)
        )
        return ContractCheck(kept=not broken, metadata={"broken": broken})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for line in check.metadata["broken"]:
            output.print_error(line)

    def _crosses(self, graph: ImportGraph, importer: str, imported: str) -> bool:
        """Whether the import enters another wing beside its doors."""
        if not imported.startswith("tejian.") or self._within(imported, self.open):  # type: ignore[arg-type]
            return False
        if graph.find_children(imported):  # a package has nothing in itself
            return True
        wing, _, module = imported.rpartition(".")
        own = importer if graph.find_children(importer) else importer.rpartition(".")[0]
        door = module in DOORS or GROUND.fullmatch(wing) or (wing.count(".") == 1 and module in BELOW)
        return wing != own and not door

    @staticmethod
    def _within(module: str, places: list[str]) -> bool:
        return any(module == place or module.startswith(f"{place}.") for place in places)


def _tables_above(module: str) -> bool:
    """Whether it holds the tables of a wing, in the wing."""
    return module.startswith("tejian.") and module.count(".") > 2 and module.endswith(".models")
