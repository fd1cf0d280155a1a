"""The walls of the code hold: a contract speaks when an import crosses one, on the server and in the client."""

import copy
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import grimp
import pytest
from importlinter import Contract
from importlinter.application.use_cases import read_user_options
from importlinter.application.user_options import UserOptions
from importlinter.configuration import configure
from importlinter.contracts.layers import LayersContract

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
    kinds = {"walls": Walls, "layers": LayersContract}
    read = options()
    for one in read.contracts_options:
        if kind := kinds.get(one["type"]):
            told = {name: value for name, value in one.items() if name not in ("id", "type")}
            yield one["name"], kind(one["name"], read.session_options, told)


def broken(graph: grimp.ImportGraph) -> list[str]:
    """The contracts that a graph breaks; each is asked on a copy, because it takes out what it ignores."""
    return [name for name, one in contracts() if not one.check(copy.deepcopy(graph), verbose=False).kept]


CROSSINGS = {
    "an area enters one above it": ("tejian.system.accounts.session", "tejian.inspection.records.approval"),
    "a wing is entered beside its doors": ("tejian.charging.charges.effects", "tejian.inspection.records.approval"),
    "a ledger enters another": ("tejian.archives.ledgers.valves.service", "tejian.archives.ledgers.cylinders.service"),
    "a tool of the kit enters one that is made of it": ("tejian.kit.database.db", "tejian.kit.lists.listpage"),
}


@pytest.mark.parametrize("crossing", CROSSINGS.values(), ids=CROSSINGS)
def test_an_import_that_crosses_a_wall_is_found(graph: grimp.ImportGraph, crossing: tuple[str, str]) -> None:
    importer, imported = crossing
    assert {importer, imported} <= graph.modules
    added = copy.deepcopy(graph)
    added.add_import(importer=importer, imported=imported)
    assert broken(added)


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
