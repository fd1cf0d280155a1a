"""What is asked for a correction of a report."""

from tejian.inspection import permissions as p
from tejian.inspection.models.reissue import OPEN
from tejian.inspection.models.reissue import ReportChange as C
from tejian.kit.forms.formview import Field, FormView, Group, add_form, dialog, field_of
from tejian.kit.process.standard import standard
from tejian.kit.records.crud import Rights

KINDS = {
    "01": "笔误更正",
    "02": "参数更正",
    "03": "结论更正",
    "04": "单位信息更正",
    "05": "补发",
}
CHANGE_FORM = add_form(
    FormView(
        "report_change_form",
        "报告更正申请",
        "/api/reportChange/save",
        [
            Group(
                "",
                [
                    field_of(C.reportno, required=True, span=12, help="已批准的报告"),
                    field_of(C.kind, type="select", dict="", options=KINDS, required=True, span=12),
                    field_of(
                        C.content, type="textarea", required=True, span=24, help="改什么：原为、应为；补发写份数与用途"
                    ),
                    field_of(C.reason, type="textarea", required=True, span=24),
                ],
            )
        ],
        load_url="/api/reportChange/load",
        width=680,
    )
)


USES = {"1": "原件遗失", "2": "原件损毁", "3": "办理使用登记或变更", "4": "投标、审计或保险", "9": "其他"}
SUPPLEMENT_FORM = add_form(
    FormView(
        "report_supplement_form",
        "申请补发 {reportno}",
        "/api/reportChange/ask",
        [
            Group(
                "",
                [
                    field_of(C.copies, label="份数", required=True, low=1, high=10, default=1, span=12),
                    Field("use", "用途", "select", True, span=12, options=USES),
                    field_of(C.reason, label="说明", type="textarea", required=True, span=24, help="为什么要补发"),
                ],
            )
        ],
        width=560,
        ok="提交",
        note="补发报告与原报告内容一致，另取编号，由检验机构审核、批准后签发",
        done="已提交，等待检验机构审核",
    )
)
OPINION = field_of(C.opinion, type="textarea", required=True, span=24)
AGREE = dialog("report_change_agree", "审核 {changeno}", OPINION, ok="同意", note="{content}")
APPROVE = dialog(
    "report_change_approve",
    "批准 {changeno}",
    OPINION,
    ok="批准",
    note="更正：报告退回录入，重新校核、审核、批准后签发新编号，原报告收回；补发：立即签发",
)
WHY = Field("reason", "退回原因", "textarea", required=True, span=24, size=500, missing="请填写退回原因")
OF_SELF = "单位自助申请的，退回即不予补发，原因告知单位"
REJECT = dialog("report_change_reject", "退回 {changeno}", WHY, ok="退回", note=OF_SELF)
GIVE_UP = dialog(
    "report_change_give_up",
    "放弃更正 {changeno}",
    Field("reason", "放弃原因", "textarea", required=True, span=24, size=500, missing="请填写放弃原因"),
    ok="放弃更正",
    note="原报告恢复有效，原始记录恢复到更正之前，更正期间录入的内容不再保留",
)
REFUSE = dialog("report_change_refuse", "不批准 {changeno}", WHY, ok="不批准", note=OF_SELF)
ACTS = standard(CHANGE_FORM, Rights(p.CHANGE_QUERY, p.CHANGE_APPLY), OPEN)
