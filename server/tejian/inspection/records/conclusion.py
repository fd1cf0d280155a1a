"""The conclusion of a record as the rules derive it, what may be chosen in its place, and what stands against it."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from tejian.inspection.models import AppBuss, OriginalRecord
from tejian.inspection.rules.api import (
    ERROR,
    MOVES,
    ConclusionRule,
    Finding,
    ItemResult,
    Names,
    StatedName,
    Verdict,
    derive,
    grade_of,
    in_force,
    monitored_remark,
    names_read,
    outside_limits,
    rules_for,
)
from tejian.kit.dictionary import words
from tejian.kit.errors import BadInput
from tejian.system.settings.api import version

from . import book
from .reading import item_results, names_for, number, sort_of

FLAG = "flag"
NEEDS = {"problems": ("problems", "问题及处理意见"), "notice": ("opinionno", "检验意见通知书编号")}
NEEDS |= {"rectifydue": ("rectifydue", "整改反馈期限")}


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the rules say of a record: `rule` is the one of the chosen conclusion, before a choice the derived one,
    and None while none can be derived."""

    rules: tuple[ConclusionRule, ...]
    asked: tuple[StatedName, ...]
    names: Names
    items: Sequence[ItemResult]
    verdict: Verdict
    rule: ConclusionRule | None

    @property
    def dated(self) -> bool:
        """Whether a next date belongs to the conclusion."""
        return self.rule is not None and self.rule.effect in MOVES

    @property
    def grade(self) -> int | None:
        return grade_of(self.rule, self.names)

    @property
    def codes(self) -> list[str]:
        """Every conclusion that the rules of this sort know."""
        return list(dict.fromkeys(code for row in self.rules for code in (row.code, *row.worse_to) if code))

    def needs(self, what: str) -> bool:
        return self.rule is not None and what in self.rule.needs


def judge(db: Session, row: AppBuss, record: OriginalRecord) -> Judgement:
    """Derive the conclusion of a record from its items, its measured values, what was stated and the device."""
    sort = sort_of(db, row)
    rules = rules_for(book.conclusions(db), row.equclacode, row.seisort, row.testsort, sort.item_templates)
    read = names_read(rules, book.conclusion_names(db), row.equclacode)
    items = item_results(db, row, record)
    device = names_for(db, record)
    outside = {one.seq for one in items if outside_limits(one, book.limits(db), device)}
    names: dict[str, object] = {one.name: "0" for one in read if not one.needed}
    names |= {key: number(value) for key, value in book.settings(db).items()} | device
    names |= {name: value for one in items for name, value in one.values.items()}
    asked = tuple(one for one in read if one.kind)
    stated = {one.name: record.facts.get(one.name, "" if one.needed else "0") for one in asked}
    names |= {name: number(value) for name, value in stated.items()}
    verdict = derive(rules, items, outside, names)
    rule = in_force(rules, verdict, record.conclusion or verdict.code) if verdict.rule else None
    return Judgement(rules, asked, names, items, verdict, rule)


def write_facts(record: OriginalRecord, asked: Sequence[StatedName], sent: dict[str, str]) -> None:
    """Write what an inspector states. Names that the rules of the record do not read are refused."""
    known = {one.name: one for one in asked}
    facts = dict(record.facts)
    for name, text in sent.items():
        one = known.get(name)
        if one is None:
            raise BadInput(f"结论判定：没有{name[:20]}")
        low, high = (0, 1) if one.kind == FLAG else (one.low, one.high)
        if text and not (text.isascii() and text.isdigit() and low <= int(text) <= high):
            raise BadInput(f"{one.label}：请输入 {low} 至 {high} 的整数")
        facts[name] = str(int(text)) if text else ""
    record.facts = {name: text for name, text in facts.items() if text}


def labels_of(db: Session, codes: Sequence[str]) -> dict[str, str]:
    """The words of conclusions (C605)."""
    known = words(db, version(db, "dict")).get("C605", {})
    return {code: known.get(code, code) for code in codes}


def reason_of(found: Judgement) -> str:
    """Why the conclusion is what it is, or what is missing to say it."""
    if not found.verdict.missing:
        return found.verdict.reason
    labels = {one.name: one.label for one in found.asked}
    lacking = "、".join(labels.get(name, name) for name in found.verdict.missing)
    return f"不能判定检验结论，缺少：{lacking}"


def printed_remark(found: Judgement, notice: str) -> str:
    """The sentence that a conclusion with items under monitored use puts on the report; '' for others."""
    monitored = [one for one in found.items if one.monitored and one.result == "×"]
    return monitored_remark(monitored, notice) if found.needs("remark") and monitored else ""


def conclusion_findings(db: Session, record: OriginalRecord, found: Judgement) -> list[Finding]:
    """What stands against the conclusion: not derivable, better than derived, or without what it must state."""
    verdict = found.verdict
    if verdict.rule is None:
        return [Finding(ERROR, "", reason_of(found))]
    if not record.conclusion:
        return [Finding(ERROR, "", "检验结论未填")]
    if record.conclusion not in verdict.allowed:
        label = labels_of(db, [record.conclusion, verdict.code])
        said = f"检验结论“{label[record.conclusion]}”与检验结果不符，应为“{label[verdict.code]}”：{verdict.reason}"
        return [Finding(ERROR, "", said)]
    lacking = [words for need, (column, words) in NEEDS.items() if found.needs(need) and blank(record, column)]
    label = labels_of(db, [record.conclusion])
    return [Finding(ERROR, "", f"结论“{label[record.conclusion]}”须填写{words}") for words in lacking]


def blank(record: OriginalRecord, column: str) -> bool:
    return not str(getattr(record, column) or "").strip()
