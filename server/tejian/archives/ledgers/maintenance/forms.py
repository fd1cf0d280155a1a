"""The form of a maintenance visit; its items come with the type."""

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.maintenance import Maintenance
from tejian.kit.forms.formview import Field, FormView, Group, Table, add_form
from tejian.kit.forms.refers import Refers

ITEM_FORM = FormView(
    "maintenance_item_form",
    "维保项目",
    "",
    [Group("", [Field("no", "编号", required=True), Field("result", "结果", size=1), Field("note", "情况与处理")])],
)

VISIT_FORM = add_form(
    FormView(
        "maintenance_form",
        "维保记录",
        "/api/maintenance/save",
        [
            Group(
                "维保",
                [
                    Field(
                        "equdatasysid",
                        "电梯",
                        "hidden",
                        size=32,
                        refers=Refers(Equipment, parent=Maintenance.equdatasysid, said="维保记录不能改到其他电梯名下"),
                    ),
                    Field("maitype", "维保类型", "dict", dict="C661", required=True, default="01"),
                    Field("starttime", "开始时间", "datetime", required=True),
                    Field("endtime", "结束时间", "datetime", required=True),
                    Field("persons", "维保人员", required=True, span=16, help="不少于两人，用顿号分开"),
                    Field("score", "使用单位评分", "int", low=0, high=100, unit="分"),
                    Field("signed", "使用单位签字", "bool", required=True, default="0"),
                    Field("signedby", "签字人", size=64, when={"signed": ["1", "true"]}, required=True),
                    Field("remark", "备注", "textarea", size=500, span=24),
                ],
            )
        ],
        load_url="/api/maintenance/load",
        width=980,
        tables=[Table("items", "维保项目", ITEM_FORM, "", most=200)],
    )
)
