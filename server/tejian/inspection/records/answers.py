"""The reasons given for what checks ask about, and what is kept of the checks with every move of a report."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.records import CheckRun
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.rules.api import ERROR, WARN, Finding
from tejian.kit.ground import clock
from tejian.kit.ground.reasons import says_nothing
from tejian.kit.ground.user import User
from tejian.system.settings.api import version

from .signing import digest_of


class Answer(TypedDict):
    """A reason: for which sentence it was written, by whom and when. Another sentence asks anew."""

    text: str
    reason: str
    by: str
    name: str
    at: str


def asks(finding: Finding) -> bool:
    """Whether a finding asks for a reason."""
    return finding.level == WARN and bool(finding.check)


def refuses(finding: Finding) -> bool:
    """Whether a check refuses the move, whatever is said."""
    return finding.level == ERROR and bool(finding.check)


def answer_to(record: OriginalRecord, finding: Finding) -> Answer | None:
    """The reason that was given for this finding, whatever days have passed since."""
    answer: Answer | None = record.reasons.get(finding.key) if finding.key else None
    return answer if answer and answer["text"] == finding.question else None


def unanswered(record: OriginalRecord, findings: Sequence[Finding], sent: Mapping[str, str]) -> list[Finding]:
    """The findings that ask for a reason and have none that says something, neither stored nor sent."""

    def reason(one: Finding) -> str:
        stored = answer_to(record, one)
        return sent.get(one.key, "").strip() or (stored["reason"] if stored else "")

    return [one for one in findings if asks(one) and says_nothing(reason(one))]


def rewritten(record: OriginalRecord, findings: Sequence[Finding], sent: Mapping[str, str], me: User) -> list[Answer]:
    """Reasons of others that somebody would put his own words in place of."""

    def other(one: Finding) -> Answer | None:
        old, reason = answer_to(record, one), sent.get(one.key, "").strip()
        mine = old is None or old["by"] == me.id or says_nothing(old["reason"])
        return None if mine or not reason or (old and old["reason"] == reason) else old

    return [old for one in findings if asks(one) and (old := other(one))]


def write_answers(record: OriginalRecord, findings: Sequence[Finding], sent: Mapping[str, str], me: User) -> None:
    """Keep the reasons that were sent, each with the sentence that it answers."""
    answers = dict(record.reasons)
    for one in findings:
        reason, old = sent.get(one.key, "").strip(), answer_to(record, one)
        if asks(one) and reason and (old is None or old["reason"] != reason):
            now = clock.now().isoformat(timespec="seconds")
            answers[one.key] = Answer(text=one.question, reason=reason, by=me.id, name=me.name, at=now)
    if answers != record.reasons:
        record.reasons = answers


def note_checks(
    db: Session, me: User, row: AppBuss, record: OriginalRecord, findings: Sequence[Finding], step: str
) -> None:
    """Keep what the checks said at a move, with the answers, the rules they stood on and the record they read."""
    lines: list[dict[str, Any]] = []
    for one in findings:
        answer = answer_to(record, one)
        line = {"check": one.check, "level": one.level, "text": one.text, "seq": one.seq}
        lines.append(line | ({"reason": answer["reason"], "name": answer["name"]} if answer else {}))
    rules = version(db, "rule")
    run = CheckRun(appbuss_id=row.id, step=step, by_id=me.id, by_name=me.name, findings=lines)
    run.digest, run.rules = digest_of(record), rules
    db.add(run)
