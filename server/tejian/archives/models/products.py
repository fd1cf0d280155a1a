"""A product or batch of supervised manufacture or installation, and the devices made of it."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import Computed, Index, Numeric, String, true
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.lists.search import by_pieces
from tejian.system.models.organisations import in_scope

from .product_as_device import ProductAsDevice

NAMES = "compname || '|' || prono || '|' || batchno || '|' || makername || '|' || inspcertno"


class Product(ProductAsDevice, Record, Base):
    """A product: one piece with its number, or a batch. The names of 7000 hold for all classes."""

    __tablename__ = "product"
    audited = "00"
    named = "产品"
    equclass: Mapped[str] = text(8, "产品种类", dict="C601")
    equclacode: Mapped[str] = text(8, "设备类别代码", dict="C602")
    compname: Mapped[str] = text(128, "产品名称")
    compspec: Mapped[str] = text(64, "规格型号")
    prono: Mapped[str] = text(64, "产品编号")
    batchno: Mapped[str] = text(64, "产品批号")
    prodnos: Mapped[str] = text(500, "产品编号范围")
    makersysid: Mapped[str] = text(32, "制造单位主键", refers="unit", merges="产品", beside="makername")
    makername: Mapped[str] = text(200, "制造单位")
    areacode: Mapped[str] = text(12, "所在区划", dict="AREA")  # of the maker
    prodate: Mapped[date | None] = day("制造日期")
    quantity: Mapped[Decimal] = mapped_column(Numeric(12, 2), default=1, info={"label": "产品数量"})
    price: Mapped[Decimal | None] = mapped_column(Numeric(14, 2), info={"label": "产品单价"})
    amount: Mapped[Decimal | None] = mapped_column(Numeric(14, 2), info={"label": "产品总价"})
    inspcertno: Mapped[str] = text(64, "监检证书编号")
    inspman: Mapped[str] = text(64, "监检员")
    appno: Mapped[str] = text(32, "申报单号")
    state: Mapped[str] = text(4, "转设备")  # 0 not yet, 1 some numbers, 2 all
    params: Mapped[dict[str, Any]] = mapped_column(JSONB, default=dict, info={"label": "其他参数"})
    cheorgsysid: Mapped[str] = text(32, "检验机构主键", refers="sys_org")
    searchtext: Mapped[str] = mapped_column(
        String(600), Computed(f"lower({NAMES})", persisted=True), deferred=True, info={"secret": True}
    )
    __table_args__ = (
        by_pieces("ix_product_grams", "searchtext"),
        Index("ix_product_appno", "appno", postgresql_where="appno <> ''"),
        Index("ix_product_class", "equclass", "createtime", "id"),
        Index("ix_product_maker", "makersysid", "createtime", "id"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """The institute's own; supervision sees all; a maker its own."""
        if me.unit_id:
            return Product.makersysid == me.unit_id
        if me.scope == "area":
            return true()
        return in_scope(me, own=Product.createby, org=Product.cheorgsysid, shared=True)


class ProductDevice(Record, Base):
    """A number of a product that became a device: the link both ways."""

    __tablename__ = "product_device"
    product_id: Mapped[str] = mapped_column(String(32))
    prono: Mapped[str] = text(64, "产品编号")
    equdatasysid: Mapped[str] = mapped_column(String(32), unique=True, info={"refers": "equipment", "merges": "产品"})
    byname: Mapped[str] = text(64, "转换人")
    __table_args__ = (Index("uq_product_device_prono", "product_id", "prono", unique=True),)
