"""The page of a certificate with its items, and of a case about one."""

from typing import Any

from tejian.archives.models.persons import PersonCert
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.ground.figures import remaining, tone_of
from tejian.kit.lists.listview import Col
from tejian.kit.process.moves import course, is_own, page_buttons, stands, state
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import Fact, Files, Notice, Part, RecordView, Shown, of
from tejian.persons import permissions as p
from tejian.persons.models.certificates import (
    ALL_KINDS,
    ASKED,
    DENIED,
    DONE,
    RENEW,
    WITHDRAWN,
    CertCase,
    WorkCertificate,
)

from .forms import API
from .issuing import check_path, items_on
from .judging import cert_of, refuse, window_of
from .process import API as CASE_API
from .process import CASE
from .public import state_word

SOON = 180
OVER = (DONE, DENIED, WITHDRAWN)


def _items(shown: Shown) -> list[dict[str, Any]]:
    out = []
    for cert in items_on(shown.db, shown.row):
        days, window = (cert.validto - clock.today()).days, window_of(shown.db, cert)
        left = ("", "") if cert.held else (remaining(days, "过期"), tone_of(days, SOON))
        out.append(
            record(cert)
            | {"left": left[0], "leftTone": left[1], "state": state_word(shown.db, cert)}
            | {"window": "" if cert.held else f"{window.first} 至 {window.last}"}
        )
    return out


PAPER_PAGE = RecordView(
    no="work_certificate",
    title="作业人员证",
    permission=p.CERT_QUERY,
    model=WorkCertificate,
    url=f"{API}/record",
    heading=lambda s: f"作业人员证 {s.row.archiveno}",
    subtitle=lambda s: s.text("person_id"),
    facts=[
        Fact(
            "person_id",
            link=lambda s: f"/bsArchives/person/detail?id={s.row.person_id}",
        ),
        Fact("unitname"),
        Fact("org_id"),
        Fact("issued", note=lambda s: f"第 {s.row.edition} 次制证"),
        Fact(label="公开查验", text="查验页", link=lambda s: check_path(s.row)),
    ],
    parts=[
        Part(
            "items",
            "作业项目",
            [
                of(PersonCert.item, 190),
                of(PersonCert.level),
                of(PersonCert.firstdate, 110, label="批准日期"),
                of(PersonCert.validto, 110),
                Col("left", "余期", None, 110),
                Col("state", "状态", None, 90),
                Col("window", "可申请复审", None, 200),
            ],
            _items,
            noun="作业项目",
            hint="复审须在有效期届满1个月以前申请（TSG Z6001-2019；3个月是2013年旧规定，已不采用），逾期须重新考试",
        ),
    ],
    actions=[Action("print", "打印证书", p.CERT_QUERY, kind="print", needs="one", print="ZYRYZ")],
    history=True,
)


def _notices(shown: Shown) -> list[Notice]:
    row = shown.row
    out = list(stands(CASE)(shown))
    if row.step != ASKED:
        return out
    cert = cert_of(shown.db, row)
    day = row.asked.astimezone(clock.SHANGHAI).date()
    if sentence := refuse(shown.db, cert, row, day):
        out.append(Notice(sentence, "no"))
    elif row.kind == RENEW:
        out.append(Notice(f"有效期至 {cert.validto}，最后申请日 {window_of(shown.db, cert).last}，在期限内提交"))
    return out


RENEWAL = Action(
    "renewal", "复审申请表", p.CERT_QUERY, kind="print", needs="one", print="FSSQB", when={"kind": (RENEW,)}
)
CASE_PAGE_VIEW = RecordView(
    no="cert_case",
    title="证书办理",
    permission=p.CERT_QUERY,
    model=CertCase,
    url=f"{CASE_API}/record",
    heading=lambda s: f"{ALL_KINDS.get(s.row.kind, '证书办理')} {s.row.caseno}",
    subtitle=lambda s: f"{s.text('person_id')}　{s.text('item')}",
    facts=[
        state(CASE),
        Fact("cert_id"),
        Fact("unitname"),
        Fact("why"),
        Fact("newlimits"),
        Fact("newunitsysid"),
        Fact("asker_id", note=lambda s: s.text("asked")),
        Fact("decider_id", note=lambda s: s.text("decided")),
        Fact("reason"),
    ],
    notices=_notices,
    parts=[course(CASE)],
    actions=[RENEWAL, *(one for one in page_buttons(CASE) if one.place != "batch")],
    own=is_own(CASE),
    files=Files("certCase", until=OVER, right=p.CERT_APPLY, title="复审资料与证明"),
    history=True,
)
