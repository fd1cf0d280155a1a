"""What the platform is made of, and which of it is known to have holes: from the lock files, without the net.

`./run sbom FILE` writes the packages as CycloneDX 1.6; `./run holes FILE…` judges them by advisories in the format of
OSV (osv.dev), which the operator carries in: a JSON file, or the archive of an ecosystem (PyPI, npm).
"""

import base64
import json
import re
import urllib.parse
import uuid
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, total_ordering
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from tejian import __version__, data
from tejian.settings import Settings

from . import connected, operations

ROOT = Path(__file__).parents[3]
PYPI, NPM = "PyPI", "npm"
PROGRAM = "Bitnami"  # the ecosystem under which osv.dev publishes the advisories of PostgreSQL
SHIPPED, OPTIONAL, TOOLS = "required", "optional", "excluded"  # the scopes of CycloneDX
LOCKS = (("requirements.lock", SHIPPED), ("requirements-dev.lock", TOOLS))
PINNED = re.compile(r"([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
WORDS = {SHIPPED: "", OPTIONAL: "（可选，不装也能运行）", TOOLS: "（只用于构建、测试，不随平台运行）"}
LONGEST = 50 << 20  # bytes of an advisory, unpacked; the longest of osv.dev have one million


class NoAdvisories(Exception):
    """A file that holds no advisories; the message is for the operator."""


@dataclass(frozen=True)
class Package:
    """A package of a lock file."""

    ecosystem: str
    name: str
    version: str
    hashes: tuple[tuple[str, str], ...]  # algorithm and hexadecimal digits
    scope: str

    @property
    def purl(self) -> str:
        kind = {PYPI: "pypi", NPM: "npm"}.get(self.ecosystem, "generic")
        return f"pkg:{kind}/{urllib.parse.quote(self.name)}@{urllib.parse.quote(self.version, safe='')}"


def packages(root: Path = ROOT) -> list[Package]:
    """All locked packages, each once: the scope is the nearest to the running platform that names it."""
    locked: dict[tuple[str, str, str], Package] = {}
    for lock, scope in LOCKS:
        for one in _of_python(root / "server" / lock, scope):
            locked.setdefault((one.ecosystem, one.name, one.version), one)
    for one in embedded():
        locked[one.ecosystem, one.name, one.version] = one
    scopes = [SHIPPED, OPTIONAL, TOOLS]
    for one in sorted(_of_node(root / "web" / "package-lock.json"), key=lambda p: scopes.index(p.scope)):
        locked.setdefault((one.ecosystem, one.name, one.version), one)
    return sorted(locked.values(), key=lambda p: (p.ecosystem, p.name, p.version))


def embedded() -> list[Package]:
    """The programs that come within a package, with versions and holes of their own (data/embedded.csv)."""
    return [Package(PROGRAM, row["name"], row["version"], (), SHIPPED) for row in data.rows("embedded")]


def _of_python(lock: Path, scope: str) -> Iterator[Package]:
    for block in re.split(r"\n(?=\S)", lock.read_text(encoding="utf-8")):
        if pinned := PINNED.match(block):
            hashes = tuple(("SHA-256", one) for one in HASH.findall(block))
            yield Package(PYPI, canonicalize_name(pinned[1]), pinned[2], hashes, scope)


def _of_node(lock: Path) -> Iterator[Package]:
    for place, said in json.loads(lock.read_bytes())["packages"].items():
        if place:
            name = said.get("name") or place.rpartition("node_modules/")[2]
            scope = (
                TOOLS if said.get("dev") or said.get("devOptional") else OPTIONAL if said.get("optional") else SHIPPED
            )
            algorithm, _, digest = said["integrity"].partition("-")
            known = (f"SHA-{algorithm.removeprefix('sha')}", base64.b64decode(digest).hex())
            yield Package(NPM, name, said["version"], (known,), scope)


def bill(locked: Iterable[Package]) -> dict[str, Any]:
    """The bill of materials as CycloneDX 1.6. The same locks give the same document."""
    components = [
        {
            "type": "library",
            "bom-ref": one.purl,
            "name": one.name,
            "version": one.version,
            "purl": one.purl,
            "scope": one.scope,
            "hashes": [{"alg": algorithm, "content": digest} for algorithm, digest in one.hashes],
        }
        for one in locked
    ]
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": uuid.uuid5(uuid.NAMESPACE_OID, json.dumps(components)).urn,
        "version": 1,
        "metadata": {
            "component": {"type": "application", "bom-ref": "tejian", "name": "tejian", "version": __version__}
        },
        "components": components,
    }


# -- versions ---------------------------------------------------------------------------------------------------------


@total_ordering
@dataclass(frozen=True)
class Semantic:
    """A version by the rules of precedence of SemVer 2.0.0 (11)."""

    numbers: tuple[int, ...]
    before: tuple[str, ...]  # identifiers of a pre-release

    @classmethod
    def read(cls, text: str) -> "Semantic":
        said = re.fullmatch(r"v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?", text)
        if said is None:
            raise InvalidVersion(text)
        return cls(
            tuple(int(one or 0) for one in said.groups()[:3]), tuple((said[4] or "").split(".")) if said[4] else ()
        )

    @property
    def order(self) -> tuple[Any, ...]:
        parts = [(0, int(one), "") if one.isdecimal() else (1, 0, one) for one in self.before]
        return (self.numbers, not self.before, parts)

    def __lt__(self, other: "Semantic") -> bool:
        return self.order < other.order


@cache
def version_of(ecosystem: str, text: str) -> Any:
    """A version that can be compared with others of its ecosystem. Raises InvalidVersion."""
    return Version(text) if ecosystem == PYPI else Semantic.read(text)


# -- advisories -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Hole:
    """A package that an advisory names. `sure`: whether its version could be judged."""

    package: Package
    advisory: str
    summary: str
    fixed: tuple[str, ...]
    sure: bool

    @property
    def sentence(self) -> str:
        better = f"，已在 {'、'.join(self.fixed)} 修复" if self.fixed else "，还没有修复的版本"
        better = better if self.sure else "，版本无法比较，请人工核对"
        named = f"{self.package.ecosystem} {self.package.name} {self.package.version}{WORDS[self.package.scope]}"
        return f"{named}：{self.advisory} {self.summary}{better}"


def advisories(file: Path) -> Iterator[dict[str, Any]]:
    """The advisories in a file as osv.dev publishes them. Raises NoAdvisories."""
    try:
        if zipfile.is_zipfile(file):
            with zipfile.ZipFile(file) as archive:
                for member in archive.infolist():
                    if member.filename.endswith(".json"):
                        if member.file_size > LONGEST:
                            raise NoAdvisories(f"{file.name}：其中的 {member.filename} 过大")
                        yield from _parsed(archive.read(member))
        else:
            yield from _parsed(file.read_bytes())
    except (OSError, zipfile.BadZipFile, ValueError, RecursionError) as fault:
        raise NoAdvisories(f"{file.name}：读不出来，须为 OSV 格式的 JSON 或 zip") from fault


def _parsed(content: bytes) -> Iterator[dict[str, Any]]:
    said = json.loads(content)
    rows = said.get("vulns", [said]) if isinstance(said, dict) else said
    for row in rows if isinstance(rows, list) else ():
        if not (isinstance(row, dict) and row.get("id") and "modified" in row):
            raise ValueError("no advisory")
        yield row


@dataclass(frozen=True)
class Judged:
    """What the advisories say: how many were read, until when they go, and what they find."""

    read: int
    until: str  # the day of the newest change
    holes: list[Hole]

    @property
    def serious(self) -> list[Hole]:
        """The holes of what runs, not of the tools that build and test it."""
        return [one for one in self.holes if one.package.scope != TOOLS]


def judged(locked: Iterable[Package], rows: Iterable[dict[str, Any]]) -> Judged:
    """The holes of packages by advisories; what was withdrawn says nothing."""
    by_name = dict[tuple[str, str], list[Package]]()
    for one in locked:
        by_name.setdefault((one.ecosystem, one.name), []).append(one)
    read, until, holes = 0, "", dict[tuple[str, str], Hole]()
    for row in rows:
        read += 1
        until = max(until, str(row["modified"])[:10])
        if row.get("withdrawn"):
            continue
        try:
            for affected in row.get("affected") or ():
                for package in by_name.get(_named(affected), ()):
                    hole = _hole(package, row, affected)
                    if hole is not None:
                        holes[package.purl, hole.advisory] = hole
        except (KeyError, TypeError, AttributeError) as fault:
            raise NoAdvisories(f"通告 {row['id']} 不是 OSV 格式") from fault
    if not read:
        raise NoAdvisories("文件里没有漏洞通告")
    return Judged(read, until, [holes[key] for key in sorted(holes)])


def _named(affected: dict[str, Any]) -> tuple[str, str]:
    named = affected.get("package") or {}
    ecosystem, name = str(named.get("ecosystem", "")).split(":")[0], str(named.get("name", ""))
    return ecosystem, canonicalize_name(name) if ecosystem == PYPI else name


def _hole(package: Package, row: dict[str, Any], affected: dict[str, Any]) -> Hole | None:
    ranges = [one for one in affected.get("ranges") or () if one.get("type") in ("SEMVER", "ECOSYSTEM")]
    listed = [str(one) for one in affected.get("versions") or ()]
    sure = True
    try:
        hit = _is_listed(package, listed) or any(_is_within(package, one["events"]) for one in ranges)
    except InvalidVersion:
        hit, sure = True, False
    if not hit:
        return None
    fixed = [str(event["fixed"]) for one in ranges for event in one["events"] if "fixed" in event]
    names = [str(row["id"]), *(str(one) for one in row.get("aliases") or () if str(one).startswith("CVE-"))]
    summary = str(row.get("summary") or row.get("details") or "").strip().split("\n")[0][:200]
    return Hole(package, "/".join(names), summary, tuple(_after(package, fixed)), sure)


def _is_listed(package: Package, listed: list[str]) -> bool:
    if package.version in listed:
        return True
    if package.ecosystem != PYPI:
        return False
    own = version_of(PYPI, package.version)
    return any(own == _or_none(PYPI, one) for one in listed)


def _is_within(package: Package, events: list[dict[str, Any]]) -> bool:
    """Whether a version lies in a range: the evaluation of the OSV schema."""
    own = version_of(package.ecosystem, package.version)
    limits = [str(event["limit"]) for event in events if "limit" in event]
    if limits and not any(one == "*" or own < version_of(package.ecosystem, one) for one in limits):
        return False
    turns = [(kind, str(text)) for event in events for kind, text in event.items() if kind != "limit"]
    within = False
    for kind, text in sorted(turns, key=lambda one: _order(package.ecosystem, one)):
        if kind == "introduced" and (text == "0" or own >= version_of(package.ecosystem, text)):
            within = True
        if kind == "fixed" and own >= version_of(package.ecosystem, text):
            within = False
        if kind == "last_affected" and own > version_of(package.ecosystem, text):
            within = False
    return within


def _order(ecosystem: str, turn: tuple[str, str]) -> tuple[Any, ...]:
    kind, text = turn
    if kind == "introduced" and text == "0":
        return (0,)
    return (1, version_of(ecosystem, text), kind != "introduced")


def _or_none(ecosystem: str, text: str) -> Any:
    try:
        return version_of(ecosystem, text)
    except InvalidVersion:
        return None


def _after(package: Package, fixed: list[str]) -> list[str]:
    """The versions that mend it, above the own one."""
    own = _or_none(package.ecosystem, package.version)
    known = [(one, _or_none(package.ecosystem, one)) for one in dict.fromkeys(fixed)]
    return [text for text, one in known if one is None or own is None or one > own]


def holes(settings: Settings, files: Iterable[Path]) -> Judged:
    """Judge the locked packages by the advisories in files, and tell the health page. Raises NoAdvisories."""
    said = judged(packages(), (row for file in files for row in advisories(file)))
    if settings.database_url or (settings.data_dir / "pg.json").exists():
        detail = f"漏洞数据至{said.until}，{said.read} 条通告"
        if said.serious:
            detail += "；" + "、".join(dict.fromkeys(f"{one.package.name} {one.advisory}" for one in said.serious))
        with connected.to_database(settings) as reachable:
            operations.note(reachable.owner_url, "holes", not said.serious, detail)
    return said
