"""What is filled in for a filing. The addresses of the calls are those of the specification (§7.7)."""

from typing import Any

from sqlalchemy import ColumnElement

from tejian.archives import codes
from tejian.archives.models.persons import Person
from tejian.archives.models.units import Unit
from tejian.kit.forms.formview import FormView, Group, Table, add_form, field_of
from tejian.kit.forms.refers import Refers
from tejian.kit.ground.user import User
from tejian.kit.process.standard import standard
from tejian.kit.records.crud import Rights
from tejian.lifts import permissions as p
from tejian.lifts.models.filing import KINDS, WITH_UNIT, FiledPerson
from tejian.lifts.models.filing import MaintFiling as C

OWN = "/api/epbrmogmmaibasic/epBrmOgmMaiBasic"  # of the unit
OFFICE = "/api/ibmsbrmogmmaibasic/ibmsBrmOgmMaiBasic"  # of the authority
PAGE = "/unitMng/queryBeianDetail?id={id}"
MOST_PERSONS = 200


def of_maintainers(me: User) -> ColumnElement[bool]:
    """The maintainers of one's unit; for an authority of any."""
    mine = Person.unit_id == me.unit_id if me.unit_id else Person.unit_id != ""
    return mine & (Person.post == codes.MAINTAINER) & (Person.status != codes.LEFT)


def maintaining(me: User) -> Any:
    """The unit of the account, for an authority any that maintains."""
    own = Unit.id == me.unit_id if me.unit_id else Unit.unitDel == 0
    return own & Unit.ismaintain


WHO = field_of(
    FiledPerson.person_id,
    type="select",
    options_url=f"{OWN}/people",
    required=True,
    span=24,
    refers=Refers(Person, among=of_maintainers, alone="judged with its unit when the filing is handed in"),
)
LOAD = f"{OWN}/findData"
PEOPLE = add_form(
    FormView("maint_filing_person_form", "维保人员", f"{OWN}/save", [Group("维保人员", [WHO])], load_url=LOAD)
)
FORM: FormView = add_form(
    FormView(
        "maint_filing_form",
        "维保备案",
        f"{OWN}/save",
        [
            Group(
                "备案内容",
                [
                    field_of(C.filkind, type="select", options=KINDS, required=True, span=12),
                    field_of(C.areacode, type="area", dict="", required=True, span=12),
                    field_of(
                        C.unitsysid,
                        type="unit",
                        label="维保单位",
                        span=12,
                        help="窗口代填时选择；维保单位自己申请的不用填",
                        refers=Refers(Unit, among=maintaining, alone="the authority files for any unit"),
                    ),
                    field_of(C.lifts, required=True, span=12, low=1, high=100_000, help="该区域内拟维保的电梯台数"),
                    field_of(C.address, required=True, span=24),
                    field_of(C.hotline, required=True, span=12, rule="telKept"),
                    field_of(C.contact, required=True, span=12),
                    field_of(C.contacttel, required=True, span=12, rule="telKept"),
                    field_of(C.tools, type="textarea", span=24),
                    field_of(C.promise, type="textarea", span=24, help="到场时限、值守和备件的承诺"),
                ],
            )
        ],
        load_url=LOAD,
        tables=[Table("people", "维保人员", PEOPLE, "添加人员", most=MOST_PERSONS, of=FiledPerson.filing_id)],
    )
)
ACTS = standard(FORM, Rights(p.FILING_QUERY, p.FILING_APPLY), WITH_UNIT, new="申请备案", noun="维保备案", page=PAGE)
