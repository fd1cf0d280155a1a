"""The conclusion of a record as the rules derive it, what may be chosen in its place, and what stands against it."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.rules.api import (
    DAY,
    ERROR,
    LIMITED,
    MOVES,
    TEXT,
    ConclusionRule,
    Finding,
    Found,
    ItemResult,
    NotStated,
    StatedName,
    Verdict,
    grade_of,
    in_force,
    monitored_remark,
    stated_text,
)
from tejian.kit.ground.dictionary import words
from tejian.kit.ground.errors import BadInput, Refused
from tejian.system.settings.api import version

from .reading import record_of
from .sheets import found_of

OF_NEED = {"problems": "C06", "notice": "C07", "rectifydue": "C11"}  # the check of each
NEEDS = {"problems": ("problems", "填写问题及处理意见"), "notice": ("opinionno", "开具检验意见通知书")}
NEEDS |= {"rectifydue": ("rectifydue", "填写整改反馈期限")}


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the rules say of a record: `rule` is the one of the chosen conclusion, before a choice the derived one,
    and None while none can be derived."""

    found: Found
    rule: ConclusionRule | None

    @property
    def verdict(self) -> Verdict:
        return self.found.verdict

    @property
    def items(self) -> Sequence[ItemResult]:
        return self.found.items

    @property
    def asked(self) -> Sequence[StatedName]:
        return self.found.asked

    @property
    def dated(self) -> bool:
        """Whether a next date belongs to the conclusion."""
        return self.rule is not None and self.rule.effect in MOVES

    @property
    def grade(self) -> int | None:
        return grade_of(self.rule, self.found.names)

    @property
    def codes(self) -> list[str]:
        """Every conclusion that the rules of this sort know."""
        return list(dict.fromkeys(code for row in self.found.rules for code in (row.code, *row.worse_to) if code))

    def needs(self, what: str) -> bool:
        return self.rule is not None and what in self.rule.needs


def judge(db: Session, row: AppBuss, record: OriginalRecord) -> Judgement:
    """Derive the conclusion of a record from its items, tables, measured values, what was stated and the device."""
    found = found_of(db, row, record)
    verdict = found.verdict
    rule = in_force(found.rules, verdict, record.conclusion or verdict.code) if verdict.rule else None
    return Judgement(found, rule)


def judged_record(db: Session, row: AppBuss) -> Judgement:
    """What the rules say of the record of a business item. Raises Refused when there is none."""
    record = record_of(db, row)
    if record is None:
        raise Refused("尚未生成原始记录")
    return judge(db, row, record)


def effect_of(found: Judgement, code: str = "") -> str:
    """What a conclusion does to the dates; of the one in force when none is named."""
    rule = in_force(found.found.rules, found.verdict, code) if code else found.rule
    return rule.effect if rule else ""


def write_facts(record: OriginalRecord, names: Sequence[StatedName], sent: dict[str, str]) -> None:
    """Write what an inspector states. Names that the rules of the record do not read are refused."""
    known = {one.name: one for one in names}
    facts = dict(record.facts)
    for name, text in sent.items():
        if name not in known:
            raise BadInput(f"结论判定：没有{name[:20]}")
        try:
            facts[name] = stated_text(known[name], text)
        except NotStated as fault:
            raise BadInput(str(fault)) from None
    record.facts = {name: text for name, text in facts.items() if text}


def labels_of(db: Session, codes: Sequence[str]) -> dict[str, str]:
    """The words of conclusions (C605)."""
    known = words(db, version(db, "dict")).get("C605", {})
    return {code: known.get(code, code) for code in codes}


def reason_of(found: Found) -> str:
    """Why the conclusion is what it is, or what is missing to say it."""
    if not found.verdict.missing:
        return found.verdict.reason
    lacking = "、".join(found.labels.get(name, name) for name in found.verdict.missing)
    return f"不能判定检验结论，缺少：{lacking}"


def printed_remark(found: Judgement, notice: str) -> str:
    """The sentence that a conclusion with items under monitored use puts on the report; '' for others."""
    monitored = [one for one in found.items if one.monitored and one.result == "×"]
    return monitored_remark(monitored, notice) if found.needs("remark") and monitored else ""


def choice_findings(db: Session, code: str, verdict: Verdict) -> list[Finding]:
    """A conclusion that is neither the derived one nor one of the worse ones of its rule."""
    if code in verdict.allowed:
        return []
    label = labels_of(db, [code, verdict.code])
    sentence = f"检验结论“{label[code]}”与检验结果不符，应为“{label[verdict.code]}”：{verdict.reason}"
    return [Finding(ERROR, "", sentence, check="C03")]


def conclusion_findings(db: Session, record: OriginalRecord, judgement: Judgement) -> list[Finding]:
    """What stands against the conclusion: not derivable, better than derived, or without what it must state."""
    verdict = judgement.verdict
    if verdict.rule is None:
        return [Finding(ERROR, "", reason_of(judgement.found))]
    if not record.conclusion:
        return [Finding(ERROR, "", "检验结论未填", check="C01")]
    if better := choice_findings(db, record.conclusion, verdict):
        return better
    lacking = [
        (OF_NEED[need], words)
        for need, (column, words) in NEEDS.items()
        if judgement.needs(need) and blank(record, column)
    ]
    # a need that the record states in words
    in_words = {one.name: one.label for one in judgement.asked if one.kind in (TEXT, DAY)}
    needed = judgement.rule.needs if judgement.rule else ()
    lacking += [("", f"填写{in_words[need]}") for need in needed if need in in_words and not record.facts.get(need)]
    label = labels_of(db, [record.conclusion])
    return [Finding(ERROR, "", f"结论“{label[record.conclusion]}”须{words}", check=check) for check, words in lacking]


def stated_findings(db: Session, record: OriginalRecord, judgement: Judgement) -> list[Finding]:
    """What is stated and belongs to another conclusion, and what may not be stated without something else."""
    facts, names = record.facts, {one.name: one for one in judgement.asked}
    foreign = [one for one in names.values() if facts.get(one.name) and not one.holds(record.conclusion)]
    label = labels_of(db, [record.conclusion]) if foreign else {}
    findings = [
        Finding(ERROR, "", f"结论“{label[record.conclusion]}”不写{one.label}，请删去“{facts[one.name]}”")
        for one in foreign
    ]
    lacking = [
        (names[one.wantedby].label, one.label)
        for one in names.values()
        if one.wantedby in names and facts.get(one.wantedby, "0") != "0" and not facts.get(one.name)
    ]
    return [*findings, *(Finding(ERROR, "", f"{head}的，须填写{text}") for head, text in lacking)]


def limits_end(found: Found, before: str, now: str) -> bool:
    """Whether a conclusion with limits gave way to one without."""
    effects = {row.code: row.effect for row in reversed(found.rules)}
    return effects.get(before) == LIMITED and effects.get(now, LIMITED) != LIMITED


def blank(record: OriginalRecord, column: str) -> bool:
    return not str(getattr(record, column) or "").strip()
