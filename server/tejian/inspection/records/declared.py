"""What a record takes from its declaration and nobody states anew: that it is inspected before restart."""

from collections.abc import Mapping

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from tejian.archives.common.api import kind_matches
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.models.reports import OriginalRecord
from tejian.kit.ground.errors import BadInput

from . import book

AFTER_STOP = "afterstop"
YES = "1"
_DECLARED = select(AppMain.afterstop).where(AppMain.id == bindparam("main"))


def declared_facts(db: Session, row: AppBuss) -> dict[str, str]:
    """What a new record says because it was declared so, where its kind and sort say it at all."""
    if not db.scalar(_DECLARED, {"main": row.appmain_id}):
        return {}
    fields = (one for one in book.sheet_rules(db, row.templateday).fields if one.name == AFTER_STOP)
    said = any(
        kind_matches(one.kinds, row.equclacode) and (not one.sorts or row.testsort in one.sorts) for one in fields
    )
    return {AFTER_STOP: YES} if said else {}


def refuse_undeclared(db: Session, row: AppBuss, record: OriginalRecord, sent: Mapping[str, str]) -> None:
    """Refuse another answer than that of the declaration. What a record says already it may keep saying."""
    if AFTER_STOP not in sent:
        return
    answer = YES if sent[AFTER_STOP].strip() == YES else ""
    if answer not in (declared_facts(db, row).get(AFTER_STOP, ""), record.facts.get(AFTER_STOP, "").replace("0", "")):
        said = "申报不是停用后重新检验，不能选" if answer else "申报为停用后重新检验，不能改为否"
        raise BadInput(f"停用后重新启用前的检验：{said}", field=AFTER_STOP)
