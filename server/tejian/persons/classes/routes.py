"""Calls of the classes."""

from tejian.kit.ground.shapes import Option
from tejian.kit.process.moves import register
from tejian.kit.records.crud import Rights, crud
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area
from tejian.persons import permissions as p
from tejian.persons.models.classes import ClassStudent, TrainingClass

from . import detail, saving
from .forms import ACTS, STUDENT_FORM, STUDENTS
from .process import CLASS

area = Area()
add_record(area, detail.CLASS_PAGE)
register(area, CLASS)
ACTS.serve(area, TrainingClass, saving.HOOKS)
crud(area, ClassStudent, STUDENT_FORM, Rights(p.CLASS_QUERY, p.CLASS_SAVE), saving.STUDENT_HOOKS)


@area.call(f"{STUDENTS}/persons", may=p.CLASS_SAVE, reads=True)
def persons(db, me, form) -> list[Option]:
    return saving.persons(db, me)
