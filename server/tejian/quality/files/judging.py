"""Who may do what with a document, what stands against it, and what its issue writes."""

from datetime import datetime, time
from typing import Any

from sqlalchemy import and_, func, select
from sqlalchemy.orm import Session

from tejian.archives.models.files import Attachment
from tejian.kit.database.db import hold
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.messages.api import tell
from tejian.quality.models.files import ISSUED, UNFINISHED, VOID, FileOffice, FileReceipt
from tejian.quality.models.files import QualityFile as F
from tejian.system.models.accounts import SysUser

from .forms import PAGE

OWNER, PDF = "qualityFile", "application/pdf"
RECEIVE = "/assistMng/qualitySystemMng/fileReceive"


def of_institute(me: User) -> Any:
    """本机构的人员"""
    return F.orgid == me.org_id


def auditor(me: User) -> Any:
    """编制人以外的人"""
    return and_(F.orgid == me.org_id, F.writer_id != me.id)


def approver(me: User) -> Any:
    """编制人、审核人以外的人"""
    return and_(F.orgid == me.org_id, F.writer_id != me.id, F.auditor_id != me.id)


def documents(db: Session, key: str) -> list[Attachment]:
    """The text of an edition: the PDF among its files."""
    A = Attachment
    own = (A.owner == OWNER, A.attrefsysid == key, A.deleted.is_(False), A.mime == PDF)
    return list(db.scalars(select(A).where(*own).order_by(A.id)))


def limit(db: Session, row: F) -> datetime | None:
    """The end of the day on which an edition should be issued, while it is not."""
    return datetime.combine(row.plandue, time.max, clock.SHANGHAI) if row.step in UNFINISHED else None


# -- guards ---------------------------------------------------------------------------------------------------------


def has_document(d: Doing) -> str | None:
    """附有一份 PDF 正文"""
    found = len(documents(d.db, d.subject.id))
    if found == 1:
        return None
    return "请先在附件中上传文件正文（PDF）" if not found else f"附件中有{found}份 PDF，正文只能有一份"


def offices_named(d: Doing) -> str | None:
    """有发放部门"""
    found = d.db.scalar(select(func.count()).where(FileOffice.file_id == d.subject.id))
    return None if found else "还没有写发放部门，请先在计划中添加"


def effective_ahead(d: Doing) -> str | None:
    """实施日期不早于今天"""
    on = d.form["effective"]
    return f"实施日期{on}已过，发布后不能追溯实施" if on < clock.today() else None


def after_the_last(d: Doing) -> str | None:
    """实施日期晚于现行版本"""
    last = in_force(d.db, d.subject)
    if last is None or last.effective is None or last.effective < d.form["effective"]:
        return None
    return f"现行版本{last.edition}自{last.effective}实施，新版本的实施日期应晚于该日"


def ends_ahead(d: Doing) -> str | None:
    """作废日期不早于今天"""
    on = d.form["ended"]
    return f"作废日期{on}已过，作废不能追溯" if on < clock.today() else None


# -- effects --------------------------------------------------------------------------------------------------------


def one_number_at_a_time(d: Doing) -> None:
    """同一编号一次发布一版"""
    hold(d.db, f"quality file {d.subject.orgid} {d.subject.fileno}")


def in_force(db: Session, row: F) -> F | None:
    """The issued edition of the same number, which the next one replaces."""
    same = (F.orgid == row.orgid, F.fileno == row.fileno, F.step == ISSUED, F.id != row.id)
    return db.scalars(select(F).where(*same).with_for_update()).first()


def give_out(d: Doing) -> None:
    """发给各部门的人员"""
    s = d.subject
    offices = select(FileOffice.dept_id).where(FileOffice.file_id == s.id)
    people = d.db.scalars(
        select(SysUser).where(SysUser.org_id == s.orgid, SysUser.dept_id.in_(offices), SysUser.enabled)
    ).all()
    for one in people:
        d.db.add(FileReceipt(file_id=s.id, orgid=s.orgid, user_id=one.id, userdept=one.dept_id))
    title = f"{s.fileno} {s.title}（{s.edition}）自{s.effective}实施，请接收"
    tell(d.db, [one.id for one in people], "体系文件", title, "", RECEIVE)


def told(d: Doing) -> None:
    """告知接着办的人"""
    s = d.subject
    if s.step in (ISSUED, VOID) or s.writer_id == d.me.id:
        return
    tell(d.db, [s.writer_id], "体系文件", f"{s.fileno} {s.title}：{_said(s.step)}", d.reason.text, PAGE.format(id=s.id))


def _said(step: str) -> str:
    words = {"1": "待编制", "2": "待审核", "3": "待批准", "4": "已批准，待发布"}
    return words.get(step, "")
