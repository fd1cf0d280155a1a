"""Declarations: what a form sends, how it is saved and submitted, and what it would cost."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.ledgers.inspected.api import Device
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.piping import Pipeline
from tejian.archives.models.products import Product
from tejian.archives.models.units import Unit
from tejian.archives.models.valves import SafetyValve
from tejian.inspection import codes as at
from tejian.inspection.flow.api import DECLARATION, OF_INSTITUTE, UNNOTIFIED, department, newest_version, wrong_subject
from tejian.inspection.models.construction import ConstructionNotice
from tejian.inspection.models.items import AppBuss, AppItem, AppMain
from tejian.inspection.records import api as book
from tejian.inspection.rules.api import REINSPECTION, refuse_combination, works_of
from tejian.kit.database.db import check_version, many_visible_or_refuse, visible_or_refuse
from tejian.kit.database.numbering import take_number
from tejian.kit.forms.form import Form, Id, Ids, matching
from tejian.kit.forms.refers import Refers
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing

from . import fees

MOST = 200


OF_DEVICE = Refers(Pipeline, of={"equdatasysid": Pipeline.equdatasysid}, said="管线：所选管线不属于该装置")
OF_UNIT = Refers(
    Equipment, of={"unitsysid": Equipment.useorgsysid}, said="设备不属于受检单位，请从受检单位的设备中选择"
)


VALVE_OF_UNIT = Refers(
    SafetyValve, of={"unitsysid": SafetyValve.useorgsysid}, said="安全阀不属于受检单位，请从受检单位的安全阀中选择"
)
PRODUCT_OF_UNIT = Refers(
    Product, of={"unitsysid": Product.makersysid}, said="产品不是受检单位制造的，请从受检单位的产品中选择"
)


class ItemForm(Form):
    """What is to be inspected: a device, or a safety valve or a product in its place."""

    equdatasysid: Annotated[Id | None, OF_UNIT] = Field(None, title="设备")
    samvalveid: Annotated[Id | None, VALVE_OF_UNIT] = Field(None, title="安全阀")
    productid: Annotated[Id | None, PRODUCT_OF_UNIT] = Field(None, title="产品")
    contractprice: Decimal | None = Field(None, title="合同价", ge=0, max_digits=14, decimal_places=2)
    remark: str = Field("", title="设备备注", max_length=256)
    lineids: Annotated[Ids | None, OF_DEVICE] = Field(None, title="管线", max_length=500)  # not sent: as they were

    @property
    def key(self) -> str:
        """Of the device, the valve or the product."""
        return self.equdatasysid or self.samvalveid or self.productid or ""

    @classmethod
    def of(cls, device: Device, **more: Any) -> "ItemForm":
        """A row for what the server has read."""
        return cls(**{NAMED[type(device)]: device.id}, **more)


NAMED: Mapping[type[Any], str] = {Equipment: "equdatasysid", SafetyValve: "samvalveid", Product: "productid"}


class ApplicationForm(Form):
    """What a declaration form sends. Names, codes and fees of unit and devices are read on the server."""

    id: Id | None = Field(None, title="主键")
    version: int | None = Field(None, title="版本")
    equclass: str = Field("", title="设备种类", max_length=8)
    seisort: str = Field(title="检验类别", max_length=4)
    testsort: str = Field(title="检验类型", max_length=8)
    usertype: str = Field("", title="用户类别", max_length=8)
    unitsysid: Annotated[Id, Refers(Unit, alone="what it is declared for")] = Field(title="受检单位")
    payunitsysid: Annotated[Id | None, Refers(Unit, alone="anybody may pay")] = Field(None, title="缴费单位")
    invoicetitle: str = Field("", title="发票抬头", max_length=200)
    taxno: str = Field("", title="税号", max_length=32)
    invoiceemail: Annotated[str, matching("email")] = Field("", title="发票邮箱", max_length=128)
    inscontactname: str = Field("", title="联系人", max_length=64)
    INSCONTACTTEL: Annotated[str, matching("mobileOrLandline")] = Field("", title="联系电话", max_length=32)
    plandate: date | None = Field(None, title="期望检验日期")
    reportget: str = Field("03", title="报告领取方式", pattern="^0[123]$")
    mailaddress: str = Field("", title="邮寄地址", max_length=256)
    isurgent: bool = Field(False, title="加急")
    urgentreason: str = Field("", title="加急原因", max_length=256)
    earlyreason: str = Field("", title="提前申报原因", max_length=256)
    afterstop: bool = Field(False, title="停用后重新检验")
    chedept: Annotated[Id | None, OF_INSTITUTE] = Field(None, title="检验部门")
    remark: str = Field("", title="备注", max_length=500)
    equipment: list[ItemForm] = Field(default_factory=list, title="设备", max_length=MOST)


HEADER: tuple[str, ...] = (
    "seisort",
    "testsort",
    "usertype",
    "invoicetitle",
    "taxno",
    "invoiceemail",
    "inscontactname",
)


HEADER += ("INSCONTACTTEL", "plandate", "reportget", "mailaddress", "isurgent", "urgentreason", "earlyreason", "remark")
HEADER += ("afterstop",)


@dataclass(frozen=True)
class Mother:
    """What a device is inspected again for: the item that failed, and the numbers of its items that did."""

    item: AppBuss
    again: Sequence[str]


def refuse_past(plandate: date | None) -> None:
    """A day that is wished for lies ahead."""
    if plandate and plandate < clock.today():
        raise BadInput(f"期望检验日期{plandate}已过", field="plandate")


def save(
    db: Session,
    me: User,
    form: ApplicationForm,
    mothers: Mapping[str, Mother] | None = None,
    notice: ConstructionNotice | None = None,
    appway: str = at.COUNTER,
) -> AppMain:
    """Create or change a declaration that has not been submitted. Its number is taken last.

    `mothers` are those of a re-inspection by device; `notice` is what a supervised inspection follows from; `appway` is
    how it came in, which stays.
    """
    if form.testsort == REINSPECTION and not (form.id or mothers):
        raise Refused("复检须从复检管理中按不合格报告登记")
    if form.id:
        main = visible_or_refuse(db, me, AppMain, form.id, lock=True)
        check_version(main, form.version)
        if main.step != at.DECLARE:
            raise Refused(f"{main.appno}已提交，不能修改")
    else:
        main = AppMain(step=at.DECLARE, status=at.SAVED, appdate=clock.today(), flow_version=newest_version(db))
        main.appway = appway
        main.cheorg, main.createby, main.step_since = me.org_id, me.id, clock.now()
    unit = visible_or_refuse(db, me, Unit, form.unitsysid)
    if not unit.enabled:
        raise Refused(f"{unit.name}已停用，不能申报")
    for name in HEADER:
        setattr(main, name, getattr(form, name))
    if form.isurgent and not form.urgentreason:
        raise BadInput("加急须写明原因", field="urgentreason")
    _write_unit(db, me, main, unit, form.payunitsysid)
    devices = _devices(db, me, form.equipment)
    _write_class(db, main, form, devices)
    if notice is not None:
        main.notify_id, main.notifyno = notice.id, notice.notifyno
    if not main.notify_id and works_of(book.notice_sorts(db), main.equclass, main.testsort):
        raise Refused(UNNOTIFIED)
    book.check_named(db, devices, {r.key: r.lineids or [] for r in form.equipment})
    keepers = {one.chedeptid for one in devices.values()}
    main.chedept = department(db, me, form.chedept or main.chedept, main.equclass, keepers)
    db.add(main)
    db.flush()
    _write_items(db, main, form.equipment, devices, mothers or {})
    if not main.appno:
        main.appno = take_number(db, "appno")
        DECLARATION.log(Doing(db, me, main), "create", "申报登记", "", main.step)
    db.flush()
    return main


def _write_unit(db: Session, me: User, main: AppMain, unit: Unit, payer: str | None) -> None:
    main.unitsysid, main.unitname, main.unitcode, main.unitaddress = unit.id, unit.name, unit.code, unit.address
    main.unittext = f"{unit.name}|{unit.code}|{unit.pinyin}".lower()[:400]
    main.usertype = main.usertype or unit.usertype
    paying = visible_or_refuse(db, me, Unit, payer) if payer and payer != unit.id else unit
    main.payunitsysid, main.payunitname = paying.id, paying.name
    main.invoicetitle = main.invoicetitle or paying.invoicetitle or paying.name
    main.taxno = main.taxno or paying.taxno or paying.code


def _devices(db: Session, me: User, rows: Sequence[ItemForm]) -> dict[str, Device]:
    if any(sum(bool(getattr(one, name)) for name in NAMED.values()) != 1 for one in rows):
        raise BadInput("设备：请从受检单位的设备中选择", field="equipment")
    ids = [one.key for one in rows]
    if len(set(ids)) != len(ids):
        raise BadInput("同一台设备不能重复选择")
    every: list[Device] = []
    for model, name in NAMED.items():
        if keys := [key for one in rows if (key := getattr(one, name))]:
            every += many_visible_or_refuse(db, me, model, keys)
    return {one.id: one for one in every}


def _write_class(db: Session, main: AppMain, form: ApplicationForm, devices: Mapping[str, Device]) -> None:
    classes = {e.equclass for e in devices.values()}
    if len(classes) > 1:
        raise Refused("一张申报单只能申报同一种类的设备")
    main.equclass = classes.pop() if classes else form.equclass
    kinds = {e.equclacode for e in devices.values()}
    main.equclacode = kinds.pop() if len(kinds) == 1 else main.equclass
    for device in devices.values():
        refusal = refuse_combination(
            book.offered(db, device.equclacode), device.equclacode, form.seisort, form.testsort
        )
        if refusal := refusal or wrong_subject(db, device, form.seisort, form.testsort):
            raise Refused(f"{device.equname}{device.equcode}：{refusal}")


def _write_items(
    db: Session,
    main: AppMain,
    rows: Sequence[ItemForm],
    devices: Mapping[str, Device],
    mothers: Mapping[str, Mother],
) -> None:
    have = {i.equdatasysid: i for i in db.scalars(select(AppItem).where(AppItem.appmain_id == main.id))}
    total, dates = Decimal("0.00"), []
    agreed = fees.agreements(db, main.payunitsysid or main.unitsysid)
    for seq, one in enumerate(rows, 1):
        device = devices[one.key]
        item = have.pop(device.id, None) or AppItem(appmain_id=main.id, equdatasysid=device.id)
        for name in ("equname", "equcode", "regcode", "usecertno", "equidentcode", "prono", "model", "equclacode"):
            setattr(item, name, getattr(device, name))
        item.seq, item.useplace, item.ninspdate = seq, device.useplace, device.ninspdate
        item.lastreportno, item.lastresult = device.insreportno, device.insresult
        item.contractprice, item.remark = one.contractprice, one.remark
        if one.lineids is not None:
            item.lineids = sorted(set(one.lineids))
        if device.id in mothers:
            item.mother_id, item.again = mothers[device.id].item.id, list(mothers[device.id].again)
        named, first = item.lineids or [], _first_sort(db, item)
        fee = fees.preview(db, device, main.testsort, item.contractprice, named, first, agreed)
        item.fee, item.feelines, item.feenote = fee.total, fee.lines, fee.note[:256]
        total += fee.total or Decimal(0)
        if device.ninspdate:
            dates.append(device.ninspdate)
        db.add(item)
    for gone in have.values():
        db.delete(gone)
    main.equcount, main.feepreview = len(rows), total
    main.ninspdate = min(dates) if dates else None


def _first_sort(db: Session, item: AppItem) -> str:
    """The test sort that a re-inspection repeats; '' for any other."""
    if not item.mother_id:
        return ""
    return book.first_of(db, db.scalars(select(AppBuss).where(AppBuss.id == item.mother_id)).one()).testsort


def submit(db: Session, me: User, form: ApplicationForm) -> AppMain:
    """Save what the form carries and submit it in one transaction."""
    main = save(db, me, form)
    DECLARATION.do(db, me, "submit", [main.id])
    return main


def refused(db: Session, me: User, form: ApplicationForm) -> str | None:
    """What the counter would say against such a declaration, asked of itself: it is made, judged and taken back."""
    trial = db.begin_nested()
    try:
        d = Doing(db, me, save(db, me, form))
        return next((said for guard in DECLARATION.by_name["submit"].guards if (said := guard(d))), None)
    except Refused as no:
        return no.message
    finally:
        trial.rollback()
