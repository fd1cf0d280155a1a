"""分项报告: 编制 → 审核, each by itself, before the report that it belongs to is audited.

Sources: workflow practice, step BGSH_FX (分项报告必须先审完; a sub-report is audited by a person qualified for it).
"""

from typing import Any

from sqlalchemy import select

from tejian.inspection import codes as at
from tejian.inspection import permissions as p
from tejian.inspection.flow.api import accounts_of, refuse_unsigned
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.signatures import SUB_AUDITED, SUB_WRITTEN
from tejian.inspection.models.subreports import AUDIT, DONE, WRITE, SubReport
from tejian.inspection.records import api as records
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Button
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, nobody
from tejian.messages.api import tell

from . import forms
from .service import item_of, pages_of, refuse_unqualified

LIST = "/businessPro/subReports"
PAGE = "/businessPro/subReport?id={id}"
BEFORE_APPROVAL = (at.ENTER, at.VERIFY, at.AUDIT_FX, at.AUDIT)


def who_writes(me: User) -> Any:
    """该业务的检验人员"""
    return SubReport.appbuss_id.in_(select(AppBuss.id).where(AppBuss.inspectors.contains([me.id])))


def somebody_else(me: User) -> Any:
    """编制人、检测人以外有此权限的人"""
    return (SubReport.writer_id != me.id) & (SubReport.tester_id != me.id)


# -- guards -------------------------------------------------------------------------------------------------------


def not_approved_yet(d: Doing) -> str | None:
    """主报告尚未批准"""
    item = item_of(d.db, d.subject)
    return None if item.step in BEFORE_APPROVAL else f"{d.subject.seisn}的报告不在录入、确认、审核环节，不能办理"


def has_its_file(d: Doing) -> str | None:
    """有且只有一份可读的 PDF 文件"""
    return pages_of(d.db, d.subject).refusal


def tester_qualified(d: Doing) -> str | None:
    """检测人有该项检测的资格"""
    return refuse_unqualified(d.db, d.subject, d.subject.tester_id, d.subject.tester, "检测", d.subject.testdate)


def auditor_qualified(d: Doing) -> str | None:
    """分项审核人有该项检测的资格"""
    return refuse_unqualified(d.db, d.subject, d.me.id, d.me.name, "审核", clock.today())


def auditor_signed(d: Doing) -> str | None:
    """检测人、编制人、审核人已备电子签名"""
    return refuse_unsigned(accounts_of(d, [d.me.id, d.subject.writer_id, d.subject.tester_id]).values())


def report_open_again(d: Doing) -> str | None:
    """主报告在录入环节"""
    item = item_of(d.db, d.subject)
    return None if item.step == at.ENTER else f"{d.subject.seisn}的报告不在录入环节，退回录入后才能重新编制分项报告"


# -- effects ------------------------------------------------------------------------------------------------------


def count_pages(d: Doing) -> None:
    """记页数"""
    d.subject.pages = pages_of(d.db, d.subject).count


def sign_written(d: Doing) -> None:
    """提交人签名"""
    records.sign_part(d.db, d.me, d.subject, SUB_WRITTEN)


def sign_audited(d: Doing) -> None:
    """审核人签名"""
    records.sign_part(d.db, d.me, d.subject, SUB_AUDITED)


def take_signatures_back(d: Doing) -> None:
    """收回签名"""
    records.take_back(d.db, d.me, records.standing_of_part(d.db, d.subject), f"分项报告重新编制：{d.reason.text}")


def tell_writer(d: Doing) -> None:
    """告知编制人退回原因"""
    s = d.subject
    words = f"{s.subno} {s.subname} 被退回：{d.reason.text}"
    tell(d.db, [s.writer_id], "分项报告", words[:200], route=PAGE.format(id=s.id))


WAITS: dict[str, Any] = {"route": LIST, "page": PAGE, "tone": "ca"}
SUB_REPORT = add_process(
    Process(
        name="sub_report",
        title="分项报告",
        model=SubReport,
        api=forms.CALLS,
        one_by_one=True,
        start=WRITE,
        ends=[DONE],
        numbers=lambda s: (s.subno, s.seisn),
        about=lambda m: (m.unitname, m.equname),
        steps=[
            Step(
                WRITE,
                "编制中",
                who_writes,
                named=True,
                waits="分项报告待提交",
                verb="提交",
                refusal="分项报告由该业务的检验人员提交",
                **WAITS,
            ),
            Step(
                AUDIT,
                "待审核",
                somebody_else,
                waits="分项报告待审核",
                verb="审核",
                refusal="不能审核自己编制或检测的分项报告",
                **WAITS,
            ),
            Step(DONE, "已审核", nobody, tone="go"),
        ],
        moves=[
            Move(
                "submit",
                "提交审核",
                [WRITE],
                AUDIT,
                p.ENTER,
                guards=[not_approved_yet, has_its_file, tester_qualified],
                effects=[count_pages, sign_written],
                signed=True,
                buttons=[Button("row", confirm="提交后不能再改，由分项审核人审核")],
                done="已提交，等待分项审核",
            ),
            Move(
                "agree",
                "审核通过",
                [AUDIT],
                DONE,
                p.AUDIT_FX,
                guards=[not_approved_yet, auditor_qualified, auditor_signed],
                stamps=["auditor_id", "auditor", "auditedon"],
                effects=[sign_audited],
                signed=True,
                buttons=[Button("row", confirm="审核通过后随主报告装订、签章")],
                done="已审核通过",
            ),
            Move(
                "back",
                "退回",
                [AUDIT],
                WRITE,
                p.AUDIT_FX,
                needs_reason=True,
                effects=[tell_writer, take_signatures_back],
                form=forms.BACK,
                buttons=[Button("row")],
            ),
            Move(
                "reopen",
                "重新编制",
                [DONE],
                WRITE,
                p.ENTER,
                anyone=True,
                needs_reason=True,
                guards=[report_open_again],
                forgets=["auditor_id", "auditor", "auditedon"],
                effects=[take_signatures_back],
                form=forms.REOPEN,
            ),
        ],
    )
)
