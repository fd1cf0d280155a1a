"""What is asked, and what the answer says."""

from tejian.inspection.flow.api import COLLEAGUE
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.replanning import DAY, KINDS, PERSON
from tejian.inspection.models.replanning import TaskRequest as R
from tejian.kit.forms.formview import Field, FormView, Group, add_form, dialog, field_of, why
from tejian.kit.forms.refers import Refers

CALL = "/api/taskRequest"


def _person(name: str, label: str, options: str, type: str = "select", **more: object) -> Field:
    url = f"{CALL}/{options}"
    return Field(name, label, type, span=12, options_url=url, of_picked=True, refers=COLLEAGUE, **more)  # type: ignore[arg-type]


ASK_FORM = add_form(
    FormView(
        "task_request_form",
        "申请改期、换人 {seisn}",
        f"{CALL}/ask",
        [
            Group(
                "",
                [
                    Field(
                        *("appbuss_id", "业务", "hidden", True),
                        size=32,
                        default="{id}",
                        refers=Refers(AppBuss, alone="the task that is to be arranged anew"),
                    ),
                    field_of(R.kind, type="radio", options=KINDS, required=True, span=12, default=DAY),
                    field_of(R.wantday, required=True, span=12, when={"kind": [DAY]}),
                    _person("wantperson", "建议人选", "wishes", when={"kind": [PERSON]}, size=32),
                    field_of(R.reason, type="textarea", required=True, span=24, missing="请写明原因"),
                ],
            )
        ],
        width=560,
        ok="申请",
        note="任务安排人员同意之前，原安排不变；任务撤回、退回、作废或确认的，申请随之终止",
        done="已申请，等待任务安排人员答复",
    )
)
OPINION = Field("opinion", "答复", "textarea", span=24, size=500)
AGREE = FormView(
    "task_request_agree",
    "同意{kindName} {seisn}",
    "",
    [
        Group(
            "",
            [
                _person("scinspector", "主检", "mains", required=True, size=32),
                _person("coinspectors", "协检", "people", "selectMulti", required=True, size=2000),
                Field("plandate", "安排日期", "date", True, span=12),
                Field("confirmHoliday", "非工作日也安排", "bool", span=12),
                OPINION,
            ],
        )
    ],
    f"{CALL}/agreeStart",
    width=600,
    ok="同意并通知",
    note="申请原因：{reason}",
    done="已重新安排，已通知检验人员和单位联系人",
)
REFUSE = dialog(
    "task_request_refuse",
    "不同意{kindName} {seisn}",
    why("不同意的原因", "请写明不同意的原因"),
    ok="不同意",
    note="申请原因：{reason}",
    done="已答复，原安排不变",
)
