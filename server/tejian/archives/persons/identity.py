"""Identity numbers: checked, masked wherever they are shown, kept whole in one table, opened only with a reason."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from pydantic import Field
from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian import data
from tejian.archives.common import api as identifiers
from tejian.archives.models.persons import IdentityNumber, Person, digest_of
from tejian.archives.models.units import Unit
from tejian.kit.database.audit import security_event
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.form import Form
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.ports import Ports
from tejian.kit.ground.reasons import RULE, says_nothing
from tejian.kit.ground.typed import tight
from tejian.kit.ground.user import User

IDCARD = "01"  # of C621
CREDIT_CODE = "06"
PERSON, LEGAL, RECEIVER = "person", "legal", "receiver"
# whose numbers are kept: the record, and what of it names the holder
HOLDERS: Ports[Any] = Ports("records that keep an identity number")
HOLDERS.bind(PERSON, Person.name)
HOLDERS.bind(LEGAL, Unit.name)


def normalised(idtype: str, number: str, field: str = "idno") -> str:
    """The number as it is kept: an identity card always with 18 characters (GB 11643). Raises BadInput."""
    text = tight(number).upper()
    if idtype == IDCARD:
        card = identifiers.parse_idcard(text, clock.today())
        if card is None:
            sentence = _papers()[IDCARD].says if len(text) not in (15, 18) else "请输入有效的身份证号"
            raise BadInput(f"证件号码：{sentence}", field=field)
        return card.number
    if fault := _fault(idtype, text):
        raise BadInput(f"证件号码：{fault}", field=field)
    return text


@dataclass(frozen=True)
class Paper:
    """How the number of one kind of identity paper is written."""

    pattern: str
    says: str


@cache
def _papers() -> dict[str, Paper]:
    return {r["code"]: Paper(r["pattern"], r["says"]) for r in data.rows("identity_papers")}


def _fault(idtype: str, text: str) -> str | None:
    """Why a text is no number of this kind of paper."""
    if idtype == CREDIT_CODE:
        return identifiers.refuse_uscc(text)
    paper = _papers().get(idtype)
    return None if paper is None or re.fullmatch(paper.pattern, text) else paper.says


def masked(idtype: str, number: str) -> str:
    """The number as screens, exports and histories have it."""
    if idtype == IDCARD:
        return identifiers.mask_idcard(number)
    return f"{number[:2]}{'*' * (len(number) - 4)}{number[-2:]}"


def keep_identity(db: Session, ref_id: str, kind: str, idtype: str, number: str) -> None:
    """Write the whole number of a holder (a person, the legal person of a unit …) to its own table."""
    db.merge(IdentityNumber(ref_id=ref_id, kind=kind, idtype=idtype, idno=number))


def holder_of(db: Session, idtype: str, number: str) -> str | None:
    """The key of the person who is registered under this number."""
    held = IdentityNumber.kind == "person", IdentityNumber.idtype == idtype
    query = select(IdentityNumber.ref_id).where(*held, IdentityNumber.idno_blind == digest_of(number))
    found: str | None = db.scalar(query)
    return found


class RevealForm(Form):
    """Whose number, and why."""

    id: str = Field("", title="主键", max_length=32)
    kind: str = Field("person", title="证件号码所属类型", max_length=16)
    reason: str = Field("", title="查看原因")


class Revealed(TypedDict):
    idno: str


def reveal(db: Session, me: User, form: RevealForm) -> Revealed:
    """The whole number, to somebody who may and says why; the look is a line of the security log."""
    kind = form.kind
    if kind not in HOLDERS:
        raise BadInput("证件号码所属类型不正确")
    if says_nothing(form.reason):
        raise BadInput(f"查看原因：{RULE}", field="reason")
    name = HOLDERS[kind]
    row = visible_or_refuse(db, me, name.class_, form.id)
    number = db.scalar(select(IdentityNumber.idno).where(IdentityNumber.ref_id == row.id, IdentityNumber.kind == kind))
    if number is None:
        raise Refused("没有登记证件号码")
    security_event(db, "查看证件号码", f"{getattr(row, name.key)} {row.id}", form.reason)
    return {"idno": number}
