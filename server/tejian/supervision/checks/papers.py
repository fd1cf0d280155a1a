"""What is printed of a check: the record on site, the order to mend, the record of the second visit."""

from typing import Any

from sqlalchemy.orm import Session

from tejian.kit.database.audit import plain
from tejian.kit.ground import dictionary
from tejian.kit.ground.errors import Refused
from tejian.kit.process.checklist import BAD
from tejian.kit.records.crud import worded
from tejian.supervision.defects import api as defects
from tejian.supervision.models.checks import AGAIN, CASE, DONE, REFUSED, SIDES, TARGETS, TOLD, SupervisionCheck
from tejian.system.settings import api as params

from .process import CHECK, CHECKS

APPEAL = "如不服本指令，可以自收到之日起六十日内申请行政复议，或者在六个月内向人民法院提起行政诉讼。"


def _problems(db: Session, row: SupervisionCheck) -> list[dict[str, Any]]:
    out = []
    words = dictionary.words(db, params.version(db, "dict"))
    for n, one in enumerate(defects.of_source(db, row.id), 1):
        device = worded(db, one).get("equdatasysidName", "")
        out.append(
            {
                "no": str(n),
                "defectno": one.defectno,
                "device": device or "/",
                "content": one.content,
                "basis": one.basis or "/",
                "level": words["C654"].get(one.level, ""),
                "handling": words["C669"].get(one.handling, ""),
                "demand": one.demand,
                "deadline": plain(one.deadline),
                "measure": one.measure or "/",
                "state": defects.DEFECT.name_of(one.step),
            }
        )
    return out


def _head(db: Session, row: SupervisionCheck) -> dict[str, Any]:
    sorts = dictionary.words(db, params.version(db, "dict"))["C668"]
    said: dict[str, Any] = {"targetName": TARGETS.get(row.target, ""), "side": SIDES.get(row.town, "")}
    said |= {"checktypeName": sorts.get(row.checktype, "")}
    return said | {"problems": _problems(db, row), "stateName": CHECKS.name_of(row.step)}


def on_site(db: Session, row: SupervisionCheck) -> dict[str, Any]:
    """The record of a signed check: all items, the problems, the signatures. Refused before both officers signed."""
    if row.step not in TOLD:
        raise Refused(f"{row.checkno or '计划'}尚未复签，不能打印检查记录")
    items = CHECK.paper(db, row)
    wrong = sum(one["result"] == BAD for one in items)
    count = f"共检查{len(items)}项，不符合{wrong}项"
    return _head(db, row) | {"items": items, "count": count, "refused": row.signway == REFUSED}


def order(db: Session, row: SupervisionCheck) -> dict[str, Any]:
    """The order of the bureau to mend what was found. Refused where it ordered nothing."""
    if not row.orderno:
        raise Refused(f"{row.checkno or '计划'}没有下达监察指令书")
    return _head(db, row) | {"appeal": APPEAL}


def again(db: Session, row: SupervisionCheck) -> dict[str, Any]:
    """The record of the second visit. Refused before there was one."""
    if row.rechecked is None or row.step not in (AGAIN, DONE, CASE):
        raise Refused(f"{row.checkno or '计划'}尚未复查，没有复查记录")
    return _head(db, row)
