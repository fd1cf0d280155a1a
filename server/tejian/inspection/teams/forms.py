"""What is filled in for an inspection group."""

from typing import Any

from tejian.inspection.models.teams import InspectionTeam as T
from tejian.kit.forms.formview import Field, FormView, Group, add_form, field_of
from tejian.kit.forms.refers import Refers
from tejian.system.models.accounts import SysUser
from tejian.system.models.organisations import Org

API = "/api/inmConf"
INSPECTING = ("dept", "station")


def departments(_me: Any) -> Any:
    return Org.kind.in_(INSPECTING) & Org.enabled


def staff(_me: Any) -> Any:
    return (SysUser.unit_id == "") & SysUser.enabled


DEPT = Refers(Org, among=departments, alone="any department of any institute, by the system administrator")
MEMBER = Refers(SysUser, among=staff, alone="judged with the department of the group")
CHOSEN: Any = {"type": "select", "options_url": f"{API}/departments"}
FORM = add_form(
    FormView(
        "inspection_team_form",
        "检验组",
        f"{API}/save",
        [
            Group(
                "",
                [
                    field_of(T.dept_id, **CHOSEN, required=True, span=12, refers=DEPT),
                    field_of(T.name, required=True, span=12),
                    field_of(T.equclass, required=True, span=8),
                    field_of(T.seisort, span=8, help="不选为全部"),
                    field_of(T.testsort, span=8, help="不选为全部"),
                    Field(
                        *("templates", "模板", "selectMulti"),
                        options_url=f"{API}/templates",
                        size=1000,
                        span=24,
                        help="不选为该种类和类型的全部模板",
                    ),
                    Field(
                        *("member_ids", "成员", "selectMulti"),
                        options_url=f"{API}/people",
                        required=True,
                        size=7000,
                        span=24,
                        refers=MEMBER,
                    ),
                    field_of(T.sort, low=0, high=9999, span=8),
                    field_of(T.enabled, default="1", span=8),
                    field_of(T.remark, type="textarea", span=24),
                ],
            )
        ],
        load_url=f"{API}/load",
        width=760,
        note="部门为某种检验配置了检验组时，检验组列表给出这些组和成员；没有配置的仍按部门给出",
    )
)  # fmt: skip
