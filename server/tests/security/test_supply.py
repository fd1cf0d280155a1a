"""What comes into the project: no keys, no archives that unpack themselves, pinned packages (D10 H07 H09 S03)."""

import ast
import json
import re
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.files import Attachment
from tejian.kit.ground.user import User
from tejian.kit.web.edge import CALLS
from tests.conftest import Caller

ROOT = Path(__file__).parents[3]
LEFT_OUT = {"node_modules", "dist", "__pycache__", "var", "test-results", ".git", ".venv"}
SECRETS = [
    "-----BEGIN [A-Z ]*PRIVATE " + "KEY-----",
    r"\bAKIA[0-9A-Z]{16}\b",
    r"\bgh[pousr]_[0-9A-Za-z]{36}\b",
    r"\bxox[abprs]-[0-9A-Za-z-]{10,}",
    r"""(?i)(secret|password|passwd|token|api_?key)["']?\s*[:=]\s*["'][0-9a-f]{32,}["']""",
    r"""postgresql://[^:@\s"'…]+:[^@\s"'…{$]+@(?!db/|/)""",
]


def texts() -> list[Path]:
    """Every file of the project that somebody wrote."""
    found = []
    for path in ROOT.rglob("*"):
        if path.is_file() and not LEFT_OUT & set(path.relative_to(ROOT).parts) and path.stat().st_size < 2_000_000:
            found.append(path)
    return found


def hits(text: str) -> list[str]:
    return [found.group(0)[:60] for pattern in SECRETS for found in [re.search(pattern, text)] if found]


def test_no_key_and_no_password_of_an_installation_is_in_the_project() -> None:
    files = texts()
    assert len(files) > 500
    told = {}
    for path in files:
        try:
            found = hits(path.read_text(encoding="utf-8"))
        except UnicodeDecodeError:
            continue
        if found:
            told[str(path.relative_to(ROOT))] = found
    assert told == {}


@pytest.mark.parametrize(
    "text",
    [
        "-----BEGIN RSA PRIVATE " + "KEY-----",
        "AKIA" + "ABCDEFGHIJKLMNOP",
        "ghp_" + "a" * 36,
        "secret = '" + "0123456789abcdef" * 2 + "'",
        "postgresql://tejian:" + "hunter2@10.0.0.3/tejian",
    ],
)
def test_a_key_in_a_file_would_be_found(text: str) -> None:
    assert hits(f"x = 1\n{text}\n")


def test_the_client_is_built_without_the_maps_of_its_sources() -> None:
    assert "sourcemap" not in (ROOT / "web" / "vite.config.ts").read_text()
    assert list((ROOT / "web" / "dist").rglob("*.map")) == []


@pytest.mark.parametrize("name", ["requirements", "requirements-dev"])
def test_a_package_that_was_changed_is_not_installed(name: str) -> None:
    """Every package at one version with the digests of its files; no address of a registry."""
    text = (ROOT / "server" / f"{name}.lock").read_text()
    entries = re.split(r"\n(?=[a-zA-Z0-9])", re.sub(r"(?m)^\s*#.*\n", "", text))
    assert len(entries) > 3
    for entry in entries:
        assert re.match(r"[\w.\[\]-]+==[\w.!+]+( ;[^\\]*)? \\\n", entry) and "--hash=sha256:" in entry, entry[:80]
    assert "://" not in re.sub(r"(?m)#.*$", "", text)


def test_a_package_of_the_client_that_was_changed_is_not_installed() -> None:
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
    loose = [name for name, one in packages.items() if name and not one.get("link") and "integrity" not in one]
    assert loose == [] and len(packages) > 50


# -- archives ----------------------------------------------------------------------------------------------------------


def test_an_archive_is_not_taken(call: Caller, db: Any, everything: User) -> None:
    """Nothing that is uploaded is unpacked: a zip is refused, under its own name and under that of a workbook."""
    content = BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("../../../tmp/outside.txt", "x")
    device = db.scalars(select(Equipment.id).limit(1)).one()
    for name in ("a.zip", "a.xlsx", "a.pdf", "../a.zip"):
        sent = {"file": (name, content.getvalue(), "application/zip")}
        form = {"attrefsysid": device, "owner": "equipment", "type": "99"}
        answer = call("/api/equipment-documents/attachments", _as=everything, _files=sent, **form)
        assert not answer.json()["isSuccess"] and "只能上传" in answer.json()["errorMsg"], name
    assert db.scalar(select(Attachment.id).where(Attachment.attrefsysid == device)) is None


def test_nothing_is_unpacked_under_the_names_that_an_archive_says() -> None:
    """`extractall` and its like write wherever the archive says, unless the library's filter keeps them inside."""
    names = {"extractall", "extract", "unpack_archive"}
    for path in (ROOT / "server" / "tejian").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            called = node.func if isinstance(node, ast.Call) else None
            if isinstance(called, ast.Attribute) and called.attr in names:
                owner = getattr(called.value, "id", "")
                inside = any(one.arg == "filter" and ast.unparse(one.value) == "'data'" for one in node.keywords)
                assert owner in ("sa", "func") or inside, (path.name, node.lineno)


# -- the name of the host ----------------------------------------------------------------------------------------------

HOST = r"request\.(base_url|url_for|url\.(netloc|hostname|host))|headers(\.get\(|\[)[\"']host"
HEADERS = {"Host": "evil.example", "X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"}
HEADERS |= {
    "X-Forwarded-Proto": "http",
    "X_GATEWAY_BASE_PATH": "http://evil.example",
    "Referer": "http://evil.example/",
}


def test_no_answer_is_made_with_the_host_of_a_request(call: Caller, db: Any, everything: User) -> None:
    """S03: whatever a call answers, links of phones and codes included, comes from the setting."""
    device = db.scalars(select(Equipment.id).limit(1)).one()
    for path, one in CALLS.items():
        if one.get:
            answer = call(path, _as=everything, _method="GET", _headers=HEADERS, id=device, attrefsysid=device)
            assert b"evil.example" not in answer.content, path
            assert "evil.example" not in str(answer.headers), path


def test_no_code_reads_the_host_of_a_request() -> None:
    for path in (ROOT / "server" / "tejian").rglob("*.py"):
        text = path.read_text()
        wrong = re.search(
            r"request\.(base_url|url_for|url\.(netloc|hostname|host))|headers(\.get\(|\[)[\"']host", text, re.I
        )
        assert wrong is None, (path.name, wrong)
