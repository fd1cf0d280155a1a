"""Lists of signatures and of the people behind them: one for the log, one for whoever looks a report up."""

from dataclasses import replace

from sqlalchemy import ColumnElement, case, func, literal, or_, select

from tejian.archives import permissions as archive
from tejian.archives.common.api import REPORT_NO_WIDTH
from tejian.inspection import permissions as inspection
from tejian.inspection.models.items import AppBuss as B
from tejian.inspection.models.records import ReportSm2 as S
from tejian.inspection.models.reports import Report as R
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Search, Segment, add_list, col, dates, like, same
from tejian.system.models.accounts import StaffQual as Q
from tejian.system.models.accounts import SysUser as U
from tejian.system.models.organisations import Org, in_scope
from tejian.system.permissions import EXPORT, LOG_QUERY

BASE = "/api/quality/seals"
SOON = 90
VERIFY = Action(
    "verifySignature",
    "验证",
    inspection.QUERY,
    place="row",
    kind="call",
    needs="one",
    url=f"{BASE}/verify",
    done="{reportno}的签名有效，文件与签发时一致",
)
ca_list = add_list(
    ListView(
        no="report_signature_list",
        title="电子签章(CA)查询",
        permission=inspection.QUERY,
        export_permission=EXPORT,
        source=select(R).join(B, B.id == R.appbuss_id).outerjoin(S, S.report_id == R.id),
        key=R.id,
        visible=R.visible,
        url=f"{BASE}/findSignatures",
        sort="-issuedat",
        columns=[
            col(R.reportno, REPORT_NO_WIDTH, type="code", fixed="left", link="/businessPro/applyInfo?seisn={seisn}"),
            col(R.title, 170),
            col(B.unitname, 180),
            col(R.signer, 200),
            col(R.issuedat, 150, label="签署时间"),
            col(R.state, 80),
            Col("sm2serial", "国密证书序列号", S.serial, 150, "code"),
            Col("sm2signer", "国密签署人", S.signer, 140, shown=False),
            col(R.key, 200, label="文件摘要", type="code", shown=False),
            col(R.pages, 60, shown=False),
            Col("seisn", "", B.seisn),
        ],
        search=[
            like("reportno", "报告编号", R.reportno, quick=True),
            like("unitname", "受检单位", B.unitname, quick=True),
            dates("issuedat", "签署日期", R.issuedat, moment=True, quick=True),
            like("signer", "签章证书", R.signer),
            same("key", "文件摘要", R.key),
            Search("sm2", "有国密签名", lambda v: S.id.is_not(None), widget="checkbox"),
        ],
        actions=[VERIFY],
    )
)
sign_log = add_list(
    replace(
        ca_list,
        no="pdf_sign_log_list",
        title="PDF签名日志",
        permission=LOG_QUERY,
        export_permission=LOG_QUERY,
        url=f"{BASE}/findLog",
        visible=lambda me: R.id.is_not(None) if me.scope == "all" else R.visible(me),
        columns=[
            *(c for c in ca_list.columns if c.name in ("reportno", "title", "signer", "issuedat", "state")),
            replace(next(c for c in ca_list.columns if c.name == "key"), shown=True),
            *(c for c in ca_list.columns if c.name in ("sm2serial", "sm2signer")),
            col(R.size, 90),
            Col("seisn", "", B.seisn),
        ],
        actions=[],
    )
)

TERM = case(
    (or_(Q.validto < func.current_date(), Q.status != "有效"), literal("0")),
    (Q.validto < func.current_date() + SOON, literal("1")),
    else_=literal("2"),
)
TERMS = {"0": "无效", "1": "即将到期", "2": "有效"}
Institute = Org.__table__.alias("institute")


def _inspectors(me: User) -> ColumnElement[bool]:
    """An institute's own people, a bureau's those of the institutes in its area."""
    return in_scope(me, own=U.id, dept=U.dept_id, org=U.org_id, area=Institute.c.areacode)


inspector_list = add_list(
    ListView(
        no="inspector_qual_list",
        title="检验人员",
        permission=archive.PERSON_QUERY,
        export_permission=EXPORT,
        source=select(Q).join(U, U.id == Q.user_id).outerjoin(Institute, Institute.c.id == U.org_id),
        key=Q.id,
        visible=_inspectors,
        url="/api/quality/people/findInspectors",
        sort="validto",
        late=TERM == "0",
        due=["validto"],
        columns=[
            Col("name", "姓名", U.name, 90, fixed="left"),
            Col("orgname", "检验机构", Institute.c.name, 240),
            col(Q.item, 240),
            col(Q.certno, 180, type="code"),
            col(Q.issuedate, 104),
            col(Q.validto, 104),
            Col("left", "余期", Q.validto - func.current_date(), 84, "left"),
            Col("term", "状态", TERM, 90, "state", words=TERMS, tones={"0": "no", "1": "ca", "2": "go"}),
        ],
        search=[
            like("name", "姓名", U.name, quick=True),
            same("item", "资格项目", Q.item, widget="select", dict="C623", quick=True),
            like("certno", "证书编号", Q.certno),
            dates("validto", "有效期至", Q.validto),
        ],
        segments=[
            Segment("valid", "有效", lambda me: TERM == "2"),
            Segment("soon", "即将到期", lambda me: TERM == "1"),
            Segment("ended", "无效", lambda me: TERM == "0"),
        ],
    )
)
