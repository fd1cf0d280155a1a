"""Signatures of a report: who signed what, which stand, and the proof of what somebody was shown (ADR 87)."""

import base64
import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import orjson
from sqlalchemy import ColumnElement, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian import settings
from tejian.archives.models.files import Attachment
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.models.signatures import (
    BY_PIN,
    INSPECTED,
    WRITTEN,
    Opening,
    Signature,
    SignatureTaken,
)
from tejian.inspection.models.subreports import SubReport
from tejian.kit.database.db import new_id
from tejian.kit.ground import clock
from tejian.kit.ground.likeness import alike
from tejian.kit.ground.user import User

_HEAD = ("template", "template_version", "equipment", "corrections", "results", "measures", "conditions", "facts")
_TAIL = ("instruments", "inspdate", "conclusion", "nextdate", "nextdates", "opinionno", "rectifydue", "problems")
SAID = (*_HEAD, *_TAIL, "remark")
SAID_SINCE = (
    "begunat",
    "endedat",
)  # left out while they are empty: what was signed before holds


def _sha(value: object) -> str:
    return hashlib.sha256(orjson.dumps(value, option=orjson.OPT_SORT_KEYS)).hexdigest()


def digest_of(record: OriginalRecord) -> str:
    """The SHA-256 of what a record says, in one text whatever the order of its names."""
    more = {name: text for name in SAID_SINCE if (text := getattr(record, name))}
    return _sha({name: getattr(record, name) for name in SAID} | more)


def evidence_of(db: Session, row: AppBuss) -> str:
    """The SHA-256 of the pictures under the record: which bytes stand where."""
    mine = (Attachment.attrefsysid == row.id, Attachment.deleted.is_(False), Attachment.mime.startswith("image/"))
    return _sha(sorted([one.key, one.item] for one in db.execute(select(Attachment.key, Attachment.item).where(*mine))))


def answers_of(row: AppBuss, record: OriginalRecord) -> str:
    """The SHA-256 of the reasons that the inspectors gave to the checks, each with what it answers.

    What an auditor adds later is under his own signature.
    """
    own = [[key, one["text"], one["reason"]] for key, one in record.reasons.items() if one.get("by") in row.inspectors]
    return _sha(sorted(own))


# -- the signatures ------------------------------------------------------------------------------------------------


def sign(db: Session, me: User, row: AppBuss, record: OriginalRecord, role: str, sight: str = "") -> None:
    """This person signs the report of an item in this part now; what stood in the part before him is taken back.

    `sight` is the digest of what he was shown. Whoever calls it has asked for the PIN or the factor
    (`Move.signed`).
    """
    own = (one for one in standing(db, row) if one.role == role and (role != INSPECTED or one.user_id == me.id))
    take_back(db, me, own, f"{me.name}重新签名")
    one = Signature(appbuss_id=row.id, round=row.reissued, role=role, user_id=me.id, user_name=me.name)
    one.signedat, one.digest, one.seen, one.way = clock.now(), digest_of(record), sight, me.signed_way or BY_PIN
    one.evidence, one.answers = evidence_of(db, row), answers_of(row, record)
    db.add(one)
    db.flush()


def sign_part(db: Session, me: User, part: SubReport, role: str) -> None:
    """The same of a sub-report: what is signed is its file and what it states."""
    take_back(db, me, (one for one in standing_of_part(db, part) if one.role == role), f"{me.name}重新签名")
    made = Signature(appbuss_id=part.appbuss_id, subreport_id=part.id, role=role, user_id=me.id, user_name=me.name)
    mine = (Attachment.attrefsysid == part.id, Attachment.deleted.is_(False))
    papers = sorted(db.scalars(select(Attachment.key).where(*mine)))
    stated = [part.subno, part.subname, part.subresult, str(part.testdate), part.tester, papers]
    made.signedat, made.digest, made.way = clock.now(), _sha(stated), me.signed_way or BY_PIN
    db.add(made)
    db.flush()


def take_back(db: Session, me: User, signed: Iterable[Signature], why: str) -> list[Signature]:
    """Take signatures back, which stay in the table with the reason beside them; gives those that it took."""
    gone = list(signed)
    for one in gone:
        db.add(
            SignatureTaken(
                signature_id=one.id, appbuss_id=one.appbuss_id, takenat=clock.now(), by_name=me.name, why=why[:200]
            )
        )
    if gone:
        db.flush()
    return gone


_TAKEN = select(SignatureTaken.id).where(SignatureTaken.signature_id == Signature.id).exists()


def standing(db: Session, row: AppBuss) -> list[Signature]:
    """The signatures under the report of an item as it is now, in the order in which they were made."""
    mine = (Signature.appbuss_id == row.id, Signature.round == row.reissued, Signature.subreport_id == "")
    return list(db.scalars(select(Signature).where(*mine, ~_TAKEN).order_by(Signature.signedat, Signature.id)))


def standing_of_part(db: Session, part: SubReport) -> list[Signature]:
    """Those under a sub-report."""
    mine = (Signature.appbuss_id == part.appbuss_id, Signature.subreport_id == part.id)
    return list(db.scalars(select(Signature).where(*mine, ~_TAKEN).order_by(Signature.signedat, Signature.id)))


def signers_of(db: Session, keys: Sequence[str]) -> dict[str, set[str]]:
    """Of each of several items who has signed as its inspector."""
    mine = (Signature.appbuss_id.in_(keys), Signature.role == INSPECTED, Signature.subreport_id == "", ~_TAKEN)
    query = select(Signature.appbuss_id, Signature.user_id).join(AppBuss, AppBuss.id == Signature.appbuss_id)
    known: dict[str, set[str]] = {key: set() for key in keys}
    for item, user in db.execute(query.where(*mine, Signature.round == AppBuss.reissued)):
        known[item].add(user)
    return known


def signed_by(me: User) -> ColumnElement[bool]:
    """Items under whose record the user has signed as an inspector."""
    mine = (Signature.appbuss_id == AppBuss.id, Signature.round == AppBuss.reissued, Signature.user_id == me.id)
    part = (Signature.role == INSPECTED, Signature.subreport_id == "")
    return select(Signature.id).where(*mine, *part, ~_TAKEN).exists()


def is_handed_in(signed: Iterable[Signature]) -> bool:
    """Whether the record is handed in: until then it is a draft."""
    return any(one.role == WRITTEN for one in signed)


class SignedBy(TypedDict):
    """A signature as the pages name it; `at` is '' where it is still to come."""

    role: str
    name: str
    at: str
    way: str


def told(row: AppBuss, signed: Sequence[Signature]) -> list[SignedBy]:
    """Who has signed, and which inspectors have not."""
    lines: list[SignedBy] = [
        {"role": one.role, "name": one.user_name, "at": clock.minute(one.signedat), "way": one.way} for one in signed
    ]
    done = {one.user_id for one in signed if one.role == INSPECTED}
    names = dict(zip(row.inspectors, row.inspectornames.split("、"), strict=False))
    left = [names.get(key, "") for key in row.inspectors if key not in done] if is_handed_in(signed) else []
    lines += [{"role": INSPECTED, "name": name, "at": "", "way": ""} for name in left]
    return lines


# -- what somebody was shown ---------------------------------------------------------------------------------------


def _mac(body: str) -> str:
    return hmac.new(settings.current().secret(), f"opened {body}".encode(), hashlib.sha256).hexdigest()


def findings_digest(findings: Iterable[Any]) -> str:
    """What checks and rules say, as one text: what they call an item may move, what they say of it may not."""
    said = [(one["check"], one["level"], one["text"]) if isinstance(one, dict) else _said(one) for one in findings]
    return _sha(sorted(said))


def _said(one: Any) -> tuple[str, str, str]:
    return one.check, one.level, one.text


def proof_of(
    me: User, row: AppBuss, record: OriginalRecord, findings: Iterable[Any], differences: Iterable[Mapping[str, Any]]
) -> str:
    """What is handed out with the page of a report: whom it was shown to, which version, what was said of it."""
    said = findings_digest(findings)
    state = [me.id, row.id, row.step, record.version, said, _sha([said, list(differences)])]
    body = base64.urlsafe_b64encode(orjson.dumps(state)).decode()
    return f"{body}.{_mac(body)}"


def seen_in(proof: str, me: User, row: AppBuss, record: OriginalRecord) -> list[Any] | str:
    """What a proof says was shown; or the sentence why it is none of this report, for this person, as it stands."""
    if not proof:
        return f"{row.seisn}：请先打开报告，看过内容再办理"
    body, _, mac = proof.partition(".")
    if not alike(_mac(body), mac):
        return f"{row.seisn}：打开凭据不正确，请打开报告，看过内容再办理"
    state: list[Any] = orjson.loads(base64.urlsafe_b64decode(body))
    if state[:2] != [me.id, row.id]:
        return f"{row.seisn}：打开凭据不是您打开这份报告时给出的，请打开报告，看过内容再办理"
    if state[2:4] != [row.step, record.version]:
        return f"{row.seisn}：报告在您打开以后有了变动，请重新打开，看过再办理"
    return state


def note_opening(db: Session, me: User, row: AppBuss, proof: str) -> None:
    """Keep what somebody was shown, so that he can sign it from a list, or from his desk after his phone."""
    values = {"id": new_id(), "appbuss_id": row.id, "user_id": me.id, "proof": proof}
    made = insert(Opening).values(**values, createby=me.id, updateby=me.id)
    again = {"proof": proof, "updatetime": clock.now()}
    db.execute(made.on_conflict_do_update(index_elements=["appbuss_id", "user_id"], set_=again))


def openings(db: Session, me: User, keys: Sequence[str]) -> dict[str, str]:
    """Of several items what the user was shown of each last."""
    own = select(Opening.appbuss_id, Opening.proof).where(Opening.user_id == me.id, Opening.appbuss_id.in_(keys))
    return {one.appbuss_id: one.proof for one in db.execute(own)}
