"""A workbook is read in a process of its own: what it does to its reader ends there."""

import json
import os
import subprocess
import sys
import zipfile
from datetime import date, datetime, time, timedelta
from pathlib import Path

import pytest

from tejian.kit.ground.errors import BadInput
from tejian.kit.importing import apart

SERVER = apart.SERVER
# of its own memory: ru_maxrss of this process also knows how large the one was that started it
HOSTILE = """
import re, resource, sys
from pathlib import Path
from tejian.kit.ground.errors import BadInput
from tejian.kit.importing import apart
try:
    apart.check(Path(sys.argv[1]), 100_000)
    for _ in apart.rows(Path(sys.argv[1])):
        pass
    said = ""
except BadInput as wrong:
    said = wrong.message
print(said)
own = int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
print(max(own, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss) // 1024)
"""


def test_a_workbook_is_read_within_memory_whatever_it_says(tmp_path: Path) -> None:
    """Six megabytes whose texts unpack to hundreds: the ratio is kept by ballast, what is held is bounded."""
    file = tmp_path / "hostile.xlsx"
    rows = "".join(f'<row r="{n}"><c r="A{n}" t="s"><v>{n}</v></c></row>' for n in range(1, 3))
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr(
            "xl/workbook.xml", '<workbook><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>'
        )
        links = '<Relationship Id="rId1" Type="worksheet" Target="worksheets/sheet1.xml"/>'
        archive.writestr("xl/_rels/workbook.xml.rels", f"<Relationships>{links}</Relationships>")
        archive.writestr("xl/worksheets/sheet1.xml", f"<worksheet><sheetData>{rows}</sheetData></worksheet>")
        with archive.open("xl/sharedStrings.xml", "w") as texts:
            texts.write(b"<sst>")
            for n in range(400):
                texts.write(b"<si><t>%d" % n + b"x" * (1 << 20) + b"</t></si>")
            texts.write(b"</sst>")
        archive.writestr("ballast.bin", os.urandom(5_500_000), zipfile.ZIP_STORED)
    assert 5_000_000 < file.stat().st_size < 8_000_000
    done = subprocess.run(
        [sys.executable, "-c", HOSTILE, str(file)], capture_output=True, text=True, cwd=SERVER, timeout=120, check=True
    )
    said, memory = done.stdout.splitlines()
    assert said == apart.TOO_MUCH and int(memory) <= 400


def test_cells_of_every_kind_come_through_as_they_are(tmp_path: Path) -> None:
    cells = ["文字", 1.5, True, datetime(2026, 5, 1, 9, 30), date(2026, 5, 1), time(9, 30), timedelta(hours=30)]
    sent = json.loads(json.dumps([apart._sent(one) for one in cells]))
    assert [apart._cell(one) for one in sent] == cells


def test_a_reader_that_is_ended_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart.sys, "executable", "/bin/false")
    with pytest.raises(BadInput) as said:
        apart.check(tmp_path / "x.xlsx", 10)
    assert said.value.message == apart.TOO_MUCH
