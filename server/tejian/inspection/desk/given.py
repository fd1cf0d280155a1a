"""What this area gives to the ones below it: owners of attachments, a device's inspections, the palette."""

from collections.abc import Callable, Sequence
from typing import Any, Literal

from sqlalchemy import select, union_all
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives.equipment.api import SCREENS, Inspection, all_list
from tejian.archives.models.files import Attachment
from tejian.archives.models.units import Unit
from tejian.inspection import codes as at
from tejian.inspection.flow.api import BUSINESS, STEP_NAMES
from tejian.inspection.models.items import AppBuss, AppItem, AppMain
from tejian.inspection.records.api import refuse_taking, unqualified_codes
from tejian.inspection.rules.api import names_in
from tejian.kit.database.audit import plain
from tejian.kit.ground.errors import NoPermission, Refused
from tejian.kit.ground.user import User
from tejian.kit.lists import search


def application_open(db: Session, me: User, main: AppMain) -> None:
    """Files of a declaration can change until it is finished."""
    if main.step in at.ENDS:
        raise Refused(f"{main.appno}已办结，不能再变更附件")


def business_open(db: Session, me: User, row: AppBuss) -> None:
    """Files of an item can change until its report is approved."""
    if row.step in (*at.ISSUED, *at.ENDS):
        raise Refused(f"{row.seisn}的报告已批准，不能再变更附件")


def release_open(db: Session, me: User, row: AppBuss) -> None:
    """What the receiver signed, or his picture, is added while the report is released, by who releases it."""
    if row.step != at.RELEASE:
        raise Refused(f"{row.seisn}不在发放环节，不能变更签收材料")
    if not BUSINESS.is_mine(db, me, row):
        raise NoPermission("该报告不由您发放")


def evidence_open(db: Session, me: User, row: AppBuss, placed: bool, picture: Attachment | None = None) -> None:
    """Pictures of a record change while it is being written, by who writes it; one is taken off by who took it.

    Those of no item and no row are printed too: they are added by whoever handles the item, until it is signed.
    """
    if not placed:
        if row.step in at.SIGNABLE:
            raise Refused(f"{row.seisn}的原始记录已提交签名，退回录入以前不能增删照片")
        return
    if row.step != at.ENTER or not BUSINESS.is_mine(db, me, row):
        raise Refused(f"{row.seisn}的原始记录不在您手中录入，不能增删其中的照片")
    if picture is not None:
        refuse_taking(me, row, picture)


def inspections_of(db: Session, me: User, equipment_id: str) -> list[Inspection]:
    """The inspections of a device, newest first."""
    query = select(AppBuss).where(AppBuss.equdatasysid == equipment_id, AppBuss.step != at.VOID)
    rows = db.scalars(query.order_by(AppBuss.inspdate.desc().nulls_first(), AppBuss.seisn.desc()).limit(50))
    unqualified = unqualified_codes(db)
    return [
        {
            "id": r.id,
            "seisn": r.seisn,
            "reportno": r.reportno,
            "testsort": r.testsort,
            "inspdate": plain(r.inspdate),
            "conclusion": r.conclusion,
            "failed": r.conclusion in unqualified,
            "step": r.step,
            "stepName": STEP_NAMES[r.step],
            "inspectors": r.inspectornames,
            "issued": r.step in at.ISSUED,
            "imported": r.imported,
        }
        for r in rows
    ]


def open_businesses_of(db: Session, equipment_ids: Sequence[str]) -> dict[str, str]:
    """Devices → the number of a declaration or item that is not finished; a draft counts, it names the device."""
    main = select(AppItem.equdatasysid, AppMain.appno).join(AppMain, AppMain.id == AppItem.appmain_id)
    main = main.where(AppItem.equdatasysid.in_(equipment_ids), AppMain.step.in_(at.DECLARING))
    item = select(AppBuss.equdatasysid, AppBuss.seisn)
    item = item.where(AppBuss.equdatasysid.in_(equipment_ids), AppBuss.step.not_in(at.ENDS))
    return {device: number or "申报草稿" for device, number in db.execute(union_all(main, item))}


def product_inspection(db: Session, key: str) -> str:
    """The number of the inspection of a product that is declared or done; '' when there is none."""
    row = select(AppBuss.seisn).where(AppBuss.equdatasysid == key, AppBuss.step.not_in((at.VOID, at.REFUSED)))
    return db.scalar(row.order_by(AppBuss.id.desc()).limit(1)) or ""


def declaration_of(db: Session, me: User, appno: str) -> str | None:
    """The key of a declaration that the user sees by its number."""
    found: str | None = db.scalar(select(AppMain.id).where(AppMain.appno == appno, AppMain.visible(me)))
    return found


def declarations_of(db: Session, unit: Unit) -> str | None:
    """Why a unit with declarations stays."""
    named = select(AppMain.id).where((AppMain.unitsysid == unit.id) | (AppMain.payunitsysid == unit.id))
    return f"{unit.name}有申报记录，不能删除，可以停用" if db.scalar(named.limit(1)) else None


MOST_HITS = 6


def _first(db: Session, model: type[Any], seen: Any, ways: Sequence[Any]) -> list[Any]:
    """The first rows that a fragment finds, way by way: one index serves each, none serves them together."""
    found: dict[str, Any] = {}
    for way in ways:
        if len(found) < MOST_HITS:
            asked = select(model).where(seen, way).limit(MOST_HITS - len(found))
            found |= {row.id: row for row in db.scalars(asked)}
    return list(found.values())


HitGroup = Literal["menu", "equipment", "unit", "application", "business"]  # the client finds those of the menu itself


class PaletteHit(TypedDict):
    group: HitGroup
    title: str
    sub: str
    route: str


def palette(db: Session, me: User, q: str) -> list[PaletteHit]:
    """Hits of the palette over devices, units, declarations and items; a few of each."""
    text = q.strip()[:40]
    if len(text) < 2:
        return []
    out: list[PaletteHit] = []
    if me.may("basic:equpment:query"):
        # the list knows whether to walk or to ask an index; the planner, told to find six, walks until it meets them
        for e in all_list.page(db, me, {"keyword": text, "pageSize": MOST_HITS})["list"]:
            if e["equclass"] in SCREENS:
                route = f"/bsArchives/equipment/{SCREENS[e['equclass']][1]}?id={e['id']}"
                title, sub = f"{e['equname']} {e['equcode']}", f"{e['useorgname']} {e['useplace']}"
                out.append(_hit("equipment", title, sub, route))
    if me.may("basic:unit:query"):
        for u in _first(db, Unit, Unit.visible(me), [search.contains(text, Unit.searchtext)]):
            route = f"/bsArchives/unit/detail?id={u.id}"
            out.append(_hit("unit", u.name, f"{u.code} {u.address}", route))
    if me.may("inspection:apply:query"):
        for m in _first(db, AppMain, AppMain.visible(me), [search.starts(text, AppMain.appno)]):
            out.append(_hit("application", m.appno, m.unitname, f"/businessPro/applyInfo?id={m.id}"))
    if me.may("inspection:business:query"):
        numbers = [search.starts(text, AppBuss.seisn), search.starts(text, AppBuss.reportno, AppBuss.reportno != "")]
        for b in _first(db, AppBuss, AppBuss.visible(me), numbers):
            title = f"{b.seisn} {b.reportno}".strip()
            sub = f"{b.unitname} {STEP_NAMES[b.step]}"
            out.append(_hit("business", title, sub, f"/flowLog?seisn={b.seisn}"))
    return out


def _hit(group: HitGroup, title: str, sub: str, route: str) -> PaletteHit:
    return {"group": group, "title": title, "sub": sub, "route": route}


def checked(read: Callable[[dict[str, str]], object], *expressions: str) -> Callable[[dict[str, str]], object]:
    """`read`, after a look at the expressions of the row: one that cannot be parsed raises ExpressionError."""

    def check(row: dict[str, str]) -> object:
        for column in expressions:
            names_in(row[column])
        return read(row)

    return check
