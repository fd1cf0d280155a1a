"""What is filled in during a supervision: who goes, what was found, the papers, and the dialogs of the moves."""

from functools import partial

from tejian.inspection.flow.api import COLLEAGUE
from tejian.inspection.models.supervised import LiaisonSheet as L
from tejian.inspection.models.supervised import Supervision as S
from tejian.inspection.models.supervised import SupervisionPaper as D
from tejian.inspection.models.supervised import SupervisionPoint as P
from tejian.kit.forms.formview import Field, FormView, Group, add_form, dialog, field_of, why
from tejian.kit.forms.refers import Refers

HOLDS = {"H": "停止点", "W": "见证点"}
RESULTS = {"1": "符合", "2": "不符合", "3": "不适用"}
STATES = {"1": "已收到", "2": "缺少", "3": "不适用"}
wide = partial(dialog, width=560)


PEOPLE = "/api/supervision/people"


def _person(name: str, label: str) -> Field:
    """Somebody who may supervise what was picked."""
    return Field(name, label, "select", True, span=12, size=32, options_url=PEOPLE, of_picked=True, refers=COLLEAGUE)


def people(no: str, title: str, ok: str) -> FormView:
    return wide(
        no,
        title,
        _person("inspector1", "主要监检人员"),
        _person("inspector2", "协助监检人员"),
        field_of(S.visitdate, required=True, span=12),
        ok=ok,
        done="已通知监检人员",
    )


ASSIGN = people("supervision_assign", "分配监检任务 {seisn}", "分配")
REASSIGN = people("supervision_reassign", "调整监检人员 {seisn}", "调整")
FIRST = wide(
    "supervision_first",
    "首次监检 {seisn}",
    field_of(S.firstdate, required=True, span=12),
    field_of(S.attendants, required=True, span=24, help="施工单位、使用单位和监检机构参加首次会议的人员"),
    field_of(S.firstnote, type="textarea", required=True, span=24, help="首次会议内容、现场条件、监检要求"),
    ok="登记",
    done="已登记首次监检",
)
BACK = wide(
    "supervision_back",
    "退回竣工资料 {seisn}",
    why("缺少的资料", "请写明缺少或不符合的资料"),
    ok="退回",
    done="已退回施工单位补齐",
)
POINT_FORM = add_form(
    FormView(
        "supervision_point_form",
        "监检记录",
        "/api/supervision/point/save",
        [
            Group(
                "",
                [
                    field_of(P.result, type="radio", options=RESULTS, required=True, span=12),
                    field_of(P.pointdate, required=True, span=12),
                    field_of(P.medium, span=12, help="耐压或载荷试验必填"),
                    field_of(P.pressure, low=0, span=12, help="MPa；载荷试验填 % 或 kg"),
                    field_of(P.holdmin, low=0, span=12),
                    field_of(P.problem, type="textarea", span=24, help="不符合或不适用时必填"),
                ],
            )
        ],
        load_url="/api/supervision/point/load",
        width=620,
    )
)
AGREE_FORM = add_form(
    FormView(
        "supervision_agree_form",
        "约定试验日期",
        "/api/supervision/agreeTest",
        [Group("", [field_of(P.agreed, required=True, span=12)])],
        load_url="/api/supervision/point/load",
        width=420,
        ok="约定",
        done="已约定试验日期",
    )
)
PAPER_FORM = add_form(
    FormView(
        "supervision_paper_form",
        "竣工资料",
        "/api/supervision/paper/save",
        [
            Group(
                "",
                [
                    field_of(D.state, type="radio", options=STATES, required=True, span=24),
                    field_of(D.pages, low=0, span=12),
                    field_of(D.note, span=24, help="不适用须说明"),
                ],
            )
        ],
        load_url="/api/supervision/paper/load",
        width=520,
    )
)
SHEET_FORM = add_form(
    FormView(
        "liaison_form",
        "开具监检联络单",
        "/api/liaison/make",
        [
            Group(
                "",
                [
                    Field(
                        "point_id",
                        "监检内容",
                        "hidden",
                        True,
                        size=32,
                        default="{id}",
                        refers=Refers(P, alone="where the problem was found"),
                    ),
                    field_of(L.problem, type="textarea", required=True, span=24),
                    field_of(L.due, required=True, span=12),
                ],
            )
        ],
        width=560,
        ok="开具",
        done="联络单已开具，等待施工单位回复",
    )
)
ANSWER = wide(
    "liaison_answer",
    "回复联络单 {liaisonno}",
    field_of(L.answer, type="textarea", required=True, span=24),
    field_of(L.answerer, required=True, span=12),
    field_of(L.answered, required=True, span=12),
    ok="回复",
    done="已回复，等待监检人员确认",
)
REJECT = wide(
    "liaison_reject", "退回回复 {liaisonno}", why("退回原因", "请写明没有解决的问题"), ok="退回", done="已退回"
)
