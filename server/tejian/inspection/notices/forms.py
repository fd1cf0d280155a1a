"""What is filled in for a notice: its head, its problems, the answer of the unit, and the dialogs of its moves."""

from collections.abc import Sequence

from tejian.inspection import permissions as p
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.notices import DRAFT
from tejian.inspection.models.notices import InspectionNotice as N
from tejian.inspection.models.notices import NoticeProblem as P
from tejian.kit.forms.formview import Field, FormView, Group, add_form, dialog, field_of, why
from tejian.kit.forms.refers import Refers
from tejian.kit.process.standard import standard
from tejian.kit.records.crud import Rights

SEVERE, STOP = "02", "stop"  # what a device may not run with
KINDS = {"01": "检验意见通知书（一）", "02": "检验意见通知书（二）（严重问题，抄送监管）", "03": "整改通知书"}
HANDLINGS = {"rectify": "整改后复检", "confirm": "整改后书面反馈确认", "monitor": "监护使用", "stop": "立即停止使用"}
LEVELS = {"1": "一般", "2": "较重", "3": "严重", "4": "重大"}

HEAD = [
    Field(
        "kind",
        "通知书类型",
        "radio",
        True,
        options={k: v for k, v in KINDS.items() if k != "03"},
        span=24,
        default="01",
    ),
    Field("handling", "处理方式", "radio", True, options=HANDLINGS, span=24, default="confirm"),
    field_of(N.due, required=True, span=12, help="按检验规则设置的期限提出，可以修改"),
]


def _making(no: str, title: str, call: str, item: str, head: Sequence[Field], note: str, begins: str = "") -> FormView:
    """A dialog that makes a notice of the picked business item; `item` is the property that names it."""
    named = Refers(AppBuss, alone="the inspection that found the problems")
    of_item = Field("appbuss_id", "业务", "hidden", True, size=32, default=item, refers=named)
    return add_form(
        FormView(
            no,
            title,
            call,
            [Group("", [of_item, *head])],
            load_url=begins,
            width=560,
            note=note,
            done="已开具，请核对问题后签发",
        )
    )


FOUND = "问题取自原始记录中不符合（×）和整改后符合（△）的项目，开具后可以修改和补充"
MAKE_FORM = _making(
    "opinion_make_form",
    "开具意见通知书 {seisn}",
    "/api/opinion/make",
    "{id}",
    HEAD,
    FOUND,
    begins="/api/opinion/makeStart",
)
RECTIFY_FORM = _making(
    "opinion_rectify_form",
    "开具整改通知书 {noticeno}",
    "/api/opinion/makeRectify",
    "{appbuss_id}",
    HEAD[1:],
    "问题取自该意见通知书，开具后可以修改和补充",
    begins="/api/opinion/makeRectifyStart",
)
NOTICE_FORM = add_form(
    FormView(
        "opinion_form",
        "通知书",
        "/api/opinion/save",
        [Group("通知书", [field_of(N.kind, type="select", options=KINDS, dict="", required=True), *HEAD[1:]])],
        load_url="/api/opinion/load",
    )
)
PROBLEM_FORM = add_form(
    FormView(
        "opinion_problem_form",
        "问题",
        "/api/opinion/problem/save",
        [
            Group(
                "",
                [
                    Field(
                        "notice_id",
                        "通知书",
                        "hidden",
                        True,
                        size=32,
                        refers=Refers(N, parent=P.notice_id, said="问题不能改到其他通知书"),
                    ),
                    field_of(P.place, required=True, span=24),
                    field_of(P.problem, type="textarea", required=True, span=24),
                    field_of(P.advice, type="textarea", required=True, span=24),
                    field_of(P.level, required=True, default="1", span=12),
                    field_of(P.deadline, span=12, help="不填时按整改反馈期限"),
                ],
            )
        ],
        load_url="/api/opinion/problem/load",
        width=640,
    )
)
ANSWER_FORM = add_form(
    FormView(
        "opinion_answer_form",
        "整改反馈",
        "/api/opinion/answer",
        [
            Group(
                "",
                [
                    field_of(P.measure, type="textarea", required=True, span=24),
                    field_of(P.donedate, required=True, span=12),
                    field_of(P.doneby, required=True, span=12),
                ],
            )
        ],
        load_url="/api/opinion/problem/load",
        width=560,
    )
)


SIGNED = dialog(
    "opinion_form_sign",
    "签收 {noticeno}",
    field_of(N.receiver, required=True, span=12),
    field_of(N.receivertel, required=True, span=12, rule="mobileOrLandline"),
    field_of(N.receivedate, required=True, span=12),
    ok="签收",
    done="已签收，等待单位整改反馈",
)
REFUSED = dialog(
    "opinion_form_refuse",
    "拒签 {noticeno}",
    Field("witness1", "见证人一", required=True, span=12, size=60),
    Field("witness2", "见证人二", required=True, span=12, size=60),
    field_of(N.receivedate, required=True, span=12, label="送达日期"),
    why("拒签情况", "请写明拒签情况"),
    ok="登记拒签",
    note="单位拒绝签收的，由两名见证人在场留置送达，期限照常计算",
    done="已登记拒签，通知书视为送达",
)
FEEDBACK = dialog(
    "opinion_form_feedback",
    "提交反馈 {noticeno}",
    field_of(N.feedbackman, required=True, span=12),
    field_of(N.feedbackdate, required=True, span=12),
    ok="提交反馈",
    done="反馈已提交，等待检验机构确认",
)
AGREE = dialog(
    "opinion_form_confirm",
    "确认整改 {noticeno}",
    Field("opinion", "确认意见", "textarea", required=True, span=24, size=500, missing="请写明如何确认"),
    ok="确认",
    done="整改已确认，通知书关闭",
)
REJECT = dialog(
    "opinion_form_reject",
    "退回反馈 {noticeno}",
    why("退回原因", "请写明哪些问题没有解决"),
    ok="退回",
    done="反馈已退回单位",
)
PASS_ON = dialog(
    "opinion_form_passon",
    "移交监管 {noticeno}",
    why("移交原因", "请写明移交原因"),
    ok="移交",
    note="逾期未整改反馈的，移交设备所在地监管部门处理",
    done="已移交监管部门",
)
VOID_FORM = dialog(
    "opinion_form_void",
    "作废 {noticeno}",
    why("作废原因", "作废原因不能为空"),
    ok="作废",
    note="作废的编号不再使用",
    done="作废成功",
)
ACTS = standard(NOTICE_FORM, Rights(p.NOTICE_QUERY, p.NOTICE), [DRAFT])
