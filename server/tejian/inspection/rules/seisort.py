"""Which inspection (category, test sort) a kind of equipment may have, and what follows from it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tejian.archives.common.api import class_of, kind_matches

REINSPECTION = "1501"
MOTHER = "mother"  # of a re-inspection: the items that failed


@dataclass(frozen=True, slots=True)
class SeisortRule:
    """One allowed (or expressly forbidden) combination of kind, category and test sort.

    `lacks` says why an allowed one cannot be declared yet.
    """

    equclass: str
    kind_filter: str
    seisort: str
    seisort_label: str
    testsort: str
    testsort_label: str
    allowed: bool
    fee_nature: str
    report_no_prefix: str
    template_code: str
    next_date_fields: tuple[str, ...]
    on_lines: bool
    qualifications: tuple[str, ...]
    item_templates: tuple[str, ...]
    note: str
    lacks: str = ""


@dataclass(frozen=True, slots=True)
class Cover:
    """A qualification that includes another one."""

    code: str
    covers: str


def seisort_rule(row: Mapping[str, str]) -> SeisortRule:
    """A row of seisort_rules.csv; field names as its columns."""
    fields = row["next_date_field_updated"].strip()
    on_lines = fields.endswith("(line)")
    names = () if fields in ("", "N") else tuple(fields.removesuffix("(line)").split("+"))
    return SeisortRule(
        equclass=row["equclass"],
        kind_filter=row["kind_filter"],
        seisort=row["seisort"],
        seisort_label=row["seisort_label"],
        testsort=row["testsort"],
        testsort_label=row["testsort_label"],
        allowed=row["allowed"] == "Y",
        fee_nature="非税" if row["fee_nature"].startswith("非税") else "应税",
        report_no_prefix=row["report_no_prefix"],
        template_code=row["template_code"],
        next_date_fields=names,
        on_lines=on_lines,
        qualifications=tuple(row["inspector_qualification"].split("/")),
        item_templates=_item_templates(row["template_code"], row["items"]),
        note=row["note"],
    )


def cover(row: Mapping[str, str]) -> Cover:
    """A row of qualification_cover.csv."""
    return Cover(row["code"], row["covers"])


def find_rule(rows: Iterable[SeisortRule], kind: str, seisort: str, testsort: str) -> SeisortRule | None:
    """The row for the combination, allowed or not; None when the table does not know it."""
    for row in rows:
        if row.seisort == seisort and row.testsort == testsort and is_for(row, kind):
            return row
    return None


def find_rules(rows: Iterable[SeisortRule], kind: str, testsort: str) -> list[SeisortRule]:
    """The rows of a test sort for a kind, allowed or not."""
    return [row for row in rows if row.testsort == testsort and is_for(row, kind)]


def allowed_rules(rows: Iterable[SeisortRule], kind: str, seisort: str = "") -> list[SeisortRule]:
    """Every combination that a kind may be declared for, in table order; only those of `seisort` when given."""
    return [row for row in rows if row.allowed and not row.lacks and seisort in ("", row.seisort) and is_for(row, kind)]


def refuse_combination(rows: Sequence[SeisortRule], kind: str, seisort: str, testsort: str) -> str | None:
    """None when the kind may have this inspection, else the sentence to show."""
    row = find_rule(rows, kind, seisort, testsort)
    if row is not None and row.allowed:
        return row.lacks or None
    options = "、".join(dict.fromkeys(rule.seisort_label for rule in allowed_rules(rows, kind)))
    hint = f"，可申报：{options}" if options else ""
    return f"该设备类别不能申报此检验类别{hint}"


def fields_updated(rows: Iterable[SeisortRule], kind: str, testsort: str) -> tuple[str, ...]:
    """The date fields that a qualified result of this test sort sets for the kind."""
    for row in rows:
        if row.testsort == testsort and is_for(row, kind):
            return row.next_date_fields
    return ()


def is_qualified(rule: SeisortRule, held: Collection[str], covers: Iterable[Cover] = ()) -> bool:
    """Whether one of the codes held (C623; F is the worker item of C622) satisfies the rule."""
    reach = set(held) | {row.covers for row in covers if row.code in held}
    return any(code in reach for code in rule.qualifications)


def refuse_inspector(rule: SeisortRule, name: str, held: Collection[str], covers: Iterable[Cover] = ()) -> str | None:
    """None when the inspector is qualified, else the sentence with the codes (C623) of which one is needed."""
    if is_qualified(rule, held, covers):
        return None
    return f"{name}没有{rule.testsort_label}所需的资格：{'或'.join(rule.qualifications)}"


def is_for(row: SeisortRule, kind: str) -> bool:
    """Whether a row is about a kind."""
    return row.equclass == class_of(kind) and kind_matches(row.kind_filter, kind)


def _item_templates(template: str, items: str) -> tuple[str, ...]:
    """Item lists that make up the template: those that the row names (`A+B`), else the one of its own name. A
    re-inspection has those of its mother."""
    if items == MOTHER:
        return ()
    return tuple(items.split("+")) if items else (template,)
