"""A hazard from its registration to its closing, on one page.

Sources: workflow practice (BGGD: hazard registration); gates G18 (evidence, who mended does not verify) and G19
(a grave hazard is closed by two persons).
"""

from typing import Any

from sqlalchemy import select

from tejian.archives.ledgers.inspected.api import one_of
from tejian.archives.models.files import Attachment
from tejian.inspection import permissions as p
from tejian.inspection.flow.api import LETTERS
from tejian.inspection.models.hazards import ANSWERED, CLOSED, GONE, GRAVE, MEND, NEW, SECOND, VOID, Hazard
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.records import api as records
from tejian.kit.database.numbering import take_number
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Button
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import STAY, Move, Process, Step, add_process, anybody, nobody
from tejian.messages.api import send_sms, tell

from . import forms

LIST = "/reportArchive/DangerRegister"
PAGE = "/reportArchive/dangerDetail?id={id}"
SUPERVISION = "设备所在地特种设备安全监督管理部门"


def not_who_answered(me: User) -> Any:
    """提交治理结果以外有此权限的人"""
    return Hazard.answerer_id != me.id


def neither_answered_nor_verified(me: User) -> Any:
    """提交人、核实人以外有此权限的人"""
    return (Hazard.answerer_id != me.id) & (Hazard.verifier_id != me.id)


# -- guards -------------------------------------------------------------------------------------------------------


def fully_stated(d: Doing) -> str | None:
    """级别、部位、内容、治理要求和期限已填"""
    s = d.subject
    return (
        None
        if all((s.level, s.place, s.content, s.demand, s.deadline))
        else "请填写隐患级别、部位、内容、治理要求和期限"
    )


def deadline_ahead(d: Doing) -> str | None:
    """治理期限未过"""
    due = d.subject.deadline
    return f"治理期限{due}已过" if due and due < clock.today() else None


def received_by_today(d: Doing) -> str | None:
    """签收日期在登记之后且不晚于今天"""
    day, made = d.form["receivedate"], d.subject.registered
    if day > clock.today():
        return f"签收日期{day}不得晚于今天"
    return f"签收日期{day}不得早于登记日期{made}" if made and day < made else None


def done_by_today(d: Doing) -> str | None:
    """完成日期不晚于今天"""
    day = d.form["donedate"]
    return f"完成日期{day}不得晚于今天" if day > clock.today() else None


def has_evidence(d: Doing) -> str | None:
    """有治理证据附件，或复检合格的报告"""
    if d.subject.againno:
        return None
    mine = select(Attachment.id).where(
        Attachment.owner == "hazard", Attachment.attrefsysid == d.subject.id, Attachment.deleted.is_(False)
    )
    return None if d.db.scalar(mine.limit(1)) else f"{d.subject.hazno}没有治理证据，请先上传附件"


def later_deadline(d: Doing) -> str | None:
    """新的期限在原期限和今天之后"""
    new, before = d.form["newdeadline"], d.subject.deadline
    if new < clock.today():
        return f"新的治理期限{new}已过"
    return f"新的治理期限{new}应在原期限{before}之后" if before and new <= before else None


# -- effects ------------------------------------------------------------------------------------------------------


def number_it(d: Doing) -> None:
    """取隐患编号"""
    s = d.subject
    s.hazno = take_number(d.db, "hazard", kind=LETTERS.get(s.equclass, "QT"))


def tell_unit(d: Doing) -> None:
    """短信通知单位治理"""
    s = d.subject
    row = d.db.scalars(select(AppBuss).where(AppBuss.id == s.appbuss_id)).one()
    phone = d.db.scalars(select(AppMain.INSCONTACTTEL).where(AppMain.id == row.appmain_id)).one()
    data = {"hazno": s.hazno, "equname": s.equname, "unitname": s.unitname, "due": str(s.deadline)}
    send_sms(d.db, "YHDJ", phone, data, s.hazno)


def copy_to_supervision(d: Doing) -> None:
    """抄送监管部门"""
    s = d.subject
    area = one_of(d.db, s.equdatasysid).areacode
    words = f"{s.hazno} {s.unitname} {s.equname}{s.equcode}"
    tell(d.db, records.supervisors_of(d.db, area), "隐患登记", words, route=PAGE.format(id=s.id))
    s.copied = SUPERVISION


def write_again(d: Doing) -> None:
    """以复检合格的报告为治理结果"""
    s = d.subject
    again = d.db.scalars(select(AppBuss).where(AppBuss.reportno == s.againno)).one()
    s.measure, s.donedate, s.doneby = f"复检合格，报告{s.againno}", again.inspdate, again.scinspectorname
    s.answerer_id = again.scinspector


def tell_dropped(d: Doing) -> None:
    """已抄送的，告知监管部门撤销原因"""
    s = d.subject
    if s.copied:
        area = one_of(d.db, s.equdatasysid).areacode
        words = f"{s.hazno} {s.unitname} {s.equname}{s.equcode} 隐患已撤销：{d.reason.text}"
        tell(d.db, records.supervisors_of(d.db, area), "隐患撤销", words, route=PAGE.format(id=s.id))


def write_deadline(d: Doing) -> None:
    """改治理期限"""
    d.subject.deadline = d.form["newdeadline"]


def close_unless_grave(d: Doing) -> None:
    """不需复核的记销号日期"""
    if d.subject.level not in GRAVE:
        d.subject.closedate = clock.today()


def after_verification(d: Doing) -> str:
    return SECOND if d.subject.level in GRAVE else CLOSED


# -- the process --------------------------------------------------------------------------------------------------

WAITS: dict[str, Any] = {"route": LIST, "page": PAGE, "tone": "ca"}
HAZARD = add_process(
    Process(
        name="hazard",
        title="隐患登记",
        model=Hazard,
        api="/api/hazard",
        one_by_one=True,
        start=NEW,
        ends=[CLOSED, GONE, VOID],
        numbers=lambda s: (s.hazno, s.seisn),
        about=lambda m: (m.unitname, m.equname),
        steps=[
            Step(NEW, "待登记", anybody, waits="隐患登记", verb="登记", **WAITS),
            Step(MEND, "治理中", anybody, waits="隐患治理", verb="治理", **WAITS),
            Step(
                ANSWERED,
                "待核实",
                not_who_answered,
                waits="隐患核实",
                verb="核实",
                refusal="治理结果不能由提交人自己核实",
                **WAITS,
            ),
            Step(
                SECOND,
                "待复核",
                neither_answered_nor_verified,
                waits="隐患复核",
                verb="复核",
                refusal="重大以上隐患须由提交人、核实人以外的人复核",
                **WAITS,
            ),
            Step(CLOSED, "已销号", nobody, tone="ok"),
            Step(GONE, "已撤销", nobody, tone="ok"),
            Step(VOID, "不登记", nobody, tone="ok"),
        ],
        moves=[
            Move(
                "void",
                "不登记",
                [NEW],
                VOID,
                p.HAZARD_REGISTER,
                needs_reason=True,
                form=forms.DROP,
            ),
            Move(
                "register",
                "登记",
                [NEW],
                MEND,
                p.HAZARD_REGISTER,
                guards=[fully_stated, deadline_ahead],
                stamps=["registrar", "registered"],
                effects=[number_it, tell_unit, copy_to_supervision],
                buttons=[Button("row", confirm="登记后通知单位治理，并抄送监管部门")],
                done="已登记，抄送监管部门",
            ),
            Move(
                "answer",
                "提交治理结果",
                [MEND],
                ANSWERED,
                p.HAZARD_ANSWER,
                guards=[done_by_today, has_evidence],
                takes=["measure", "donedate", "doneby"],
                stamps=["answerer_id"],
                form=forms.ANSWER,
            ),
            Move(
                "receipt",
                "签收",
                [MEND],
                STAY,
                p.HAZARD_ANSWER,
                anyone=True,
                guards=[received_by_today],
                takes=["receiver", "receivedate"],
                form=forms.RECEIPT,
                buttons=[Button("row")],
            ),
            Move(
                "extend",
                "延期",
                [MEND],
                STAY,
                p.HAZARD_VERIFY,
                anyone=True,
                needs_reason=True,
                guards=[later_deadline],
                effects=[write_deadline],
                form=forms.EXTEND,
            ),
            Move(
                "verify",
                "核实",
                [ANSWERED],
                after_verification,
                p.HAZARD_VERIFY,
                choices=[SECOND, CLOSED],
                guards=[has_evidence],
                stamps=["verifier", "verifier_id"],
                effects=[close_unless_grave],
                form=forms.VERIFY,
            ),
            Move(
                "close",
                "复核销号",
                [SECOND],
                CLOSED,
                p.HAZARD_VERIFY,
                guards=[has_evidence],
                stamps=["second", "closedate"],
                form=forms.CLOSE,
            ),
            Move(
                "reject",
                "退回治理",
                [ANSWERED, SECOND],
                MEND,
                p.HAZARD_VERIFY,
                needs_reason=True,
                forgets=["verifier", "verifier_id", "againno"],
                form=forms.REJECT,
            ),
            Move(
                "drop",
                "撤销",
                [NEW, MEND, ANSWERED, SECOND],
                GONE,
                p.APPROVE,
                stamps=["closedate"],
                effects=[tell_dropped],
                within="/api/appbuss/approveReport",
                follows=True,
            ),
            Move(
                "again",
                "复检合格",
                [MEND],
                ANSWERED,
                p.APPROVE,
                effects=[write_again],
                within="/api/appbuss/approveReport",
                follows=True,
            ),
        ],
    )
)
