"""What is found wrong with the tables, the conditions on site and the grades of a record."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal

from sqlalchemy.orm import Session

from tejian.archives.common.api import class_of
from tejian.archives.equipment.api import fields_of, labels
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.rules.api import (
    ERROR,
    INFO,
    WARN,
    Finding,
    Found,
    Lacking,
    Least,
    SiteCondition,
    Worked,
    conditions_for,
    doubtful_conditions,
    least_rows,
    shown,
    table_of,
)

from . import book
from .reading import names_for, templates_of

GRADES = "worstgrade"
LINES = "worstline"


def conditions_of(db: Session, row: AppBuss, record: OriginalRecord) -> list[SiteCondition]:
    """The conditions on site that a record asks for."""
    return conditions_for(book.site_conditions(db, row.templateday), templates_of(db, row)[1], _names(db, record))


def _names(db: Session, record: OriginalRecord) -> dict[str, object]:
    """What the conditions of a record read: the device, and what the inspector stated."""
    return {**names_for(db, record), **{name: text for name, text in record.facts.items() if text}}


def doubtful_findings(db: Session, row: AppBuss, record: OriginalRecord, found: Found) -> Iterator[Finding]:
    """Conditions on site of which nobody can say whether they are asked."""
    own = (book.site_conditions(db, row.templateday), templates_of(db, row)[1], _names(db, record))
    for one, missing in doubtful_conditions(*own):
        sentence = f"检验条件“{one.label}”是否须测不能判断，缺少{words_of_names(found, missing)}"
        yield Finding(WARN, "", sentence, check="X31", field="conditions")


def condition_findings(texts: Mapping[str, str], conditions: Sequence[SiteCondition]) -> list[Finding]:
    """Conditions with limits must be measured; who inspects outside them says why."""
    blank = [one.label for one in conditions if one.is_limited and not texts.get(one.code)]
    findings = [Finding(ERROR, "", f"检验条件没有填写：{'、'.join(blank)}", check="X18")] if blank else []
    for one in conditions:
        text = texts.get(one.code, "")
        if not text or not one.is_measured or one.holds_for(Decimal(text)):
            continue
        sentence = f"{one.label} {text}{one.unit} 超出 {one.words()}：{one.outside}"
        findings.append(Finding(WARN, "", sentence, check="X19"))
    return findings


def table_findings(db: Session, found: Found, on: date | None, *, whole: bool = True) -> list[Finding]:
    """Rows too few, sums that do not agree, cells that could not be worked out, cells outside their limits.

    A re-inspection is not `whole`: it measures only what failed.
    """
    few = [_too_few(found, one) for one in least_of(db, found, on) if one.lacks] if whole else []
    return [*few, *(one for worked in found.worked.values() for one in _of_table(worked, found))]


def least_of(db: Session, found: Found, on: date | None) -> list[Least]:
    """How many rows the tables of a record must have."""
    points = book.points(db, on)
    mine = [points[key] for one in found.tables.values() if (key := (one.template, one.code)) in points]
    filled = {code: one.rows for code, one in found.worked.items()}
    return least_rows(mine, found.tables, filled, found.items, {**found.limits, **found.names})


def _too_few(found: Found, one: Least) -> Finding:
    title, label = one.table.title, one.point.label
    if one.missing:
        text = f"“{title}”应有几行不能确定（{label}），缺少{words_of_names(found, one.missing)}"
    elif one.filled:
        text = f"{title}：应有{one.rows}行（{label}），只有{one.filled}行"
    else:
        text = f"“{title}”至少要有{one.rows}行（{label}），现在没有填"
    return Finding(ERROR, "", text, check=one.point.check, table=one.point.table)


def _of_table(worked: Worked, sheet: Found) -> Iterator[Finding]:
    title = worked.table.title
    for column in worked.table.of("result"):
        if worked.results.get(column.column) is False:
            yield Finding(ERROR, "", f"{title}：{column.label}不成立")
    for one in worked.lacking:
        level = ERROR if worked.matters(one) else WARN  # what nothing else reads may stay open
        yield Finding(level, "", f"{title}{_row(one.row)}：不能得出{one.column.label}，{lacks(sheet, worked, one)}")
    for number, graded in worked.grades.items():
        if graded.rule is not None and graded.missing:
            words = words_of_names(sheet, graded.missing, {one.column: one.label for one in worked.table.columns})
            sentence = f"{title}{_row(number)}：缺少{words}，有评级规则不能判断，现按{graded.low}级"
            yield Finding(WARN, "", sentence, check="X32", table=worked.table.code, row=number)
    for fail in worked.fails:
        cells = worked.rows[fail.row - 1] if fail.row else worked.results
        value = cells.get(fail.column.column)
        text = shown(value, fail.column.decimals) if isinstance(value, Decimal) else str(value)
        sentence = f"{title}{_row(fail.row)}：{fail.column.label} {text}{fail.column.unit} 不满足要求"
        yield Finding(INFO if fail.row else ERROR, fail.column.item, sentence, table=worked.table.code, row=fail.row)


def lacks(found: Found, worked: Worked, one: Lacking) -> str:
    """`缺少内径、许用应力`, or what is wrong with the formula."""
    if one.wrong:
        return one.wrong
    return f"缺少{words_of_names(found, one.names, {column.column: column.label for column in worked.table.columns})}"


def words_of_names(found: Found, names: Iterable[str], own: Mapping[str, str] = {}) -> str:
    """`内径、许用应力`: names as the table, the archive or the record calls them."""
    kind = str(found.names.get("kind") or "")
    fields = fields_of(class_of(kind), kind) if kind else {}  # a name may be another thing at another kind
    known = {name: label for name, (label, _dict) in labels().items()}
    known |= {**{name: one.label for name, one in fields.items()}, **own}
    known |= {name.name: name.label for name in found.asked}
    return "、".join(sorted(known.get(name, name) for name in names))


def _row(number: int) -> str:
    return f"第{number}行" if number else ""


def grade_findings(facts: Mapping[str, str], sheet: Found) -> list[Finding]:
    """A grade is never better than what was found; a worse one needs its reason. Lines go with their findings."""
    findings: list[Finding] = []
    stated, graded = facts.get(GRADES, ""), sheet.graded.get(GRADES)
    if stated and isinstance(graded, Decimal):
        if int(stated) < graded:
            findings.append(Finding(ERROR, "", f"评定等级 {stated} 级不得优于缺陷登记得出的 {graded} 级"))
        elif int(stated) > graded and not facts.get("gradereason"):
            findings.append(Finding(ERROR, "", f"评定等级 {stated} 级劣于建议的 {graded} 级，须写明理由"))
    worst, line = sheet.graded.get(LINES), facts.get(LINES, "")
    if line and isinstance(worst, Decimal) and int(line) < worst:
        findings.append(Finding(ERROR, "", f"最差管线等级 {line} 级不得优于管线汇总得出的 {worst} 级"))
    return [*findings, *_lines(sheet)]


def _lines(sheet: Found) -> Iterator[Finding]:
    lines, finds = (sheet.worked.get(table_of(one)) for one in ("line", "finding"))
    if lines is None or finds is None:
        return
    worst: dict[str, Decimal] = {}
    for row in finds.rows:
        line, grade = str(row.get("lineid") or ""), row.get("grade")
        if line and isinstance(grade, Decimal):
            worst[line] = max(grade, worst.get(line, grade))
    for row in lines.rows:
        line, grade = str(row.get("lineid") or ""), row.get("grade")
        if line in worst and (not grade or Decimal(str(grade)) < worst[line]):
            yield Finding(ERROR, "", f"管线{line}的安全状况等级{grade or '未填'}优于其缺陷登记得出的{worst[line]}级")
