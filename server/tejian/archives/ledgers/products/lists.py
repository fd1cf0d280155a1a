"""Six lists over the one table of products."""

from typing import Any

from sqlalchemy import and_, select

from tejian.archives import permissions as p
from tejian.kit.actions import Action
from tejian.kit.listview import Col, ListView, add_list, dates, fragment, like, same
from tejian.kit.user import User
from tejian.system import permissions as system

from .forms import SCREENS
from .models import Product as P

PAGE = "/bsArchives/product/detail?id={id}"
STATES = {"0": "未转", "1": "部分已转", "2": "已转设备"}
TONES = {"0": "ca", "1": "ca", "2": "go"}


def _columns(equclass: str) -> list[Col]:
    part = equclass == "7000"
    return [
        Col("compname", "工程名称" if equclass == "8000" else "产品名称", P.compname, 144, fixed="left"),
        Col("compspec", "规格型号", P.compspec, 130, "code"),
        Col("equclacode", "设备类别", P.equclacode, 128, "dict", dict="C602", shown=False),
        Col("prono", "产品编号", P.prono, 100, "code", shown=not part),
        Col("batchno", "产品批号", P.batchno, 82, "code"),
        Col("prodnos", "编号范围", P.prodnos, 130, "code", shown=part),
        Col("material", "材料牌号", P.params["material"].astext, 90, shown=part),
        Col("makername", "安装单位" if equclass == "8000" else "制造单位", P.makername, 190),
        Col("quantity", "数量", P.quantity, 56, "number"),
        Col("price", "单价(元)", P.price, 96, "money", shown=False),
        Col("amount", "总价(元)", P.amount, 100, "money"),
        Col("prodate", "制造日期", P.prodate, 90, "date", shown=False),
        Col("inspcertno", "监检证书编号", P.inspcertno, 132, "code"),
        Col("inspman", "监检员", P.inspman, 70, shown=False),
        Col("appno", "申报单号", P.appno, 120, "code", shown=False),
        *([] if part else [Col("state", "转设备", P.state, 96, "state", words=STATES, tones=TONES)]),
        Col("createtime", "登记时间", P.createtime, 140, "datetime", shown=False),
        Col("id", "", P.id),
        Col("version", "", P.version),
    ]


def _of_class(equclass: str) -> Any:
    def visible(me: User) -> Any:
        return and_(P.equclass == equclass, P.visible(me))

    return visible


def product_list(equclass: str) -> ListView:
    """The list of the products of a class."""
    route, title = SCREENS[equclass]
    form = f"product_{equclass}_form"
    base = "/api/eqd7000tpm/eqd7000tpm" if equclass == "7000" else f"/api/product/{equclass}"
    convert = Action(
        "convert",
        "转设备",
        p.PRODUCT_CONVERT,
        place="row",
        kind="form",
        needs="one",
        form="product_convert_form",
        when={"state": ["0", "1"]},
    )
    return add_list(
        ListView(
            no=f"product_{route}_list",
            title=title,
            permission=p.PRODUCT_QUERY,
            export_permission=system.EXPORT,
            source=select(P),
            key=P.id,
            visible=_of_class(equclass),
            url=f"{base}/findListBy{equclass}",
            sort="-createtime",
            columns=_columns(equclass),
            search=[
                fragment("codes", "产品", P.searchtext,
                    placeholder="名称、编号、批号、单位",
                    quick=True,
                ),
                like("compspec", "规格型号", P.compspec, quick=True),
                *([] if equclass == "7000" else [same("state", "转设备", P.state, widget="select", options=STATES,
                                                      quick=True)]),
                like("appno", "申报单号", P.appno),
                same("makersysid", "制造单位", P.makersysid, widget="unit"),
                dates("prodate", "制造日期", P.prodate),
            ],
            actions=[
                Action("add", "新增", p.PRODUCT_SAVE, kind="form", form=form, shortcut="Alt+N"),
                Action("importRows", "导入", p.PRODUCT_SAVE),
                Action("view", "查看", p.PRODUCT_QUERY, place="row", kind="route", needs="one", route=PAGE),
                Action("edit", "编辑", p.PRODUCT_SAVE, place="row", kind="form", needs="one", form=form),
                *([] if equclass == "7000" else [convert]),
            ],
        )
    )  # fmt: skip


PRODUCT_LISTS = {c: product_list(c) for c in SCREENS}
