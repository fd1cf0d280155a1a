"""What is filled in for a batch of labels and for what becomes of its numbers."""

import re
from typing import Any

from tejian.inspection.models.labels import LabelBatch as B
from tejian.inspection.models.labels import LabelMove as M
from tejian.kit.forms.formview import Field, FormView, Group, add_form, field_of
from tejian.kit.forms.refers import Refers
from tejian.kit.ground.user import User
from tejian.system.models.organisations import Org

API = "/api/labelProj"
PAGE = "/sysmng/labelProjDetail?id={id}"
MOST = 100_000  # numbers of a batch
DEPTS = ("dept", "station")


def _prefix(value: str) -> str | None:
    """The running number takes all digits at the end, as a mark sheet is read (printing.rules)."""
    return None if re.fullmatch(r"[0-9A-Z-]{0,21}[A-Z-]", value) else "大写字母、数字和短横线，不以数字结尾，最多22个"


def own_departments(me: User) -> Any:
    return (Org.org_id == me.org_id) & Org.kind.in_(DEPTS) & Org.enabled


DEPT = Refers(Org, among=own_departments, alone="any department of the own institute")
FORM = add_form(
    FormView(
        "label_batch_form",
        "标志批次",
        f"{API}/save",
        [
            Group(
                "",
                [
                    field_of(B.type, required=True, span=12),
                    field_of(B.prefix, span=12, check=_prefix, help="如HG26-；没有的不填"),
                    field_of(B.width, required=True, low=1, high=9, span=8, help="如6，即000001"),
                    field_of(B.firstno, required=True, low=1, high=999_999_999, span=8),
                    field_of(B.lastno, required=True, low=1, high=999_999_999, span=8),
                    field_of(B.printer, span=12),
                    field_of(B.printed, required=True, span=12),
                    field_of(B.remark, type="textarea", span=24),
                ],
            )
        ],
        load_url=f"{API}/load",
        width=680,
        note="每个号码只能在一个批次里；发放或使用过的批次不能修改",
    )
)
SPAN = [
    field_of(M.firstno, required=True, low=1, high=999_999_999, span=12),
    field_of(M.lastno, required=True, low=1, high=999_999_999, span=12),
]
WHY = field_of(M.reason, required=True, type="textarea", span=24)


def _dialog(name: str, title: str, *fields: Field) -> FormView:
    view = FormView(
        f"label_{name}_form", title, f"{API}/{name}", [Group("", [*SPAN, *fields])], f"{API}/{name}Start", width=560
    )
    return add_form(view)


ISSUE = _dialog(
    "issue",
    "发放标志",
    field_of(M.dept_id, type="select", options_url=f"{API}/departments", required=True, span=24, refers=DEPT),
)
RETURN = _dialog("giveBack", "退回标志", field_of(M.reason, type="textarea", span=24))
VOID = _dialog("void", "作废标志", WHY)
