"""Whether an indicator and a form can be counted, said in a sentence when they cannot."""

from collections.abc import Iterable, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.ground.dictionary import Words
from tejian.statistics.counted.api import BEHIND
from tejian.statistics.models.filed import COUNT, FORMULA, Indicator, StatBalance, StatColumn

from .conditions import CODE, Unreadable, asked, circle, needed
from .naming import known


def refuse_strange(code: str, what: str) -> None:
    """A code that formulas cannot name. Raises Unreadable."""
    if not CODE.fullmatch(code):
        raise Unreadable(f"{what}“{code}”应为两个大写字母和两三位数字")


def faults_of_indicator(db: Session, one: Indicator, words: Words) -> None:
    """Raises Unreadable with the first that is wrong."""
    refuse_strange(one.code, "指标代码")
    if one.kind == COUNT:
        asked(BEHIND[one.behind], one.asks, words)
        return
    names = needed(one.formula)
    if one.code in names:
        raise Unreadable(f"算式：{one.code}又用到了自己")
    dictionary = known(db, names)
    formulas = {code: other.formula for code, other in dictionary.items() if other.kind == FORMULA}
    if way := circle(one.code, formulas | {one.code: one.formula}):
        raise Unreadable(f"算式：{one.code}又用到了自己：{'→'.join(way)}")


def faults_of_form(db: Session, columns: Sequence[str], balances: Iterable[tuple[str, str]]) -> None:
    """Raises Unreadable with the first that is wrong."""
    if not columns:
        raise Unreadable("还没有添加栏目")
    if twice := next((code for n, code in enumerate(columns) if code in columns[:n]), None):
        raise Unreadable(f"栏目：{twice}写了两次")
    known(db, columns)
    for whole, parts in balances:
        if missing := sorted({whole, *needed(parts)} - set(columns)):
            raise Unreadable(f"平衡关系：{missing[0]}不是这张表的栏目")


def stored(db: Session, key: str) -> tuple[list[str], list[tuple[str, str]]]:
    """The columns and the balances of a form."""
    columns = db.scalars(select(StatColumn.code).where(StatColumn.form_id == key).order_by(StatColumn.id))
    query = select(StatBalance.whole, StatBalance.parts).where(StatBalance.form_id == key).order_by(StatBalance.id)
    return list(columns), [(whole, parts) for whole, parts in db.execute(query)]
