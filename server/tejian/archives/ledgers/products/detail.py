"""The page of a product: what it is, where its certificate comes from, and the devices made of it."""

from typing import Any, NamedTuple

from sqlalchemy.orm import Session

from tejian.archives import permissions as p
from tejian.archives.equipment.api import page_of
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.products import Product, ProductDevice
from tejian.kit.database.audit import plain
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.records.recordview import Fact, Part, RecordView, Shown, of

from . import rules, service
from .forms import FORMS
from .lists import PAGE, STATES, TONES


class Beside(NamedTuple):
    """What belongs to a product."""

    declaration: str | None
    devices: list[tuple[ProductDevice, Equipment]]


def _beside(db: Session, me: User, row: Product) -> Beside:
    return Beside(service.find_declaration(db, me, row.appno) if row.appno else None, service.devices_of(db, row))


def _devices(shown: Shown) -> list[dict[str, Any]]:
    """The devices made of it; one whose archive was deleted leads nowhere."""
    return [
        {
            "id": device.id,
            "prono": link.prono,
            "equname": device.equname + ("（档案已删除）" if device.equDel else ""),
            "equnameLink": "" if device.equDel else page_of(device.equclass, device.id),
            "equcode": device.equcode or "没有代码",
            "useorgname": device.useorgname,
            "byname": link.byname,
            "createtime": plain(link.createtime),
        }
        for link, device in shown.more.devices
    ]


def _is_device(shown: Shown) -> bool:
    return shown.row.equclass not in rules.NO_DEVICES


def _actions(shown: Shown) -> list[Action]:
    convert = Action("convert", "转设备", p.PRODUCT_CONVERT, kind="form", needs="one", form="product_convert_form")
    edit = Action("edit", "编辑", p.PRODUCT_SAVE, kind="route", needs="one", route=f"{PAGE}&edit=1")
    return [edit, convert] if _is_device(shown) else [edit]


PRODUCT = RecordView(
    no="product",
    title="产品详情",
    permission=p.PRODUCT_QUERY,
    model=Product,
    url="/api/product/record",
    form=lambda s: FORMS[s.row.equclass],
    values=service.shown,
    more=_beside,
    heading=lambda s: s.row.compname,
    name=lambda s: s.row.prono or s.row.batchno or s.row.compname,
    subtitle=lambda s: s.row.compspec,
    identity=lambda s: "　".join(filter(None, [s.row.prono, s.row.batchno, s.row.makername])),
    facts=[
        Fact(
            "state",
            text=lambda s: STATES[s.row.state] if _is_device(s) else "不单独建档",
            dot=True,
            tone=lambda s: TONES[s.row.state] if _is_device(s) else "ok",
            note=lambda s: f"已转 {len(s.more.devices)} 台" if _is_device(s) else "",
        ),
        Fact("quantity"),
        Fact("makersysid", text=lambda s: s.row.makername or "没有登记", note=lambda s: s.text("prodate")),
        Fact(
            "inspcertno",
            text=lambda s: s.row.inspcertno or "没有",
            note=lambda s: s.row.inspman and f"监检员 {s.row.inspman}",
        ),
        Fact(
            "appno",
            "监检申报单",
            text=lambda s: s.row.appno or "没有",
            link=lambda s: f"/businessPro/applyInfo?id={s.more.declaration}" if s.more.declaration else "",
        ),
    ],
    parts=[
        Part(
            "devices",
            "转成的设备",
            columns=[
                of(ProductDevice.prono, 150, type="code"),
                of(Equipment.equname),
                of(Equipment.equcode, 170, type="code"),
                of(Equipment.useorgname),
                of(ProductDevice.byname, 90),
                of(ProductDevice.createtime, 150, label="转换时间"),
            ],
            rows=_devices,
            empty="还没有转设备",
            when=_is_device,
        )
    ],
    actions=_actions,
    refuses={"convert": lambda s: "" if s.row.state != rules.ALL else "已全部转为设备"},
    history=True,
)
