"""Filled records asked of the rules: tables worked out, values against limits, conclusion, checks and next dates."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any

from tejian.archives.common.api import class_of
from tejian.inspection.records import api as records
from tejian.inspection.rules.api import (
    ERROR,
    LIMITED,
    LINE,
    MOVES,
    NONE,
    REINSPECTION,
    ConclusionRule,
    Filled,
    Found,
    InspectionResult,
    ItemResult,
    Place,
    RecordTable,
    RowFound,
    SeisortRule,
    Sheet,
    again,
    as_months,
    cell_text,
    device_facts,
    find_rules,
    grade_of,
    in_force,
    item_names,
    items_of_role,
    judge_sheet,
    next_dates,
    of_line,
    stated_dates,
    typed,
)
from tejian.kit.ground.clock import add_months

from . import filling, lines, samples
from .answers import Answer
from .cases import Case, NotAsked
from .filling import day_of, mother_of
from .ruled import Ruled, days_of

BRAKE_TEST = items_of_role("braketest")
NO_FINDING = Decimal(1)
REASON = "gradereason"  # why a grade is worse than found: who says nothing of it in a case gives one
FAILED = "×"


@dataclass(frozen=True)
class First:
    """The inspection that a re-inspection goes back to, as a case of its own, and what was found then."""

    case: Case
    sort: SeisortRule
    day: date
    found: Found


class Records(Ruled):
    """Answers record cases by the rules."""

    def of_record(self, case: Case) -> Answer:
        """What follows from a filled record."""
        sort = self._sort_of_record(case)
        day = day_of(case["inspdate"])
        device = filling.device_values(case, self._fields(case["kind"]))
        first = self._first(case, sort, device)
        judgement = self._judged(case, sort, day, device, first)
        verdict = judgement.verdict
        fails = [fail.name for worked in judgement.worked.values() for fail in worked.fails]
        results = {name: value for worked in judgement.worked.values() for name, value in worked.results.items()}
        answer = Answer(
            code=verdict.code,
            effect=verdict.rule.effect if verdict.rule else "",
            outside=[one.name for one in judgement.outside],
            rowfails=fails,
            computed=results,
            worstgrade=judgement.graded.get("worstgrade", NO_FINDING),
            needs=verdict.rule.needs if verdict.rule else (),
        )
        stated = {REASON: "从严评定", **filling.stated(case, judgement.asked)}
        answer.code = case.get("chosen") or verdict.code
        bare = records.Bare(case["kind"], sort, judgement, stated, answer.code, filling.unmeasured(case))
        if "checks" in case["expect"]:
            answer.checks = records.spoken(self.db, bare)
        if verdict.rule is None:
            answer.refused = records.reason_of(judgement)
            return answer
        rule = in_force(judgement.rules, verdict, answer.code)
        answer.effect = rule.effect if rule else ""
        answer.refused = "；".join(records.refusals(self.db, bare))
        if rule is not None and not answer.refused:
            self._after(case, sort, day, device, judgement, rule, first, answer)
        return answer

    def _sort_of_record(self, case: Case) -> SeisortRule:
        """The combination of a record. A re-inspection has the lists and the dates of what it goes back to."""
        lists = tuple(case["lists"])
        if case["testsort"] != REINSPECTION:
            return self._sort(case["kind"], case["testsort"], lists)
        rule = self._sort(case["kind"], case["testsort"])
        mother = mother_of(case.get("mother")) or self._mother_by(case["kind"], lists)
        first = self._sort(case["kind"], mother, lists)
        return replace(
            rule,
            item_templates=first.item_templates,
            template_code=first.template_code,
            next_date_fields=first.next_date_fields,
            on_lines=first.on_lines,
        )

    def _mother_by(self, kind: str, lists: tuple[str, ...]) -> str:
        """The one sort of a kind that is inspected by these lists."""
        rows = {one.testsort for one in self.dates.seisorts if one.allowed and one.item_templates == lists}
        found = [one for one in sorted(rows) if find_rules(self.dates.seisorts, kind, one)]
        if len(found) != 1:
            raise NotAsked("复检：mother 须写明首次检验的检验类型")
        return found[0]

    def _first(self, case: Case, sort: SeisortRule, device: Mapping[str, Any]) -> First | None:
        """The inspection that failed: as the case states it, else with what is inspected again as its failed items."""
        if case["testsort"] != REINSPECTION:
            return None
        given = case.get("mother") if isinstance(case.get("mother"), Mapping) else {}
        assert isinstance(given, Mapping)
        named = {**case.get("results", {}), **case.get("values", {})}
        testsort = (
            mother_of(given) or mother_of(case.get("mother")) or self._mother_by(case["kind"], sort.item_templates)
        )
        own: dict[str, Any] = {
            **{name: case[name] for name in ("id", "kind", "lists", "device", "fields", "declared") if name in case},
            **{
                "testsort": testsort,
                "expect": {},
                "results": dict.fromkeys(named, FAILED),
                "tables": case.get("tables", {}),
            },
            **{
                name: given[name]
                for name in ("results", "values", "tables", "fields", "monitored", "declared")
                if name in given
            },
        }
        own["inspdate"] = given.get("inspdate") or given.get("date") or case["inspdate"]
        first_sort, day = self._sort(case["kind"], testsort, tuple(case["lists"])), day_of(own["inspdate"])
        own["device"] = {**filling.archive(case), **case.get("device", {})}
        return First(own, first_sort, day, self._judged(own, first_sort, day, device, None))

    def _judged(
        self, case: Case, sort: SeisortRule, day: date, device: Mapping[str, Any], first: First | None
    ) -> Found:
        sheet = self._sheet(case, sort, day, device)
        if first:
            sheet = replace(sheet, items=_again(sheet.items, first))
        before = judge_sheet(sheet, self.sheets)
        stated = filling.stated(case, before.asked)
        before = judge_sheet(replace(sheet, stated=stated), self.sheets)
        values = filling.open_values(case, sheet.items, self.sheets.limits, before, records.evidence(self.db))
        items = [replace(one, values=values.get(one.seq, one.values)) for one in sheet.items]
        bare = judge_sheet(replace(sheet, items=items, stated=stated), self.sheets)
        more = {} if first else self._samples(case, bare, stated)
        whole = replace(sheet, items=items, stated=stated, tables={**sheet.tables, **more})
        if more:  # a limit that reads the tables applies now
            after = judge_sheet(whole, self.sheets)
            values = filling.open_values(case, items, self.sheets.limits, after, records.evidence(self.db))
            whole = replace(whole, items=[replace(one, values=values.get(one.seq, one.values)) for one in items])
        return self._true(case, whole)

    def _true(self, case: Case, sheet: Sheet) -> Found:
        """A record of which the items that the case does not name conform, or are not there where that cannot be."""
        named = {*case.get("results", {}), *case.get("values", {})}
        while True:
            judgement = judge_sheet(sheet, self.sheets)
            wrong = filling.absent(judgement, named)
            if wrong is None:
                wrong = next(iter(self._undone(sheet, judgement, named)), None)
            if wrong is None:
                return judgement
            sheet = replace(
                sheet, items=[replace(one, result=NONE) if one.seq == wrong else one for one in sheet.items]
            )

    def _undone(self, sheet: Sheet, found: Found, named: Collection[str]) -> list[int]:
        said = records.unproven_of(self.db, sheet.kind, found, whole=sheet.testsort != REINSPECTION)
        spoken = [{"seq": one.item.seq, "check": one.ruleid, "level": ERROR} for one in said if one.hard]
        return filling.undone(spoken, found.items, named)

    def _samples(self, case: Case, bare: Found, facts: Mapping[str, str]) -> dict[str, Filled]:
        """The tables that the record cannot lack and of which the case says nothing."""
        own = samples.values_of([{"item_no": one.item_no, "values": one.values} for one in bare.items])
        values = {**bare.limits, **own, **facts, **filling.named_values(case)}
        known = lines.numbers(case)
        offered = records.tables_offered(self.db, case["kind"], bare.tables)
        least = records.rows_of_tables(self.db, bare, offered, None)
        tables = {}
        for code, rows in least.items():
            if code not in case.get("tables", {}):
                table = bare.tables[code]
                columns = {each.column: each.role for each in table.columns}
                got = samples.table(code, table.template, rows, columns, values, known)
                tables[code] = _filled(table, got)
        return {code: one for code, one in tables.items() if one.rows}

    def _sheet(self, case: Case, sort: SeisortRule, day: date, device: Mapping[str, Any]) -> Sheet:
        listed = records.items_of(self.db, tuple(case["lists"]))
        if not listed:
            raise NotAsked(f"没有检验项目：{'、'.join(case['lists'])}")
        known = records.tables_of_templates(self.db, tuple(case["lists"]))
        marks = filling.marks(case, listed)
        watched = case.get("monitored", [])
        given = case.get("values", {})
        template = sort.template_code
        names = self._names(case["kind"], device, day) | {"linecount": Decimal(len(lines.numbers(case)))}
        place = Place(names, (), records.foreign(self.db, class_of(case["kind"]), template, case["lists"]))
        named = {*case.get("results", {}), *case.get("values", {})}
        for rule in records.left_out_of(self.db, case["lists"], place):
            if rule.item_no not in named and rule.result:
                marks[rule.item_no] = rule.result
        items = [
            ItemResult(
                seq=int(one["seq"]),
                item_no=one["item_no"],
                content=one["content"],
                key_item=one["key_item"] == "Y",
                result=marks[one["item_no"]],
                value_type=one["value_type"],
                monitored=one["item_no"] in watched,
                values={name: Decimal(text) for name, text in filling.texts(given.get(one["item_no"], {})).items()},
                template=one["template"],
            )
            for one in listed
        ]
        tables = {}
        for code, one in filling.tables(case, known).items():
            tables[code] = _filled(known[code], one)
        sorts = (case["kind"], sort.seisort, sort.testsort)
        return Sheet(*sorts, tuple(case["lists"]), items, tables, names, {}, foreign=place.foreign)

    def _names(self, kind: str, device: Mapping[str, Any], day: date) -> dict[str, object]:
        """What the rules read of a device, with what follows from its days."""
        names = records.device_names(kind, {**device, "equclacode": kind}) | {"inspdate": day}
        days = [day_of(device[name]) if device.get(name) else None for name in ("insinspdate", "nextbraketestdate")]
        return item_names(names, days[0], day, days[1], self.dates.settings)

    def _after(
        self,
        case: Case,
        sort: SeisortRule,
        day: date,
        device: Mapping[str, Any],
        judgement: Found,
        rule: ConclusionRule,
        first: First | None,
        answer: Answer,
    ) -> None:
        """The archive after the approval: what was measured at the first inspection is not measured again."""
        grounds = first.found if first else judgement
        grade = grade_of(rule, judgement.names)
        if first and grade is None:
            grade = int(str(grounds.names.get("worstgrade") or grounds.names.get("worstline") or 0)) or None
        stated = filling.stated(first.case if first else case, grounds.asked)
        braked = any((one.template, one.item_no) in BRAKE_TEST and one.result == "√" for one in grounds.items)
        result = InspectionResult(
            testsort=case["testsort"],
            inspdate=day,
            qualified=rule.effect in MOVES,
            passdate=day,
            firstday=first.day if first else None,
            mothersort=first.sort.testsort if first else "",
            ssdegree=str(grade) if grade else None,
            braketest=braked,
            lifemonths=as_months(grounds.names.get("lifemonths")),
            **stated_dates(grounds.asked, stated),
        )
        facts = device_facts({**device, "equclacode": case["kind"]}, lastdjdate=device.get("inspdate"))
        rows = judgement.rows.get(LINE, ()) or [again(one) for one in grounds.rows.get(LINE, ())]
        chosen = case.get("fields", {}).get("nextdate")
        if sort.on_lines and rows:
            self._dates_of_lines(sort, device, case["kind"], result, rule, rows, answer)
            return
        dates = next_dates(facts, result, self.dates)
        own = day_of(chosen) if chosen else None
        if own is None and rule.effect == LIMITED and self._sets_itself(sort, case["kind"]):
            own = add_months(day, 12)
        after, answer.refused = self._archive(dates, sort, rule.effect, day, chosen=own)
        answer.dates = days_of(device, self._fields(case["kind"])) | after

    def _dates_of_lines(
        self,
        sort: SeisortRule,
        device: Mapping[str, Any],
        kind: str,
        result: InspectionResult,
        rule: ConclusionRule,
        rows: Sequence[RowFound],
        answer: Answer,
    ) -> None:
        lines = {}
        own = {k: v for k, v in device.items() if k != "inspdate"}
        for row in rows:
            one = of_line(result, row, row.grade, dated=rule.effect in MOVES)
            dates = next_dates(device_facts({**own, "equclacode": kind}), one, self.dates)
            effect = rule.effect if one.qualified and rule.effect in MOVES else "grade" if one.qualified else "keep"
            after, refused = self._archive(dates, sort, effect, result.inspdate, chosen=None)
            lines[row.name] = days_of(device, self._fields(kind)) | after
            answer.refused = answer.refused or refused
        field = next(iter(sort.next_date_fields), "")
        due = min((day for one in lines.values() if (day := one.get(field))), default=None)
        answer.lines, answer.dates = lines, days_of(device, self._fields(kind)) | {field: due}


def _again(items: Any, first: First) -> list[ItemResult]:
    """The items that failed, or are watched, at the first inspection; all of them where a case names none."""
    beyond = {one.item.seq for one in first.found.outside}
    failed = {one.seq for one in first.found.items if one.result == FAILED or one.monitored or one.seq in beyond}
    return [one for one in items if one.seq in failed] or list(items)


def _filled(table: RecordTable, one: Mapping[str, Any]) -> Filled:
    params = {name: cell_text(_column(table.params, name), text) for name, text in one["params"].items()}
    rows = [{n: cell_text(_column(table.entered, n), text) for n, text in row.items()} for row in one["rows"]]
    return Filled(typed(table.params, params), [typed(table.entered, row) for row in rows])


def _column(columns: Mapping[str, Any], name: str) -> Any:
    if name not in columns:
        raise NotAsked(f"表格中没有可填的列 {name}")
    return columns[name]
