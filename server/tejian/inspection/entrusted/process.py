"""委托项目: 登记 → 执行 → 完成 → 归档. Its reports have numbers of their own and are no inspection reports."""

from typing import Any

from sqlalchemy import select

from tejian.archives.models.files import Attachment
from tejian.inspection import permissions as p
from tejian.inspection.models.entrusted import ARCHIVED, FINISHED, REGISTERED, RUNNING, VOID, EntrustedProject
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Button
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, anybody, nobody
from tejian.messages.api import tell

from . import forms

LIST = "/businessPro/entrustProReg"
PAGE = f"{LIST}/detail?id={{id}}"
OWNER = "entrusted"


def the_leader(me: User) -> Any:
    """项目负责人"""
    return EntrustedProject.leader == me.id


def contract_known(d: Doing) -> str | None:
    """有合同编号与金额"""
    s = d.subject
    return None if s.contractno and s.amount is not None else f"{s.name}没有合同编号或合同金额，请先填写"


def finished_in_time(d: Doing) -> str | None:
    """完成日期在开始日期之后且不晚于今天"""
    day, start = d.form["finished"], d.subject.startdate
    if day > clock.today():
        return f"完成日期{day}不得晚于今天"
    return f"完成日期{day}不得早于开始日期{start}" if start and day < start else None


def delivered(d: Doing) -> str | None:
    """成果已作为附件上传"""
    query = select(Attachment.id).where(Attachment.owner == OWNER, Attachment.attrefsysid == d.subject.id)
    found = d.db.scalar(query.where(Attachment.deleted.is_(False)).limit(1))
    return None if found else f"{d.subject.name}没有上传成果报告，请在附件中上传"


def tell_leader(d: Doing) -> None:
    """告知负责人"""
    s = d.subject
    words = f"被退回：{d.reason.text}" if d.before == FINISHED else f"请于{s.duedate}前完成"
    tell(d.db, [s.leader], "委托项目", f"{s.entrustno} {s.name} {words}"[:200], route=PAGE.format(id=s.id))


WAITS: dict[str, Any] = {"tone": "ca", "route": LIST, "page": PAGE}
ENTRUSTED = add_process(
    Process(
        name="entrusted",
        title="委托项目",
        model=EntrustedProject,
        api=forms.CALLS,
        one_by_one=True,
        start=REGISTERED,
        ends=[ARCHIVED, VOID],
        numbers=lambda s: (s.entrustno, s.entrustno),
        about=lambda m: (m.unitname, m.name),
        steps=[
            Step(REGISTERED, "登记", anybody, waits="委托项目待下达", verb="下达", **WAITS),
            Step(
                RUNNING,
                "执行",
                the_leader,
                named=True,
                waits="委托项目执行",
                verb="办理",
                refusal="该委托项目由其负责人办理",
                **WAITS,
            ),
            Step(FINISHED, "完成", anybody, waits="委托项目待归档", verb="归档", **WAITS),
            Step(ARCHIVED, "已归档", nobody, tone="go"),
            Step(VOID, "已作废", nobody, tone="ok"),
        ],
        moves=[
            Move(
                "start",
                "下达",
                [REGISTERED],
                RUNNING,
                p.ENTRUST_SAVE,
                guards=[contract_known],
                effects=[tell_leader],
                buttons=[Button("row", confirm="下达后由负责人执行，登记内容不能再修改")],
                done="已下达，等待执行",
            ),
            Move(
                "finish",
                "完成",
                [RUNNING],
                FINISHED,
                p.ENTRUST_HANDLE,
                guards=[finished_in_time, delivered],
                takes=["finished", "reportno", "outcome"],
                form=forms.FINISH,
            ),
            Move(
                "send_back",
                "退回",
                [FINISHED],
                RUNNING,
                p.ENTRUST_ARCHIVE,
                needs_reason=True,
                effects=[tell_leader],
                call=f"{forms.CALLS}/back",
                form=forms.BACK,
                buttons=[Button("row")],
            ),
            Move(
                "archive",
                "归档",
                [FINISHED],
                ARCHIVED,
                p.ENTRUST_ARCHIVE,
                guards=[delivered],
                takes=["archiveno", "archivebox"],
                stamps=["archivist", "archived"],
                call=f"{forms.CALLS}/saveGd",
                form=forms.ARCHIVE,
            ),
            Move(
                "void",
                "作废",
                [REGISTERED, RUNNING],
                VOID,
                p.ENTRUST_SAVE,
                anyone=True,
                needs_reason=True,
                form=forms.VOIDED,
            ),
        ],
    )
)
