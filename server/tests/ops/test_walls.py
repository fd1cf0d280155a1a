"""The walls of the code hold: a contract speaks when an import crosses one, on the server and in the client."""

import copy
import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grimp
import pytest
from importlinter import Contract
from importlinter.application.use_cases import read_user_options
from importlinter.application.user_options import UserOptions
from importlinter.configuration import configure
from importlinter.contracts.layers import LayersContract

from tools.roles import Roles
from tools.walls import Walls

ROOT = Path(__file__).parents[3]
CONTRACTS = ROOT / ".importlinter"


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("tejian", include_external_packages=True, exclude_type_checking_imports=True)


def options() -> UserOptions:
    configure()
    return read_user_options(config_filename=str(CONTRACTS))


def contracts() -> Iterator[tuple[str, Contract]]:
    """The declared contracts under their names, ready to be asked."""
    kinds = {"walls": Walls, "roles": Roles, "layers": LayersContract}
    read = options()
    for one in read.contracts_options:
        if kind := kinds.get(one["type"]):
            told = {name: value for name, value in one.items() if name not in ("id", "type")}
            yield one["name"], kind(one["name"], read.session_options, told)


def broken(graph: grimp.ImportGraph, *kinds: type[Contract]) -> list[str]:
    """The contracts (of some kinds) that a graph breaks; each is asked on a copy: it takes out what it ignores."""
    asked = [(name, one) for name, one in contracts() if not kinds or isinstance(one, kinds)]
    return [name for name, one in asked if not one.check(copy.deepcopy(graph), verbose=False).kept]


CROSSINGS: dict[str, tuple[type[Contract], str, str]] = {
    "an area enters one above it": (
        LayersContract,
        "tejian.system.accounts.session",
        "tejian.inspection.records.approval",
    ),
    "a wing is entered beside its doors": (
        Walls,
        "tejian.charging.charges.effects",
        "tejian.inspection.records.approval",
    ),
    "a wing of charging is entered beside its doors": (
        Walls,
        "tejian.charging.charges.effects",
        "tejian.charging.money.ledger",
    ),
    "a ledger enters another": (
        LayersContract,
        "tejian.archives.ledgers.valves.service",
        "tejian.archives.ledgers.cylinders.service",
    ),
    "tables know a wing": (LayersContract, "tejian.inspection.models.hazards", "tejian.inspection.hazards.api"),
    "an area joins tables above it": (LayersContract, "tejian.archives.units.service", "tejian.charging.models.bills"),
    "inside a wing a form calls its process": (
        Roles,
        "tejian.inspection.hazards.forms",
        "tejian.inspection.hazards.process",
    ),
    "a role that the wing says": (Roles, "tejian.charging.charges.guards", "tejian.charging.charges.removal"),
    "a rule asks the database": (Roles, "tejian.inspection.rules.grades", "sqlalchemy"),
    "files of one role in a circle": (Roles, "tejian.charging.money.payments", "tejian.charging.money.ledger"),
}


@pytest.mark.parametrize("crossing", CROSSINGS.values(), ids=CROSSINGS)
def test_an_import_that_crosses_a_wall_is_found(
    graph: grimp.ImportGraph, crossing: tuple[type[Contract], str, str]
) -> None:
    kind, importer, imported = crossing
    assert {importer, imported} <= graph.modules
    added = copy.deepcopy(graph)
    added.add_import(importer=importer, imported=imported)
    assert broken(added, kind)


def leaf(graph: grimp.ImportGraph, module: str) -> str:
    """A file of a folder, or the file itself."""
    return min([one for one in graph.find_descendants(module) if not graph.find_children(one)], default=module)


ORDERS = [one for one in options().contracts_options if one["type"] == "layers"]


@pytest.mark.parametrize("order", ORDERS, ids=[one["id"] for one in ORDERS])
def test_each_order_refuses_an_import_upwards(graph: grimp.ImportGraph, order: dict[str, Any]) -> None:
    """From the lowest place of every order to its highest."""
    names = [part.strip(" ()") for line in order["layers"] for part in re.split(r"[|:]", line)]
    within = f"{order['containers']}." if "containers" in order else ""
    places = [f"{within}{name}" for name in names if f"{within}{name}" in graph.modules]
    added = copy.deepcopy(graph)
    added.add_import(importer=leaf(graph, places[-1]), imported=leaf(graph, places[0]))
    contract = next(one for name, one in contracts() if name == order["name"])
    assert not contract.check(added, verbose=False).kept


def test_a_file_of_a_wing_has_a_role_and_tables_have_one_floor(graph: grimp.ImportGraph) -> None:
    added = copy.deepcopy(graph)
    added.add_module("tejian.charging.money.surprises")
    assert broken(added, Roles)
    added = copy.deepcopy(graph)
    added.add_module("tejian.charging.money.models")
    assert broken(added, Walls)


def test_nothing_crosses_a_wall(graph: grimp.ImportGraph) -> None:
    assert len(list(contracts())) >= 10
    assert broken(graph) == []


def test_every_module_stands_in_an_area(graph: grimp.ImportGraph) -> None:
    areas = next(one for one in options().contracts_options if one["name"].startswith("kit at the bottom"))
    named = {part.strip("() ") for line in areas["layers"] for part in line.split(":")}
    own = {name for name in graph.modules if name.startswith("tejian.")}
    assert {name for name in own if ".".join(name.split(".")[:2]) not in named} == set()


def test_screens_of_one_area_import_none_of_another(tmp_path: Path) -> None:
    """Biome refuses it, for each area and for what is added to one."""
    areas = sorted(one.name for one in (ROOT / "web" / "src" / "screens").iterdir() if one.is_dir())
    assert len(areas) >= 5
    config = json.loads((ROOT / "web" / "biome.json").read_text())
    (tmp_path / "biome.json").write_text(json.dumps({**config, "plugins": []}))
    for at, area in enumerate(areas):
        folder = tmp_path / "src" / "screens" / area
        folder.mkdir(parents=True)
        other = areas[at - 1]
        (folder / "Crossing.ts").write_text(f"import {{ x }} from '@/screens/{other}/x';\n\nexport const y = x;\n")
    biome = ROOT / "web" / "node_modules" / ".bin" / "biome"
    done = subprocess.run(
        [biome, "lint", "src", "--reporter=json"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    found = {
        one["location"]["path"] if isinstance(one["location"]["path"], str) else one["location"]["path"]["file"]
        for one in json.loads(done.stdout)["diagnostics"]
        if "业务区的界面互不引用" in json.dumps(one, ensure_ascii=False)
    }
    assert {Path(path).parent.name for path in found} == set(areas)
