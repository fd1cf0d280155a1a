"""What a device's QR label tells whoever scans it."""

from typing import Any

from sqlalchemy import func, select

from tejian.archives.equipment import public
from tejian.archives.models.equipment import Equipment
from tejian.kit.database import tries
from tejian.kit.database.audit import SecurityLog
from tejian.kit.ground import clock

from .conftest import Archive

PATH = "/api/public/equipment"


def scan(archive: Archive, code: str) -> Any:
    archive.office.call.user = None
    archive.db.commit()
    said = archive.office.call.client.post(PATH, data={"code": code})
    archive.db.expire_all()
    return said


def test_a_label_tells_the_use_mark_and_nothing_personal(archive: Archive) -> None:
    lift = archive.first(Equipment.equclass == "3000", Equipment.ninspdate >= clock.today())
    for code in (lift.equidentcode, f" {lift.equcode} "):
        told = scan(archive, code).json()["data"]
        assert (told["equcode"], told["usecertno"], told["useorgname"]) == (
            lift.equcode,
            lift.usecertno,
            lift.useorgname,
        )
        assert (told["ninspdate"], told["overdue"]) == (str(lift.ninspdate), False)
        assert lift.useman not in str(told)
        assert lift.usetel not in str(told)
    lift.ninspdate = clock.today().replace(year=2020)
    assert scan(archive, lift.equcode).json()["data"]["overdue"] is True


def test_codes_of_no_device_are_counted_and_then_stopped(archive: Archive) -> None:
    lift = archive.first(Equipment.equclass == "3000")
    codes = [lift.equcode[:12], "", "x" * 200, "%%%%", *(f"NB9{n:08d}" for n in range(tries.PUBLIC.most - 4))]
    for code in codes:
        assert scan(archive, code).json()["errorMsg"] == "没有找到该设备，请核对二维码", code
    assert archive.db.scalar(select(func.count()).where(SecurityLog.kind == public.KIND)) == tries.PUBLIC.most
    assert scan(archive, lift.equcode).status_code == 429
    assert archive.db.scalar(select(func.count()).where(SecurityLog.kind == public.KIND)) == tries.PUBLIC.most


def test_a_deleted_device_has_no_label(archive: Archive) -> None:
    lift = archive.first(Equipment.equclass == "3000")
    lift.equDel = 1
    assert scan(archive, lift.equcode).json()["errorMsg"] == "没有找到该设备，请核对二维码"
