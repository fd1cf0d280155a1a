"""What the platform is made of, and which of it has known holes (H07): lock files, bill of materials, advisories."""

import json
import os
import re
import subprocess
import sys
import zipfile
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import pytest
from packaging.version import InvalidVersion
from sqlalchemy import text

from tejian import data
from tejian.kit.ground import clock
from tejian.ops import pgbinaries, supply
from tejian.ops.supply import NPM, PYPI, SHIPPED, TOOLS, Package
from tejian.watch.health import checks
from tejian.watch.models.health import ATTENTION, BAD, GOOD, Operation
from tests import database
from tests.conftest import Real

ROOT = Path(__file__).parents[3]


def package(ecosystem: str, name: str, version: str, scope: str = SHIPPED) -> Package:
    return Package(ecosystem, name, version, (), scope)


def advisory(ecosystem: str, name: str, *events: dict[str, str], **more: Any) -> dict[str, Any]:
    kind = "SEMVER" if ecosystem == NPM else "ECOSYSTEM"
    affected = {"package": {"ecosystem": ecosystem, "name": name}, "ranges": [{"type": kind, "events": list(events)}]}
    return {"id": "GHSA-1", "modified": "2026-11-20T01:02:03Z", "summary": "什么都能读", "affected": [affected]} | more


def told(found: Package, *rows: dict[str, Any]) -> list[str]:
    return [one.sentence for one in supply.judged([found], rows).holes]


# -- the bill of materials --------------------------------------------------------------------------------------------


def test_every_locked_package_is_in_the_bill_with_version_and_hashes(tmp_path: Path) -> None:
    """Counted against the lock files in another way than they are read."""
    file = tmp_path / "sbom.json"
    done = subprocess.run(
        [sys.executable, "-m", "tejian.cli", "sbom", str(file)], capture_output=True, text=True, check=True
    )
    bill = json.loads(file.read_text("utf-8"))
    assert (bill["bomFormat"], bill["specVersion"], bill["metadata"]["component"]["name"]) == (
        "CycloneDX", "1.6", "tejian"
    )  # fmt: skip
    made = {one["purl"]: one for one in bill["components"]}
    assert len(made) == len(bill["components"]) and done.stdout == f"{file}：{len(made)} 个依赖包\n"
    wanted = dict[str, set[str]]()
    for lock in ("requirements.lock", "requirements-dev.lock"):
        name = ""
        for line in (ROOT / "server" / lock).read_text("utf-8").splitlines():
            if line.startswith("    --hash="):
                wanted[name].add(line.strip(" \\").removeprefix("--hash=sha256:"))
            elif "==" in line:
                said = line.split(";")[0].rstrip(" \\")
                name = "pkg:pypi/" + re.sub("[-_.]+", "-", said.split("==")[0].split("[")[0]).lower() + "@"
                name += said.split("==")[1].replace("+", "%2B")
                wanted.setdefault(name, set())
    node = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    for place, said in node.items():
        if place:
            name = place.split("node_modules/")[-1].replace("@", "%40")
            wanted[f"pkg:npm/{name}@{said['version'].replace('+', '%2B')}"] = {said["integrity"]}
    program = {f"pkg:generic/{one.name}@{one.version}" for one in supply.embedded()}
    assert wanted.keys() | program == made.keys() and len(wanted) > 250 and len(program) == 1
    for purl, hashes in wanted.items():
        known = made[purl]["hashes"]
        assert known and all(re.fullmatch("[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128}", one["content"]) for one in known)
        if purl.startswith("pkg:pypi/"):
            assert {one["content"] for one in known} == hashes and {one["alg"] for one in known} == {"SHA-256"}
        else:
            assert {f"SHA-{one.split('-')[0][3:]}" for one in hashes} == {one["alg"] for one in known}
    scopes = {name: made[next(purl for purl in made if purl.startswith(name))]["scope"] for name in (
        "pkg:pypi/cryptography@", "pkg:pypi/pytest@", "pkg:npm/react@", "pkg:npm/vitest@"
    )}  # fmt: skip
    assert list(scopes.values()) == [SHIPPED, TOOLS, SHIPPED, TOOLS]


def test_the_embedded_database_is_in_the_bill_as_what_it_is() -> None:
    """It comes within the wheel of somebody else, whose version says nothing of it."""
    (row,) = data.rows("embedded")
    said = subprocess.run([pgbinaries.folder() / "postgres", "--version"], capture_output=True, text=True, check=True)
    assert said.stdout.split()[-1] == row["version"]
    name, _, version = row["comes_in"].partition(" ")
    assert f"\n{name}=={version} " in (ROOT / "server" / "requirements.lock").read_text("utf-8")
    row_of = advisory("Bitnami", "postgresql", {"introduced": "18.0.0"}, {"fixed": "18.6.0"}, aliases=["CVE-2026-2"])
    (hole,) = supply.judged(supply.packages(), [row_of]).holes
    assert (hole.package.name, hole.fixed, hole.sure) == ("postgresql", ("18.6.0",), True)


@pytest.mark.parametrize(
    ("version", "day", "state"),
    [
        ("18.4", "2026-08-12", GOOD),
        ("18.4", "2026-11-11", GOOD),  # one release of its quarter later
        ("18.4", "2026-11-12", ATTENTION),  # the second Thursday of November: two
        ("18.9", "2026-11-12", GOOD),  # not ours: its administrator knows
        ("14.20", "2026-11-12", BAD),
    ],
)
def test_a_database_that_missed_two_releases_is_told(
    db: Any, monkeypatch: pytest.MonkeyPatch, version: str, day: str, state: str
) -> None:
    monkeypatch.setattr(checks, "server_version", lambda _db: version)
    with clock.at(datetime.combine(date.fromisoformat(day), time(9), clock.SHANGHAI)):
        said = checks.database_version(db)
    assert said[0] == state and said[1].startswith(f"PostgreSQL {version}")


def test_the_same_locks_give_the_same_bill() -> None:
    assert supply.bill(supply.packages()) == supply.bill(supply.packages())


# -- advisories -------------------------------------------------------------------------------------------------------


def test_a_package_within_a_range_is_hit_with_what_mends_it() -> None:
    row = advisory(PYPI, "Pillow", {"introduced": "0"}, {"fixed": "13.0.1"}, aliases=["CVE-2026-1", "PYSEC-9"])
    found = package(PYPI, "pillow", "12.4.0")
    assert told(found, row) == ["PyPI pillow 12.4.0：GHSA-1/CVE-2026-1 什么都能读，已在 13.0.1 修复"]


@pytest.mark.parametrize(
    ("version", "events", "hit"),
    [
        ("1.9.9", [{"introduced": "2.0"}, {"fixed": "2.3"}], False),
        ("2.0", [{"introduced": "2.0"}, {"fixed": "2.3"}], True),
        ("2.2.99", [{"introduced": "2.0"}, {"fixed": "2.3"}], True),
        ("2.3", [{"introduced": "2.0"}, {"fixed": "2.3"}], False),
        ("2.3rc1", [{"introduced": "2.0"}, {"fixed": "2.3"}], True),  # before the version that mends it
        ("2.10", [{"introduced": "2.0"}, {"fixed": "2.9"}], False),  # numbers, not texts
        ("2.3", [{"introduced": "0"}, {"last_affected": "2.3"}], True),
        ("2.3.1", [{"introduced": "0"}, {"last_affected": "2.3"}], False),
        ("3.1", [{"fixed": "3.2"}, {"introduced": "3.0"}, {"fixed": "2.3"}, {"introduced": "1.0"}], True),
        ("2.5", [{"fixed": "3.2"}, {"introduced": "3.0"}, {"fixed": "2.3"}, {"introduced": "1.0"}], False),
        ("5.0", [{"introduced": "0"}, {"limit": "4.0"}], False),
        ("3.9", [{"introduced": "0"}, {"limit": "4.0"}], True),
    ],
)  # fmt: skip
def test_ranges_of_python(version: str, events: list[dict[str, str]], hit: bool) -> None:
    assert bool(told(package(PYPI, "x", version), advisory(PYPI, "x", *events))) is hit


@pytest.mark.parametrize(
    ("version", "hit"),
    [("4.17.20", True), ("4.17.21", False), ("4.17.21-beta.2", True), ("4.17.3", True), ("10.0.0", False)],
)
def test_ranges_of_the_client(version: str, hit: bool) -> None:
    row = advisory(NPM, "lodash", {"introduced": "0"}, {"fixed": "4.17.21"})
    assert bool(told(package(NPM, "lodash", version), row)) is hit


def test_semantic_versions_are_ordered_as_their_rules_say() -> None:
    rising = ["1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11"]
    rising += ["1.0.0-rc.1", "1.0.0", "1.0.1", "1.10.0"]
    read = [supply.Semantic.read(one) for one in rising]
    falling = read[::-1]
    assert sorted(falling) == read and supply.Semantic.read("1.0.0+a") == supply.Semantic.read("1.0.0+b")
    with pytest.raises(InvalidVersion):
        supply.Semantic.read("latest")


def test_what_is_withdrawn_of_another_ecosystem_or_name_is_none() -> None:
    every = {"introduced": "0"}
    found = package(PYPI, "starlette", "1.10.0")
    assert told(found, advisory(PYPI, "starlette", every)) != []
    assert told(found, advisory(PYPI, "starlette", every, withdrawn="2026-11-21T00:00:00Z")) == []
    assert told(found, advisory(NPM, "starlette", every)) == []
    assert told(found, advisory("PyPI-like", "starlette", every)) == []
    assert told(found, advisory(PYPI, "starlette-extra", every)) == []


def test_versions_that_are_listed_are_hit_and_those_of_git_are_not_judged() -> None:
    listed = {"package": {"ecosystem": PYPI, "name": "x"}, "versions": ["1.0", "1.1.0"]}
    row = {"id": "PYSEC-1", "modified": "2026-01-01T00:00:00Z", "affected": [listed]}
    assert told(package(PYPI, "x", "1.1"), row) == ["PyPI x 1.1：PYSEC-1 ，还没有修复的版本"]
    assert told(package(PYPI, "x", "1.2"), row) == []
    by_commit = {"type": "GIT", "events": [{"introduced": "0"}]}
    assert told(package(PYPI, "x", "1.2"), row | {"affected": [listed | {"ranges": [by_commit]}]}) == []


def test_a_version_that_cannot_be_compared_is_for_a_person_to_judge() -> None:
    row = advisory(PYPI, "x", {"introduced": "0"}, {"fixed": "no version"})
    assert told(package(PYPI, "x", "1.2", TOOLS), row) == [
        "PyPI x 1.2（只用于构建、测试，不随平台运行）：GHSA-1 什么都能读，版本无法比较，请人工核对"
    ]


# -- the command ------------------------------------------------------------------------------------------------------


def run(real: Real, *files: Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, **database.environment(real.urls, real.data)}
    command = [sys.executable, "-m", "tejian.cli", "holes", *map(str, files)]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False)


def noted(real: Real) -> list[tuple[bool, str]]:
    with real.new_session() as db:
        rows = db.execute(text("select good, detail from watch_operation where kind = 'holes' order by at")).all()
    return [(row.good, row.detail) for row in rows]


def test_the_command_reads_what_was_carried_in_and_the_health_page_says_it(real: Real, tmp_path: Path) -> None:
    hit = advisory(PYPI, "cryptography", {"introduced": "0"}, {"fixed": "9999"})
    old = advisory(PYPI, "cryptography", {"introduced": "0"}, {"fixed": "0.1"}, id="GHSA-2")
    of_tools = advisory(NPM, "vitest", {"introduced": "0"}, id="GHSA-3")
    archive, alone, rubbish = tmp_path / "all.zip", tmp_path / "one.json", tmp_path / "rubbish.json"
    with zipfile.ZipFile(archive, "w") as out:
        out.writestr("GHSA-2.json", json.dumps(old))
        out.writestr("../../GHSA-1.json", json.dumps(hit))  # names within are never used
    alone.write_text(json.dumps({"vulns": [old, of_tools]}))
    rubbish.write_text("<html>")
    wrong = run(real, rubbish)
    assert (wrong.returncode, wrong.stdout) == (2, "") and "须为 OSV 格式的 JSON 或 zip" in wrong.stderr
    assert noted(real) == []

    tools = run(real, alone)
    assert tools.returncode == 1 and "vitest" in tools.stdout and "不随平台运行" in tools.stdout
    found = run(real, archive, alone)
    assert found.returncode == 1, found.stderr
    assert re.search(r"^PyPI cryptography \S+：GHSA-1 什么都能读，已在 9999 修复$", found.stdout, re.MULTILINE)
    assert found.stdout.endswith("漏洞数据至2026-11-20，4 条通告：2 处命中\n") and "GHSA-2" not in found.stdout
    alone.write_text(json.dumps([old]))
    clean = run(real, alone)
    assert (clean.returncode, clean.stdout) == (0, "漏洞数据至2026-11-20，1 条通告：没有命中\n")
    assert noted(real) == [
        (True, "漏洞数据至2026-11-20，2 条通告"),
        (False, "漏洞数据至2026-11-20，4 条通告；cryptography GHSA-1"),
        (True, "漏洞数据至2026-11-20，1 条通告"),
    ]
    assert not list(tmp_path.parent.glob("GHSA*"))


def test_the_health_page_says_how_old_the_judgement_is(db: Any) -> None:
    def said() -> tuple[str, str]:
        db.flush()
        answer = checks.holes(db)
        assert answer is not None
        return answer

    assert said() == (ATTENTION, "还没有核对过，请下载漏洞通告后执行 ./run holes")
    now = clock.now()
    db.add(Operation(id="1", kind="holes", at=now - timedelta(days=70), good=True, detail="漏洞数据至2026-09-01"))
    assert said() == (ATTENTION, "70 天前核对，没有命中，漏洞数据至2026-09-01")
    db.add(Operation(id="2", kind="holes", at=now - timedelta(days=5), good=True, detail="漏洞数据至2026-11-01"))
    assert said() == (GOOD, "5 天前核对，没有命中，漏洞数据至2026-11-01")
    db.add(Operation(id="3", kind="holes", at=now - timedelta(hours=5), good=False, detail="x GHSA-1"))
    assert said() == (BAD, "5 小时前核对，有已知漏洞的依赖包：x GHSA-1")
