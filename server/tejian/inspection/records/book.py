"""The rule tables of the inspection business as typed rows, kept until a rule changes."""

import re
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from typing import Any

from sqlalchemy.orm import Session

from tejian.archives.common.api import class_of
from tejian.archives.equipment.api import fields_of
from tejian.inspection.rules.api import (
    CompletionPaper,
    ConclusionRule,
    Cover,
    ForSort,
    ItemLimit,
    LicenceNeed,
    NoticeSort,
    Prefill,
    RecordTable,
    ReportCheck,
    ReportLayout,
    RuleBook,
    SeisortRule,
    SheetRules,
    SiteCondition,
    StatedName,
    TablePoints,
    WitnessPoint,
    by_item,
    checks_in_use,
    completion_paper,
    conclusion_rule,
    cover,
    find_rule,
    for_sort,
    grade_rule,
    instrument_need,
    is_for,
    item_limit,
    licence_need,
    notice_sort,
    prefill,
    record_field,
    record_tables,
    refuse_offer,
    report_check,
    report_fields,
    report_layout,
    rule_book,
    seisort_rule,
    site_condition,
    stated_name,
    table_column,
    table_points,
    tables_for,
    with_fields,
    witness_point,
)
from tejian.kit import clock
from tejian.system.rules import api as rulestore


def seisorts(db: Session) -> tuple[SeisortRule, ...]:
    """The allowed combinations in force."""

    def make(s: Session) -> tuple[SeisortRule, ...]:
        return tuple(seisort_rule(r) for r in rulestore.rows(s, "seisort_rules"))

    found: tuple[SeisortRule, ...] = rulestore.made(db, "seisorts", make)
    return found


def rule_of(db: Session, kind: str, seisort: str, testsort: str) -> SeisortRule | None:
    """What follows from one combination; None when it is not allowed."""
    row = find_rule(seisorts(db), kind, seisort, testsort)
    return row if row and row.allowed else None


def offered(db: Session, kind: str) -> tuple[SeisortRule, ...]:
    """The combinations that can be declared for a kind; one that cannot be done whole says why in `lacks`."""
    known: dict[str, tuple[SeisortRule, ...]] = rulestore.made(db, "offered", lambda s: {})
    if kind not in known:
        templates = {r["template"] for r in rulestore.rows(db, "report_items")}
        facts = (templates, conclusions(db), dates_book(db))
        rows = (r for r in seisorts(db) if is_for(r, kind))
        device = "equcode" in fields_of(class_of(kind), kind)  # components and valves have ledgers of their own
        known[kind] = tuple(replace(r, lacks=refuse_offer(r, kind, *facts, is_device=device) or "") for r in rows)
    return known[kind]


def dates_book(db: Session) -> RuleBook:
    """Everything that next dates are decided by."""

    def make(s: Session) -> RuleBook:
        rows = rulestore.rows
        return rule_book(rows(s, "cycle_rule"), rows(s, "ele_cycle_rule"), seisorts(s), rows(s, "inspection_setting"))

    found: RuleBook = rulestore.made(db, "dates_book", make)
    return found


def settings(db: Session) -> dict[str, str]:
    """The settings of the inspection rules by key."""
    return {r["key"]: r["value"] for r in rulestore.rows(db, "inspection_setting")}


def covers(db: Session) -> list[Cover]:
    return [cover(r) for r in rulestore.rows(db, "qualification_cover")]


def limits(db: Session) -> dict[tuple[str, str], list[ItemLimit]]:
    """The limits of measured values by template and item."""
    found: dict[tuple[str, str], list[ItemLimit]] = rulestore.made(
        db, "limits", lambda s: by_item(item_limit(r) for r in rulestore.rows(s, "report_item_limits"))
    )
    return found


def prefills(db: Session) -> list[Prefill]:
    """The rules that fill items in before the inspector starts."""
    found: list[Prefill] = rulestore.made(
        db, "prefills", lambda s: [prefill(r) for r in rulestore.rows(s, "report_item_prefill")]
    )
    return found


def conclusions(db: Session) -> tuple[ConclusionRule, ...]:
    """The rules that conclusions follow from."""
    found: tuple[ConclusionRule, ...] = rulestore.made(
        db, "conclusions", lambda s: tuple(conclusion_rule(r) for r in rulestore.rows(s, "conclusion_rules"))
    )
    return found


def conclusion_names(db: Session) -> tuple[StatedName, ...]:
    """The names that these rules read beside the items, and how a record states them."""
    found: tuple[StatedName, ...] = rulestore.made(
        db, "conclusion names", lambda s: tuple(stated_name(r) for r in rulestore.rows(s, "conclusion_names"))
    )
    return found


def record_fields(db: Session) -> tuple[StatedName, ...]:
    """What a record states beside that: results of its class, inputs of limits and tables."""
    found: tuple[StatedName, ...] = rulestore.made(
        db, "record fields", lambda s: tuple(record_field(r) for r in rulestore.rows(s, "record_fields"))
    )
    return found


def tables(db: Session) -> dict[str, dict[str, RecordTable]]:
    """The tables of records by template and code."""
    found: dict[str, dict[str, RecordTable]] = rulestore.made(
        db, "tables", lambda s: record_tables(table_column(r) for r in rulestore.rows(s, "report_tables"))
    )
    return found


def tables_of_templates(db: Session, templates: tuple[str, ...]) -> dict[str, RecordTable]:
    """The tables of a record made of these templates."""
    return tables_for(tables(db), templates)


def points(db: Session) -> dict[tuple[str, str], TablePoints]:
    """How many rows tables must have, by template and table."""

    def make(s: Session) -> dict[tuple[str, str], TablePoints]:
        rows = (table_points(r) for r in rulestore.rows(s, "table_points"))
        return {(one.template, one.table): one for one in rows}

    found: dict[tuple[str, str], TablePoints] = rulestore.made(db, "table points", make)
    return found


def checks_for(db: Session, kind: str, seisort: str, testsort: str) -> tuple[ReportCheck, ...]:
    """The checks of reports in use for a kind and a sort."""
    known: dict[tuple[str, str, str], tuple[ReportCheck, ...]] = rulestore.made(db, "checks", lambda s: {})
    key = (kind, seisort, testsort)
    if key not in known:
        every = [report_check(r) for r in rulestore.rows(db, "report_checks")]
        known[key] = checks_in_use(every, *key)
    return known[key]


def instrument_needs(db: Session) -> dict[str, list[dict[str, Any]]]:
    """The types of instrument that a measured item presupposes, by `template:item`."""

    def make(s: Session) -> dict[str, list[dict[str, Any]]]:
        rows = rulestore.rows(s, "instrument_needs")
        return {f"{r['template']}:{r['item_no']}": instrument_need(r) for r in rows}

    needs: dict[str, list[dict[str, Any]]] = rulestore.made(db, "instrument needs", make)
    return needs


FINDING = re.compile(r"finding\s*(?:==\s*'([^']+)'|in\s*\(([^)]*)\))")


def findings_of(db: Session, template: str) -> list[str]:
    """The findings that the grade rules of a template name, in their order."""

    def make(s: Session) -> dict[str, list[str]]:
        named: dict[str, list[str]] = {}
        for row in rulestore.rows(s, "grade_rules"):
            words = [w for one, many in FINDING.findall(row["condition"]) for w in ([one] if one else _quoted(many))]
            for code in row["templates"].split(","):
                named.setdefault(code, []).extend(words)
        return {code: list(dict.fromkeys(words)) for code, words in named.items()}

    by_template: dict[str, list[str]] = rulestore.made(db, "findings", make)
    return by_template.get(template, [])


def _quoted(text: str) -> list[str]:
    return re.findall(r"'([^']+)'", text)


def site_conditions(db: Session) -> tuple[SiteCondition, ...]:
    """The conditions on site by template."""
    found: tuple[SiteCondition, ...] = rulestore.made(
        db, "site conditions", lambda s: tuple(site_condition(r) for r in rulestore.rows(s, "report_conditions"))
    )
    return found


def sheet_rules(db: Session) -> SheetRules:
    """Everything that a filled record is judged by."""

    def make(s: Session) -> SheetRules:
        grades = tuple(grade_rule(r) for r in rulestore.rows(s, "grade_rules"))
        known = {key: number(value) for key, value in settings(s).items()}
        own = (conclusions(s), conclusion_names(s), record_fields(s), limits(s), tables(s), grades, known)
        return SheetRules(*own)

    rules: SheetRules = rulestore.made(db, "sheet rules", make)
    return rules


def number(value: Any) -> Any:
    """A text as the number that it says; anything else as it is."""
    try:
        return Decimal(str(value))
    except InvalidOperation:
        return value


def items_of(db: Session, templates: tuple[str, ...]) -> list[dict[str, str]]:
    """The items of a report: those of each template in turn, numbered through."""
    today = clock.today()
    out: list[dict[str, str]] = []
    for template in templates:
        for row in rulestore.rows(db, "report_items", today) or rulestore.rows(db, "report_items"):
            if row["template"] == template:
                out.append({**row, "seq": str(len(out) + 1)})
    return out


def layouts(db: Session) -> dict[str, ReportLayout]:
    """How reports are laid out, by template of items."""

    def make(s: Session) -> dict[str, ReportLayout]:
        fields = (report_fields(r) for r in rulestore.rows(s, "report_fields"))
        return with_fields((report_layout(r) for r in rulestore.rows(s, "report_layouts")), fields)

    found: dict[str, ReportLayout] = rulestore.made(db, "layouts", make)
    return found


def titles(db: Session) -> tuple[ForSort, ...]:
    """The titles of reports."""
    return _for_sorts(db, "report_titles")


def bases(db: Session) -> tuple[ForSort, ...]:
    """The rules that inspections are based on."""
    return _for_sorts(db, "report_basis")


def notice_sorts(db: Session) -> tuple[NoticeSort, ...]:
    """The supervised inspections that presuppose a notice of construction."""
    found: tuple[NoticeSort, ...] = rulestore.made(
        db, "notice sorts", lambda s: tuple(notice_sort(r) for r in rulestore.rows(s, "construction_sorts"))
    )
    return found


def witness_points(db: Session) -> tuple[WitnessPoint, ...]:
    """What supervised inspections witness."""
    found: tuple[WitnessPoint, ...] = rulestore.made(
        db, "witness points", lambda s: tuple(witness_point(r) for r in rulestore.rows(s, "supervision_points"))
    )
    return found


def completion_papers(db: Session) -> tuple[CompletionPaper, ...]:
    """Which papers they end with."""
    found: tuple[CompletionPaper, ...] = rulestore.made(
        db,
        "completion papers",
        lambda s: tuple(completion_paper(r) for r in rulestore.rows(s, "supervision_documents")),
    )
    return found


def licence_needs(db: Session) -> tuple[LicenceNeed, ...]:
    """Which licences allow construction on which kinds."""
    found: tuple[LicenceNeed, ...] = rulestore.made(
        db, "licence needs", lambda s: tuple(licence_need(r) for r in rulestore.rows(s, "construction_licences"))
    )
    return found


def _for_sorts(db: Session, table: str) -> tuple[ForSort, ...]:
    found: tuple[ForSort, ...] = rulestore.made(
        db, table, lambda s: tuple(for_sort(r) for r in rulestore.rows(s, table))
    )
    return found


def notices(db: Session, code: str) -> list[str]:
    """The sentences on the page after the cover; words in braces are of the layout."""
    return [r["sentence"] for r in rulestore.rows(db, "report_notices") if r["notices"] == code]
