"""The page of a filing: by whom and with what, what stands against it, who agreed when and what they said."""

from sqlalchemy import select

from tejian.kit.process.doing import Doing
from tejian.kit.process.moves import course, is_own, page_buttons, stands, state
from tejian.kit.records.recordview import Fact, Files, Notice, Part, RecordView, Shown, children, due, of
from tejian.lifts import permissions as p
from tejian.lifts.models.filing import (
    CANCELLED,
    CHANGING,
    EXPIRED,
    FILED,
    KINDS,
    STANDING,
    WAITING,
    FiledPerson,
    MaintFiling,
)
from tejian.lifts.models.filing import FiledPerson as F

from . import judging as g
from .forms import ACTS, FORM, OFFICE
from .process import AGAIN, FILING


def _notices(shown: Shown) -> list[Notice]:
    """What somebody who decides has to know first."""
    row = shown.row
    out = list(stands(FILING)(shown))
    if row.step in WAITING:
        asked = Doing(shown.db, shown.me, row)
        out += [Notice(said, "no") for guard in AGAIN if (said := guard(asked))]
    return out


def _people(shown: Shown) -> str:
    named = len(shown.db.scalars(select(FiledPerson.id).where(FiledPerson.filing_id == shown.row.id)).all())
    return f"{named}人，有效持证{len(g.certificates(shown.db, shown.row))}人"


def _capacity(shown: Shown) -> str:
    there = g.lifts_there(shown.db, shown.row.unitsysid, shown.row.areacode)
    return f"档案中在该区域在保{there}台，现有人员可保{g.most_lifts(shown.db, shown.row)}台"


FILING_PAGE = RecordView(
    no="maint_filing",
    title="维保备案",
    permission=p.FILING_QUERY,
    model=MaintFiling,
    url=f"{OFFICE}/getInfo",
    form=FORM,
    heading=lambda s: f"维保备案 {s.row.filno or FILING.name_of(s.row.step)}",
    subtitle=lambda s: f"{KINDS.get(s.row.filkind, '')}　{s.row.unitname}　{s.text('areacode')}",
    facts=[
        state(FILING),
        Fact("regorg", note=lambda s: s.text("applied")),
        Fact("licno", note=lambda s: f"有效期至{s.row.licvalidto}" if s.row.licvalidto else ""),
        Fact(label="维保人员", text=_people, note=_capacity),
        due("validto", STANDING),
        Fact("replaces_id", when=lambda s: bool(s.row.replaces_id)),
        Fact("reviewer_id", note=lambda s: s.text("reviewed")),
        Fact("reviewsaid"),
        Fact("checker_id", note=lambda s: s.text("checked")),
        Fact("checksaid"),
        Fact("reason", when=lambda s: bool(s.row.reason)),
    ],
    notices=_notices,
    parts=[
        Part(
            "people",
            "维保人员",
            [of(F.person_id, 120), of(F.certno, 200, type="code"), of(F.certto, 120)],
            children(F.filing_id),
            noun="人员",
            empty="没有列出维保人员",
        ),
        course(FILING),
    ],
    actions=[ACTS.edit, *page_buttons(FILING)],
    own=is_own(FILING),
    files=Files("maintFiling", until=(FILED, CHANGING, CANCELLED, EXPIRED), right=p.FILING_APPLY),
    history=True,
)
