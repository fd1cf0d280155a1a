"""Waybills are made for reports that wait to be released by post, with numbers that a courier gave."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, not_, select
from sqlalchemy.orm import Session

from tejian.inspection import codes as at
from tejian.inspection.flow.api import BUSINESS, POST, of_declaration, unpaid
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.models.posting import MADE, NumberRange, PostedReport, Waybill
from tejian.kit.database.db import many_visible_or_refuse, visible_or_refuse
from tejian.kit.database.phones import hidden
from tejian.kit.ground import dictionary
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User

from . import rules


def to_post(me: User) -> Any:
    """Reports to be released by post that lie in no parcel: few, so that their declarations are asked row by row."""
    live = select(PostedReport.id).where(PostedReport.appbuss_id == AppBuss.id, PostedReport.live)
    by_post = of_declaration(AppMain.reportget) == POST
    return and_(AppBuss.visible(me), AppBuss.step == at.RELEASE, by_post, not_(live.exists()))


@dataclass(frozen=True)
class Receiver:
    """Where a parcel goes. Reports of one institute to one receiver go together."""

    org_id: str
    unitsysid: str
    unitname: str
    receiver: str
    receivertel: str
    address: str


def receivers(db: Session, rows: Sequence[AppBuss]) -> dict[str, Receiver]:
    """Item → where its declaration wants the report."""
    mains = db.scalars(select(AppMain).where(AppMain.id.in_({row.appmain_id for row in rows})))
    by_key = {main.id: main for main in mains}
    return {row.id: _receiver(row, by_key[row.appmain_id]) for row in rows}


def _receiver(row: AppBuss, main: AppMain) -> Receiver:
    return Receiver(
        row.cheorg,
        row.unitsysid,
        row.unitname,
        main.inscontactname,
        main.INSCONTACTTEL,
        main.mailaddress or main.unitaddress,
    )


def make(db: Session, me: User, ids: Sequence[str], company: str) -> list[str]:
    """A waybill for each receiver of these reports; gives their numbers."""
    rows = _waiting(db, me, ids)
    wanted = receivers(db, rows)
    groups: dict[Receiver, list[AppBuss]] = {}
    for row in rows:
        to = wanted[row.id]
        if not (to.receiver and to.receivertel and to.address):
            raise Refused(f"{row.seisn}的申报单没有写全联系人、电话和地址，请逐份制单")
        groups.setdefault(to, []).append(row)
    return [_made(db, me, to, company, "", own).expressno for to, own in groups.items()]


def make_one(db: Session, me: User, item_id: str, values: Mapping[str, Any]) -> Waybill:
    """A waybill for a report, to whom and where the form says; those for the same receiver may go with it."""
    (row,) = _waiting(db, me, [item_id])
    own = receivers(db, [row])[row.id]
    rows = [row, *(_same(db, me, row, own) if values["together"] else ())]
    to = _to(own.org_id, own.unitsysid, own.unitname, values)
    return _made(db, me, to, values["company"], values["expressno"] or "", rows, values["remark"] or "")


def make_again(db: Session, me: User, old: Waybill, values: Mapping[str, Any]) -> Waybill:
    """The reports of a returned waybill on a new one."""
    carried = list(db.scalars(select(PostedReport.appbuss_id).where(PostedReport.bill_id == old.id)))
    rows = many_visible_or_refuse(db, me, AppBuss, carried, lock=True)
    if values["receivertel"] == hidden(old.receivertel):  # as the form showed it
        values = {**values, "receivertel": old.receivertel}
    to = _to(old.org_id, old.unitsysid, old.unitname, values)
    made = _made(db, me, to, values["company"], values["expressno"] or "", rows, values["remark"] or "")
    made.insteadof = old.expressno
    return made


def _to(org_id: str, unitsysid: str, unitname: str, values: Mapping[str, Any]) -> Receiver:
    return Receiver(org_id, unitsysid, unitname, *(values[name] for name in ("receiver", "receivertel", "address")))


def _waiting(db: Session, me: User, ids: Sequence[str]) -> list[AppBuss]:
    """The reports, locked. Refuses those that cannot be released or lie in another parcel."""
    rows = sorted(many_visible_or_refuse(db, me, AppBuss, ids, lock=True), key=lambda row: row.seisn)
    for row in rows:
        if row.step != at.RELEASE:
            raise Refused(f"{row.seisn}当前环节为{BUSINESS.name_of(row.step)}，不能制快递单")
        if sentence := unpaid(db, row):
            raise Refused(sentence)
    carried = select(PostedReport.seisn, Waybill.expressno).join(Waybill, Waybill.id == PostedReport.bill_id)
    query = carried.where(PostedReport.appbuss_id.in_(ids), PostedReport.live)
    for seisn, expressno in db.execute(query.order_by(PostedReport.seisn).limit(1)):
        raise Refused(f"{seisn}的报告已在快递单{expressno}上")
    return rows


def _same(db: Session, me: User, row: AppBuss, to: Receiver) -> list[AppBuss]:
    """Other reports of the unit that are paid, wait to be posted and go to the same receiver."""
    query = select(AppBuss.id).where(to_post(me), AppBuss.unitsysid == row.unitsysid, AppBuss.id != row.id)
    keys = list(db.scalars(query.limit(rules.TOGETHER)))
    others = many_visible_or_refuse(db, me, AppBuss, keys, lock=True) if keys else []
    wanted = receivers(db, others)
    mine = [one for one in others if one.step == at.RELEASE and wanted[one.id] == to and not unpaid(db, one)]
    return sorted(mine, key=lambda one: one.seisn)


def _made(
    db: Session, me: User, to: Receiver, company: str, typed: str, rows: Sequence[AppBuss], remark: str = ""
) -> Waybill:
    number = _own_number(db, company, typed) if typed else _next_number(db, me, to.org_id, company)
    bill = Waybill(
        org_id=to.org_id,
        company=company,
        expressno=number,
        unitsysid=to.unitsysid,
        unitname=to.unitname,
        receiver=to.receiver,
        receivertel=to.receivertel,
        address=to.address,
        reports=len(rows),
        madeby=me.name,
        createby=me.id,
        remark=remark,
        step=MADE,
    )
    db.add(bill)
    db.flush()
    db.add_all(_carried(bill, rows))
    db.flush()
    return bill


def _carried(bill: Waybill, rows: Iterable[AppBuss]) -> Iterable[PostedReport]:
    for row in rows:
        yield PostedReport(
            bill_id=bill.id,
            appbuss_id=row.id,
            seisn=row.seisn,
            reportno=row.reportno,
            equname=row.equname,
            equcode=row.equcode,
        )


def _is_used(db: Session, company: str, number: str) -> bool:
    query = select(Waybill.id).where(Waybill.company == company, Waybill.expressno == number)
    return db.scalar(query.limit(1)) is not None


def _own_number(db: Session, company: str, typed: str) -> str:
    number = rules.number(typed)
    if _is_used(db, company, number):
        raise BadInput(f"快递单号：{number}已用过", field="expressno")
    return number


def _next_number(db: Session, me: User, org_id: str, company: str) -> str:
    """The next number of the institute's ranges of a courier. Who takes one holds the range until his commit."""
    query = select(NumberRange).where(
        NumberRange.org_id == org_id,
        NumberRange.company == company,
        NumberRange.stopped.is_(False),
        NumberRange.next <= NumberRange.last,
    )
    for run in db.scalars(query.order_by(NumberRange.createtime, NumberRange.id).with_for_update()):
        known = rules.Numbers(run.prefix, run.width, run.first, run.last)
        while run.next <= run.last:
            number = known.text(run.next)
            run.next += 1
            if not _is_used(db, company, number):  # one was typed
                return number
    name = dictionary.words(db, me.dict_version).get("KDGS", {}).get(company, company)
    raise Refused(f"{name}没有可用的单号，请先登记号段，或逐份制单并填写快递单号")


def propose(db: Session, me: User, item_id: str) -> dict[str, Any]:
    """What the form of a waybill for a report begins with: the receiver of its declaration, the courier used last."""
    row = visible_or_refuse(db, me, AppBuss, item_id)
    to = receivers(db, [row])[row.id]
    last = select(Waybill.company).where(Waybill.org_id == row.cheorg).order_by(Waybill.createtime.desc(), Waybill.id)
    return {
        "id": row.id,
        "version": row.version,
        "reportno": row.reportno,
        "company": db.scalar(last.limit(1)) or "",
        "receiver": to.receiver,
        "receivertel": to.receivertel,
        "address": to.address,
        "together": "1",
    }


def before_range(db: Session, me: User, row: NumberRange, values: dict[str, Any]) -> None:
    """A range is read once; when numbers of it are in use only 停用 and 备注 change."""
    sent = {name: values.get(name, getattr(row, name)) for name in ("company", "firstno", "lastno")}
    if row.id and row.next > row.first and any(getattr(row, name) != value for name, value in sent.items()):
        raise Refused(f"号段{row.firstno}已取用{row.next - row.first}个单号，只能停用")
    run = rules.numbers(sent["firstno"], sent["lastno"])
    values["firstno"], values["lastno"] = run.text(run.first), run.text(run.last)
    if not row.id:
        row.org_id, row.createby = me.org_id, me.id
    if not row.id or row.next == row.first:
        row.prefix, row.width, row.first, row.last = run.prefix, run.width, run.first, run.last
        row.next = run.first
    over = select(NumberRange).where(
        NumberRange.org_id == row.org_id,
        NumberRange.company == sent["company"],
        NumberRange.prefix == run.prefix,
        NumberRange.width == run.width,
        NumberRange.first <= run.last,
        NumberRange.last >= run.first,
        NumberRange.id != (row.id or ""),
    )
    with db.no_autoflush:
        if other := db.scalars(over.limit(1)).first():
            raise Refused(f"与号段{other.firstno}至{other.lastno}重叠")


def before_range_delete(db: Session, me: User, row: NumberRange) -> None:
    if row.next > row.first:
        raise Refused(f"号段{row.firstno}已取用{row.next - row.first}个单号，不能删除，请停用")


def take_out(db: Session, me: User, reports: Sequence[PostedReport]) -> None:
    """Take reports out of a parcel that is not yet posted; the last one stays."""
    for one in reports:
        bill = visible_or_refuse(db, me, Waybill, one.bill_id, lock=True)
        if bill.step != MADE:
            raise Refused(f"快递单{bill.expressno}已寄出或作废，不能再取出报告")
        if bill.reports == 1:
            raise Refused(f"快递单{bill.expressno}只剩一份报告，请作废快递单")
        bill.reports -= 1
        db.delete(one)
        db.flush()
