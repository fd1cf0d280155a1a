"""Whose a report is, and what stands against filing it."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.files import Attachment
from tejian.inspection.models.simple import SimpleReport as R
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing

from .forms import OWNER

PDF = "application/pdf"


def of_institute(me: User) -> Any:
    """本机构的人员"""
    return R.orgid == me.org_id


def papers(db: Session, key: str) -> list[Attachment]:
    """The files of a report."""
    own = (Attachment.owner == OWNER, Attachment.attrefsysid == key, Attachment.deleted.is_(False))
    return list(db.scalars(select(Attachment).where(*own).order_by(Attachment.id)))


def one_document(d: Doing) -> str | None:
    """附有一份 PDF"""
    found = papers(d.db, d.subject.id)
    if len(found) == 1 and found[0].mime == PDF:
        return None
    return "请先在附件中上传报告的 PDF 文件" if not found else "附件须只有报告的一份 PDF 文件，请删去其他的"
