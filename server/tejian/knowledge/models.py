"""Documents of the knowledge base, each an edition, and the clauses into which its file was cut."""

from datetime import date, datetime
from typing import Any, ClassVar

from sqlalchemy import ForeignKey, Index, Text, and_, exists, false, or_, true
from sqlalchemy.dialects.postgresql import TSVECTOR
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, moment, text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject

from .permissions import PUBLISH, SAVE

DRAFT, WAITING, ISSUED, REPLACED, VOID = "CG", "FB", "XX", "TD", "FZ"
PUBLIC = (ISSUED, REPLACED, VOID)
EVERYBODY, INSTITUTE = "1", "2"
AUDIENCES = {EVERYBODY: "全部机构", INSTITUTE: "本机构"}
UNCUT, CUTTING, CUT, FAILED = "", "1", "2", "3"
CUTS = {UNCUT: "未切分", CUTTING: "正在切分", CUT: "已切分", FAILED: "不能切分"}


class KnowledgeDoc(Record, Subject, Base):
    """One edition of a document; in force from `effective` to before `ended`."""

    __tablename__ = "knowledge_doc"
    audited, named, called = "03", "知识库文件", "docno"
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    docno: Mapped[str] = text(60, "文件编号")
    dockey: Mapped[str] = text(60, "编号的比较形式")
    edition: Mapped[str] = text(40, "版次")
    title: Mapped[str] = text(200, "名称")
    category: Mapped[str] = text(4, "分类", dict="C778")
    equclass: Mapped[str] = text(8, "设备种类", dict="C601")
    audience: Mapped[str] = text(1, "查阅范围")
    issuer: Mapped[str] = text(100, "发布机关")
    effective: Mapped[date] = day("实施日期")
    ended: Mapped[date | None] = day("停止使用日期")
    replaces_id: Mapped[str] = text(32, "代替的文件", refers="knowledge_doc")
    replacedby_id: Mapped[str] = text(32, "被代替于", refers="knowledge_doc")
    remark: Mapped[str] = text(500, "说明")
    cut: Mapped[str] = text(1, "切分")
    cutsays: Mapped[str] = text(200, "切分结果")
    digest: Mapped[str] = text(64, "切分的文件摘要")
    pages: Mapped[int] = mapped_column(default=0, info={"label": "页数"})
    pieces: Mapped[int] = mapped_column(default=0, info={"label": "条款数"})
    writer_id: Mapped[str] = text(32, "编写人", refers="sys_user")
    submitted: Mapped[datetime | None] = moment("提交时间")
    publisher_id: Mapped[str] = text(32, "发布人", refers="sys_user")
    published: Mapped[datetime | None] = moment("发布时间")
    __table_args__ = (
        Index("ix_knowledge_doc_step", "orgid", "step", "docno"),
        Index("ix_knowledge_doc_key", "dockey", "step"),
        Index("uq_knowledge_doc_edition", "orgid", "dockey", "edition", unique=True),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """What is published those for whom it is; what is not yet the people of the institute who make or publish."""
        D = KnowledgeDoc
        if me.scope == "all":
            return true()
        if me.unit_id:
            return false()
        ours = D.orgid == me.org_id if me.org_id else false()
        read = and_(D.step.in_(PUBLIC), or_(D.audience == EVERYBODY, ours))
        return or_(read, ours) if me.may(SAVE) or me.may(PUBLISH) else read


class KnowledgeClause(Record, Base):
    """A piece of a document: a clause, or a part of a long one, with the pages on which it stands."""

    __tablename__ = "knowledge_clause"
    part_of: ClassVar[Any] = KnowledgeDoc
    doc_id: Mapped[str] = mapped_column(ForeignKey("knowledge_doc.id", ondelete="CASCADE"))
    seq: Mapped[int] = mapped_column(default=0, info={"label": "次序"})
    clauseno: Mapped[str] = text(40, "条款")
    clausekey: Mapped[str] = text(40, "条款的比较形式")
    heading: Mapped[str] = text(200, "章节")
    page: Mapped[int] = mapped_column(default=0, info={"label": "页"})
    pageto: Mapped[int] = mapped_column(default=0, info={"label": "止页"})
    body: Mapped[str] = mapped_column(Text, default="", info={"label": "内容"})
    # pairs of characters and whole words of the clause and of what stands above it (grams.vector_of)
    grams: Mapped[Any] = mapped_column(TSVECTOR, default="", deferred=True)
    __table_args__ = (
        Index("ix_knowledge_clause_doc", "doc_id", "seq"),
        Index("ix_knowledge_clause_key", "doc_id", "clausekey"),
        # what is new stands in the index at once: a search would read a list of what does not
        Index("ix_knowledge_clause_grams", "grams", postgresql_using="gin", postgresql_with={"fastupdate": "off"}),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """The clauses of the documents that one sees."""
        D = KnowledgeDoc
        # said by itself: a list of clauses joins their documents as well
        return exists().where(D.id == KnowledgeClause.doc_id, D.visible(me)).correlate(KnowledgeClause)
