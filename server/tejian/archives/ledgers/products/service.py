"""Products of supervised manufacture: keep them, and make devices of them, each number once."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.common.api import class_of
from tejian.archives.equipment import api as equipment
from tejian.archives.equipment.api import flat, put
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.products import Product, ProductDevice
from tejian.archives.models.units import Unit
from tejian.kit.database.audit import plain
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.form import asks, checked
from tejian.kit.forms.formview import FormView, Input
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.ports import Port
from tejian.kit.ground.user import User
from tejian.kit.records.crud import held

from . import rules
from .forms import FORMS

# A higher area says which declaration a number belongs to; None when there is none that the user sees.
NAMED = asks(id="主键", equclass="产品种类")
# a higher area says which inspection of a product is declared or done
inspection_of: Port[[Session, str], str] = Port("the inspection of a product", lambda _db, _key: "")
KEPT: tuple[str, ...] = (
    "equclacode",
    "compname",
    "compspec",
    "prono",
    "batchno",
    "prodnos",
    "quantity",
    "makersysid",
    "excludenos",
)
KEPT += ("inspcertno", "inspman", "appno")
find_declaration: Port[[Session, User, str], str | None] = Port("a declaration by its number")


def form_of(db: Session, me: User, sent: Mapping[str, Any]) -> FormView:
    """The form of the class: that of a known product, of a new one what was sent."""
    named = checked(NAMED, sent)
    equclass = visible_or_refuse(db, me, Product, named["id"]).equclass if named["id"] else named["equclass"]
    if equclass not in FORMS:
        raise BadInput("产品种类：请从选项中选择", field="equclass")
    return FORMS[equclass]


def save(db: Session, me: User, sent: Input) -> dict[str, Any]:
    """Create or change a product. One that became devices keeps its class, numbers and maker."""
    key, values = sent.id, dict(sent.values)
    if key:
        row = held(db, me, Product, sent)
    else:
        row = Product(equclass=values["equclass"], params={}, state=rules.NONE, cheorgsysid=me.org_id)
    whole = {**flat(row), **values} if key else values
    if row.state != rules.NONE:
        fixed = [n for n in ("equclacode", "compspec", "prono", "makersysid") if n in values]
        if any((values[n] or "") != (getattr(row, n) or "") for n in fixed):
            raise Refused("产品已转设备，类别、型号、编号和制造单位不能再改")
    if key:
        _refuse_inspected(db, row, values)
    _check(db, me, row, values, whole)
    if values.get("makersysid"):
        maker = visible_or_refuse(db, me, Unit, values["makersysid"])
        row.makername, row.areacode = maker.name, maker.areacode
    if row.equclass != codes.PIPE_PART and (whole.get("price") is not None and whole.get("amount") is None):
        values["amount"] = Decimal(str(whole["price"])) * Decimal(str(whole["quantity"]))
    values.pop("equclass", None)
    put(row, values if key else {k: v for k, v in values.items() if v is not None})
    db.add(row)
    db.flush()
    row.state = rules.state_of(Decimal(row.quantity), _made(db, row))
    db.flush()
    return flat(row)


def _refuse_inspected(db: Session, row: Product, values: Mapping[str, Any]) -> None:
    """What its report and certificate state of a product is not changed behind them."""
    now = {**row.params, **{name: getattr(row, name, "") for name in KEPT if hasattr(Product, name)}}
    changed = [name for name in KEPT if name in values and _differs(values[name], now.get(name))]
    if changed and (number := inspection_of(db, row.id)):
        raise Refused(f"该产品已申报检验（{number}），编号、数量、制造单位和监检证书不能再改")


def _differs(sent: Any, known: Any) -> bool:
    return Decimal(str(sent or 0)) != known if isinstance(known, Decimal) else (sent or "") != (known or "")


def _check(db: Session, me: User, row: Product, values: Mapping[str, Any], whole: Mapping[str, Any]) -> None:
    code = whole.get("equclacode")
    if code or row.equclass != codes.PIPE_PART:
        known = dictionary.words(db, me.dict_version).get("C602", {})
        if class_of(str(code)) != row.equclass or code not in known:
            raise BadInput("设备类别：请从选项中选择", field="equclacode")
    numbered = whole.get("prono") or whole.get("batchno") or whole.get("prodnos")
    if not numbered and row.equclass not in (codes.PIPE_PART, codes.PIPING):
        raise BadInput("产品编号：单台填产品编号，成批填批号", field="prono")
    if values.get("prodate") and values["prodate"] > clock.today():
        raise BadInput("制造日期：不得晚于今天", field="prodate")
    try:
        numbers = rules.numbers(whole.get("prodnos") or "") if row.equclass != codes.PIPE_PART else []
    except ValueError as wrong:
        raise BadInput(f"编号范围：{wrong}", field="prodnos") from None
    quantity = Decimal(str(whole["quantity"]))
    if len(numbers) > quantity:
        raise BadInput(f"编号范围：有 {len(numbers)} 个编号，超过数量 {quantity.normalize():f}", field="prodnos")
    if row.id and quantity < _made(db, row):
        raise BadInput("数量：不得少于已转设备的台数", field="quantity")
    if values.get("appno") and find_declaration(db, me, values["appno"]) is None:
        raise BadInput("申报单号：没有这张申报单", field="appno")
    same = select(Product.id).where(
        Product.equclass == row.equclass,
        Product.makersysid == (whole.get("makersysid") or ""),
        Product.prono == (whole.get("prono") or ""),
        Product.batchno == (whole.get("batchno") or ""),
        Product.compname == whole["compname"],
    )
    if db.scalar(same.where(Product.id != row.id) if row.id else same):
        raise Refused("该制造单位的同名、同编号、同批号产品已登记", "DUPLICATE")


def _made(db: Session, row: Product) -> int:
    return db.scalar(select(func.count()).where(ProductDevice.product_id == row.id)) or 0


def shown(db: Session, me: User, row: Product) -> dict[str, Any]:
    """A product as JSON, with the name of its maker beside the key."""
    return flat(row) | {"makersysidName": row.makername}


def devices_of(db: Session, row: Product) -> list[tuple[ProductDevice, Equipment]]:
    """The devices made of a product, by their numbers."""
    found = (
        select(ProductDevice, Equipment)
        .join(Equipment, Equipment.id == ProductDevice.equdatasysid)
        .where(ProductDevice.product_id == row.id)
        .order_by(ProductDevice.prono)
    )
    return [(link, device) for link, device in db.execute(found)]


def remaining(db: Session, row: Product) -> list[str]:
    """The numbers of a product that are no devices yet, as far as its numbers are known."""
    gone = set(db.scalars(select(ProductDevice.prono).where(ProductDevice.product_id == row.id)))
    known = rules.numbers(row.prodnos) if row.prodnos else [row.prono] if row.prono else []
    if row.equclass == codes.PIPING and not known:
        known = [row.compname]
    return [n for n in known if n not in gone]


def convert_start(db: Session, me: User, key: str) -> dict[str, Any]:
    """What the conversion form of a product begins with."""
    row = visible_or_refuse(db, me, Product, key)
    start = {"id": row.id, "version": row.version, "equclacode": row.equclacode, "equname": row.compname}
    return start | {"pronos": "\n".join(remaining(db, row)[: rules.MOST])}


def convert(db: Session, me: User, sent: Input) -> dict[str, Any]:
    """转设备: one unregistered device for each number; any number that is taken refuses them all."""
    row, values = visible_or_refuse(db, me, Product, sent.id, lock=True), sent.values
    if row.equclass in rules.NO_DEVICES:
        raise Refused("压力管道元件和安全附件不单独建立设备档案")
    try:
        wanted = rules.numbers(values["pronos"])
    except ValueError as wrong:
        raise BadInput(f"产品编号：{wrong}", field="pronos") from None
    converted = set(db.scalars(select(ProductDevice.prono).where(ProductDevice.product_id == row.id)))
    if again := [n for n in wanted if n in converted]:
        raise Refused(f"产品编号 {again[0]} 已转设备，不能重复转换")
    if len(converted) + len(wanted) > row.quantity:
        raise Refused(f"本产品共 {row.quantity.normalize():f} 台，已转 {len(converted)} 台，不能再转 {len(wanted)} 台")
    known = set(rules.numbers(row.prodnos)) if row.prodnos else {row.prono} if row.prono else set()
    if foreign := [n for n in wanted if known and n not in known]:
        raise Refused(f"产品编号 {foreign[0]} 不在本产品的编号范围内")
    devices = [_device(db, me, row, number, values) for number in wanted]
    row.state = rules.state_of(Decimal(row.quantity), len(converted) + len(wanted))
    db.flush()
    return {"id": row.id, "state": row.state, "devices": [{"id": e.id, "prono": e.prono} for e in devices]}


def _device(db: Session, me: User, row: Product, number: str, values: Mapping[str, Any]) -> Equipment:
    """An unregistered device of this product; its technical fields are asked for when it is edited."""
    names = ("equclacode", "equname", "useorgsysid", "areacode", "useplace")
    sent = {n: plain(values[n]) for n in names} | {"model": row.compspec, "prodate": plain(row.prodate)}
    sent |= {"prono": number, "porgaosysid": row.makersysid, "mfginspcertno": row.inspcertno}
    if row.equclass == codes.PIPING:
        sent |= {"projname": number, "prono": "", "porgaosysid": "", "insorg": row.makername, "mfginspcertno": ""}
    sent = {**row.params, **sent}
    if row.price is not None and row.equclass != codes.PIPING:
        sent["equprice"] = plain(row.price)
    sent["remark"] = f"由产品档案转入：{row.compname} {row.batchno}".strip()
    device = equipment.store(db, me, equipment.fresh(me, row.equclass), sent, draft=True)
    db.add(ProductDevice(product_id=row.id, prono=number, equdatasysid=device.id, byname=me.name))
    db.flush()
    return device
