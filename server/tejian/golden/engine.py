"""Cases asked of the pure rules: no record is stored, no step is walked."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy.orm import Session

from tejian.archives.common import codes
from tejian.archives.common.api import class_of
from tejian.archives.equipment.api import fields_of
from tejian.inspection import codes as at
from tejian.inspection.records import api as records
from tejian.inspection.rules.api import (
    FACTS,
    MOVES,
    ConclusionRule,
    Filled,
    Found,
    InspectionResult,
    ItemResult,
    NextDates,
    RuleBook,
    SeisortRule,
    Sheet,
    against_date,
    as_months,
    cell_text,
    device_facts,
    find_rules,
    grade_of,
    in_force,
    judge_sheet,
    next_dates,
    rules_for,
    stated_dates,
    typed,
)

from . import fees, filling
from .answers import Answer
from .cases import Case, NotAsked
from .filling import day_of, mother_of

BRAKE_TEST = "A1.3.12.2"
NO_FINDING = Decimal(1)
REASON = "gradereason"  # why a grade is worse than found: who says nothing of it in a case gives one
DATES = tuple(name for name, kind in FACTS.items() if "date" in kind)
LINE_NAMES = {"id", "pipeno", "lineid", "grade", "cycle", "months", "result"}


class Engine:
    """The rule rows of a database, asked case by case."""

    def __init__(self, db: Session):
        self.db = db
        self.dates = records.dates_book(db)
        self.sheets = records.sheet_rules(db)
        self.failed = records.unqualified_codes(db)

    def ask(self, name: str, case: Case) -> Answer:
        asked = {"records": self.of_record, "dates": self.of_date, "fees": self.of_fee}
        return asked[name](case)

    # -- fees ------------------------------------------------------------------------------------------------------

    def of_fee(self, case: Case) -> Answer:
        """The lines of a business item, or of a charge of several."""
        return fees.ask(self.db, case, self._fields)

    # -- records ---------------------------------------------------------------------------------------------------

    def of_record(self, case: Case) -> Answer:
        """What follows from a filled record."""
        sort = self._sort(case["kind"], case["testsort"], tuple(case["lists"]))
        day = day_of(case["inspdate"])
        device = filling.device_values(case, self._fields(case["kind"]))
        judgement = self._judged(case, sort, day, device)
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
        if verdict.rule is None:
            answer.refused = records.reason_of(judgement)
            return answer
        answer.code = case.get("chosen") or verdict.code
        rule = in_force(judgement.rules, verdict, answer.code)
        answer.effect = rule.effect if rule else ""
        stated = {REASON: "从严评定", **filling.stated(case, judgement.asked)}
        bare = records.Bare(case["kind"], sort, judgement, stated, answer.code, filling.unmeasured(case))
        answer.refused = "；".join(records.refusals(self.db, bare))
        if rule is not None and not answer.refused:
            answer.dates, answer.refused = self._after(case, sort, day, device, judgement, rule)
        return answer

    def _judged(self, case: Case, sort: SeisortRule, day: date, device: Mapping[str, Any]) -> Found:
        sheet = self._sheet(case, sort, day, device)
        first = judge_sheet(sheet, self.sheets)
        stated = filling.stated(case, first.asked)
        values = filling.open_values(case, sheet.items, self.sheets.limits, first)
        items = [replace(one, values=values.get(one.seq, one.values)) for one in sheet.items]
        return judge_sheet(replace(sheet, items=items, stated=stated), self.sheets)

    def _sheet(self, case: Case, sort: SeisortRule, day: date, device: Mapping[str, Any]) -> Sheet:
        listed = records.items_of(self.db, tuple(case["lists"]))
        if not listed:
            raise NotAsked(f"没有检验项目：{'、'.join(case['lists'])}")
        known = records.tables_of_templates(self.db, tuple(case["lists"]))
        marks = filling.marks(case, listed)
        watched = case.get("monitored", [])
        given = case.get("values", {})
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
            table = known[code]
            params = {name: cell_text(table.params[name], text) for name, text in one["params"].items()}
            rows = [{n: cell_text(_column(table.entered, n), text) for n, text in row.items()} for row in one["rows"]]
            tables[code] = Filled(typed(table.params, params), [typed(table.entered, row) for row in rows])
        names = records.device_names(case["kind"], {**device, "equclacode": case["kind"]}) | {"inspdate": day}
        templates = tuple(case["lists"])
        return Sheet(case["kind"], sort.seisort, sort.testsort, templates, items, tables, names, {})

    def _after(
        self,
        case: Case,
        sort: SeisortRule,
        day: date,
        device: Mapping[str, Any],
        judgement: Found,
        rule: ConclusionRule,
    ) -> tuple[dict[str, date | None], str]:
        grade = grade_of(rule, judgement.names)
        stated = filling.stated(case, judgement.asked)
        braked = any(one.item_no == BRAKE_TEST and one.result == "√" for one in judgement.items)
        result = InspectionResult(
            testsort=case["testsort"],
            inspdate=day,
            qualified=rule.effect in MOVES,
            passdate=day,
            ssdegree=str(grade) if grade else None,
            braketest=braked,
            lifemonths=as_months(judgement.names.get("lifemonths")),
            **stated_dates(judgement.asked, stated),
        )
        facts = device_facts({**device, "equclacode": case["kind"]}, lastdjdate=device.get("inspdate"))
        dates = next_dates(facts, result, self.dates)
        return self._archive(device, dates, sort, rule.effect, day, chosen=None)

    # -- dates -----------------------------------------------------------------------------------------------------

    def of_date(self, case: Case) -> Answer:
        """The dates of the archive after an inspection or an event."""
        known = self._fields(case["kind"])
        device = filling.device_values(case, known)
        rules = replace(self.dates, settings={**self.dates.settings, **_texts(case.get("settings", {}))})
        facts = {**device, **self._history(case, device), "equclacode": case["kind"]}
        if case.get("event") in ("use start", "recompute"):
            return self._event(case, device, facts, rules)
        inspection = dict(case.get("inspection", {}))
        if case.get("event") == "detection":
            inspection = {"testsort": "0701", "date": case.get("today"), "result": "pass", **inspection}
        day = day_of(inspection.get("date"))
        code = str(inspection.get("result") or "pass")
        sorts = find_rules(rules.seisorts, case["kind"], str(inspection.get("testsort") or ""))
        if not sorts or not sorts[0].allowed:
            return Answer(dates=_days(device, known), refused="该设备类别不能申报此检验类别")
        effect = self._effect(case["kind"], sorts[0], code)
        result = self._result(inspection, day, effect in MOVES)
        first = find_rules(rules.seisorts, case["kind"], result.mothersort) if result.mothersort else sorts
        moved = first[0] if first else sorts[0]  # a re-inspection moves the dates of the inspection that failed
        if "lines" in inspection:
            return self._lines(inspection, device, facts, result, effect, rules, moved)
        dates = next_dates(device_facts(facts), result, rules)
        chosen = day_of(inspection["nextdate"]) if inspection.get("nextdate") else None
        after, refused = self._archive(device, dates, moved, effect, day, chosen=chosen)
        return Answer(dates=_days(device, known) | after, refused=refused)

    def _event(self, case: Case, device: Mapping[str, Any], facts: Mapping[str, Any], rules: RuleBook) -> Answer:
        today = day_of(case["today"]) if case.get("today") else None
        last = case.get("history", [])[-1:] if case["event"] == "recompute" else []
        result = None
        if last and self._passed(str(last[0].get("result") or "pass")):
            result = self._result(last[0], day_of(last[0]["date"]), True)
        elif last:
            return Answer(dates=_days(device, self._fields(case["kind"])))
        dates = next_dates(device_facts(facts), result, rules, today)
        updates = {} if dates.refused else dates.updates()
        return Answer(dates=_days(device, self._fields(case["kind"])) | updates, refused=dates.refused or "")

    def _lines(
        self,
        inspection: Mapping[str, Any],
        device: Mapping[str, Any],
        facts: Mapping[str, Any],
        result: InspectionResult,
        effect: str,
        rules: RuleBook,
        sort: SeisortRule,
    ) -> Answer:
        lines: dict[str, Mapping[str, date | None]] = {}
        reason = ""
        inherited = {k: v for k, v in facts.items() if k not in (*DATES, "inspdate")}
        for line in inspection["lines"]:
            own = {k: v for k, v in line.items() if k not in LINE_NAMES}
            if foreign := sorted(set(own) - set(fields_of(codes.PIPELINE, codes.PIPELINE)) - set(FACTS)):
                raise NotAsked(f"lines：没有字段 {'、'.join(foreign)}")
            moves = effect if self._passed(str(line.get("result") or "pass")) else "keep"
            one = replace(result, qualified=moves in MOVES)
            if line.get("grade"):
                one = replace(one, ssdegree=str(line["grade"]))
            if cycle := line.get("cycle") or line.get("months"):
                one = replace(one, setcyclemonths=int(cycle))
            dates = next_dates(device_facts({**inherited, **own}), one, rules)
            after, refused = self._archive(own, dates, sort, moves, result.inspdate, chosen=None)
            lines[str(line.get("pipeno") or line.get("lineid") or line.get("id"))] = _days(own, FACTS) | after
            reason = reason or refused
        earliest = min((one["ninspdate"] for one in lines.values() if one.get("ninspdate")), default=None)  # type: ignore[type-var]
        days = _days(device, self._fields(str(facts["equclacode"])))
        return Answer(dates=days if reason else days | {"ninspdate": earliest}, lines=lines, refused=reason)

    def _archive(
        self,
        device: Mapping[str, Any],
        dates: NextDates,
        sort: SeisortRule,
        effect: str,
        day: date,
        *,
        chosen: date | None,
    ) -> tuple[dict[str, date | None], str]:
        """The dates that are written, or the sentence for which nothing is."""
        field = next(iter(sort.next_date_fields), "")
        line = dates.line(field)
        wanted = chosen or (line.rulevalue if line and effect in MOVES else None)
        against = against_date(line, field, effect, wanted, day)
        refusal = dates.refused or (against.text if against else None)
        if refusal or effect not in MOVES:
            return {}, refusal or ""
        written = dates.updates()
        if chosen and line is not None:
            written |= {name: chosen for name in (line.field, line.mirror) if name}
        return written, ""

    def _result(self, given: Mapping[str, Any], day: date, qualified: bool) -> InspectionResult:
        months = [int(given[name]) for name in ("cycle", "months") if given.get(name)]
        first = given.get("firstday")
        return InspectionResult(
            testsort=str(given["testsort"]),
            inspdate=day,
            qualified=qualified,
            passdate=day,
            firstday=day_of(first) if first else None,
            mothersort=mother_of(given.get("mother")),
            ssdegree=str(given["grade"]) if given.get("grade") else None,
            setcyclemonths=min(months, default=None),
            extapproval=_yes(given.get("extension")),
            afterstop=_yes(given.get("restart")),
            braketest=_yes(given.get("braketest")),
        )

    def _history(self, case: Case, device: Mapping[str, Any]) -> dict[str, date | None]:
        """The last days of each kind of inspection that the history tells; without one, that of the archive."""
        past = [one for one in case.get("history", []) if self._passed(str(one.get("result") or "pass"))]

        def last(head: str) -> date | None:
            sorts = ((one, mother_of(one.get("mother")) or str(one["testsort"])) for one in past)
            days = [day_of(one.get("firstday") or one["date"]) for one, sort in sorts if sort.startswith(head)]
            return max(days, default=None)

        periodic = last(at.PERIODIC)
        if "lastdjdate" not in device and not case.get("history") and device.get("inspdate"):
            periodic = None if device.get("unqualcode") else day_of(device["inspdate"])
        last_days = {"lastdjdate": periodic, "lastjcdate": last(at.DETECTION)}
        braked = [day_of(one["date"]) for one in past if _yes(one.get("braketest"))]
        if braked:
            last_days["lastbraketestdate"] = max(braked)
        return {name: day for name, day in last_days.items() if day}

    # -- both ------------------------------------------------------------------------------------------------------

    def _sort(self, kind: str, testsort: str, lists: tuple[str, ...] = ()) -> SeisortRule:
        found = [one for one in find_rules(self.dates.seisorts, kind, testsort) if one.allowed]
        if not found:
            raise NotAsked(f"{kind} 没有检验类型 {testsort}")
        if lists and not any(one.item_templates == lists for one in found):
            raise NotAsked(f"{kind} {testsort} 的模板不是 {'、'.join(lists)}")
        return next((one for one in found if not lists or one.item_templates == lists), found[0])

    def _fields(self, kind: str) -> set[str]:
        lines = self._line_fields() if class_of(kind) == codes.PIPING else ()
        return {*fields_of(class_of(kind), kind), *lines, *FACTS}

    def _line_fields(self) -> set[str]:
        return set(fields_of(codes.PIPELINE, codes.PIPELINE))

    def _passed(self, code: str) -> bool:
        return code != "fail" and code not in self.failed

    def _effect(self, kind: str, sort: SeisortRule, code: str) -> str:
        """What a result does to the dates: `pass` moves them, `fail` keeps them, a conclusion as its rule says."""
        if code in ("pass", "fail"):
            return "advance" if code == "pass" else "keep"
        rules = rules_for(self.sheets.conclusions, kind, sort.seisort, sort.testsort, sort.item_templates)
        found = next((one.effect for one in rules if one.code == code), None)
        return found or ("advance" if self._passed(code) else "keep")


def _column(columns: Mapping[str, Any], name: str) -> Any:
    if name not in columns:
        raise NotAsked(f"表格中没有可填的列 {name}")
    return columns[name]


def _days(device: Mapping[str, Any], names: Sequence[str] | set[str] | Mapping[str, Any]) -> dict[str, date | None]:
    """The dates of a device before; those it does not have are empty."""
    found: dict[str, date | None] = {}
    for name in DATES:
        if name in names:
            found[name] = day_of(device[name]) if device.get(name) else None
    return found


def _yes(value: Any) -> bool:
    return str(value).lower() in ("1", "true", "y")


def _texts(values: Mapping[str, Any]) -> dict[str, str]:
    return {name: str(value) for name, value in values.items()}
