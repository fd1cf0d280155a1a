"""The pages of a draw and of a report that was drawn."""

from sqlalchemy import func, select

from tejian.kit.process.moves import course, is_own, page_buttons, state
from tejian.kit.records.recordview import Fact, Part, RecordView, Shown, children, of
from tejian.quality import permissions as p
from tejian.quality.models.spotchecks import CLOSED, DRAFT, SpotCheck
from tejian.quality.models.spotchecks import SpotItem as I

from .forms import ACTS, DRAWS, FORM, ITEMS, LIST
from .lists import REPEAT
from .process import ITEM, SPOT

SERIOUS = ("A", "B")  # what counts for the share of reports with errors (indicator QA28)


def share(s: Shown) -> str:
    """How many of the reports that were looked at had an error of class A or B."""
    wrong = func.count().filter(I.errorclass.in_(SERIOUS))
    seen, bad = s.db.execute(select(func.count(), wrong).where(I.check_id == s.row.id, I.step == CLOSED)).one()
    return f"{bad / seen:.1%}（{bad}/{seen} 份）" if seen else "还没有查完的报告"


def drawn(s: Shown) -> bool:
    return bool(s.row.step != DRAFT)


SPOT_PAGE = RecordView(
    no="spot_check",
    title="报告抽查",
    permission=p.SPOT_QUERY,
    model=SpotCheck,
    url=f"{DRAWS}/record",
    form=FORM,
    heading=lambda s: f"报告抽查 {s.row.checkno or '制定中'}",
    subtitle=lambda s: s.row.note,
    facts=[
        state(SPOT),
        Fact("datefrom", note=lambda s: f"至 {s.row.dateto}"),
        Fact(
            label="抽取",
            text=lambda s: f"{s.row.frame} 份中的 {min(s.row.sample, s.row.frame)} 份",
            when=drawn,
        ),
        Fact(label="A、B 类差错率", text=share, when=drawn),
        Fact("drawer_id", note=lambda s: s.text("drawn")),
        Fact("seed", when=drawn),
        Fact("framedigest", when=drawn),
    ],
    parts=[
        Part(
            "items",
            "抽中的报告",
            [
                of(I.place),
                of(I.reportno, link=f"{LIST}Detail?id={{id}}"),
                of(I.unitname),
                of(I.equclass),
                of(I.errorclass),
                of(I.errortext),
                of(I.person_id),
            ],
            children(I.check_id, I.place),
            noun="报告",
            empty="还没有抽取",
        ),
        course(SPOT),
    ],
    actions=[ACTS.edit, REPEAT, *page_buttons(SPOT)],
    own=is_own(SPOT),
    history=True,
)


ITEM_PAGE = RecordView(
    no="spot_item",
    title="抽查的报告",
    permission=p.SPOT_QUERY,
    model=I,
    url=f"{ITEMS}/record",
    heading=lambda s: f"抽查 {s.row.reportno}",
    subtitle=lambda s: s.row.unitname,
    facts=[
        state(ITEM),
        Fact("seisn", link=lambda s: f"/businessPro/applyInfo?seisn={s.row.seisn}"),
        Fact("equclass"),
        Fact("errorclass", note=lambda s: s.row.errorplace),
        Fact("errortext"),
        Fact("person_id"),
        Fact("checker_id", note=lambda s: s.text("checked")),
        Fact("answer", note=lambda s: s.text("answered")),
        Fact("measure"),
        Fact("closer_id", note=lambda s: s.text("closed")),
    ],
    parts=[course(ITEM)],
    actions=[*page_buttons(ITEM)],
    own=is_own(ITEM),
    history=True,
)
