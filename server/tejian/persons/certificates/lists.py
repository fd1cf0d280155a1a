"""The lists of certificates by item, of their papers by person, of cases, and those that are handed on."""

from dataclasses import replace
from typing import Any

from sqlalchemy import func, select

from tejian.archives.models.persons import Person as P
from tejian.archives.models.persons import PersonCert as C
from tejian.archives.models.units import Unit as U
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, ListView, Segment, add_list, col, dates, fragment, like, listing, same
from tejian.kit.process.moves import buttons, own_listing
from tejian.persons import permissions as p
from tejian.persons.models.certificates import ALL_KINDS, ASKED, CertCase
from tejian.persons.models.certificates import WorkCertificate as W
from tejian.system.permissions import EXPORT

from .forms import API, ASK, CASE_PAGE, ORDER, PAGE
from .process import API as CASE_API
from .process import CASE
from .scope import STATES, TONES, certificates, state, with_holders

_today = func.current_date()
_lapsed = (C.held == "") & (C.validto < _today)
_month = (C.held == "") & C.validto.between(_today, _today + 30)
_renewable = (C.held == "") & C.validto.between(_today + 30, _today + 180)
COLUMNS = [
    Col("name", "姓名", P.name, 90, fixed="left", link="/bsArchives/person/detail?id={person_id}"),
    Col("idno", "证件号码", P.idno, 146, "code", sortable=False),
    Col("unitname", "聘用单位", U.name, 220),
    col(C.item, 170),
    Col("level", "限定范围", C.level, 170),
    Col("certno", "档案编号", C.certno, 150, "code"),
    col(C.firstdate, 104, label="批准日期"),
    col(C.validto, 104),
    Col("left", "余期", C.validto - _today, 84, "left"),
    Col("state", "状态", state(), 80, "state", words=STATES, tones=TONES),
    col(C.issueorg, 180, shown=False),
    Col("paper", "", W.id),
    Col("person_id", "", C.person_id),
]
SEARCH = [
    like("name", "姓名", P.name, quick=True),
    fragment("unitname", "聘用单位", U.searchtext, quick=True),
    same("item", "作业项目", C.item, widget="select", dict="C622", quick=True),
    same("state", "状态", state(), widget="select", options=STATES),
    dates("validto", "有效期至", C.validto),
    like("certno", "档案编号", C.certno),
]
cert_list = add_list(
    ListView(
        no="work_cert_list",
        title="证书管理",
        permission=p.CERT_QUERY,
        export_permission=EXPORT,
        source=with_holders(),
        key=C.id,
        visible=certificates,
        url=f"{API}/findList",
        sort="validto",
        late=_lapsed,
        due=["validto"],
        columns=COLUMNS,
        search=SEARCH,
        segments=[
            Segment("renewable", "可申请复审", lambda me: _renewable),
            Segment("month", "不足1个月", lambda me: _month),
            Segment("over", "已过期", lambda me: _lapsed),
        ],
        actions=[
            Action("ask", "办理", p.CERT_APPLY, place="row", kind="move", needs="one", form=ASK.no),
            Action("askMany", "批量办理", p.CERT_APPLY, place="batch", kind="move", needs="many", form=ASK.no),
            Action("order", "处置", p.CERT_DECIDE, place="more", kind="move", needs="one", form=ORDER.no),
        ],
    )
)
_count = select(func.count()).where(C.person_id == W.person_id, C.certno == W.archiveno).correlate(W).scalar_subquery()
_items = (
    select(func.string_agg(C.item, ",")).where(C.person_id == W.person_id, C.certno == W.archiveno).correlate(W)
).scalar_subquery()
_first = (
    select(func.min(C.validto)).where(C.person_id == W.person_id, C.certno == W.archiveno, C.held == "").correlate(W)
).scalar_subquery()
paper_list = listing(
    W,
    no="work_certificate_list",
    title="人员证书",
    permission=p.CERT_QUERY,
    export_permission=EXPORT,
    source=select(W).join(P, P.id == W.person_id),
    url=f"{API}/findPapers",
    sort="-issued",
    late=_first < _today,
    due=["firstend"],
    columns=[
        col(W.archiveno, 150, type="code", fixed="left", link=PAGE),
        Col("name", "姓名", P.name, 90),
        Col("idno", "证件号码", P.idno, 146, "code", sortable=False),
        col(W.unitname, 220),
        Col("items", "作业项目", _items, 240, "dict", dict="C622", sortable=False),
        Col("count", "项目数", _count, 70, "number"),
        Col("firstend", "最早到期", _first, 104, "date"),
        col(W.issued, 110),
        col(W.org_id, 180),
        col(W.edition, 90),
    ],
    search=[
        like("text", "姓名、档案编号", P.name, W.archiveno, quick=True),
        like("unitname", "聘用单位", W.unitname, quick=True),
        dates("issued", "首次发证日期", W.issued),
    ],
    actions=[
        Action("view", "查看", p.CERT_QUERY, place="row", kind="route", needs="one", route=PAGE),
        Action("print", "打印证书", p.CERT_QUERY, place="batch", kind="print", needs="many", print="ZYRYZ"),
    ],
)
case_list = own_listing(
    CASE,
    no="cert_case_list",
    title="证书办理",
    permission=p.CERT_QUERY,
    export_permission=EXPORT,
    url=f"{CASE_API}/findList",
    sort="-asked",
    columns=[
        col(CertCase.caseno, 130, type="code", fixed="left", link=CASE_PAGE),
        col(CertCase.kind, 100, type="dict", words=ALL_KINDS),
        col(CertCase.step, 90, label="状态", type="state", words=CASE.names, tones=CASE.tones),
        col(CertCase.person_id, 90),
        col(CertCase.item, 160),
        col(CertCase.unitname, 220),
        col(CertCase.why, 220),
        col(CertCase.asked, 140),
        col(CertCase.asker_id, 90),
        col(CertCase.decider_id, 90),
        col(CertCase.decided, 104),
    ],
    search=[
        like("text", "编号、单位", CertCase.caseno, CertCase.unitname, quick=True),
        same("kind", "办理事项", CertCase.kind, widget="select", options=ALL_KINDS, quick=True),
        same("step", "状态", CertCase.step, widget="select", options=CASE.names, quick=True),
        dates("asked", "提交时间", CertCase.asked, moment=True),
    ],
    segments=[Segment("open", "待审核", lambda me: CertCase.step == ASKED)],
    actions=[
        Action("view", "查看", p.CERT_QUERY, place="row", kind="route", needs="one", route=CASE_PAGE),
        *buttons(CASE),
    ],
)


def _handed(no: str, title: str, name: str, columns: list[Any], actions: list[Action]) -> ListView:
    """A list that is there to be exported: every column may be chosen, and each export is a line of the log."""
    return add_list(
        replace(
            cert_list,
            no=no,
            title=title,
            permission=p.HANDOVER,
            export_permission=p.HANDOVER,
            url=f"{API}/{name}",
            segments=[],
            actions=actions,
            columns=columns,
            late="",
            due=[],
        )
    )


MORE = [
    col(P.sex, 60, type="dict", words={"1": "男", "2": "女"}),
    col(P.birth, 104),
    col(P.education, 90),
    Col("areacode", "单位所在区划", U.areacode, 110, "dict", dict="AREA"),
    Col("unitcode", "统一社会信用代码", U.code, 176, "code"),
]
handed_list = _handed("work_cert_export_list", "作业人员导出", "findExport", [*COLUMNS[:11], *MORE, *COLUMNS[11:]], [])
national_list = _handed(
    "work_cert_national_list",
    "国家格式人员导出",
    "findNational",
    [*COLUMNS[:11], *MORE, *COLUMNS[11:]],
    [
        Action("national", "核对并导出国家格式", p.HANDOVER, kind="page"),
    ],
)
