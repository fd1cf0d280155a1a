"""Supervision of construction: 任务分配 → 首次监检 → 停止点与见证点 → 竣工资料 → 报告与证书; its liaison sheets.

Sources: workflow practice (the screens of the specification are its steps; no approval over an open stop point).
"""

from typing import Any

from sqlalchemy import select

from tejian.inspection import permissions as p
from tejian.inspection.flow.api import SUPERVISOR, accounts_of, refuse_open, refuse_people, refuse_unsigned
from tejian.inspection.models.construction import ConstructionNotice
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.supervised import (
    ANSWERED,
    CLOSED,
    DATA,
    DONE,
    FIRST,
    ISSUE,
    NONE,
    PASSED,
    RUNNING,
    SENT,
    TASK,
    VOID,
    WORK,
    LiaisonSheet,
    Supervision,
    SupervisionPaper,
)
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Button
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import STAY, Move, Process, Step, add_process, anybody, nobody
from tejian.messages.api import tell
from tejian.system.models.accounts import SysUser

from . import forms

PAGE = "/businessPro/supervision?id={id}"
SHEETS = "/inspectPro/liaisonQuery"
NOT_MINE = "该监检任务没有分配给您"


def the_inspectors(me: User) -> Any:
    """任务的监检人员"""
    return Supervision.inspectors.contains([me.id])


# -- guards -------------------------------------------------------------------------------------------------------


def two_people(d: Doing) -> str | None:
    """两名不同的监检人员"""
    return "监检人员须为两名不同的人" if d.form["inspector1"] == d.form["inspector2"] else None


def people_qualified(d: Doing) -> str | None:
    """监检人员在约定日期有资格"""
    row = d.db.scalars(select(AppBuss).where(AppBuss.id == d.subject.appbuss_id)).one()
    return refuse_people(d, row, [d.form["inspector1"], d.form["inspector2"]], d.form["visitdate"])


def people_may(d: Doing) -> str | None:
    """监检人员有监检的权限"""
    people = [d.form["inspector1"], d.form["inspector2"]]
    able = SUPERVISOR.able(d.db, people)
    left = [one.name for one in accounts_of(d, people).values() if one.id not in able]
    return SUPERVISOR.refuse("、".join(left)) if left else None


def people_signed(d: Doing) -> str | None:
    """监检人员已备电子签名"""
    return refuse_unsigned(accounts_of(d, [d.form["inspector1"], d.form["inspector2"]]).values())


def visit_ahead(d: Doing) -> str | None:
    """约定日期未过"""
    day = d.form["visitdate"]
    return f"约定首次监检日期{day}已过" if day < clock.today() else None


def first_after_notice(d: Doing) -> str | None:
    """首次监检在告知受理之后且不晚于今天"""
    day = d.form["firstdate"]
    if day > clock.today():
        return f"首次监检日期{day}不得晚于今天"
    told = d.db.scalar(select(ConstructionNotice.notifydate).where(ConstructionNotice.id == d.subject.notify_id))
    return f"首次监检日期{day}不得早于施工告知受理日期{told}" if told and day < told else None


def nothing_open(d: Doing) -> str | None:
    """停止点均已符合，联络单均已关闭"""
    return refuse_open(d, d.subject)


def papers_complete(d: Doing) -> str | None:
    """必须有的竣工资料均已收到"""
    query = select(SupervisionPaper.name).where(
        SupervisionPaper.supervision_id == d.subject.id,
        SupervisionPaper.required,
        SupervisionPaper.state.not_in((PASSED, NONE)),
    )
    left = list(d.db.scalars(query.order_by(SupervisionPaper.seq)))
    return f"竣工资料不齐：{'、'.join(left)}" if left else None


def answer_not_ahead(d: Doing) -> str | None:
    """回复日期不晚于今天"""
    day = d.form["answered"]
    return f"回复日期{day}不得晚于今天" if day > clock.today() else None


# -- effects ------------------------------------------------------------------------------------------------------


def write_people(d: Doing) -> None:
    """写入监检人员与约定日期"""
    s = d.subject
    s.inspectors = [d.form["inspector1"], d.form["inspector2"]]
    names = {one.id: one.name for one in d.db.scalars(select(SysUser).where(SysUser.id.in_(s.inspectors)))}
    s.inspectornames = "、".join(names.get(one, "") for one in s.inspectors)
    s.visitdate = d.form["visitdate"]


def tell_people(d: Doing) -> None:
    """通知监检人员"""
    s = d.subject
    words = f"{s.visitdate} {s.unitname} {s.equname} 监督检验任务 {s.seisn}"
    tell(d.db, s.inspectors, "监检任务", words, route=PAGE.format(id=s.id))


def tell_issuer(d: Doing) -> None:
    """记处理结果、回复人与日期，告知签发人"""
    s = d.subject
    tell(d.db, [s.issuer_id], "监检联络单", f"{s.liaisonno} 已回复", route=SHEETS)


# -- the processes ------------------------------------------------------------------------------------------------


def of_inspectors(code: str, name: str, route: str, verb: str) -> Step:
    page = {"page": PAGE, "verb": verb, "tone": "ca", "waits": f"监督检验{name}", "refusal": NOT_MINE}
    return Step(code, name, the_inspectors, named=True, route=f"/businessPro/{route}", **page)  # type: ignore[arg-type]


SUPERVISION = add_process(
    Process(
        name="supervision",
        title="监督检验",
        model=Supervision,
        api="/api/supervision",
        one_by_one=True,
        start=TASK,
        ends=[DONE, VOID],
        numbers=lambda s: (s.seisn, s.seisn),
        about=lambda m: (m.unitname, m.equname),
        steps=[
            Step(
                TASK,
                "待分配",
                anybody,
                tone="ca",
                waits="监检任务分配",
                route="/businessPro/taskAssign",
                page=PAGE,
                verb="分配",
            ),
            of_inspectors(FIRST, "待首次监检", "firstWillInsp", "首次监检"),
            of_inspectors(WORK, "监检中", "firstWillInsp", "监检"),
            of_inspectors(DATA, "竣工资料待审查", "CompDataWillExam", "审查"),
            Step(ISSUE, "待出具报告", nobody, tone="go"),
            Step(DONE, "已发证", nobody, tone="ok"),
            Step(VOID, "已终止", nobody, tone="ok"),
        ],
        moves=[
            Move(
                "assign",
                "分配",
                [TASK],
                FIRST,
                p.SUPERVISE_ASSIGN,
                guards=[two_people, visit_ahead, people_qualified, people_may, people_signed],
                effects=[write_people, tell_people],
                form=forms.ASSIGN,
            ),
            Move(
                "reassign",
                "调整人员",
                [FIRST, WORK, DATA],
                STAY,
                p.SUPERVISE_ASSIGN,
                anyone=True,
                guards=[two_people, visit_ahead, people_qualified, people_may, people_signed],
                effects=[write_people, tell_people],
                form=forms.REASSIGN,
            ),
            Move(
                "first",
                "首次监检",
                [FIRST],
                WORK,
                p.SUPERVISE,
                guards=[first_after_notice],
                takes=["firstdate", "attendants", "firstnote"],
                form=forms.FIRST,
            ),
            Move(
                "hand_in",
                "竣工资料提交",
                [WORK],
                DATA,
                p.SUPERVISE,
                guards=[nothing_open],
                stamps=["handed"],
                forgets=["reason"],
                call="/api/supervision/handIn",
                buttons=[Button("row", confirm="停止点和联络单均已关闭，施工单位已提交竣工资料")],
                done="等待审查竣工资料",
            ),
            Move(
                "pass",
                "资料审查通过",
                [DATA],
                ISSUE,
                p.SUPERVISE,
                guards=[papers_complete],
                stamps=["examiner", "examined"],
                buttons=[Button("row", confirm="竣工资料齐全，等待出具报告与证书")],
                done="资料审查通过",
            ),
            Move(
                "back",
                "退回补齐",
                [DATA],
                WORK,
                p.SUPERVISE,
                needs_reason=True,
                takes=["reason"],
                form=forms.BACK,
                buttons=[Button("row")],
            ),
            Move(
                "issue",
                "出具报告与证书",
                [ISSUE],
                DONE,
                p.APPROVE,
                within="/api/appbuss/approveReport",
                follows=True,
            ),
            Move("stop", "终止监检", [*RUNNING], VOID, p.APPLY_VOID, within="/api/appmain/voidSbdj", follows=True),
        ],
    )
)
LIAISON = add_process(
    Process(
        name="liaison",
        title="监检联络单",
        model=LiaisonSheet,
        api="/api/liaison",
        one_by_one=True,
        start=SENT,
        ends=[CLOSED],
        numbers=lambda s: (s.liaisonno, s.liaisonno),
        about=lambda m: (m.pointname, m.problem),
        steps=[
            Step(SENT, "待回复", anybody, tone="ca", waits="监检联络单待回复", route=SHEETS, verb="回复"),
            Step(ANSWERED, "已回复", anybody, tone="ca", waits="监检联络单待确认", route=SHEETS, verb="确认"),
            Step(CLOSED, "已关闭", nobody, tone="go"),
        ],
        moves=[
            Move(
                "answer",
                "回复",
                [SENT],
                ANSWERED,
                p.LIAISON_ANSWER,
                guards=[answer_not_ahead],
                takes=["answer", "answerer", "answered"],
                effects=[tell_issuer],
                form=forms.ANSWER,
            ),
            Move(
                "close",
                "确认关闭",
                [ANSWERED],
                CLOSED,
                p.SUPERVISE,
                stamps=["closer", "closed"],
                buttons=[Button("row", confirm="问题已解决，关闭联络单")],
                done="已关闭",
            ),
            Move(
                "reject",
                "退回回复",
                [ANSWERED],
                SENT,
                p.SUPERVISE,
                needs_reason=True,
                takes=["reason"],
                form=forms.REJECT,
                buttons=[Button("row")],
            ),
        ],
    )
)
