"""The rule tables of the inspection business as typed rows, kept until a rule changes."""

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

from sqlalchemy.orm import Session

from tejian.archives.common.api import class_of, kind_matches
from tejian.archives.equipment.api import fields_of
from tejian.inspection.rules.api import (
    OF_DEVICE,
    ArchivedCell,
    CompletionPaper,
    ConclusionRule,
    Cover,
    EvidenceRule,
    ForSort,
    ItemLimit,
    LicenceNeed,
    NoticeSort,
    PhoneItem,
    Prefill,
    PresenceRule,
    RecordTable,
    ReportCheck,
    ReportLayout,
    ResultRule,
    RuleBook,
    SeisortRule,
    SheetRules,
    SiteCondition,
    StatedName,
    SubjectRule,
    SubReportQual,
    TablePoints,
    Usual,
    WitnessPoint,
    archived_cell,
    by_item,
    by_phone_item,
    checks_in_use,
    completion_paper,
    conclusion_rule,
    cover,
    cycles_on,
    evidence_by_item,
    evidence_rule,
    find_rule,
    for_sort,
    grade_rule,
    instrument_need,
    is_for,
    item_limit,
    licence_need,
    notice_sort,
    phone_item,
    prefill,
    presence_by_item,
    presence_rule,
    record_field,
    record_tables,
    refuse_offer,
    report_check,
    report_fields,
    report_layout,
    result_rule,
    row_rule,
    rule_book,
    seisort_rule,
    site_condition,
    stated_name,
    sub_report_qual,
    subject_rule,
    subjects_of,
    subjects_of_sort,
    table_column,
    table_points,
    tables_for,
    usual_difference,
    wanted_for,
    with_fields,
    witness_point,
)
from tejian.kit.ground import clock
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


def _offered(db: Session, rule: SeisortRule, kind: str, *facts: Any) -> SeisortRule:
    kept = is_kept(kind, subjects(db, kind, rule.seisort, rule.testsort))
    return replace(rule, lacks=refuse_offer(rule, kind, *facts, is_kept=kept) or "")


def offered(db: Session, kind: str) -> tuple[SeisortRule, ...]:
    """The combinations that can be declared for a kind; one that cannot be done whole says why in `lacks`."""
    known: dict[str, tuple[SeisortRule, ...]] = rulestore.made(db, "offered", lambda s: {})
    if kind not in known:
        templates = {r["template"] for r in rulestore.rows(db, "report_items")}
        facts = (templates, conclusions(db), dates_book(db))
        known[kind] = tuple(_offered(db, r, kind, *facts) for r in seisorts(db) if is_for(r, kind))
    return known[kind]


def signer_of_sub_report(db: Session, name: str) -> SubReportQual | None:
    """What who signs a sub-report of this name must hold."""
    rules: tuple[SubReportQual, ...] = rulestore.made(
        db, "sub report quals", lambda s: tuple(sub_report_qual(r) for r in rulestore.rows(s, "sub_report_quals"))
    )
    return wanted_for(rules, name)


def _subject_rules(db: Session) -> tuple[SubjectRule, ...]:
    found: tuple[SubjectRule, ...] = rulestore.made(
        db, "subject rules", lambda s: tuple(subject_rule(r) for r in rulestore.rows(s, "subject_rules"))
    )
    return found


def subjects_for(db: Session, seisort: str, testsort: str) -> set[str]:
    """What inspections of a sort are of, for some kind or other."""
    return subjects_of_sort(_subject_rules(db), seisort, testsort)


def subjects(db: Session, kind: str, seisort: str, testsort: str) -> tuple[str, ...]:
    """What an inspection of a kind may be of: devices of the archive, valves or products of their ledgers."""
    return subjects_of(_subject_rules(db), kind, seisort, testsort)


def is_kept(kind: str, of: Sequence[str]) -> bool:
    """Whether what is inspected (`of`) is kept one by one: in a ledger, or as a device in the archive."""
    return of != (OF_DEVICE,) or "equcode" in fields_of(class_of(kind), kind)


def dates_book(db: Session) -> RuleBook:
    """Everything that next dates are decided by."""

    def make(s: Session) -> RuleBook:
        rows = rulestore.rows
        return rule_book(rows(s, "cycle_rule"), rows(s, "ele_cycle_rule"), seisorts(s), rows(s, "inspection_setting"))

    found: RuleBook = rulestore.made(db, "dates_book", make)
    return found


def mirrored(db: Session, kind: str, field: str) -> set[str]:
    """The dates of a kind that a field repeats: a ropeway has its full inspection by nfulldate, shown as ninspdate."""
    return {one.datefield for one in cycles_on(dates_book(db), kind, clock.today()) if one.mirror == field}


def shown_as(db: Session, kind: str, field: str) -> set[str]:
    """The dates of a kind that repeat a field."""
    return {one.mirror for one in cycles_on(dates_book(db), kind, clock.today()) if one.datefield == field} - {""}


def settings(db: Session) -> Mapping[str, str]:
    """The settings of the inspection rules by key."""
    found: Mapping[str, str] = rulestore.made(
        db, "settings", lambda s: {r["key"]: r["value"] for r in rulestore.rows(s, "inspection_setting")}
    )
    return found


def result_rules(db: Session) -> tuple[ResultRule, ...]:
    """What inspections write of their result into the archive, and which failures they end."""
    found: tuple[ResultRule, ...] = rulestore.made(
        db, "result rules", lambda s: tuple(result_rule(r) for r in rulestore.rows(s, "result_rules"))
    )
    return found


def covers(db: Session) -> Sequence[Cover]:
    found: Sequence[Cover] = rulestore.made(
        db, "covers", lambda s: tuple(cover(r) for r in rulestore.rows(s, "qualification_cover"))
    )
    return found


def _made(db: Session, name: Hashable, tables: Sequence[str], on: date | None, make: Callable[..., Any]) -> Any:
    """What is built from the rows of these tables that are in force on a day, today when none is said; `make` gets
    them table by table.

    A record keeps the day of its template, so that a table that is revised later changes nothing in it.
    """
    day = on or clock.today()
    own = (name, rulestore.since(db, tables, day))
    return rulestore.made(db, own, lambda s: make(*(rulestore.rows(s, table, day) for table in tables)))


def limits(db: Session, on: date | None = None) -> dict[tuple[str, str], list[ItemLimit]]:
    """The limits of measured values by template and item."""
    found: dict[tuple[str, str], list[ItemLimit]] = _made(
        db, "limits", ["report_item_limits"], on, lambda rows: by_item(item_limit(r) for r in rows)
    )
    return found


def usual(db: Session) -> list[Usual]:
    """How far measured values differ without anything having changed: as it is judged today."""
    found: list[Usual] = _made(
        db, "usual", ["usual_differences"], None, lambda rows: [usual_difference(r) for r in rows]
    )
    return found


def prefills(db: Session, on: date | None = None) -> list[Prefill]:
    """The rules that fill items in before the inspector starts."""
    found: list[Prefill] = _made(db, "prefills", ["report_item_prefill"], on, lambda rows: [prefill(r) for r in rows])
    return found


def presence(db: Session, on: date | None = None) -> dict[tuple[str, str], list[PresenceRule]]:
    """The results that cannot be true, by template and item."""

    def make(rows: Sequence[Mapping[str, str]]) -> dict[tuple[str, str], list[PresenceRule]]:
        return presence_by_item(presence_rule(r) for r in rows)

    found: dict[tuple[str, str], list[PresenceRule]] = _made(db, "presence", ["report_item_presence"], on, make)
    return found


def evidence(db: Session, on: date | None = None) -> dict[tuple[str, str], list[EvidenceRule]]:
    """What must stand behind results, by template and item."""

    def make(rows: Sequence[Mapping[str, str]]) -> dict[tuple[str, str], list[EvidenceRule]]:
        return evidence_by_item(evidence_rule(r) for r in rows)

    found: dict[tuple[str, str], list[EvidenceRule]] = _made(db, "evidence", ["report_item_evidence"], on, make)
    return found


def phone_items(db: Session, on: date | None = None) -> dict[tuple[str, str], PhoneItem]:
    """Where and how items stand on a phone, by template and item."""
    found: dict[tuple[str, str], PhoneItem] = _made(
        db, "phone items", ["report_item_phone"], on, lambda rows: by_phone_item(phone_item(r) for r in rows)
    )
    return found


def foreign(db: Session, equclass: str, template: str, lists: Sequence[str]) -> frozenset[str]:
    """Of these item lists those that are the templates of other inspections of the class than `template`'s own."""
    others = {one.template_code for one in seisorts(db) if one.equclass == equclass} - {template}
    return frozenset(others & set(lists))


def conclusions(db: Session, on: date | None = None) -> tuple[ConclusionRule, ...]:
    """The rules that conclusions follow from."""
    found: tuple[ConclusionRule, ...] = _made(
        db, "conclusions", ["conclusion_rules"], on, lambda rows: tuple(conclusion_rule(r) for r in rows)
    )
    return found


def conclusion_names(db: Session) -> tuple[StatedName, ...]:
    """The names that these rules read beside the items, and how a record states them."""
    found: tuple[StatedName, ...] = rulestore.made(
        db, "conclusion names", lambda s: tuple(stated_name(r) for r in rulestore.rows(s, "conclusion_names"))
    )
    return found


def record_fields(db: Session, on: date | None = None) -> tuple[StatedName, ...]:
    """What a record states beside that: results of its class, inputs of limits and tables."""
    found: tuple[StatedName, ...] = _made(
        db, "record fields", ["record_fields"], on, lambda rows: tuple(record_field(r) for r in rows)
    )
    return found


def fields_of_template(db: Session, template: str, on: date | None = None) -> set[str]:
    """The keys of the rules of result fields that are about the sorts inspected by a template."""
    sorts = [one for one in seisorts(db) if template in one.item_templates]
    rows = rulestore.rows(db, "record_fields", on or clock.today())
    return {rulestore.key_of("record_fields", row) for row in rows if any(_about(row, one) for one in sorts)}


def _about(row: Mapping[str, str], rule: SeisortRule) -> bool:
    """Whether a row for kinds and sorts may be about what a combination inspects."""
    if row["sorts"] and rule.testsort not in row["sorts"].split(","):
        return False
    known = rule.equclass[:1] if rule.kind_filter in ("", "all") else rule.kind_filter
    return any(_overlap(one, two) for one in row["kinds"].split(",") for two in known.split(","))


def _overlap(one: str, two: str) -> bool:
    first, second = one.strip().removesuffix("*"), two.strip().removesuffix("*")
    return "all" in (first, second) or first.startswith(second) or second.startswith(first)


def tables(db: Session, on: date | None = None) -> dict[str, dict[str, RecordTable]]:
    """The tables of records by template and code."""
    found: dict[str, dict[str, RecordTable]] = _made(
        db, "tables", ["report_tables"], on, lambda rows: record_tables(table_column(r) for r in rows)
    )
    return found


def tables_of_templates(db: Session, templates: tuple[str, ...], on: date | None = None) -> dict[str, RecordTable]:
    """The tables of a record made of these templates."""
    return tables_for(tables(db, on), templates)


def points(db: Session, on: date | None = None) -> dict[tuple[str, str], TablePoints]:
    """How many rows tables must have, by template and table."""

    def make(rows: Sequence[Mapping[str, str]]) -> dict[tuple[str, str], TablePoints]:
        return {(one.template, one.table): one for one in map(table_points, rows)}

    found: dict[tuple[str, str], TablePoints] = _made(db, "table points", ["table_points"], on, make)
    return found


def table_kinds(db: Session, on: date | None = None) -> dict[tuple[str, str], str]:
    """The kinds that have a table, by template and table; one that is not named is for all kinds of its template."""

    def make(rows: Sequence[Mapping[str, str]]) -> dict[tuple[str, str], str]:
        return {(one["template"], one["table_code"]): one["kinds"] for one in rows}

    found: dict[tuple[str, str], str] = _made(db, "table kinds", ["table_kinds"], on, make)
    return found


def offered_tables(
    db: Session, kind: str, tables: Mapping[str, RecordTable], on: date | None = None
) -> dict[str, RecordTable]:
    """Of the tables of a record those that its kind of device has."""
    kinds = table_kinds(db, on)
    return {
        code: one
        for code, one in tables.items()
        if (own := kinds.get((one.template, code))) is None or kind_matches(own, kind)
    }


def checks_for(db: Session, kind: str, seisort: str, testsort: str) -> tuple[ReportCheck, ...]:
    """The checks of reports in use for a kind and a sort."""
    known: dict[tuple[str, str, str], tuple[ReportCheck, ...]] = rulestore.made(db, "checks", lambda s: {})
    key = (kind, seisort, testsort)
    if key not in known:
        every = [report_check(r) for r in rulestore.rows(db, "report_checks")]
        known[key] = checks_in_use(every, *key)
    return known[key]


def instrument_needs(db: Session, on: date | None = None) -> dict[str, list[dict[str, Any]]]:
    """The types of instrument that a measured item presupposes, by `template:item`."""

    def make(rows: Sequence[Mapping[str, str]]) -> dict[str, list[dict[str, Any]]]:
        return {f"{r['template']}:{r['item_no']}": instrument_need(dict(r)) for r in rows}

    needs: dict[str, list[dict[str, Any]]] = _made(db, "instrument needs", ["instrument_needs"], on, make)
    return needs


def archived_cells(db: Session, on: date | None = None) -> tuple[ArchivedCell, ...]:
    """The cells of tables that the archive knows as well."""
    found: tuple[ArchivedCell, ...] = _made(
        db, "archived cells", ["archive_cells"], on, lambda rows: tuple(archived_cell(r) for r in rows)
    )
    return found


FINDING = re.compile(r"finding\s*(?:==\s*'([^']+)'|in\s*\(([^)]*)\))")


def findings_of(db: Session, template: str, on: date | None = None) -> list[str]:
    """The findings that the grade rules of a template name, in their order."""

    def make(rows: Sequence[Mapping[str, str]]) -> dict[str, list[str]]:
        named: dict[str, list[str]] = {}
        for row in rows:
            words = [w for one, many in FINDING.findall(row["condition"]) for w in ([one] if one else _quoted(many))]
            for code in row["templates"].split(","):
                named.setdefault(code, []).extend(words)
        return {code: list(dict.fromkeys(words)) for code, words in named.items()}

    by_template: dict[str, list[str]] = _made(db, "findings", ["grade_rules"], on, make)
    return by_template.get(template, [])


def _quoted(text: str) -> list[str]:
    return re.findall(r"'([^']+)'", text)


def site_conditions(db: Session, on: date | None = None) -> tuple[SiteCondition, ...]:
    """The conditions on site by template."""
    found: tuple[SiteCondition, ...] = _made(
        db, "site conditions", ["report_conditions"], on, lambda rows: tuple(site_condition(r) for r in rows)
    )
    return found


def row_rules(db: Session, on: date | None = None) -> dict[str, tuple[ConclusionRule, ...]]:
    """The rules of single rows by stage."""

    def make(rows: Sequence[Mapping[str, str]]) -> dict[str, tuple[ConclusionRule, ...]]:
        made = [row_rule(r) for r in rows]
        return {stage: tuple(rule for own, rule in made if own == stage) for stage in {own for own, _rule in made}}

    found: dict[str, tuple[ConclusionRule, ...]] = _made(db, "row rules", ["row_rules"], on, make)
    return found


OF_SHEET: tuple[str, ...] = ("grade_rules", "conclusion_rules", "row_rules", "record_fields", "report_item_limits")
OF_SHEET += ("report_tables", "report_item_presence")


def sheet_rules(db: Session, on: date | None = None) -> SheetRules:
    """Everything that a filled record is judged by."""

    def make(grade_rows: Sequence[Mapping[str, str]], *_read: Any) -> SheetRules:
        grades = tuple(grade_rule(r) for r in grade_rows)
        known = {key: number(value) for key, value in settings(db).items()}
        own = (conclusions(db, on), conclusion_names(db), record_fields(db, on), limits(db, on), tables(db, on))
        return SheetRules(*own, grades, known, row_rules(db, on), presence(db, on))

    rules: SheetRules = _made(db, "sheet rules", OF_SHEET, on, make)
    return rules


def number(value: Any) -> Any:
    """A text as the number that it says; anything else as it is."""
    try:
        return Decimal(str(value))
    except InvalidOperation:
        return value


def items_of(db: Session, templates: tuple[str, ...], on: date | None = None) -> Sequence[Mapping[str, str]]:
    """The items of a report: those of each template in turn, numbered through, each with what is required in full, its
    clause, and the number under which the rule knows it."""

    def make(rows: Sequence[Mapping[str, str]], texts: Sequence[Mapping[str, str]]) -> Sequence[Mapping[str, str]]:
        required = {(one["template"], one["item_no"]): one for one in texts}
        listed = [row for template in templates for row in rows if row["template"] == template]
        return tuple(
            {**row, "seq": str(n), **_required(row, required.get((row["template"], row["item_no"]), {}))}
            for n, row in enumerate(listed, 1)
        )

    tables = ["report_items", "report_item_texts"]
    items: Sequence[Mapping[str, str]] = _made(db, ("items", templates), tables, on, make)
    return items


def _required(row: Mapping[str, str], said: Mapping[str, str]) -> dict[str, str]:
    """The requirement of an item in full; of one that nobody wrote out what its list says in short."""
    return {
        "requirement": said.get("requirement") or row["requirement_summary"],
        "basis": said.get("basis", ""),
        "number": said.get("number") or row["item_no"],
    }


def layouts(db: Session, on: date | None = None) -> dict[str, ReportLayout]:
    """How reports are laid out, by template of items."""

    def make(heads: Sequence[Mapping[str, str]], blocks: Sequence[Mapping[str, str]]) -> dict[str, ReportLayout]:
        return with_fields((report_layout(r) for r in heads), (report_fields(r) for r in blocks))

    found: dict[str, ReportLayout] = _made(db, "layouts", ["report_layouts", "report_fields"], on, make)
    return found


def titles(db: Session, on: date | None = None) -> tuple[ForSort, ...]:
    """The titles of reports."""
    return _for_sorts(db, "report_titles", on)


def bases(db: Session, on: date | None = None) -> tuple[ForSort, ...]:
    """The rules that inspections are based on."""
    return _for_sorts(db, "report_basis", on)


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


def application_materials(db: Session) -> tuple[CompletionPaper, ...]:
    """Which papers a declaration brings."""
    found: tuple[CompletionPaper, ...] = rulestore.made(
        db,
        "application materials",
        lambda s: tuple(completion_paper(r) for r in rulestore.rows(s, "application_materials")),
    )
    return found


def licence_needs(db: Session) -> tuple[LicenceNeed, ...]:
    """Which licences allow construction on which kinds."""
    found: tuple[LicenceNeed, ...] = rulestore.made(
        db, "licence needs", lambda s: tuple(licence_need(r) for r in rulestore.rows(s, "construction_licences"))
    )
    return found


def _for_sorts(db: Session, table: str, on: date | None) -> tuple[ForSort, ...]:
    found: tuple[ForSort, ...] = _made(db, table, [table], on, lambda rows: tuple(for_sort(r) for r in rows))
    return found


def notices(db: Session, code: str, on: date | None = None) -> list[str]:
    """The sentences on the page after the cover; words in braces are of the layout."""
    rows = rulestore.rows(db, "report_notices", on or clock.today())
    return [r["sentence"] for r in rows if r["notices"] == code]
