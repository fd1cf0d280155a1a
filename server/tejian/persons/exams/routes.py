"""Calls of the examinations."""

from tejian.archives.common.api import bind_print
from tejian.kit.forms.formview import Field
from tejian.kit.ground.shapes import Option
from tejian.kit.importing.saving import import_form
from tejian.kit.process.moves import register
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area
from tejian.persons import permissions as p
from tejian.persons.bodies.api import bodies_for
from tejian.persons.models.exams import ExamApplication

from . import detail, papers, saving
from .forms import ACTS, API, FORM, SCORE_API, SCORE_FORM
from .process import EXAM, SCORE

area = Area()
add_record(area, detail.APPLICATION)
add_record(area, detail.SCORE_VIEW)
register(area, EXAM)
register(area, SCORE)
ACTS.serve(area, ExamApplication, saving.HOOKS)
NAMED = (Field("bodyname", "考试机构", required=True), Field("unitname", "用人单位", help="单位自己导入的不用填"))
EXAMPLE = {
    "bodyname": "宁波市特种设备作业人员考试中心",
    "name": "王小明",
    "idno": "330212199003077416",
    "item": "叉车司机",
}
EXAMPLE |= {"education": "高中", "mobile": "13805741234", "healthy": "是"}
import_form(
    "exam_application_list",
    "考试申请",
    p.EXAM_APPLY,
    FORM,
    saving.save_row,
    EXAMPLE,
    *NAMED,
    but=("body_id", "unitsysid"),
)
bind_print("KSSQB", ExamApplication, p.EXAM_QUERY, "exam_application", papers.application, "applyno")
bind_print("ZKZ", ExamApplication, p.EXAM_QUERY, "exam_admission", papers.admission, "applyno")
bind_print("CJD", ExamApplication, p.EXAM_QUERY, "exam_scores", papers.scores, "applyno")
bind_print("ZYSHB", ExamApplication, p.EXAM_QUERY, "exam_review", papers.review, "applyno")


@area.call(f"{API}/bodies", may=p.EXAM_QUERY, reads=True)
def bodies(db, me, form) -> list[Option]:
    return bodies_for(db)


@area.call(f"{SCORE_API}/candidates", may=p.SCORE_SAVE, reads=True)
def candidates(db, me, form) -> list[Option]:
    return saving.candidates(db, me)


@area.call(f"{SCORE_API}/save", may=p.SCORE_SAVE, form=SCORE_FORM, blind="adds a score, another confirms it")
def enter(db, me, form):
    return record(saving.enter(db, me, form))
