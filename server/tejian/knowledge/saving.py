"""What is refused when a document is entered, and what may be mended of a clause."""

from typing import Any

from sqlalchemy import cast, select, update
from sqlalchemy.dialects.postgresql import TSVECTOR
from sqlalchemy.orm import Session

from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks

from . import grams
from .forms import ACTS, IN_USE
from .models import KnowledgeClause as C
from .models import KnowledgeDoc as D
from .process import KNOWLEDGE

AT_ONCE = 500  # choices of a list


def before_save(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    """A new document belongs to the institute; its number and edition are unlike those that there are."""

    def will(name: str) -> Any:
        return values[name] if name in values else getattr(row, name)

    if not row.id:
        if not me.org_id or me.unit_id:
            raise Refused("知识库文件由机构的人员登记")
        row.orgid, row.createby, row.writer_id = me.org_id, me.id, me.id
    row.dockey = grams.document_key(will("docno"))
    if not row.dockey:
        raise BadInput("文件编号：请填写字母、数字或汉字", field="docno")
    same = (D.orgid == row.orgid, D.dockey == row.dockey, D.edition == will("edition"), D.id != (row.id or ""))
    if db.scalar(select(D.id).where(*same).limit(1)):
        raise BadInput(f"{will('docno')}的{will('edition')}版已登记", field="edition")
    if will("ended") and will("ended") <= will("effective"):
        raise BadInput("停止使用日期须晚于实施日期", field="ended")
    if row.id and will("replaces_id") == row.id:
        raise BadInput("文件不能代替自己", field="replaces_id")
    if not row.id:
        KNOWLEDGE.put(db, row, KNOWLEDGE.start)


HOOKS = Hooks(before_save)


def in_use(db: Session, me: User) -> list[Option]:
    """The documents of the institute that another one may replace."""
    rows = db.scalars(select(D).where(IN_USE.among(me)).order_by(D.docno).limit(AT_ONCE))  # type: ignore[misc]
    return [{"value": one.id, "label": f"{one.docno} {one.edition} {one.title}"} for one in rows]


def mend(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    """A clause is mended while its document is a draft."""
    if not row.id:
        raise Refused("条款由切分得出，不能新增")
    _drafted(db, me, row)


def _drafted(db: Session, me: User, row: Any) -> D:
    """The document of a clause, locked; refused when it is no draft of the own institute."""
    doc = db.scalars(select(D).where(D.id == row.doc_id, D.visible(me)).with_for_update()).one()
    if doc.orgid != me.org_id:
        raise Refused("条款由编写文件的机构更正")
    ACTS.refuse(doc)
    return doc


def after_mending(db: Session, _me: User, row: Any, _values: dict[str, Any]) -> None:
    """What is searched and cited follows what is mended."""
    doc = db.scalars(select(D).where(D.id == row.doc_id)).one()
    row.clausekey = grams.clause_key(row.clauseno)
    db.flush()
    said = grams.vector_of(row.body, row.heading, doc.title)
    db.execute(update(C).where(C.id == row.id).values(grams=cast(said, TSVECTOR)))  # lint: allow bulk (its index only)


def drop(db: Session, me: User, row: Any) -> None:
    """A piece that is no clause is taken out while its document is a draft."""
    _drafted(db, me, row).pieces -= 1


CLAUSE_HOOKS = Hooks(mend, after_mending, drop)
