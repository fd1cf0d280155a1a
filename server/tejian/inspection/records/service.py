"""The original record: made from the device and the template, filled item by item, checked by rules."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BeforeValidator, Field
from sqlalchemy.orm import Session

from tejian.archives.models.valves import SafetyValve
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.rules.api import (
    CALLS,
    ERROR,
    LIMITED,
    Finding,
    SiteCondition,
    bounds_of,
    check_items,
    doubtful_fields,
    speak,
)
from tejian.instruments.models import Instrument
from tejian.kit.forms.form import Day, Form, Ids, Known
from tejian.kit.forms.refers import Refers
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.web.seen import changes

from . import book
from .book import number
from .calibration import first_row
from .checking import condition_findings, conditions_of, doubtful_findings, grade_findings, table_findings
from .conclusion import NEEDS, Judgement, conclusion_findings, limits_end, stated_findings, write_facts
from .dating import date_findings, values_before
from .declared import declared_facts, refuse_undeclared
from .examined import Examined, examine
from .gathering import facts_of
from .left_out import left_out
from .pictures import attached, unplaced_findings
from .pipelines import named_lines
from .proofs import proof_findings
from .reading import device_of, items_of_row, record_of, templates_of, unqualified_codes, values_of
from .returned import mark_findings
from .sheets import TableForm, keep_given, what_is_asked, write_tables
from .stating import FoundForm, forget_known, write_found
from .taken import SOURCE, taken_findings
from .tools import write_instruments
from .versions import edition, template_day

RESULTS = ("√", "×", "—", "△")
FOUND_WRONG = ("×", "△")
WRITTEN = {
    "results",
    "conditions",
    "facts",
    "tables",
    "instruments",
    "instrumentstates",
    "reasons",
    "refresh",
    "corrections",
    "nextdates",
}  # each in its own way
MOST = 1_000_000  # of a measured value
CLOCK = r"^(([01]\d|2[0-3]):[0-5]\d)?$"  # a time of the day, or none
MOST_LINES = 500  # that an item names


def new_record(db: Session, row: AppBuss, chosen: str) -> OriginalRecord:
    """Make the record of an item: snapshot of the device, items prefilled by rule. Instruments it names when the
    inspector says which were used.

    `chosen` is the template that was asked for; '' takes the one that fits.
    """
    if old := record_of(db, row):
        return old
    template, _ = templates_of(db, row)
    if chosen not in ("", template):
        raise BadInput("所选模板不适用于该检验类型")
    device = device_of(db, row)
    record = OriginalRecord(
        appbuss_id=row.id,
        template=template,
        equipment=values_of(device),
        inspdate=row.confirmeddate or row.plandate,
        results={},
        measures=first_row(row, device) if isinstance(device, SafetyValve) else {},
        corrections={},
        conditions={},
        facts=declared_facts(db, row),
    )
    day = template_day(db, row, record)
    record.template_version = edition(db, row, day)
    row.template, row.templateday = template, day
    items = items_of_row(db, row)
    rules = left_out(db, row, record)
    record.results = {
        item["seq"]: {"r": rule.result, "p": f"{rule.sentence}（{rule.source}）"}
        for item in items
        if (rule := rules.get((item["template"], item["item_no"])))
    }
    db.add(record)
    db.flush()
    return record


def record_or_refuse(db: Session, row: AppBuss, *, lock: bool = False) -> OriginalRecord:
    record = record_of(db, row, lock=lock)
    if record is None:
        raise Refused("尚未生成原始记录")
    return record


def findings_of(
    db: Session,
    row: AppBuss,
    record: OriginalRecord,
    actor: User | None = None,
    examined: Examined | None = None,
) -> list[Finding]:
    """Everything that the checks and the rules of the record say. `actor` is who audits or approves it now."""
    examined = examined or examine(db, row, record)
    judgement = examined.judgement
    known = book.limits(db, row.templateday)
    limits = [limit for one in judgement.items for limit in known.get((one.template, one.item_no), ())]
    files = attached(db, row)
    own = [
        *check_items(judgement.items, limits, judgement.found.limits),
        *contradictions(db, record, examined),
        *condition_findings(record.conditions, conditions_of(db, row, record)),
        *doubtful_findings(db, row, record, judgement.found),
        *table_findings(db, judgement.found, row.templateday, whole=not row.mother_id),
        *unplaced_findings(files, judgement.found.tables),
    ]
    facts = facts_of(db, row, record, examined, own, files, actor)
    checks = book.checks_for(db, row.equclacode, row.seisort, row.testsort)
    own = [one for one in own if not one.check]
    proofs = proof_findings(db, row, record, judgement.found, facts.items)
    spoken = sorted([*proofs, *speak(checks, facts, row.step, CALLS)], key=lambda one: one.level != ERROR)
    return [*spoken, *own, *mark_findings(record), *taken_findings(record)]


def contradictions(db: Session, record: OriginalRecord, examined: Examined) -> list[Finding]:
    """Where conclusion or next date of a record go against what was found. No opinion of an auditor settles these."""
    judgement, due = examined.judgement, examined.due if record.conclusion else None
    against = [*conclusion_findings(db, record, judgement), *grade_findings(record.facts, judgement.found)]
    against += stated_findings(db, record, judgement)
    return [*against, *date_findings(record, judgement, due)]


Text = Annotated[str, Field(max_length=500), BeforeValidator(str)]


class ItemForm(Form):
    """What was found at one item: result, note, whether it is watched, measured values, the lines that it concerns."""

    seq: Text = Field(title="检验项目")
    r: Text = ""
    n: Text = ""
    m: bool = False
    v: dict[str, Text] = Field({}, title="测量值")
    l: Annotated[list[Text], BeforeValidator(lambda v: v if isinstance(v, list) else [v])] = Field(  # noqa: E741
        [], title="涉及管线", max_length=MOST_LINES
    )


OWN_INSTRUMENT = Refers(
    Instrument, among=lambda me: Instrument.org_id == me.org_id, alone="of the institute of the sender"
)
OF_RECORD = changes(OriginalRecord, column=OriginalRecord.appbuss_id)  # what an entry says to have read


class RecordForm(Known):
    """What the entry sends of a record, and its version: only what was changed; `write` judges it item by item."""

    results: Annotated[list[ItemForm], BeforeValidator(lambda v: v if isinstance(v, list) else [v])] = Field(
        [], title="检验结果"
    )
    conditions: dict[str, Text] = Field({}, title="环境条件")
    tables: dict[str, TableForm] = Field({}, title="表格", max_length=20)
    facts: dict[str, Text] = Field({}, title="结论判定")
    inspdate: Day = Field(None, title="检验日期")
    begunat: str = Field("", title="开始时间", pattern=CLOCK)
    endedat: str = Field("", title="结束时间", pattern=CLOCK)
    nextdate: Day = Field(None, title="下次检验日期")
    nextdates: dict[str, Day] = Field({}, title="其他下次日期", max_length=20)
    rectifydue: Day = Field(None, title="整改反馈期限")
    problems: str = Field("", title="问题及处理意见", max_length=2000)
    remark: str = Field("", title="备注", max_length=2000)
    conclusion: str = Field("", title="检验结论", max_length=8)
    instruments: Annotated[Ids, OWN_INSTRUMENT] = Field(default_factory=list, title="检验仪器")
    instrumentstates: dict[str, Text] = Field({}, title="使用前后状态", max_length=100)
    reasons: dict[str, Text] = Field({}, title="检查说明", max_length=200)
    corrections: dict[str, FoundForm] = Field({}, title="设备参数更正", max_length=50)
    refresh: bool = Field(False, title="更新设备信息")
    opinion: str = Field("", title="意见", max_length=2000)

    def changed(self) -> set[str]:
        """The parts of the record that were sent."""
        return self.model_fields_set - {"id", "version", "opinion"}


def write(db: Session, row: AppBuss, record: OriginalRecord, form: RecordForm) -> Examined:
    """Write what the form carries into the record. Items and fields outside the template are refused.

    The record is judged once, as it is afterwards: what the rules say of it is given back.
    """
    with db.no_autoflush:  # one save is one version and one row of the audit trail
        return _written(db, row, record, form)


def _written(db: Session, row: AppBuss, record: OriginalRecord, form: RecordForm) -> Examined:
    changed, before = form.changed(), (record.conclusion, record.facts, record.nextdate)
    if form.refresh:  # what the archive says by now
        record.equipment = values_before(row, record, device_of(db, row))
        forget_known(db, row, record)
    _write_parts(db, row, record, form)
    for name in changed - WRITTEN:
        setattr(record, name, form[name])
    if record.begunat and record.endedat and record.endedat < record.begunat:
        raise BadInput(f"结束时间{record.endedat}早于开始时间{record.begunat}", field="endedat")
    examined = examine(db, row, record)
    if _take_back(record, examined.judgement, *before):
        examined = examine(db, row, record)
    judgement = examined.judgement
    keep_given(record, judgement.found)
    _refuse_foreign_fields(db, row, judgement, form.results)
    if "conclusion" in changed and record.conclusion and record.conclusion not in judgement.codes:
        raise BadInput("检验结论：请从选项中选择")
    _forget(record, judgement, changed)
    record.unqualcode = record.conclusion if record.conclusion in unqualified_codes(db) else ""
    dates = examined.due if judgement.dated else None
    record.ruledate = dates.ruledate if dates else None
    if record.conclusion and not judgement.dated:
        record.nextdate = None
    elif record.nextdate is None and record.conclusion and judgement.rule and judgement.rule.effect != LIMITED:
        record.nextdate = record.ruledate
    _keep_others(record, examined, form.nextdates)
    return examined


def _keep_others(record: OriginalRecord, examined: Examined, sent: Mapping[str, date | None]) -> None:
    """Of the dates besides the main one the record keeps those that are not as the rule gives them."""
    due = examined.due if examined.judgement.dated else None
    given = {one.field: str(one.rulevalue) for one in due.others} if due else {}
    if foreign := sorted(name for name, day in sent.items() if day and name not in given):
        raise BadInput("本次检验没有这个下次日期", field=foreign[0])
    record.nextdates = {name: day for name, day in record.nextdates.items() if given.get(name, day) != day}


def _write_parts(db: Session, row: AppBuss, record: OriginalRecord, form: RecordForm) -> None:
    """What is written in its own way: items, tables, conditions, what is stated, instruments."""
    changed = form.changed()
    if form.corrections:
        write_found(db, row, record, form.corrections)
    if form.results:
        items = {i["seq"]: i for i in items_of_row(db, row)}
        _refuse_foreign_lines(db, row, form.results)
        record.results = record.results | {one.seq: _item(record, items, one) for one in form.results}
    if form.tables or "facts" in changed:
        rules = what_is_asked(db, row, record)
        write_tables(db, row, record, form.tables, rules)
        if "facts" in changed:
            refuse_undeclared(db, row, record, form.facts)
            write_facts(record, rules.to_state, form.facts)
    if "nextdates" in changed:
        chosen = {name: day.isoformat() if day else "" for name, day in form.nextdates.items()}
        record.nextdates = {name: day for name, day in (record.nextdates | chosen).items() if day}
    if "conditions" in changed:
        record.conditions = _conditions(conditions_of(db, row, record), form.conditions)
    if changed & {"instruments", "instrumentstates"}:
        ids = form.instruments if "instruments" in changed else None
        write_instruments(db, record, ids, form.instrumentstates)


def _refuse_foreign_lines(db: Session, row: AppBuss, sent: Sequence[ItemForm]) -> None:
    """Refuse items that name a line which is not of the declaration."""
    named = {line: one.seq for one in sent for line in one.l}
    own = {line.pipeno for line in named_lines(db, row)} if named else set()
    if foreign := sorted(set(named) - own):
        raise BadInput(f"第{named[foreign[0]]}项：管线{foreign[0][:40]}不在申报范围")


def _refuse_foreign_fields(db: Session, row: AppBuss, judgement: Judgement, sent: Sequence[ItemForm]) -> None:
    """Refuse measured values that no limit of their item knows."""
    known = book.limits(db, row.templateday)
    items = {str(one.seq): one for one in judgement.items}
    for one in sent:
        item = items[one.seq]
        limits = known.get((item.template, item.item_no), ())
        of_item = (limits, item.template, item.item_no, judgement.found.limits)
        fields = {b.field for b in (*bounds_of(*of_item), *doubtful_fields(*of_item))} or {"value"}
        if foreign := sorted(set(one.v) - fields):
            raise BadInput(f"第{one.seq}项{item.content}：没有测量值{foreign[0][:20]}")


def _conditions(conditions: Sequence[SiteCondition], sent: Mapping[str, str]) -> dict[str, str]:
    """The conditions on site as the record keeps them; what the template does not ask for is left out."""
    texts: dict[str, str] = {}
    for one in conditions:
        text = sent.get(one.code, "").strip()
        if text and one.is_measured:
            value = number(text)
            if not (isinstance(value, Decimal) and value.is_finite() and abs(value) <= MOST):
                raise BadInput(f"{one.label}：请输入数字")
            text = f"{value:f}"
        texts[one.code] = text[:80]
    return {code: text for code, text in texts.items() if text}


def _take_back(
    record: OriginalRecord, judgement: Judgement, code: str, facts: dict[str, str], day: date | None
) -> bool:
    """Take back what was stated for the conclusion `code` that was another, unless it was stated anew.

    With the limits of a conclusion goes everything that was bounded by them, the next date too.
    """
    if not record.conclusion or record.conclusion == code:
        return False
    free = limits_end(judgement.found, code, record.conclusion)
    names = [one for one in judgement.asked if one.conclusions and record.facts.get(one.name) == facts.get(one.name)]
    gone = {one.name for one in names if free or not one.holds(record.conclusion)} & set(record.facts)
    record.facts = {name: text for name, text in record.facts.items() if name not in gone}
    if free and record.nextdate == day:
        record.nextdate = None
    return bool(gone)


def _forget(record: OriginalRecord, found: Judgement, changed: set[str]) -> None:
    """Clear what was written for a conclusion that does not hold any more, unless it was sent anew."""
    for need, (column, _label) in NEEDS.items():
        if column != "opinionno" and column not in changed and need in record.needs and not found.needs(need):
            setattr(record, column, None if column == "rectifydue" else "")
    needs = list(found.rule.needs) if found.rule else []
    if needs != record.needs:
        record.needs = needs


def _item(record: OriginalRecord, items: Mapping[str, Mapping[str, str]], one: ItemForm) -> dict[str, Any]:
    """An item as the record keeps it: what was prefilled stays beside what was sent."""
    item = items.get(one.seq)
    if item is None:
        raise BadInput("检验项目不在模板中")
    label = f"第{one.seq}项{item['content']}"
    if one.r and one.r not in RESULTS:
        raise BadInput(f"{label}：结果只能是 √ × — △")
    values = {}
    for name, text in one.v.items():
        value = number(text) if text else None
        if text and not (isinstance(value, Decimal) and value.is_finite() and abs(value) <= MOST):
            raise BadInput(f"{label}：测量值请输入数字")
        if text:
            values[name] = f"{value:f}"  # not 2E+1
    before = record.results.get(one.seq, {})
    note, watched = one.n, one.m
    if before.get("r") in FOUND_WRONG and one.r not in FOUND_WRONG:  # words about a fault that is none any more
        note, watched = ("" if note == before.get("n") else note), False
    lines = sorted(set(one.l)) if one.r in FOUND_WRONG else []  # what conforms does so on every line
    if one.r != before.get("r"):  # an answer of his own
        before = {key: value for key, value in before.items() if key != SOURCE}
    line = {**before, "r": one.r, "n": note, "m": watched, "v": values, "l": lines}
    return {k: v for k, v in line.items() if v not in ("", None, False, {}, [])}
