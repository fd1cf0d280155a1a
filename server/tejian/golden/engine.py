"""Cases asked of the pure rules only: no record is stored, no step is walked."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

from tejian.archives import codes
from tejian.inspection.rules.api import (
    FACTS,
    LIMITED,
    LINE,
    MOVES,
    InspectionResult,
    RowFound,
    RuleBook,
    SeisortRule,
    against_line,
    device_facts,
    find_rules,
    found_of_rows,
    next_dates,
    of_line,
    row_rules_for,
)

from . import fees, filling, history, lines, results, states
from .answers import Answer
from .cases import Case, NotAsked
from .filling import day_of, mother_of, yes
from .of_records import Records
from .ruled import DATES, days_of

DETECTED = "0701"  # of C604


class Engine(Records):
    """Asks the rules for records, dates and fees."""

    def of_state(self, case: Case) -> Answer:
        """What a device owes on a day."""
        return Answer(owed=states.owed(self.db, case))

    def ask(self, name: str, case: Case) -> Answer:
        asked = {"records": self.of_record, "dates": self.of_date, "fees": self.of_fee, "presence": self.of_result}
        asked |= {"states": self.of_state}
        if name not in asked:
            raise NotAsked("要走完整个流程，不能只问规则")
        return asked[name](case)

    def of_fee(self, case: Case) -> Answer:
        """The lines of a business item, or of a charge of several."""
        return fees.ask(self.db, case, self._fields)

    def of_result(self, case: Case) -> Answer:
        """What the rules say of one result."""
        return results.ask(self.db, case, dict.fromkeys(self._fields(case["kind"])))

    def of_date(self, case: Case) -> Answer:
        """The dates of the archive after an inspection or an event."""
        known = self._fields(case["kind"])
        device = filling.device_values(case, known)
        rules = self._rules(case)
        facts = self._facts(case, device, rules)
        if case.get("event") in ("use start", "recompute"):
            return self._event(case, device, facts, rules)
        inspection = dict(case.get("inspection", {}))
        if case.get("event") == "detection":
            inspection = {"testsort": DETECTED, "date": case.get("today"), "result": "pass", **inspection}
        day = day_of(inspection.get("date"))
        code = str(inspection.get("result") or "pass")
        sorts = find_rules(rules.seisorts, case["kind"], str(inspection.get("testsort") or ""))
        if not sorts or not sorts[0].allowed:
            return Answer(dates=days_of(device, known), refused="该设备类别不能申报此检验类别")
        effect = self._effect(case["kind"], sorts[0], code)
        result = self._result(inspection, day, effect in MOVES)
        first = find_rules(rules.seisorts, case["kind"], result.mothersort) if result.mothersort else sorts
        moved = first[0] if first else sorts[0]  # a re-inspection moves the dates of the inspection that failed
        if "lines" in inspection:
            return self._lines(inspection, device, facts, result, effect, rules, moved)
        dates = next_dates(device_facts(facts), result, rules)
        chosen = day_of(inspection["nextdate"]) if inspection.get("nextdate") else None
        after, refused = self._archive(dates, moved, effect, day, chosen=chosen)
        return Answer(dates=days_of(device, known) | after, refused=refused)

    def _rules(self, case: Case) -> RuleBook:
        """The rules with the settings of a case in place of their own."""
        given = texts_of(case.get("settings", {}))
        if foreign := sorted(set(given) - set(self.dates.settings)):
            raise NotAsked(f"settings：没有 {'、'.join(foreign)}")
        return replace(self.dates, settings={**self.dates.settings, **given})

    def _facts(self, case: Case, device: Mapping[str, Any], rules: RuleBook) -> dict[str, Any]:
        """What the archive and the history of a case tell the rules."""
        own = {**device, "equclacode": case["kind"]}
        good = history.passed(case, self._passed)
        own |= history.bases(good, own, rules)
        return own | history.last_days(case, own, good)

    def _event(self, case: Case, device: Mapping[str, Any], facts: Mapping[str, Any], rules: RuleBook) -> Answer:
        today = day_of(case["today"]) if case.get("today") else None
        known = self._fields(case["kind"])
        good = history.passed(case, self._passed) if case["event"] == "recompute" else []
        if case["event"] == "recompute" and case.get("history") and not good:
            return Answer(dates=days_of(device, known))  # what failed moves nothing
        started = {k: v for k, v in facts.items() if k != "inspdate"} if case["event"] == "use start" else facts
        dates = history.replayed(started, good, rules, today)
        updates = dates if isinstance(dates, dict) else {} if dates.refused else dates.updates()
        refused = "" if isinstance(dates, dict) else dates.refused or ""
        return Answer(dates=days_of(device, known) | updates, refused=refused)

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
        """Each line by its own row, as a record of the whole project would state it."""
        stated = list(inspection["lines"])
        rows = self._rows_of(str(facts["equclacode"]), sort, stated, effect)
        inherited = {k: v for k, v in facts.items() if k not in (*DATES, "inspdate")}
        known, reason = self._line_fields() | set(FACTS), ""
        days: dict[str, Mapping[str, date | None]] = {}
        for line in stated:
            own = lines.values_of(line, known)
            name = lines.number(line)
            if str(own.get("linestatus") or codes.IN_USE) != codes.IN_USE:
                days[name] = days_of(own, FACTS)
                continue
            row = rows[name]
            degree = row.grade or (int(own["ssdegree"]) if own.get("ssdegree") else None)
            one = of_line(result, row, degree, dated=effect in MOVES)
            one = replace(one, qualified=one.qualified and self._passed(str(line.get("result") or "pass")))
            dates = next_dates(device_facts({**inherited, **own}), one, rules)
            due = dates.line(next(iter(sort.next_date_fields), ""))
            if row.rule and row.rule.effect == LIMITED and due:  # a day must be stated: that of the rule
                row = replace(row, chosen=row.chosen or due.rulevalue)
            against = "；".join(each.text for each in against_line(row, due))
            after, refused = self._archive(
                dates, sort, "grade" if one.qualified else "keep", result.inspdate, chosen=None
            )
            reason = reason or against or refused
            days[name] = days_of(own, FACTS) | ({} if against else after)
        in_use = [one for one in stated if str(one.get("linestatus") or codes.IN_USE) == codes.IN_USE]
        dues = [day for one in in_use if (day := days[lines.number(one)].get("ninspdate"))]
        before = days_of(device, self._fields(str(facts["equclacode"])))
        return Answer(
            dates=before if reason else before | {"ninspdate": min(dues, default=None)}, lines=days, refused=reason
        )

    def _rows_of(
        self, kind: str, sort: SeisortRule, stated: Sequence[Mapping[str, Any]], effect: str
    ) -> dict[str, RowFound]:
        """What the rules of single rows say of the lines of a case."""
        known = row_rules_for(self.sheets.rows, kind, sort.seisort, sort.testsort, sort.item_templates)
        rules = known.get(LINE, ())
        # where no line stopped the project, a key item failed
        failed = effect not in MOVES and lines.worst(stated) < lines.STOPPED
        names = {"failedkey": Decimal(failed), "pressfailed": Decimal(0)}
        rows = found_of_rows(rules, LINE, [lines.row_of(one, self._passed) for one in stated], names, lambda line: {})
        return {one.name: one if rules else replace(one, rule=None) for one in rows}

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
            extapproval=yes(given.get("extension")),
            afterstop=yes(given.get("restart")),
            braketest=yes(given.get("braketest")),
        )


def texts_of(values: Mapping[str, Any]) -> dict[str, str]:
    return {name: str(value) for name, value in values.items()}
