"""What follows for a single row of a record: a line of a piping project, a safety valve (row_rules.csv).

A line is graded, concluded and dated for itself; a record is concluded no better than its worst row.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from .conclusion import LIMITED, MOVES, ConclusionRule, Verdict, conclusion_rule, in_force, rules_for
from .dated import as_months
from .elevator import ERROR, Finding
from .expr import MissingValue, Names, holds
from .facts import InspectionResult
from .result import DateLine
from .roles import column_of, table_of

LINE, VALVE = "line", "valve"
TABLES = {one: (table_of(one), column_of(one)) for one in (LINE, VALVE)}  # and the cell that names a row
RowRules = Mapping[str, Sequence[ConclusionRule]]  # by stage
Cells = Mapping[str, object]
OfRow = Callable[[str], Names]  # what the record says of one row beside what it says of all


@dataclass(frozen=True, slots=True)
class RowFound:
    """What follows for a row: `verdict` by its rules, `rule` that of the conclusion that was chosen for it."""

    name: str
    number: int  # of the row
    verdict: Verdict
    rule: ConclusionRule | None
    grade: int | None = None
    months: int | None = None  # the cycle that was set for it
    lifemonths: int | None = None  # the longest cycle that its remaining life allows
    chosen: date | None = None  # the next date that was written for it

    @property
    def code(self) -> str:
        return self.rule.code if self.rule else ""

    def moves(self, *, otherwise: bool) -> bool:
        """Whether a next date belongs to it; without rules of its own as the whole record says."""
        return self.rule.effect in MOVES if self.rule else otherwise


def row_rule(row: Mapping[str, str]) -> tuple[str, ConclusionRule]:
    """A row of row_rules.csv with its stage. Raises ValueError for a stage or a number that is none."""
    if row["stage"] not in TABLES:
        raise ValueError(f"没有此阶段：{row['stage']}")
    return row["stage"], conclusion_rule(row)


def row_rules_for(
    rules: RowRules, kind: str, seisort: str, testsort: str, templates: Sequence[str]
) -> dict[str, tuple[ConclusionRule, ...]]:
    """The rules of rows for a kind, a sort and its templates, by stage."""
    return {stage: rules_for(rows, kind, seisort, testsort, templates) for stage, rows in rules.items()}


def found_of_rows(
    rules: Sequence[ConclusionRule], stage: str, rows: Sequence[Cells], names: Names, of_row: OfRow
) -> list[RowFound]:
    """What follows for each row that has a name. Without rules for the sort a row has only its dates."""
    key = TABLES[stage][1]
    named = [(str(row[key]), n, row) for n, row in enumerate(rows, 1) if row.get(key)]
    return [_found(rules, name, n, row, {**names, **of_row(name)}) for name, n, row in named]


def _found(rules: Sequence[ConclusionRule], name: str, number: int, row: Cells, names: Names) -> RowFound:
    verdict = _derived(rules, {**names, **row})
    stated = str(row.get("conclusion") or "")
    rule = in_force(rules, verdict, stated or verdict.code) if verdict.rule else None
    grade, chosen = row.get("grade"), row.get("nextdate")
    return RowFound(
        name,
        number,
        verdict,
        rule,
        grade=int(str(grade)) if grade else None,
        months=as_months(row.get("months")),
        lifemonths=as_months(row.get("lifemonths")),
        chosen=chosen if isinstance(chosen, date) else None,
    )


def _derived(rules: Sequence[ConclusionRule], names: Names) -> Verdict:
    for rule in rules:
        try:
            if holds(rule.condition, names):
                return Verdict(rule, rule.text)
        except MissingValue as fault:
            return Verdict(None, "", tuple(sorted(fault.names)))
    return Verdict(None, "没有适用的结论规则")


def again(said: RowFound) -> RowFound:
    """A row of an inspection that failed, for its re-inspection: its grade and cycle hold, its conclusion does not."""
    return replace(said, rule=None, verdict=Verdict(None, ""))


def held(verdict: Verdict, rules: Sequence[ConclusionRule], rows: Sequence[RowFound]) -> Verdict:
    """The conclusion of a record, no better than what follows for its rows: rules stand from the worst to the best."""
    if verdict.rule is None:
        return verdict
    codes = {one.code for one in rows if one.rule}
    worse = (one for one in rules if one.code in codes and one.seq < verdict.rule.seq)
    rule = min(worse, key=lambda one: one.seq, default=None)
    return Verdict(rule, rule.text) if rule else verdict


def of_line(result: InspectionResult, row: RowFound | None, degree: int | None, *, dated: bool) -> InspectionResult:
    """The inspection as one line had it, with what its row states. `dated`: whether the whole record moves dates."""
    if row is None:
        return replace(result, ssdegree=str(degree) if degree else None, qualified=dated)
    cycles = [one for one in (row.months, result.setcyclemonths) if one]
    return replace(
        result,
        ssdegree=str(degree) if degree else None,
        setcyclemonths=min(cycles, default=None),
        nextdate=row.chosen,
        lifemonths=result.lifemonths if row.lifemonths is None else row.lifemonths,
        qualified=row.moves(otherwise=dated),
    )


def against_line(row: RowFound, line: DateLine | None) -> list[Finding]:
    """What stands against the conclusion and the next date of a line; `line` is what the rules give for it."""
    name = row.name

    def add(column: str, text: str, check: str = "") -> list[Finding]:
        return [Finding(ERROR, "", text, check=check, table=TABLES[LINE][0], row=row.number, column=column)]

    if row.verdict.rule and row.code not in row.verdict.allowed:
        return add("conclusion", f"管线{name}的结论与其等级不符：{row.verdict.reason}")
    if not row.moves(otherwise=True):
        return add("nextdate", f"管线{name}的结论没有下次检验日期") if row.chosen else []
    if row.rule and row.rule.effect == LIMITED and not (row.chosen or row.months):
        return add("months", f"管线{name}在限定条件下监控使用，须写明检验周期或下次检验日期")
    if row.chosen and line and line.rulevalue and row.chosen > line.rulevalue:
        return add("nextdate", f"管线{name}下次检验日期{row.chosen}晚于规则日期{line.rulevalue}", "GD03")
    return []
