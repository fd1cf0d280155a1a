"""Signatures in the flow of an item: who must have signed, who was shown what he signs, what takes one back."""

from collections.abc import Sequence
from typing import Any

from tejian.inspection import codes as at
from tejian.inspection.models.signatures import (
    APPROVED,
    AUDITED,
    CHECKED,
    INSPECTED,
    PART_AUDITED,
    WRITTEN,
    Signature,
)
from tejian.inspection.records import api as records
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import PROCESSES
from tejian.messages.api import tell

from . import guards

MADE_AT = {WRITTEN: at.ENTER, CHECKED: at.VERIFY, PART_AUDITED: at.AUDIT_FX, AUDITED: at.AUDIT, APPROVED: at.APPROVE}
MADE_AT[INSPECTED] = at.BUILD  # handed in again with what it said, a record need not be signed by them again
ORDER = (at.ACCEPT, at.ARRANGE, at.CONFIRM, at.BUILD, at.ENTER, *at.SIGNABLE)
PAGE = "/businessPro/reportSignInfo?id={id}"

# -- guards --------------------------------------------------------------------------------------------------------


def _signers(d: Doing) -> set[str]:
    """Who has signed the item as its inspector; read once for all subjects of a move."""
    return set(d.of_batch("signers", lambda keys: records.signers_of(d.db, keys)))


def inspectors_signed(d: Doing) -> str | None:
    """检验人员都已签名"""
    row = d.subject
    done, names = _signers(d), dict(zip(row.inspectors, row.inspectornames.split("、"), strict=False))
    left = [names.get(key) or key for key in row.inspectors if key not in done]
    return f"{row.seisn}：检验人员{'、'.join(left)}还没有签名，请其在“待我签名”中签名" if left else None


def own_inspection(d: Doing) -> str | None:
    """本人是检验人员"""
    return None if d.me.id in d.subject.inspectors else f"{d.subject.seisn}的检验人员不是您，不能签名"


def not_signed_yet(d: Doing) -> str | None:
    """本人尚未签名"""
    return f"{d.subject.seisn}您已经签名" if d.me.id in _signers(d) else None


def opened_before(d: Doing) -> str | None:
    """本人打开看过现在的记录"""
    record = guards.record_of(d)
    if record is None or d.me.id not in d.subject.inspectors:
        return None
    proof = d.of_batch("openings", lambda keys: records.openings(d.db, d.me, keys)) or ""
    shown = records.seen_in(proof, d.me, d.subject, record)
    if isinstance(shown, str):
        return shown
    _note_shown(d, shown)
    return None


def opened_now(d: Doing) -> str | None:
    """本人打开看过现在的报告和检查结果"""
    record = guards.record_of(d)
    if record is None:
        return None
    shown = records.seen_in(d.form.seen, d.me, d.subject, record)
    if isinstance(shown, str):
        return shown
    if shown[4] != records.findings_digest(guards.found_of(d, record)):
        return f"{d.subject.seisn}：检查结果在您打开以后有了变动，请重新打开，看过再办理"
    _note_shown(d, shown)
    return None


def _note_shown(d: Doing, shown: Sequence[Any]) -> None:
    d.shared.setdefault("shown", {})[d.subject.id] = shown[5]


# -- effects -------------------------------------------------------------------------------------------------------


def _sign(d: Doing, role: str) -> None:
    record = guards.record_of(d)
    assert record is not None
    records.sign(d.db, d.me, d.subject, record, role, d.shared.get("shown", {}).get(d.subject.id, ""))


def sign_entry(d: Doing) -> None:
    """提交人以检验、编制签名；内容有变动的，其他检验人员的签名收回"""
    record = guards.record_of(d)
    assert record is not None
    now, shown = records.digest_of(record), ("", records.evidence_of(d.db, d.subject))
    answers = ("", records.answers_of(d.subject, record))
    stood = records.standing(d.db, d.subject)
    others = [one for one in stood if one.role == INSPECTED and one.user_id != d.me.id]
    # what was signed before pictures or reasons were part of it says nothing of them
    same = {one.id for one in others if one.digest == now and one.evidence in shown and one.answers in answers}
    changed = [one for one in others if one.id not in same or one.user_id not in d.subject.inspectors]
    _take_back(
        d,
        [*changed, *(one for one in stood if one.role != INSPECTED)],
        "记录重新提交，内容、检查说明或照片与签名时不同",
    )
    if d.me.id in d.subject.inspectors:
        _sign(d, INSPECTED)
    _sign(d, WRITTEN)
    done = {one.user_id for one in others if one not in changed} | {d.me.id}
    ask_for_signatures(d, [key for key in d.subject.inspectors if key not in done])


def ask_for_signatures(d: Doing, people: Sequence[str]) -> None:
    """Tell the other inspectors that a record waits for their signature."""
    row = d.subject
    title = f"{row.reportno or row.seisn} {row.unitname} {row.equname} 待您签名"
    tell(d.db, people, "待我签名", title, route=PAGE.format(id=row.id))


def sign_anew(d: Doing) -> None:
    """更正的报告须重新签名"""
    if records.standing(d.db, d.subject):
        PROCESSES["business"].note(d, "unsign", "收回签名", "报告更正，检验人员须在重新提交后再次签名")


def sign_inspection(d: Doing) -> None:
    """以检验人员签名"""
    _sign(d, INSPECTED)


def sign_verified(d: Doing) -> None:
    """以校核人签名"""
    _sign(d, CHECKED)


def sign_fx_audited(d: Doing) -> None:
    """以分项审核人签名"""
    _sign(d, PART_AUDITED)


def sign_audited(d: Doing) -> None:
    """以审核人签名"""
    _sign(d, AUDITED)


def sign_approved(d: Doing) -> None:
    """以批准人签名"""
    _sign(d, APPROVED)


def take_signatures_back(d: Doing) -> None:
    """退回、撤回到的环节以后的签名收回"""
    step = d.subject.step
    if step not in ORDER:
        return
    stood = records.standing(d.db, d.subject)
    _take_back(d, [one for one in stood if ORDER.index(MADE_AT[one.role]) >= ORDER.index(step)], "报告退回重新办理")


def _take_back(d: Doing, signed: Sequence[Signature], why: str) -> None:
    """Take signatures back, and say so in the log: whose, in which part, why."""
    if gone := records.take_back(d.db, d.me, signed, why):
        names = "、".join(f"{one.role} {one.user_name}" for one in gone)
        PROCESSES["business"].note(d, "unsign", "收回签名", f"{why}：{names}")
