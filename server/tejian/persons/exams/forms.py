"""What is filled in for an application, a sitting and a score."""

from tejian.archives.models.units import Unit
from tejian.inspection.flow.api import COLLEAGUE
from tejian.kit.forms.formview import Field, FormView, Group, add_form, dialog, field_of, why
from tejian.kit.forms.refers import Refers, existing
from tejian.kit.process.standard import form_of, standard
from tejian.kit.records.crud import Rights
from tejian.persons import permissions as p
from tejian.persons.models.bodies import ExamBody
from tejian.persons.models.exams import DRAFT, PARTS, SITTING, ExamScore
from tejian.persons.models.exams import ExamApplication as C

API, SCORE_API = "/api/personMng/preapply", "/api/personMng/score"
PAGE, SCORE_PAGE = "/personMng/preapplyDetail?id={id}", "/personMng/scoreDetail?id={id}"
FOREIGN = ["02", "03", "04", "05", "07"]  # C621: papers from whose number neither birthday nor sex follows
UNIT = field_of(
    C.unitsysid,
    type="unit",
    label="用人单位",
    span=12,
    help="窗口代填时选择；单位自己申请的不用填",
    refers=Refers(Unit, among=existing, alone="a window applies for any unit; a unit for itself"),
)
FORM = form_of(
    "exam_application_form",
    "考试申请",
    API,
    Field("name", "姓名", required=True, size=64, span=12),
    Field("idtype", "证件类型", "dict", dict="C621", required=True, default="01", span=12),
    Field("idno", "证件号码", required=True, size=32, span=12, help="保存后只显示首尾"),
    Field("sex", "性别", "select", options={"1": "男", "2": "女"}, span=6, help="身份证的可不填，填了须相符"),
    Field("birth", "出生日期", "date", span=6),
    field_of(C.education, required=True, span=12),
    Field("mobile", "手机", required=True, rule="mobileKept", span=12),
    field_of(C.item, required=True, span=12),
    field_of(C.limits, type="dictMulti", span=12, when={"item": ["Q2"]}, help="起重机司机必填"),
    field_of(
        C.body_id,
        type="select",
        label="考试机构",
        options_url=f"{API}/bodies",
        required=True,
        span=12,
        refers=Refers(ExamBody, alone="any body that may examine the item"),
    ),
    UNIT,
    field_of(C.healthy, required=True, span=12, help="本人承诺无妨碍从事该作业的疾病和生理缺陷"),
    field_of(C.work, type="textarea", span=24),
    field_of(C.remark, type="textarea", span=24),
)
ACTS = standard(FORM, Rights(p.EXAM_QUERY, p.EXAM_APPLY), [DRAFT], new="申请考试", page=PAGE)

_WHEN = (
    field_of(C.examday, required=True, span=12),
    field_of(C.examtime, required=True, span=12, help="如 09:00—10:30"),
    field_of(C.room, required=True, span=24),
)
SEAT_NOTE = "为所选{count}人安排同一考场，座位按申请编号依次排"
SEAT = dialog("exam_seat", "安排考试", *_WHEN, ok="安排考试", note=SEAT_NOTE)
RESEAT = dialog("exam_reseat", "安排补考", *_WHEN, ok="安排补考", note=SEAT_NOTE)
AUDIT = dialog(
    "exam_audit",
    "审核发证",
    Field("opinion", "审核意见", "textarea", span=24, size=500),
    ok="审核发证",
    note="将为所选{count}人核发作业人员证；发证前可用“审核表”逐人查看将发的项目、范围和有效期",
)
REFUSE = dialog("exam_refuse", "不予受理 {applyno}", why("理由", "请写明不予受理的事实和依据"), ok="不予受理")
CHEAT = dialog("exam_cheat", "作弊作废 {applyno}", why("作弊情况", "请写明作弊的时间、科目和事实"), ok="作废")

CANDIDATE = Refers(
    C,
    among=lambda me: (C.org_id == me.org_id) & C.step.in_(SITTING),
    alone="of those who sit an examination of one's body",
)
_SCORE = (
    field_of(
        ExamScore.application_id,
        type="select",
        label="考生",
        options_url=f"{SCORE_API}/candidates",
        required=True,
        span=12,
        refers=CANDIDATE,
    ),
    field_of(ExamScore.part, type="select", options=PARTS, required=True, span=12),
    field_of(ExamScore.score, required=True, low=0, high=100, span=12),
    field_of(ExamScore.examday, required=True, span=12),
    field_of(ExamScore.examiner_id, type="user", required=True, span=12, refers=COLLEAGUE),
    field_of(ExamScore.second_id, type="user", span=12, refers=COLLEAGUE, help="实操须有两名考评人员"),
)
SCORE_FORM = add_form(FormView("exam_score_form", "录入成绩", f"{SCORE_API}/save", [Group("录入成绩", _SCORE)]))
_CHANGED = (
    Field("newscore", "新成绩", "int", required=True, low=0, high=100, unit="分", span=12),
    why("更正原因", "请写明更正成绩的原因"),
)
BOTH_KEPT = "原成绩和原因一并保留；更正后须由另一人重新确认"
AMEND = dialog("exam_score_amend", "更正成绩", *_CHANGED, ok="更正", note=BOTH_KEPT)
CHANGE = dialog("exam_score_change", "更正成绩", *_CHANGED, ok="更正", note=BOTH_KEPT)
