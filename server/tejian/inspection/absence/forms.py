"""What is said of an absence: by the office for anybody, by a person for himself."""

from tejian.inspection.models.absence import KINDS
from tejian.inspection.models.absence import StaffLeave as L
from tejian.kit.forms.formview import Field, FormView, Group, add_form, field_of
from tejian.kit.forms.refers import Refers
from tejian.system.models.accounts import SysUser

CALL = "/api/leave"
OWN = f"{CALL}/own"
PERSON = Field(
    *("user_id", "人员", "select", True),
    span=12,
    size=32,
    options_url=f"{CALL}/people",
    refers=Refers(
        SysUser,
        among=lambda me: SysUser.org_id == me.org_id,
        alone="a colleague: another one may be named as long as it is not begun",
    ),
)
WHEN = [
    field_of(L.kind, type="select", options=KINDS, required=True, span=12, default="1"),
    field_of(L.begins, required=True, span=12),
    field_of(L.ends, required=True, span=12, help="含当日"),
    field_of(
        L.half, type="select", options={"上午": "上午", "下午": "下午"}, span=12, help="不选为全天；半天的只能是一天"
    ),
    field_of(L.reason, type="textarea", required=True, span=24, missing="请写明原因"),
]
NOTE = "这几天不再安排为检验人员；已安排的任务告知任务安排人员，须另行改期或换人"


def _form(no: str, title: str, base: str, *fields: Field) -> FormView:
    return add_form(
        FormView(no, title, f"{base}/save", [Group("", [*fields, *WHEN])], f"{base}/load", width=560, note=NOTE)
    )


LEAVE_FORM = _form("staff_leave_form", "请假外出", CALL, PERSON)
OWN_FORM = _form("staff_leave_own_form", "我的请假外出", OWN)
