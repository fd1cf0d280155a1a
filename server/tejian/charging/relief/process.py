"""A policy of relief: kept by one person with its document, agreed to by another, stopped when it counts no more."""

from typing import Any

from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.agreed.api import papers, steps_of
from tejian.charging.fees import api as fees
from tejian.charging.models.charges import ReliefPolicy as P
from tejian.kit.database.audit import security_event
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, add_process

LIST = "/assistMng/payMng/policyConf"
PAGE = f"{LIST}/detail?id={{id}}"
CALLS = "/api/chareliefpolicy/chaReliefPolicy"


def has_its_document(d: Doing) -> str | None:
    """文件已作为附件上传"""
    if papers(d.db, at.POLICY_FILES, d.subject.id, at.BASIS_PAPER):
        return None
    return f"{d.subject.name}没有文件附件，请先上传{d.subject.document}（收费依据文件）"


def backdated_for_a_reason(d: Doing) -> str | None:
    """追溯生效的写明原因"""
    s = d.subject
    if s.validfrom >= clock.today() or s.backreason:
        return None
    return f"{s.name}自{s.validfrom}起生效，早于今天，请登记人写明追溯生效的原因"


def let_count(d: Doing) -> None:
    """政策开始适用，写安全日志"""
    d.subject.enabled = True
    security_event(d.db, "减免政策生效", d.subject.name, f"{d.subject.document}，自{d.subject.validfrom}")


def let_count_no_more(d: Doing) -> None:
    """政策不再适用，写安全日志"""
    d.subject.enabled = False
    security_event(d.db, "减免政策停用", d.subject.name, d.reason.text)


POLICY = add_process(
    Process(
        name="relief_policy",
        title="减免政策",
        model=P,
        start=at.WAITS,
        ends=[at.STOPPED],
        numbers=lambda s: (s.name, ""),
        about=lambda m: (m.name, m.document),
        api=CALLS,
        one_by_one=True,
        steps=steps_of(P, "减免政策", "减免政策", route=LIST, page=PAGE),
        moves=[
            Move(
                "agree",
                "批准",
                [at.WAITS],
                at.COUNTS,
                p.POLICY_AGREE,
                signed=True,
                guards=[has_its_document, backdated_for_a_reason],
                stamps=["agreedby"],
                effects=[let_count],
            ),
            Move(
                "stop",
                "停用",
                [at.WAITS, at.COUNTS],
                at.STOPPED,
                p.POLICY_SAVE,
                anyone=True,
                needs_reason=True,
                effects=[let_count_no_more],
            ),
        ],
    )
)


def before_save(db: Session, me: User, row: P, values: dict[str, Any]) -> None:
    """What a policy must be; a new one waits for somebody else."""
    fees.before_policy_saved(db, me, row, values)
    if not row.id:
        POLICY.put(db, row, at.WAITS)
