"""What a unit fills in to declare by itself, and what is asked when it is confirmed, returned or refused."""

from typing import Any

from tejian.archives.models.equipment import Equipment
from tejian.inspection.flow.api import OF_INSTITUTE, OFFICES
from tejian.inspection.models.online import OnlineApplication as A
from tejian.inspection.models.online import OnlineDevice as D
from tejian.kit.forms.formview import Field, FormView, Group, add_form, dialog, field_of, why
from tejian.kit.forms.refers import Refers
from tejian.kit.ground.user import User

PROJECTS = "/api/online/projects"


def used_by_own(me: User) -> Any:
    """The devices that the own unit uses; those that it only maintains are declared by their user."""
    return Equipment.visible(me) & (Equipment.useorgsysid == me.unit_id)


def _project() -> Field:
    """What falls due next of the picked devices, else of all of the unit, is proposed."""
    return Field("project", "申报项目", "select", True, options_url=PROJECTS, of_picked=True, span=24, size=32)


CONTACT = [
    field_of(A.inscontactname, span=12, help="不填时为单位档案的联系人"),
    field_of(A.INSCONTACTTEL, span=12, rule="mobileOrLandline", help="不填时为单位档案的电话"),
    field_of(A.plandate, span=12),
    field_of(A.earlyreason, span=12, help="离下次检验日期还早的须填"),
    field_of(A.afterstop, span=12, help="设备已停用、重新启用前检验的须选"),
    field_of(A.remark, type="textarea", span=24),
]
ONLINE_FORM = add_form(
    FormView(
        "online_form",
        "网上申报",
        "/api/online/save",
        [Group("申报", [_project(), *CONTACT])],
        load_url="/api/online/load",
        width=680,
    )
)
DEVICE_FORM = add_form(
    FormView(
        "online_device_form",
        "申报设备",
        "/api/online/device/save",
        [
            Group(
                "",
                [
                    Field(
                        "online_id",
                        "网上申报",
                        "hidden",
                        True,
                        size=32,
                        refers=Refers(A, parent=D.online_id, said="设备不能改到其他申报"),
                    ),
                    field_of(
                        D.equdatasysid,
                        type="equipment",
                        label="设备",
                        required=True,
                        span=24,
                        refers=Refers(Equipment, among=used_by_own, alone="judged with what is declared"),
                    ),
                    field_of(D.remark, span=24),
                ],
            )
        ],
        load_url="/api/online/device/load",
        width=560,
    )
)
BATCH = add_form(
    FormView(
        "online_batch",
        "网上申报",
        "/api/online/declare",
        [Group("", [_project(), *CONTACT, Field("skip", "跳过不能申报的设备", "bool", span=24, default="0")])],
        width=600,
        ok="提交",
        note="所选 {count} 台设备按检验机构各生成一份网上申报并提交，等待确认",
        done="已提交，等待检验机构确认",
    )
)
CONFIRM = dialog(
    "online_confirm",
    "受理网上申报 {onlineno}",
    Field(
        "chedept", "检验部门", "select", span=24, options_url=OFFICES, refers=OF_INSTITUTE, help="不选时按设备和种类"
    ),
    ok="受理",
    note="生成申报单并提交，单号由系统取得",
    done="已受理并生成申报单",
)
RETURN = dialog(
    "online_return",
    "退回网上申报 {onlineno}",
    why("退回原因", "请写明要补正什么"),
    Field("mendby", "补正期限", "date", True, span=12),
    ok="退回",
    done="已退回，单位补正后可再次提交",
)
REFUSE = dialog(
    "online_refuse", "不予受理 {onlineno}", why("不予受理原因", "请写明理由"), ok="不予受理", done="已告知单位不予受理"
)
