"""What is asked for a plan, and what each change by hand is sent."""

from datetime import date
from typing import Annotated

from pydantic import Field as Input

from tejian.inspection.flow.api import COLLEAGUE, OF_INSTITUTE
from tejian.inspection.models.planning import PlanLine
from tejian.kit.forms.form import Id, Ids, OneId
from tejian.kit.forms.formview import Field, FormView, Group, add_form
from tejian.kit.forms.refers import Refers

CALL = "/api/plan"
PAGE = "/businessPro/planning/board"
LINES = Refers(PlanLine, parent=PlanLine.proposal_id)
FORM = add_form(
    FormView(
        "plan_form",
        "编排检验计划",
        f"{CALL}/begin",
        [
            Group(
                "",
                [
                    Field(
                        *("dept", "检验站", "select", True),
                        span=24,
                        size=32,
                        options_url=f"{CALL}/stations",
                        refers=OF_INSTITUTE,
                    ),
                    Field("first", "从", "date", True, span=12),
                    Field("last", "至", "date", True, span=12, help="含当日，一次最多31天；只排工作日"),
                    Field("startlng", "出发地经度", span=12, size=16, help="不填为各站点的中心"),
                    Field("startlat", "出发地纬度", span=12, size=16),
                ],
            )
        ],
        width=560,
        ok="编排",
        note="把本站待安排的业务排到这几天；只是提议，接受以前不改动任何业务",
    )
)


class Changed(OneId):
    """A plan as its sender saw it."""

    version: int | None = Input(None, title="版本")


class LinesOf(Changed):
    lines: Annotated[Ids, LINES] = Input(default_factory=list, title="所选业务")


class LockForm(LinesOf):
    on: bool = Input(True, title="锁定")


class MoveForm(LinesOf):
    """Where lines go: to a day and a pair, or, without a day, out of the plan."""

    plandate: date | None = Input(None, title="日期")
    scinspector: Annotated[Id | None, COLLEAGUE] = Input(None, title="主检")
    coinspector: Annotated[Id | None, COLLEAGUE] = Input(None, title="协检")
