"""快捷任务安排: many items to two people on one day with one box of instruments, by the same move as everywhere."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection.flow.api import BUSINESS, COLLEAGUE, ArrangeForm
from tejian.instruments.models import USABLE, Instrument
from tejian.kit.forms.form import checked
from tejian.kit.forms.formview import Field, FormView, Group, Input, add_form
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User

CALL = "/api/appmain/shortcutPlan"
MAINS, PEOPLE = f"{CALL}/mains", f"{CALL}/people"


def _person(name: str, label: str, options_url: str) -> Field:
    """Somebody who may inspect all picked items."""
    return Field(
        name, label, "select", True, span=12, size=32, options_url=options_url, of_picked=True, refers=COLLEAGUE
    )


FORM = add_form(
    FormView(
        "shortcut_plan",
        "快捷安排",
        CALL,
        [
            Group(
                "",
                [
                    _person("scinspector", "主检", MAINS),
                    _person("coinspector", "协检", PEOPLE),
                    Field("plandate", "安排日期", "date", span=12, help="不填为今天"),
                    Field(
                        "timeslot", "时段", "select", span=12, options={"全天": "全天", "上午": "上午", "下午": "下午"}
                    ),
                    Field("boxno", "仪器箱", "select", True, span=12, size=32, options_url=f"{CALL}/boxes"),
                    Field("vehicle", "车辆", span=12, size=32),
                    Field("confirmHoliday", "非工作日也安排", "bool", span=12),
                    Field("taskremark", "任务说明", "textarea", span=24, size=500),
                ],
            )
        ],
        width=680,
        ok="安排",
        note="所选业务安排给同样的人员、日期和仪器箱；有一项不符合条件时全部不安排",
        done="已安排，已通知检验人员",
    )
)


def boxes(db: Session, me: User) -> list[Option]:
    """The boxes of the institute that have instruments in use."""
    query = select(Instrument.boxno).where(Instrument.org_id == me.org_id, Instrument.status.in_(USABLE))
    found = db.scalars(query.where(Instrument.boxno != "").distinct().order_by(Instrument.boxno))
    return [{"value": one, "label": one} for one in found]


def tools_in(db: Session, me: User, boxno: str) -> list[str]:
    """The instruments in use of a box of the institute."""
    query = select(Instrument.id).where(Instrument.org_id == me.org_id, Instrument.boxno == boxno)
    tools = list(db.scalars(query.where(Instrument.status.in_(USABLE)).order_by(Instrument.instno)))
    if not tools:
        raise BadInput(f"仪器箱{boxno[:20]}没有可用的仪器", field="boxno")
    return tools


def arrange(db: Session, me: User, sent: Input) -> int:
    """Arrange the picked items; all of them, or none."""
    if not sent.ids:
        raise BadInput("请选择业务")
    if sent["scinspector"] == sent["coinspector"]:
        raise BadInput("协检：主检和协检应为两个人", field="coinspector")
    tools = tools_in(db, me, sent["boxno"])
    plan = {
        "ids": list(sent.ids),
        "scinspector": sent["scinspector"],
        "inspectors": [sent["coinspector"]],
        "plandate": str(sent["plandate"] or clock.today()),
        "timeslot": sent["timeslot"] or "",
        "vehicle": sent["vehicle"] or "",
        "instruments": tools,
        "taskremark": sent["taskremark"] or "",
        "confirmHoliday": bool(sent["confirmHoliday"]),
    }
    BUSINESS.do(db, me, "arrange", list(sent.ids), checked(ArrangeForm, plan))
    return len(sent.ids)
