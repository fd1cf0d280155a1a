"""The devices of the unit with why each is due, the worst first, and what is to be done about it."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from sqlalchemy import and_, case, func, or_, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives import codes
from tejian.archives.equipment.api import FIRST_DUE, is_overdue, open_businesses, page_of
from tejian.archives.ledgers.maintenance.api import is_unvisited
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.units import Unit
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.online import SENT, OnlineApplication, OnlineDevice
from tejian.kit.database.audit import plain
from tejian.kit.ground import clock
from tejian.kit.ground.figures import remaining
from tejian.kit.ground.shapes import Tone
from tejian.kit.ground.user import User
from tejian.supervision.models.defects import RUNNING, STOPS, Defect

from .mends import Mend, mends

SOON = 90  # days ahead of which a due date is told, as on the list of devices that may be declared
MOST = 200  # devices that are told, the worst first
UNPAID = ("2", "3")  # C643: confirmed, or paid in part
PAY, REGISTER = "/assistMng/payMng/myPay", "/equCheckMng/useRegister"


class Why(TypedDict):
    """Why a device is due; `kind` names the reason."""

    kind: str
    text: str
    tone: Tone


class Next(TypedDict):
    """What is to be done: `kind` is book, or the page of `route` opens."""

    label: str
    kind: str
    route: str


class BoxDevice(TypedDict):
    id: str
    equname: str
    equcode: str
    equinnerno: str
    useplace: str
    equclass: str
    due: str | None
    tone: Tone
    whys: list[Why]
    next: Next | None
    route: str


class BoxDevices(TypedDict):
    """`total` devices of the unit, `bad` and `soon` of them with a reason; the worst of these are told."""

    unitname: str
    person: str
    total: int
    bad: int
    soon: int
    more: bool
    rows: list[BoxDevice]


@dataclass(frozen=True)
class Known:
    """What other tables say of the devices of the unit, by device."""

    stopped: Mapping[str, str]
    mends: Mapping[str, list[Mend]]
    busy: Mapping[str, str]
    waiting: Mapping[str, str]
    unpaid: frozenset[str]


def own_devices(me: User) -> Any:
    """The devices of the own unit that are not scrapped: what the index of the using unit holds."""
    return and_(E.equDel == 0, E.useorgsysid == me.unit_id, E.equstatus.not_in(codes.OFF))


def devices(db: Session, me: User) -> BoxDevices:
    """The devices with a reason. Six statements, each by an index of the unit or of the devices that are told."""
    unit = db.scalar(select(Unit.name).where(Unit.id == me.unit_id)) or ""
    own, today = own_devices(me), clock.today()
    by_device: dict[str, list[Mend]] = defaultdict(list)
    for one in mends(db, me):
        by_device[one["device"]].append(one)
    stopped = _stopped(db, me)
    soon = today + timedelta(days=SOON)
    used = E.equstatus.in_(codes.RUNNING)
    late, unvisited = is_overdue(), is_unvisited()
    reasons = or_(
        E.unqualcode != "",
        and_(used, or_(soon >= FIRST_DUE, E.ndetdate <= soon, E.usecertno == "", unvisited)),
        E.id.in_([*by_device, *stopped]),
    )
    query = select(E, late.label("late"), unvisited.label("unvisited"), FIRST_DUE.label("due")).where(own, reasons)
    first = case((or_(E.unqualcode != "", E.id.in_(list(stopped))), 0), else_=1)
    lines = db.execute(query.order_by(first, FIRST_DUE.asc().nulls_last(), E.id).limit(MOST + 1)).all()
    keys = [row.id for row, *_ in lines]
    known = Known(stopped, by_device, open_businesses(db, keys), _waiting(db, keys), _unpaid(db, keys))
    rows = [_shown(row, bool(late), bool(missed), due, known) for row, late, missed, due in lines]
    worst = sorted((one for one in rows if one["whys"]), key=_badness)
    bad = sum(one["tone"] == "no" for one in worst)
    return {
        "unitname": unit,
        "person": me.name,
        "total": db.scalar(select(func.count()).select_from(E).where(own)) or 0,
        "bad": bad,
        "soon": len(worst) - bad,
        "more": len(lines) > MOST,
        "rows": worst[:MOST],
    }


ORDER = ("stop", "unqualified", "overdue", "detection", "mend", "visit", "certificate", "due")


def _badness(one: BoxDevice) -> tuple[bool, int, str]:
    """Whether it is not bad, its worst reason, its day: the least first."""
    return one["tone"] != "no", min(ORDER.index(why["kind"]) for why in one["whys"]), one["due"] or "9"


def _stopped(db: Session, me: User) -> dict[str, str]:
    """Device → number of the problem for which it may not run."""
    D = Defect
    query = select(D.equdatasysid, D.defectno).where(D.unitsysid == me.unit_id, D.step.in_(RUNNING))
    rows = db.execute(query.where(D.handling.in_(STOPS), D.lifted.is_(None), D.equdatasysid != "")).all()
    return {device: number for device, number in rows}  # noqa: C416


def _waiting(db: Session, keys: list[str]) -> dict[str, str]:
    """Device → number of the application that waits to be confirmed."""
    A, D = OnlineApplication, OnlineDevice
    query = select(D.equdatasysid, A.onlineno).join(A, A.id == D.online_id)
    rows = db.execute(query.where(D.equdatasysid.in_(keys), A.step == SENT)).all()
    return {device: number for device, number in rows}  # noqa: C416


def _unpaid(db: Session, keys: list[str]) -> frozenset[str]:
    """The devices of which an inspection under way is to be paid."""
    rows = select(AppBuss.equdatasysid).where(AppBuss.equdatasysid.in_(keys), AppBuss.chargestate.in_(UNPAID))
    return frozenset(db.scalars(rows))


def _shown(row: E, late: bool, unvisited: bool, due: date | None, known: Known) -> BoxDevice:
    whys = _whys(row, late, unvisited, due, known)
    return {
        "id": row.id,
        "equname": row.equname,
        "equcode": row.equcode,
        "equinnerno": row.equinnerno,
        "useplace": row.useplace,
        "equclass": row.equclass,
        "due": plain(due),
        "tone": "no" if any(one["tone"] == "no" for one in whys) else "ca" if whys else "go",
        "whys": whys,
        "next": _next(row, whys, known),
        "route": page_of(row.equclass, row.id),
    }


def _why(kind: str, text: str, tone: Tone) -> Why:
    return {"kind": kind, "text": text, "tone": tone}


def _whys(row: E, late: bool, unvisited: bool, due: date | None, known: Known) -> list[Why]:
    """The reasons, the worst first."""
    today, used = clock.today(), row.equstatus in codes.RUNNING
    out: list[Why] = []
    if number := known.stopped.get(row.id):
        out.append(_why("stop", f"责令停止使用（{number}）", "no"))
    if row.unqualcode:
        out.append(_why("unqualified", f"{row.inspdate or ''}检验不合格".strip(), "no"))
    if used and due and late:
        out.append(_why("overdue", f"检验{remaining((due - today).days)}（{due}）", "no"))
    if used and row.ndetdate and (row.ndetdate - today).days <= SOON:
        days = (row.ndetdate - today).days
        out.append(_why("detection", f"检测{remaining(days)}（{row.ndetdate}）", "no" if days < 0 else "ca"))
    for one in known.mends.get(row.id, ()):
        term = f"，{one['due']}前" if one["due"] else ""
        tone: Tone = "no" if one["late"] or one["stops"] else "ca"
        out.append(_why("mend", f"{one['number']}{one['stepName']}{term}", tone))
    if unvisited:
        out.append(_why("visit", "维保超期", "no"))
    if used and not row.usecertno:
        out.append(_why("certificate", "没有使用登记证编号", "ca"))
    if used and due and not late and (due - today).days <= SOON:
        out.append(_why("due", f"检验{remaining((due - today).days)}（{due}）", "ca"))
    return out


def _next(row: E, whys: list[Why], known: Known) -> Next | None:
    """The button that leads on from the worst that the unit can do something about."""
    kinds = {one["kind"] for one in whys}
    if mend := next(iter(known.mends.get(row.id, ())), None):
        return {"label": mend["next"], "kind": mend["kind"], "route": mend["route"]}
    if row.id in known.unpaid:
        return {"label": "缴费", "kind": "route", "route": PAY}
    if number := known.waiting.get(row.id):
        return {"label": "看进度", "kind": "route", "route": f"/businessPro/onlineApply?onlineno={number}"}
    if number := known.busy.get(row.id):
        return {"label": "看进度", "kind": "route", "route": f"/insBusQuery/compositeQuery?equcode={row.equcode}"}
    if kinds & {"overdue", "due", "unqualified"}:
        return {"label": "申报", "kind": "book", "route": ""}
    if "certificate" in kinds:
        return {"label": "登记", "kind": "route", "route": REGISTER}
    if "visit" in kinds:
        return {"label": "维保记录", "kind": "route", "route": f"{page_of(row.equclass, row.id)}#visits"}
    return None
