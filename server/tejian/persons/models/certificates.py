"""作业人员证: one of a person, its items as rows of the archive; and what is asked for or done about one (C673)."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, String, false, select, true
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, moment, text
from tejian.archives.models.persons import PersonCert
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

ASKED, DONE, DENIED, WITHDRAWN = "SQ", "BJ", "BH", "CH"
RENEW, REISSUE, CORRECT, UNIT = "R", "B", "G", "D"
SUSPEND, RESTORE, REVOKE, CANCEL = "Z", "H", "X", "C"
KINDS = {RENEW: "复审延续", REISSUE: "补发", CORRECT: "更正", UNIT: "变更聘用单位"}
ORDERS = {SUSPEND: "暂扣", RESTORE: "恢复", REVOKE: "吊销", CANCEL: "注销"}
ALL_KINDS = KINDS | ORDERS


class WorkCertificate(Record, Base):
    """The certificate of a person. Its items are the certificates of the archive under its number."""

    __tablename__ = "work_certificate"
    audited, named, called = "03", "作业人员证", "archiveno"
    archiveno: Mapped[str] = text(32, "档案编号", number="workcert")
    person_id: Mapped[str] = mapped_column(
        ForeignKey("person.id"), unique=True, info={"label": "持证人", "refers": "person"}
    )
    unitsysid: Mapped[str] = text(32, "聘用单位", refers="unit", merges="作业人员证", beside="unitname")
    unitname: Mapped[str] = text(200, "聘用单位名称")
    areacode: Mapped[str] = text(12, "所在区划", dict="AREA")
    org_id: Mapped[str] = text(32, "发证机关", refers="sys_org")
    issued: Mapped[date] = day("首次发证日期")
    edition: Mapped[int] = mapped_column(default=1, server_default="1", info={"label": "第几次制证"})
    verifycode: Mapped[str] = mapped_column(String(16), default="", info={"label": "查验码", "secret": True})
    __table_args__ = (
        Index("ix_work_certificate_unit", "unitsysid"),
        Index("ix_work_certificate_area", "areacode"),
        Index("uq_work_certificate_no", "archiveno", unique=True),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """The unit those of its people, the authority those of its area."""
        C = WorkCertificate
        if me.scope == "all":
            return true()
        return C.unitsysid == me.unit_id if me.unit_id else in_scope(me, own=C.createby, org=C.org_id, area=C.areacode)


class CertCase(Record, Subject, Base):
    """What a unit asks about a certificate of one item, or the authority is about to do to it."""

    __tablename__ = "cert_case"
    audited, named, called = "03", "证书办理", "caseno"
    caseno: Mapped[str] = text(32, "办理编号", number="certcase")
    kind: Mapped[str] = text(1, "办理事项")
    cert_id: Mapped[str] = mapped_column(
        ForeignKey("person_cert.id", ondelete="CASCADE"), index=True, info={"label": "证书", "refers": "person_cert"}
    )
    person_id: Mapped[str] = mapped_column(
        ForeignKey("person.id"), index=True, info={"label": "持证人", "refers": "person"}
    )
    item: Mapped[str] = text(8, "作业项目", dict="C622")
    newlimits: Mapped[str] = text(64, "更正后的限定范围", dict="C622Q")
    newunitsysid: Mapped[str] = text(32, "新聘用单位", refers="unit", merges="证书变更单位")
    why: Mapped[str] = text(500, "申请、处置的理由")
    noaccident: Mapped[bool] = mapped_column(default=False, info={"label": "无责任事故、无违章作业承诺"})
    unitsysid: Mapped[str] = text(32, "申请单位", refers="unit", merges="证书办理", beside="unitname")
    unitname: Mapped[str] = text(200, "申请单位名称")
    areacode: Mapped[str] = text(12, "所在区划", dict="AREA")
    asker_id: Mapped[str] = text(32, "提交人", refers="sys_user")
    asked: Mapped[datetime] = moment("提交时间")
    decider_id: Mapped[str] = text(32, "审核人", refers="sys_user")
    decided: Mapped[date | None] = day("办结日期")
    endedbefore: Mapped[date | None] = day("原有效期至")
    reason: Mapped[str] = text(500, "不予办理的理由")
    __table_args__ = (Index("ix_cert_case_unit", "unitsysid"), Index("ix_cert_case_area", "areacode", "step"))

    @staticmethod
    def visible(me: User) -> Any:
        C = CertCase
        if me.scope == "all":
            return true()
        if me.unit_id:
            return C.unitsysid == me.unit_id
        return in_scope(me, own=C.createby, area=C.areacode) if me.org_id or me.area else false()


def open_case(*kinds: str) -> Any:
    """A case of one of these kinds about a certificate is being decided."""
    about = CertCase.cert_id == PersonCert.id, CertCase.step == ASKED, CertCase.kind.in_(kinds)
    return select(CertCase.id).where(*about).correlate(PersonCert).exists()
