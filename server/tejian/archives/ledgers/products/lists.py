"""Six lists over the one table of products."""

from typing import Any

from sqlalchemy import and_, select

from tejian.archives import codes
from tejian.archives import permissions as p
from tejian.archives.models.products import Product as P
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, add_list, col, dates, fragment, like, same
from tejian.kit.process.standard import standard
from tejian.kit.records.crud import Rights
from tejian.system import permissions as system

from .forms import FORMS, SCREENS
from .rules import ALL, NO_DEVICES, NONE, SOME

PAGE = "/bsArchives/product/detail?id={id}"
STATES = {NONE: "未转", SOME: "部分已转", ALL: "已转设备"}
TONES = {NONE: "ca", SOME: "ca", ALL: "go"}


def _columns(equclass: str) -> list[Col]:
    part = equclass == codes.PIPE_PART
    return [
        Col("compname", "工程名称" if equclass == codes.PIPING else "产品名称", P.compname, 144, fixed="left"),
        col(P.compspec, 130, type="code"),
        col(P.equclacode, 128, label="元件类别" if part else "设备类别", shown=part),
        col(P.prono, 100, type="code", shown=not part),
        col(P.batchno, 82, type="code"),
        Col("prodnos", "编号范围", P.prodnos, 130, "code", shown=part),
        Col("material", "材料牌号", P.params["material"].astext, 90, shown=part),
        Col("makername", "安装单位" if equclass == codes.PIPING else "制造单位", P.makername, 190),
        col(P.quantity, 70, label="数量"),
        Col("price", "单价(元)", P.price, 96, "money", shown=False),
        Col("amount", "总价(元)", P.amount, 100, "money"),
        col(P.prodate, 90, shown=False),
        col(P.inspcertno, 132, type="code"),
        col(P.inspman, 70, shown=False),
        col(P.appno, type="code", shown=False),
        *([] if equclass in NO_DEVICES else [col(P.state, 96, type="state", words=STATES, tones=TONES)]),
        col(P.createtime, 140, label="登记时间", shown=False),
    ]


def _of_class(equclass: str) -> Any:
    def visible(me: User) -> Any:
        return and_(P.equclass == equclass, P.visible(me))

    return visible


def product_list(equclass: str) -> ListView:
    """The list of the products of a class."""
    route, title = SCREENS[equclass]
    acts = standard(FORMS[equclass], Rights(p.PRODUCT_QUERY, p.PRODUCT_SAVE))
    part = equclass == codes.PIPE_PART
    base = "/api/eqd7000tpm/eqd7000tpm" if part else f"/api/product/{equclass}"
    convert = Action(
        "convert",
        "转设备",
        p.PRODUCT_CONVERT,
        place="row",
        kind="form",
        needs="one",
        form="product_convert_form",
        when={"state": [NONE, SOME]},
    )
    state = same("state", "转设备", P.state, widget="select", options=STATES, quick=True)
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
                *([] if equclass in NO_DEVICES else [state]),
                like("appno", "申报单号", P.appno),
                same("makersysid", "制造单位", P.makersysid, widget="unit"),
                dates("prodate", "制造日期", P.prodate),
            ],
            actions=[
                acts.add,
                Action("importRows", "导入", p.PRODUCT_SAVE),
                Action("view", "查看", p.PRODUCT_QUERY, place="row", kind="route", needs="one", route=PAGE),
                acts.edit,
                *([] if equclass in NO_DEVICES else [convert]),
            ],
        )
    )  # fmt: skip


PRODUCT_LISTS = {c: product_list(c) for c in SCREENS}
