"""A contract of import-linter: each file of a wing has a role, and imports inside the wing go down.

From the top: `api` (the door), `routes` (calls), `pages` (of one row), `lists`, `acts` (what is done at once: saving,
printing, nightly work), `process` (steps and moves), `service` (what asks and writes rows), `forms` (what is typed in),
`rules` (decisions without a database), `ground` (tables, codes, permissions). A role follows from the name of the file
(NAMES), else the wing says it in its `__init__`: `ROLES = {"service": "effects guards", …}`; `*` is every file that is
not its api. Files of one role may import each other, but not in a circle; rules import no database. Wings of `ordered`
places have a layer contract of their own.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output

ROLES = ("api", "routes", "pages", "lists", "acts", "process", "service", "forms", "rules", "ground")
NAMES = {
    "api": "api",
    "routes": "routes",
    "detail": "pages",
    "lists": "lists",
    "saving": "acts",
    "paper": "acts",
    "prints": "acts",
    "sheet": "acts",
    "nightly": "acts",
    "process": "process",
    "service": "service",
    "forms": "forms",
    "rules": "rules",
    "models": "ground",
    "codes": "ground",
    "permissions": "ground",
    "columns": "ground",
}
DATABASE = "tejian.kit.database"
SERVER = Path(__file__).resolve().parents[1]


def by_name(file: str) -> str | None:
    """The role that the name tells: `lists`, `admin_lists`."""
    return NAMES.get(file.rpartition("_")[2])


def declared(wing: str) -> dict[str, str]:
    """What the `__init__` of a wing says of its files, by file. Raises ValueError for what is no role."""
    start = SERVER.joinpath(*wing.split("."), "__init__.py")
    for line in ast.parse(start.read_text()).body if start.exists() else ():
        if isinstance(line, ast.Assign) and getattr(line.targets[0], "id", "") == "ROLES":
            told: dict[str, str] = ast.literal_eval(line.value)
            if strange := set(told) - set(ROLES):
                raise ValueError(f"{wing}: no roles: {', '.join(sorted(strange))}")
            return {file: role for role, files in told.items() for file in files.split()}
    return {}


def wings(graph: ImportGraph) -> dict[str, list[str]]:
    """The files of each folder below an area's own."""
    all_: dict[str, list[str]] = {}
    for module in sorted(graph.modules):
        if module.count(".") >= 2 and module.startswith("tejian.") and not graph.find_children(module):
            all_.setdefault(module.rpartition(".")[0], []).append(module)
    return all_


class Roles(Contract):
    """Every file of a wing has a role, and its imports inside the wing go down."""

    type_name = "roles"
    ordered = fields.ListField(subfield=fields.StringField(), required=False, default=[])

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        broken = [
            line
            for wing, files in wings(graph).items()
            if not self._ordered(wing)
            for line in _wrong(graph, wing, files)
        ]
        return ContractCheck(kept=not broken, metadata={"broken": broken})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for line in check.metadata["broken"]:
            output.print_error(line)

    def _ordered(self, wing: str) -> bool:
        return any(wing == one or wing.startswith(f"{one}.") for one in self.ordered)  # type: ignore[attr-defined]


def _wrong(graph: ImportGraph, wing: str, files: list[str]) -> Iterator[str]:
    told = declared(wing)
    rows = {one for one in graph.modules if one == "sqlalchemy" or one.startswith(DATABASE)}
    names = {one.rpartition(".")[2]: one for one in files}
    for file in sorted(set(told) - set(names) - {"*"}):
        yield f"{wing}: {file} has a role, but is not there"
    roles = {one: _role(told, name) for name, one in names.items()}
    below = {one: graph.find_modules_directly_imported_by(one) & set(files) for one in files}
    for one, role in roles.items():
        if role is None:
            yield f"{one} has no role: neither its name nor {wing} says one"
            continue
        if role == "rules" and (known := graph.find_modules_directly_imported_by(one) & rows):
            yield f"{one} (rules) -> {', '.join(sorted(known))}"
        for other in sorted(below[one]):
            if (role_there := roles[other]) and ROLES.index(role_there) < ROLES.index(role):
                yield f"{one} ({role}) -> {other} ({role_there})"
    if circle := _circle(below):
        yield f"{wing}: a circle of {', '.join(circle)}"


def _role(told: dict[str, str], name: str) -> str | None:
    return told.get(name) or (told.get("*") if name != "api" else None) or by_name(name)


def _circle(below: dict[str, set[str]]) -> list[str]:
    """The files that stand in circles, or above them."""
    left = set(below)
    while low := {one for one in left if not below[one] & left}:
        left -= low
    return sorted(one.rpartition(".")[2] for one in left)
