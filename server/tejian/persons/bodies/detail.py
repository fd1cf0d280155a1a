"""The page of an examination body: until when it may examine what."""

from typing import Any

from tejian.kit.ground import clock
from tejian.kit.ground.figures import remaining, tone_of
from tejian.kit.lists.listview import Col
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import Fact, Part, RecordView, Shown, of
from tejian.persons import permissions as p
from tejian.persons.models.bodies import OFF, SOON_DAYS, ExamBody
from tejian.persons.models.bodies import ExamBodyItem as I

from .choosing import items_of
from .forms import ACTS, API, FORM


def _items(shown: Shown) -> list[dict[str, Any]]:
    out = []
    for one in items_of(shown.db, shown.row):
        days = (one.validto - clock.today()).days
        out.append(record(one) | {"left": remaining(days, "过期"), "leftTone": tone_of(days, SOON_DAYS - 1)})
    return out


BODY_PAGE = RecordView(
    no="exam_body",
    title="考试机构",
    permission=p.BODY_QUERY,
    model=ExamBody,
    url=f"{API}/record",
    form=FORM,
    heading=lambda s: f"考试机构 {s.row.name}",
    subtitle=lambda s: s.row.address,
    facts=[
        Fact(
            "validto",
            tone=lambda s: "ok" if s.row.held == OFF else tone_of(s.days_to("validto"), SOON_DAYS - 1),
            note=lambda s: "已停用" if s.row.held == OFF else remaining(s.days_to("validto"), "过期"),
        ),
        Fact("org_id"),
        Fact("areacode"),
        Fact("approvalno"),
    ],
    parts=[
        Part(
            "items",
            "可考项目",
            [of(I.item, 220), of(I.validto, 110), Col("left", "余期", None, 110)],
            _items,
            noun="项目",
            empty="没有登记可考项目",
        )
    ],
    actions=[ACTS.edit],
    history=True,
)
