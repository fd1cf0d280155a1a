"""The page of a person: certificates with their ends, the devices looked after, what changed."""

from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives import permissions as p
from tejian.archives.equipment.api import page_of
from tejian.archives.files import api as attachments
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.persons import CERT_STATES, CERT_TONES, SOON_DAYS, Person, PersonDevice
from tejian.archives.models.persons import PersonCert as C
from tejian.archives.models.units import Unit
from tejian.kit.database.audit import plain
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.ground.figures import remaining, tone_of
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import Fact, Files, Part, RecordView, Shown, of
from tejian.system.permissions import PHONE_REVEAL

from . import service
from .forms import PERSON_FORM
from .lists import DETAIL

UNIT_PAGE = "/bsArchives/unit/detail?id={}"


class Beside(NamedTuple):
    """What belongs to a person."""

    unit: Unit | None
    certs: list[tuple[C, str]]
    devices: list[tuple[PersonDevice, Equipment]]


def _beside(db: Session, me: User, row: Person) -> Beside:
    unit = db.scalars(select(Unit).where(Unit.id == row.unit_id)).first()
    return Beside(unit, service.certificates(db, row.id), service.devices_of(db, me, row.id))


def _picture(shown: Shown) -> str:
    files = attachments.listed(shown.db, shown.me, shown.row.id)
    return next((str(f["attsysid"]) for f in files if str(f["mime"]).startswith("image/")), "")


def _identity(shown: Shown) -> str:
    return "　".join(filter(None, [shown.row.idno, shown.text("sex"), shown.text("birth")]))


def _ending(shown: Shown) -> tuple[str, str]:
    """How many certificates have ended, or end soon, and the tone of it."""
    states = [state for _, state in shown.more.certs]
    if over := states.count("4"):
        return f"过期 {over} 项", "no"
    soon = states.count("s")
    return (f"{SOON_DAYS}日内到期 {soon} 项", "ca") if soon else ("", "")


def _certs(shown: Shown) -> list[dict[str, Any]]:
    """Each with its state and how long it still runs; one that is held runs no more."""
    out = []
    for cert, state in shown.more.certs:
        days = (cert.validto - clock.today()).days
        left = ("", "") if cert.held else (remaining(days, "过期"), tone_of(days, SOON_DAYS - 1))
        out.append(record(cert) | {"state": state, "days": days, "left": left[0], "leftTone": left[1]})
    return out


def _devices(shown: Shown) -> list[dict[str, Any]]:
    names = ("equcode", "equname", "useorgname", "useplace", "ninspdate", "ndetdate")
    return [
        {
            "id": link.id,
            "version": link.version,
            "since": plain(link.since),
            "equcodeLink": page_of(device.equclass, device.id),
        }
        | {n: plain(getattr(device, n)) for n in names}
        for link, device in shown.more.devices
    ]


def _actions(shown: Shown) -> list[Action]:
    """Devices are given to those who look after devices."""
    looks_after = shown.row.post in (*service.SAFETY_POSTS, codes.MAINTAINER)
    return [
        Action("revealNumber", "查看证件号码", p.PERSON_REVEAL, needs="one"),
        Action("revealPersonPhone", "查看手机", PHONE_REVEAL, needs="one"),
        *([Action("assignDevices", "分配设备", p.PERSON_SAVE, needs="one")] if looks_after else []),
        Action("edit", "编辑", p.PERSON_SAVE, kind="route", needs="one", route=f"{DETAIL}&edit=1"),
    ]


def _history(shown: Shown) -> list[tuple[str, str, str]]:
    certs = [(f"证书 {c.item} {c.certno}", C.__tablename__, c.id) for c, _ in shown.more.certs]
    return [("", Person.__tablename__, shown.row.id), *certs]


PERSON = RecordView(
    no="person",
    title="人员详情",
    permission=p.PERSON_QUERY,
    model=Person,
    url="/api/person/record",
    form=PERSON_FORM,
    more=_beside,
    heading=lambda s: s.row.name,
    subtitle=lambda s: s.text("post"),
    identity=_identity,
    picture=_picture,
    facts=[
        Fact(
            "status",
            dot=True,
            tone=lambda s: "ok" if s.row.status == codes.LEFT else "go",
            note=lambda s: f"{s.row.startdate} 到岗" if s.row.startdate else "",
        ),
        Fact(
            "unit_id",
            text=lambda s: s.text("unit_id") or "没有登记",
            link=lambda s: UNIT_PAGE.format(s.more.unit.id) if s.more.unit else "",
            note=lambda s: s.row.workno and f"工号 {s.row.workno}",
        ),
        Fact(
            label="证书",
            text=lambda s: f"{len(s.more.certs)} 项",
            note=_ending,
        ),
        Fact(label="负责设备", text=lambda s: f"{len(s.more.devices)} 台"),
        Fact("mobile"),
    ],
    parts=[
        Part(
            "certs",
            "证书",
            columns=[
                of(C.item, 190),
                of(C.certno, 160, type="code"),
                of(C.level),
                of(C.issueorg, 190),
                of(C.firstdate, 104),
                of(C.validto, 96),
                Col("state", "状态", None, 76, "state", words=CERT_STATES, tones=CERT_TONES),
                Col("left", "余期", None, 96),
            ],
            rows=_certs,
            noun="证书",
            hint="有效期 4 年，须在届满 1 个月前申请复审（TSG Z6001-2019）",
            form="person_cert_form",
            delete="/api/personcert/delete",
            permission=p.PERSON_SAVE,
            owner=lambda s: {"person_id": s.row.id},
        ),
        Part(
            "devices",
            "负责设备",
            columns=[
                of(Equipment.equcode, 168, type="code"),
                of(Equipment.equname, 110),
                of(Equipment.useorgname),
                of(Equipment.useplace),
                of(Equipment.ninspdate, 112),
                of(Equipment.ndetdate, 112),
                of(PersonDevice.since, 100),
            ],
            rows=_devices,
            noun="负责设备",
            empty="没有负责的设备",
            actions=[
                Action(
                    "releaseDevice",
                    "移出",
                    p.PERSON_SAVE,
                    place="row",
                    kind="call",
                    needs="one",
                    url="/api/person/release",
                    confirm="这台设备不再由此人负责",
                )
            ],
        ),
    ],
    actions=_actions,
    history=_history,
    files=Files("person", ["24", "26", "99"], "照片与附件"),
)
