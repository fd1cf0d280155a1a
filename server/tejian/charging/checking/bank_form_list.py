"""The formats of the files of banks that an institute keeps: what each heading was said to mean."""

from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.charging import permissions as p
from tejian.charging.models.checks import BankForm as F
from tejian.charging.places import BASE
from tejian.kit.database.audit import security_event
from tejian.kit.database.db import many_visible_or_refuse
from tejian.kit.forms.form import ManyIds
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, add_list, col, like
from tejian.kit.records.recordview import Fact, Part, RecordView, Shown
from tejian.system.permissions import EXPORT

from .banks import FIELDS

CALLS = "/api/chamain/bankForm"
PAGE = f"{BASE}/bankForm/detail?id={{id}}"
REMOVE = "删除后，这个银行的下一个文件须重新说明各列的含义；已导入的对账单不变。确定删除吗？"
HEADS = select(func.count()).select_from(func.jsonb_object_keys(F.columns).table_valued("key")).scalar_subquery()


def forget(db: Session, me: User, form: ManyIds) -> None:
    """The next file of the bank is asked about anew; statements that were taken stay."""
    for row in many_visible_or_refuse(db, me, F, form.ids, lock=True):
        security_event(db, "银行文件格式删除", row.bank, "、".join(sorted(row.columns))[:400])
        db.delete(row)


bank_form_list = add_list(
    ListView(
        no="cha_bank_form_list",
        title="银行文件格式",
        permission=p.TAKE,
        export_permission=EXPORT,
        source=select(F),
        key=F.id,
        visible=F.visible,
        url=f"{CALLS}/findList",
        sort="-said",
        columns=[
            col(F.bank, 200, fixed="left", link=PAGE),
            Col("heads", "列数", HEADS, 80, "number", sortable=False),
            col(F.saidby, 100),
            col(F.said, 140),
        ],
        search=[like("bank", "银行", F.bank, quick=True)],
        actions=[
            Action("view", "查看", p.TAKE, place="row", kind="route", needs="one", route=PAGE),
            Action(
                *("delete", "删除", p.TAKE),
                place="batch",
                kind="call",
                needs="many",
                url=f"{CALLS}/delete",
                confirm=REMOVE,
                empty="请选择",
                done="已删除",
            ),
        ],
    )
)


def _columns(shown: Shown) -> list[dict[str, Any]]:
    said = sorted(shown.row.columns.items())
    return [{"id": head, "head": head, "field": FIELDS.get(field, field)} for head, field in said]


BANK_FORM_VIEW = RecordView(
    no="cha_bank_form",
    title="银行文件格式",
    permission=p.TAKE,
    model=F,
    url=f"{CALLS}/record",
    heading=lambda s: s.row.bank,
    name=lambda s: s.row.bank,
    facts=[
        Fact(label="列数", text=lambda s: f"{len(s.row.columns)} 列"),
        Fact(label="最近说明", text=lambda s: s.row.saidby, note=lambda s: s.text("said")),
    ],
    parts=[
        Part(
            "columns",
            "列对应",
            columns=[Col("head", "文件的列", None, 300), Col("field", "对账单的项目", None, 0)],
            rows=_columns,
            noun="列",
        )
    ],
    history=True,
)
