"""What the platform knows of the materials of an application, so that nobody brings what lies in the archive."""

from collections.abc import Callable, Mapping

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.models.piping import Pipeline
from tejian.kit.process.checklist import GOOD
from tejian.registration.models.use import UseRegistration

from .devices import devices_of, unit_of

Known = tuple[str, str]  # result and value, both empty where the platform cannot say
UNKNOWN: Known = ("", "")


def form(_db: Session, _row: UseRegistration) -> Known:
    return GOOD, "由本申请生成，发证时打印"


def unit(db: Session, row: UseRegistration) -> Known:
    found = unit_of(db, row.unitsysid)
    return (GOOD, found.code) if found is not None and found.code else UNKNOWN


def archive(db: Session, row: UseRegistration) -> Known:
    """The product data stand in the archive when every device has its maker, number and day of manufacture."""
    devices = devices_of(db, row)
    whole = bool(devices) and all(one.porgname and one.prono and one.prodate for one in devices)
    return (GOOD, f"设备档案{len(devices)}台，制造单位、产品编号、制造日期齐全") if whole else UNKNOWN


def report(db: Session, row: UseRegistration) -> Known:
    devices = devices_of(db, row)
    passed = [one for one in devices if (one.insinspdate or one.firstinspdate) and not one.unqualcode]
    if not devices or len(passed) < len(devices):
        return UNKNOWN
    numbers = list(dict.fromkeys(one.insreportno for one in devices if one.insreportno))
    return GOOD, "、".join(numbers[:3])[:150] or "监督检验或首次检验合格"


def lines(db: Session, row: UseRegistration) -> Known:
    keys = [one.id for one in devices_of(db, row)]
    own = select(func.count()).select_from(Pipeline).where(Pipeline.equdatasysid.in_(keys))
    count = db.scalar(own) if keys else 0
    return (GOOD, f"管线{count}条") if count else UNKNOWN


def persons(db: Session, row: UseRegistration) -> Known:
    found = unit_of(db, row.unitsysid)
    names = [found.safedirector, found.safemanager, found.safeofficer] if found else []
    said = "、".join(dict.fromkeys(filter(None, names)))
    return (GOOD, said[:150]) if said else UNKNOWN


def binding(db: Session, row: UseRegistration) -> Known:
    lifts = [one for one in devices_of(db, row) if one.equclass == codes.LIFT]
    names = list(dict.fromkeys(one.maiorgname for one in lifts))
    return (GOOD, "、".join(names)[:150]) if lifts and all(names) else UNKNOWN


# by the words of registration_materials.prefill
KNOWN: Mapping[str, Callable[[Session, UseRegistration], Known]] = {
    "本表": form,
    "单位档案": unit,
    "设备档案": archive,
    "检验报告": report,
    "管线": lines,
    "人员": persons,
    "维保": binding,
}
