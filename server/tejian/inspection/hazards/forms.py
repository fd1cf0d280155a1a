"""What is filled in for a hazard, and the dialogs of its moves."""

from tejian.inspection import permissions as p
from tejian.inspection.models.hazards import NEW
from tejian.inspection.models.hazards import Hazard as H
from tejian.inspection.models.items import AppBuss
from tejian.kit.forms.formview import Field, FormView, Group, add_form, dialog, field_of
from tejian.kit.forms.refers import Refers
from tejian.kit.process.standard import standard
from tejian.kit.records.crud import Rights

FAILED, MONITORED = "01", "02"
SOURCES = {FAILED: "不合格报告", MONITORED: "监护使用"}

HAZARD_FORM = add_form(
    FormView(
        "hazard_form",
        "隐患",
        "/api/hazard/save",
        [
            Group(
                "隐患",
                [
                    field_of(H.level, required=True, span=12),
                    field_of(H.deadline, required=True, span=12),
                    field_of(H.place, required=True, span=24),
                    field_of(H.content, type="textarea", required=True, span=24),
                    field_of(H.demand, type="textarea", required=True, span=24),
                ],
            )
        ],
        load_url="/api/hazard/load",
        width=680,
    )
)
ACTS = standard(HAZARD_FORM, Rights(p.HAZARD_QUERY, p.HAZARD_REGISTER), [NEW])
MAKE_FORM = add_form(
    FormView(
        "hazard_make_form",
        "隐患登记 {seisn}",
        "/api/hazard/make",
        [
            Group(
                "",
                [
                    Field(
                        "appbuss_id",
                        "业务",
                        "hidden",
                        True,
                        size=32,
                        default="{id}",
                        refers=Refers(AppBuss, alone="the inspection that left the hazard"),
                    ),
                    Field("source", "隐患来源", "radio", True, options=SOURCES, span=24, default=MONITORED),
                ],
            )
        ],
        width=480,
        note="隐患内容取自报告的问题及处理意见，登记前可以修改",
        done="已生成待登记的隐患，请填写级别、治理要求和期限后登记",
    )
)
REASON = Field("reason", "原因", "textarea", required=True, span=24, size=500, missing="请填写原因")
RECEIPT = dialog(
    "hazard_receipt",
    "签收 {hazno}",
    field_of(H.receiver, required=True, span=12),
    field_of(H.receivedate, required=True, span=12),
    ok="签收",
)
ANSWER = dialog(
    "hazard_answer",
    "提交治理结果 {hazno}",
    field_of(H.measure, type="textarea", required=True, span=24),
    field_of(H.donedate, required=True, span=12),
    field_of(H.doneby, required=True, span=12),
    ok="提交",
    note="治理要求：{demand}。提交前请在附件中上传治理证据",
)
EXTEND = dialog(
    "hazard_extend",
    "延期 {hazno}",
    Field("newdeadline", "新的治理期限", "date", required=True, span=12),
    REASON,
    ok="延期",
    note="原治理期限 {deadline}",
)
VERIFY = dialog("hazard_verify", "核实 {hazno}", Field("opinion", "核实意见", "textarea", True, span=24, size=500))
CLOSE = dialog("hazard_close", "复核 {hazno}", Field("opinion", "复核意见", "textarea", True, span=24, size=500))
REJECT = dialog("hazard_reject", "退回治理 {hazno}", REASON, ok="退回")
DROP = dialog("hazard_void", "不作隐患登记", REASON, ok="不登记")
