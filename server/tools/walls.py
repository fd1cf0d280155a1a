"""A contract of import-linter: a folder of modules is a wing, and others enter it only by its doors.

Doors are `api` (what a wing does), `models` (its tables, for joins), `permissions` and `codes` (what it declares). The
few modules that put the platform together (`roots`) and those at the bottom that everybody builds with (`open`) are
named.
"""

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output

DOORS = ("api", "models", "permissions", "codes")


class Walls(Contract):
    """Every import that crosses the wall of a wing leads to one of its doors."""

    type_name = "walls"
    roots = fields.ListField(subfield=fields.StringField())
    open = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        broken = sorted(
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
        return wing != own and module not in DOORS

    @staticmethod
    def _within(module: str, places: list[str]) -> bool:
        return any(module == place or module.startswith(f"{place}.") for place in places)
