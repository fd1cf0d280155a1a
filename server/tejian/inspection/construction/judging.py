"""What a notice must satisfy, judged by the archive: its devices, its contractor, its days."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit, UnitLicence
from tejian.inspection.models.construction import STANDING, ConstructionDevice, ConstructionNotice
from tejian.inspection.records import api as records
from tejian.inspection.rules.api import INSTALL, Licence, refuse_contractor
from tejian.kit.ground import clock, dictionary
from tejian.system.settings.api import version

UNUSED, NOTIFIED, REBUILT = "0", "6", "8"  # C637: 未投入使用, 安装告知中, 改造修理中
LICENSED = "1"  # C740: a licence of production, which covers installation, alteration and repair


def devices_of(db: Session, notice: ConstructionNotice) -> list[ConstructionDevice]:
    query = select(ConstructionDevice).where(ConstructionDevice.notice_id == notice.id)
    return list(db.scalars(query.order_by(ConstructionDevice.seq, ConstructionDevice.id)))


def archived(db: Session, rows: Sequence[ConstructionDevice], *, lock: bool = False) -> dict[str, Equipment]:
    """The devices by key as the archive has them now."""
    query = select(Equipment).where(Equipment.id.in_([one.equdatasysid for one in rows])).order_by(Equipment.id)
    return {one.id: one for one in db.scalars(query.with_for_update() if lock else query)}


def refuse_device(notice: ConstructionNotice, device: Equipment) -> str | None:
    """Why a device cannot stand on the notice, whatever other notices there are."""
    name = device.equcode or device.equname
    if device.equDel:
        return f"{name}：设备档案已删除"
    if device.equclass != notice.equclass:
        return f"{name}：设备种类与告知的设备种类不符"
    if device.useorgsysid != notice.unitsysid:
        return f"{name}：设备不属于使用单位{notice.unitname}"
    if notice.worktype == INSTALL:
        registered = device.regstatus not in ("", codes.UNREGISTERED)
        if registered or device.equstatus in (*codes.RUNNING, codes.STOPPED):
            return f"{name}：设备已登记或在用，不能告知安装"
    elif device.equstatus in (UNUSED, NOTIFIED):
        return f"{name}：设备尚未投入使用，只能告知安装"
    if device.equstatus in (*codes.OFF, codes.MOVED_OUT):
        return f"{name}：设备已报废、拆除、迁出或注销，不能告知施工"
    return None


def on_another(db: Session, notice: ConstructionNotice, rows: Sequence[ConstructionDevice]) -> str | None:
    """The sentence when one of the devices stands on another notice that is filed or received."""
    other = (
        select(ConstructionDevice.equcode, ConstructionDevice.equname, ConstructionNotice.notifyno)
        .join(ConstructionNotice, ConstructionNotice.id == ConstructionDevice.notice_id)
        .where(
            ConstructionDevice.equdatasysid.in_([one.equdatasysid for one in rows]),
            ConstructionNotice.id != notice.id,
            ConstructionNotice.step.in_(STANDING),
        )
    )
    row = db.execute(other.limit(1)).first()
    return row and f"{row[0] or row[1]}：该设备已在施工告知{row[2] or '（待受理）'}中"


def licences_of(db: Session, contractor: str) -> list[Licence]:
    """The production licences of a unit, the one that lasts longest first."""
    query = select(UnitLicence).where(UnitLicence.unit_id == contractor, UnitLicence.lictype == LICENSED)
    return [
        Licence(one.licno, tuple(one.items.split(",")), one.issuedate, one.validto, one.held)
        for one in db.scalars(query.order_by(UnitLicence.validto.desc(), UnitLicence.id))
    ]


def licensed(db: Session, notice: ConstructionNotice, kinds: Sequence[str]) -> tuple[Licence | None, str | None]:
    """The licence of the contractor for the kinds, valid today and on the day the work begins, or why there is none."""
    held, needs = licences_of(db, notice.contractor_id), records.licence_needs(db)
    words = dictionary.words(db, version(db, "dict")).get("C624", {})
    licence: Licence | None = None
    for kind in sorted(set(kinds)):
        for day in sorted({clock.today(), notice.startdate or clock.today()}):
            licence, sentence = refuse_contractor(notice.contractorname, kind, needs, held, day, words)
            if sentence:
                return None, sentence
    return licence, None


def unit_of(db: Session, key: str) -> Unit:
    return db.scalars(select(Unit).where(Unit.id == key)).one()
