"""电子印章: the certificates that seal the reports of institutes, from the request until they are given up."""

from datetime import datetime
from typing import Any

from sqlalchemy import Index
from sqlalchemy.orm import Mapped

from tejian.archives.models.columns import moment, text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

ASKED, MADE, ACTIVE, LOST, ENDED = "SQ", "ZZ", "QY", "GS", "ZX"
PDF, SM2 = "1", "2"
SORTS = {PDF: "PDF 签章", SM2: "国密签章"}


class SealCertificate(Record, Subject, Base):
    """One seal of an institute. Its certificate is known by the fingerprint; the key lies in the folder of seals."""

    __tablename__ = "seal_certificate"
    audited, named, called = "03", "电子印章", "sealno"
    sealno: Mapped[str] = text(32, "印章编号", number="seal", numbered="move")
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    sort: Mapped[str] = text(1, "印章种类")
    why: Mapped[str] = text(200, "申请事由")
    asker_id: Mapped[str] = text(32, "申请人", refers="sys_user")
    maker_id: Mapped[str] = text(32, "同意人", refers="sys_user")
    agreed: Mapped[datetime | None] = moment("同意时间")
    holder: Mapped[str] = text(200, "证书持有者")
    issuer: Mapped[str] = text(200, "发证机构")
    serial: Mapped[str] = text(64, "证书序列号")
    fingerprint: Mapped[str] = text(64, "证书指纹")
    validfrom: Mapped[datetime | None] = moment("有效期起")
    validto: Mapped[datetime | None] = moment("有效期止")
    installed: Mapped[datetime | None] = moment("启用时间")
    loser_id: Mapped[str] = text(32, "挂失人", refers="sys_user")
    lost: Mapped[datetime | None] = moment("挂失时间")
    ended: Mapped[datetime | None] = moment("注销时间")
    __table_args__ = (
        Index("uq_seal_certificate_fingerprint", "fingerprint", unique=True, postgresql_where="fingerprint <> ''"),
        Index("ix_seal_certificate_org", "orgid", "sort", "step"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        return in_scope(me, own=SealCertificate.asker_id, org=SealCertificate.orgid)
