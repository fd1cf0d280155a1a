"""Every field of every class refuses what it cannot be: a wrong type, an unknown code, more than it can hold."""

import pytest
from sqlalchemy import func, select

from tejian.archives.equipment.lists import SCREENS
from tejian.archives.models.equipment import Equipment
from tejian.kit.database.audit import AuditLog

from .conftest import Archive

KINDS = {"1000": "1100", "2000": "2150", "3000": "3110", "4000": "4110", "5000": "5110"}
KINDS |= {"6000": "6100", "8000": "8310", "9000": "9110"}
SPECIAL = ["2220", "2310", "2410", "3210", "3310", "3410", "4310", "4410", "4860", "4D00", "52001"]
LONG = "长" * 5000
WRONG: dict[str, list[str]] = {
    "text": [LONG],
    "int": ["三", "1.5", "99999999999999", "1e400", "NaN"],
    "decimal": ["很多", "--1", "1e400", "Infinity"],
    "date": ["2026-13-45", "明天", "20260101x"],
    "dict": ["no-such-code", LONG],
    "area": ["999999", LONG],
    "category": ["9999"],
    "unit": ["no-such-unit"],
}
ADD = "/api/eqdbase/eqdBasic/addEqm"


def count(archive: Archive) -> list[int]:
    return [archive.db.scalar(select(func.count()).select_from(m)) or 0 for m in (Equipment, AuditLog)]


def cases() -> list[tuple[str, str]]:
    every = [*KINDS.values(), *SPECIAL]
    return [(code[0] + "000", code) for code in every]


@pytest.mark.parametrize(("equclass", "code"), cases(), ids=[c for _, c in cases()])
def test_every_field_of_a_kind_refuses_what_it_cannot_be(archive: Archive, equclass: str, code: str) -> None:
    assert equclass in SCREENS
    asked = {"equclass": equclass, "equclacode": code}
    config = archive.office.good("yewu", "/api/eqdbase/eqdBasic/findFormConfig", **asked)
    fields = [f for g in config["groups"] for f in g["fields"]]
    assert len(fields) > 60 and len({f["prop"] for f in fields}) == len(fields)
    before = count(archive)
    for field in fields:
        for wrong in WRONG[field["type"]]:
            if field["type"] == "unit":
                continue  # judged when the record is written: foreign units are refused there
            said = archive.office.post("yewu", ADD, **{**asked, field["prop"]: wrong})
            named = (said["status"], said.get("field"))
            assert named == (422, field["prop"]), (field, wrong[:20], said["errorMsg"])
            assert field["label"].split("(")[0] in said["errorMsg"] or field["type"] == "category", said["errorMsg"]
        for bound, beyond in (("min", -1), ("max", 1)):
            if field.get(bound) is not None and field["type"] in ("int", "decimal"):
                said = archive.office.post("yewu", ADD, **{**asked, field["prop"]: str(int(field[bound]) + 2 * beyond)})
                assert (said["status"], said.get("field")) == (422, field["prop"]), (field, bound, said["errorMsg"])
    assert count(archive) == before
