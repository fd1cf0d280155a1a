"""What must be true before a step of a declaration is left; each guard gives its sentence, or None."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.ledgers.inspected.api import Device, by_ids
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.products import Product
from tejian.archives.models.valves import SafetyValve
from tejian.inspection import codes as at
from tejian.inspection.models.items import AppBuss, AppItem, AppMain
from tejian.inspection.models.reports import Report
from tejian.inspection.records import api as records
from tejian.inspection.rules.api import OF_DEVICE, OF_PRODUCT, OF_VALVE, REINSPECTION, refuse_combination
from tejian.kit.database.db import hold
from tejian.kit.ground import clock
from tejian.kit.ground.clock import add_months
from tejian.kit.process.doing import Doing


def items_of(db: Session, main: AppMain) -> Sequence[AppItem]:
    return db.scalars(select(AppItem).where(AppItem.appmain_id == main.id).order_by(AppItem.seq)).all()


def _by_main(rows: Iterable[Any]) -> dict[str, list[Any]]:
    out: dict[str, list[Any]] = {}
    for row in rows:
        out.setdefault(row.appmain_id, []).append(row)
    return out


def own_items(d: Doing) -> list[AppItem]:
    """The rows of the declaration, read at once for all declarations of the move."""

    def load(ids: Sequence[str]) -> dict[str, list[AppItem]]:
        return _by_main(d.db.scalars(select(AppItem).where(AppItem.appmain_id.in_(ids)).order_by(AppItem.seq)))

    return list(d.of_batch("items", load))


def own_devices(d: Doing) -> dict[str, Device]:
    """The devices of the declaration by key."""

    def load(ids: Sequence[str]) -> dict[str, dict[str, Device]]:
        own_items(d)
        pairs = [(main, one.equdatasysid) for main, rows in d.shared["items"].items() for one in rows]
        known = by_ids(d.db, {key for _main, key in pairs})
        out: dict[str, dict[str, Device]] = {}
        for main, key in pairs:
            out.setdefault(main, {})[key] = known[key]
        return out

    return dict(d.of_batch("devices", load))


def own_business(d: Doing) -> list[AppBuss]:
    """The items of business that the declaration already has."""

    def load(ids: Sequence[str]) -> dict[str, list[AppBuss]]:
        return _by_main(d.db.scalars(select(AppBuss).where(AppBuss.appmain_id.in_(ids))))

    return list(d.of_batch("business", load))


def of_one_class(d: Doing) -> str | None:
    """批量受理的设备同一种类"""
    same = len({s.equclass for s in d.batch or [d.subject]}) == 1
    return None if same else "批量受理只能选择同一种类的设备"


def supplement_ahead(d: Doing) -> str | None:
    """补正期限未过"""
    due = d.form["supplementdue"]
    return f"补正期限{due}已过" if due and due < clock.today() else None


def has_equipment(d: Doing) -> str | None:
    """至少一台设备"""
    return None if d.subject.equcount else f"{d.subject.appno}：请至少选择一台设备"


def has_contact(d: Doing) -> str | None:
    """联系人与电话已填"""
    main = d.subject
    if main.inscontactname and main.INSCONTACTTEL:
        return None
    return f"{main.appno}：联系人和联系电话必填"


def combination_allowed(d: Doing) -> str | None:
    """设备类别与检验类别可组合"""
    main = d.subject
    for item in own_items(d):
        rows = records.offered(d.db, item.equclacode)
        if said := refuse_combination(rows, item.equclacode, main.seisort, main.testsort):
            return f"{item.equname}{item.equcode}：{said}"
    return None


def again_of_failed(d: Doing) -> str | None:
    """复检的每台设备都有不合格报告"""
    if d.subject.testsort != REINSPECTION:
        return None
    without = [one.equcode or one.equname for one in own_items(d) if not one.mother_id]
    return f"{without[0]}：复检须从复检管理中按不合格报告登记" if without else None


def no_open_business(d: Doing) -> str | None:
    """设备没有未办结的同类业务"""
    main = d.subject
    items = own_items(d)
    ids = [i.equdatasysid for i in items]
    hold(d.db, *(f"declare {i}" for i in ids))  # two declarations of one device at the same moment
    return open_business(d.db, ids, main.seisort, main.id, [i.mother_id for i in items if i.mother_id])


def open_business(
    db: Session, equipment: Sequence[str], seisort: str, but: str = "", mothers: Sequence[str] = ()
) -> str | None:
    """The sentence when one of the devices has an open declaration or item of the same category.

    A failed re-inspection whose report is not released yet (`mothers`) does not stand against the next one.
    """
    items = (
        select(AppItem.equcode, AppItem.equname, AppMain.appno)
        .join(AppMain, AppMain.id == AppItem.appmain_id)
        .where(
            AppItem.equdatasysid.in_(equipment),
            AppMain.seisort == seisort,
            AppMain.id != but,
            AppMain.step.in_(at.WAITING),
        )
    )
    running = select(AppBuss.equcode, AppBuss.equname, AppBuss.seisn).where(
        AppBuss.equdatasysid.in_(equipment),
        AppBuss.seisort == seisort,
        AppBuss.appmain_id != but,
        AppBuss.id.not_in(mothers),
        AppBuss.step.not_in(at.ENDS),
    )
    for query in (running, items):
        if row := db.execute(query.limit(1)).first():
            return f"{row[0] or row[1]}：该设备存在未办结的同类业务（{row[2]}）"
    return None


def devices_declarable(d: Doing) -> str | None:
    """设备状态允许申报"""
    main = d.subject
    for row in own_devices(d).values():
        if said := not_declarable(row, main.seisort) or stop_unsaid(row, main.seisort, afterstop=main.afterstop):
            return f"{row.equcode or row.equname}：{said}"
    return None


def not_declarable(row: Device, seisort: str) -> str | None:
    """Why a device in this state cannot be declared for the category."""
    if row.equDel:
        return "设备档案已删除"
    if isinstance(row, Product) and seisort == at.SUPERVISED and row.inspcertno:
        return f"该产品已有监检证书{row.inspcertno}，不能再申报监督检验"
    if row.lacking:
        return f"档案待完善（缺{'、'.join(one['label'] for one in row.lacking[:3])}），补全后才能申报"
    expired = row.designenddate and row.designenddate < clock.today()
    if row.equclass == codes.AMUSEMENT and expired and seisort == at.PERIODIC:
        return f"已达到设计使用年限（{row.designenddate}），不再受理定期检验"
    if seisort == at.PERIODIC and row.equstatus not in (*codes.RUNNING, codes.STOPPED):
        return "设备不在用，不能申报定期检验"
    if row.equstatus in (*codes.OFF, codes.MOVED_OUT):
        return "设备已报废、拆除、迁出或注销，不能申报"
    if is_stopped(row) and seisort in at.OF_DUTY and seisort != at.PERIODIC:
        return f"设备已停用，只能申报定期检验，并写明“{AFTER_STOP}”"
    return None


AFTER_STOP = "停用后重新检验"


def is_stopped(row: Device) -> bool:
    """Whether a device of the archive is stopped: it owes nothing until it is used again."""
    return isinstance(row, Equipment) and row.equstatus == codes.STOPPED


def stop_unsaid(row: Device, seisort: str, *, afterstop: bool) -> str | None:
    """Why a declaration does not say what it must of a stopped device, or says it of one that is not stopped.

    TSG 81-2022 4.2.1.2, TSG 51-2023: the inspection before restart is one of its own and sets the dates anew.
    """
    if afterstop and not (is_stopped(row) and seisort == at.PERIODIC):
        why = "设备不是停用状态" if seisort == at.PERIODIC else "不是定期检验"
        return f"{why}，不能申报为“{AFTER_STOP}”"
    if is_stopped(row) and seisort == at.PERIODIC and not afterstop:
        return f"设备已停用，只能申报为“{AFTER_STOP}”"
    return None


SUBJECTS: Mapping[type, tuple[str, str]] = {
    Equipment: (OF_DEVICE, "设备档案的设备"),
    SafetyValve: (OF_VALVE, "安全阀台账的安全阀"),
    Product: (OF_PRODUCT, "产品台账的产品"),
}


def subject_of(device: Device) -> str:
    """Whether this is a device, a valve or a product."""
    return SUBJECTS[type(device)][0]


def wrong_subject(db: Session, device: Device, seisort: str, testsort: str) -> str | None:
    """The sentence when an inspection is of something else than this: of products, not of devices."""
    kinds = records.subjects(db, device.equclacode, seisort, testsort)
    if subject_of(device) in kinds:
        return None
    wanted = "、".join(words for name, words in SUBJECTS.values() if name in kinds)
    return f"该检验的对象是{wanted}，请从中选择"


def early_has_reason(d: Doing) -> str | None:
    """提前申报的写明原因"""
    main = d.subject
    if main.earlyreason.strip() or main.afterstop:  # before restart it is inspected whenever it was due
        return None
    for row in own_devices(d).values():
        if said := too_early(d.db, row, main.seisort, main.testsort):
            return f"{row.equcode or row.equname}：{said}，请填写提前申报原因"
    return None


def too_early(db: Session, row: Device, seisort: str, testsort: str) -> str | None:
    """That the archive does not want this inspection before the window of the rules opens; None once it is open."""
    due = records.due_day(db, row, seisort, testsort) if seisort in at.BY_DATE else None
    months = int(records.settings(db)["early_window_months"])
    return f"{due}才到期，早于{months}个月" if due and due > add_months(clock.today(), months) else None


def not_charged(d: Doing) -> str | None:
    """未缴费"""
    paid = select(AppBuss.id).where(AppBuss.appmain_id == d.subject.id, AppBuss.chargestate.in_(at.MONEY))
    if d.subject.chargestate in at.MONEY or d.db.scalar(paid.limit(1)):
        return "已缴费数据不允许作废，请先办理退费"
    return None


def nothing_approved(d: Doing) -> str | None:
    """没有已批准的报告"""
    reported = select(Report.appbuss_id)  # also one that is being corrected
    passed = select(AppBuss.seisn).where(
        AppBuss.appmain_id == d.subject.id, or_(AppBuss.step.in_(at.ISSUED), AppBuss.id.in_(reported))
    )
    found = d.db.scalar(passed.limit(1))
    return f"业务{found}的报告已批准，不能作废" if found else None
