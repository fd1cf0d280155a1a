"""Who may do what with a document, what stands against it, and what its publication writes."""

from datetime import timedelta
from typing import Any

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import Session

from tejian.archives.models.files import Attachment
from tejian.kit.database import jobs
from tejian.kit.database.db import hold
from tejian.kit.files.blobs import read_checked
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.messages.api import tell
from tejian.system.settings.api import number

from . import pdftext, wordtext
from .forms import OWNER, PAGE
from .models import CUT, CUTTING, DRAFT, ISSUED, PUBLIC, WAITING
from .models import KnowledgeDoc as D

PDF = "application/pdf"
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
CUT_JOB = "knowledge.cut"
LOST = 4  # times as long as the cutting may take, after which it is ordered anew


def of_institute(me: User) -> Any:
    """本机构的人员"""
    return D.orgid == me.org_id


def publisher(me: User) -> Any:
    """编写人、提交人以外的人"""
    return and_(D.orgid == me.org_id, D.writer_id != me.id, D.createby != me.id)


def in_force() -> Any:
    """What is in force today: published, begun and not ended."""
    today = clock.today()
    return and_(D.step.in_(PUBLIC), D.effective <= today, or_(D.ended.is_(None), D.ended > today))


def standing(row: D) -> tuple[str, str]:
    """What a document is today, in words with their tone."""
    if row.step not in PUBLIC:
        return "未发布", "ca"
    if row.ended is not None and row.ended <= clock.today():
        return f"已于{row.ended}停止使用", "no"
    if row.effective > clock.today():
        return f"{row.effective}起实施", "ca"
    return (f"现行，{row.ended}停止使用", "ca") if row.ended else ("现行", "go")


def papers(db: Session, key: str) -> list[Attachment]:
    """The files of a document that can be cut."""
    A = Attachment
    own = (A.owner == OWNER, A.attrefsysid == key, A.deleted.is_(False), A.mime.in_((PDF, WORD)))
    return list(db.scalars(select(A).where(*own).order_by(A.id)))


class Limits:
    """How large a file may be, by the parameters of the platform."""

    def __init__(self, db: Session):
        self.megabytes = number(db, "knowledge.file_mb", 20)
        self.pages = number(db, "knowledge.pages", 1000)
        self.characters = number(db, "knowledge.characters", 2_000_000)
        self.piece = number(db, "knowledge.clause_characters", 1000)
        self.seconds = number(db, "knowledge.cut_seconds", 180)


# -- guards ---------------------------------------------------------------------------------------------------------


def one_file(d: Doing) -> str | None:
    """附有一份 PDF 或 Word 正文"""
    found = len(papers(d.db, d.subject.id))
    if found == 1:
        return None
    return "请先在附件中上传正文（PDF或Word）" if not found else f"附件中有{found}份正文，只能有一份"


def readable(d: Doing) -> str | None:
    """正文没有加密、没有损坏、不超过限制"""
    files, limits = papers(d.db, d.subject.id), Limits(d.db)
    if len(files) != 1:
        return None  # one_file says it
    if files[0].size > limits.megabytes << 20:
        return f"正文超过{limits.megabytes}MB，请压缩或分册上传"
    try:
        content = read_checked(files[0].key)
        if files[0].mime == PDF:
            pdftext.opened(content, limits.pages)
        else:
            wordtext.body_of(content, limits.characters)
    except Refused as refusal:
        return refusal.message
    return None


def not_being_cut(d: Doing) -> str | None:
    """没有正在切分"""
    if d.subject.cut != CUTTING:
        return None
    since = clock.now() - d.subject.updatetime  # a job whose process was killed never ends
    return "正在切分条款，请稍候" if since < timedelta(seconds=LOST * Limits(d.db).seconds) else None


def cut_as_it_is(d: Doing) -> str | None:
    """正文已切分为条款，切分后没有换过"""
    s, found = d.subject, papers(d.db, d.subject.id)
    if s.cut == CUTTING:
        return "正在切分条款，请稍候"
    if s.cut != CUT:
        return s.cutsays or "请先切分条款"
    return None if [one.key for one in found] == [s.digest] else "正文在切分以后换过，请重新切分"


def replaced_is_in_use(d: Doing) -> str | None:
    """所代替的文件现行，且实施在前"""
    s = d.subject
    if not s.replaces_id:
        return None
    old = replaced(d.db, s)
    if old is None or old.step != ISSUED:
        return "所代替的文件不是现行文件，请退回修改"
    if old.effective >= s.effective:
        return f"所代替的文件自{old.effective}实施，本文件的实施日期应晚于该日"
    return None


def of_own_institute(d: Doing) -> str | None:
    """发布机构的人员"""
    return None if d.subject.orgid == d.me.org_id else "文件由发布它的机构废止"


def ends_ahead(d: Doing) -> str | None:
    """停止使用日期不早于今天"""
    on = d.form["ended"]
    return f"停止使用日期{on}已过，不能追溯" if on < clock.today() else None


# -- effects --------------------------------------------------------------------------------------------------------


def order_cutting(d: Doing) -> None:
    """把正文切分为条款"""
    s = d.subject
    s.cut, s.cutsays, s.digest = CUTTING, "", papers(d.db, s.id)[0].key
    jobs.enqueue(d.db, CUT_JOB, lock=f"knowledge {s.id}", doc_id=s.id, digest=s.digest)


def replaced(db: Session, row: D) -> D | None:
    """The document that another one replaces, locked."""
    return db.scalars(select(D).where(D.id == row.replaces_id, D.orgid == row.orgid).with_for_update()).first()


def one_at_a_time(d: Doing) -> None:
    """同一份文件一次只由一份代替"""
    hold(d.db, f"knowledge {d.subject.orgid} {d.subject.replaces_id or d.subject.id}")


def told(d: Doing) -> None:
    """告知编写人"""
    s = d.subject
    words = {WAITING: "", DRAFT: "退回", ISSUED: "已发布"}.get(s.step, "")
    if words and s.writer_id != d.me.id:
        tell(d.db, [s.writer_id], "知识库", f"{s.docno} {s.title}：{words}", d.reason.text, PAGE.format(id=s.id))
