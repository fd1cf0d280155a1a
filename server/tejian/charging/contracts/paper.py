"""HTXY: a contract on paper, with its prices, its instalments and the places for the seals."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.units import Unit
from tejian.charging import permissions as p
from tejian.charging.models import contract_codes as at
from tejian.charging.models.contracts import Contract
from tejian.charging.terms.api import clauses_of, instalments_of
from tejian.kit.database.db import many_visible_or_refuse
from tejian.kit.ground import dictionary
from tejian.kit.ground.permission import require
from tejian.kit.ground.user import User
from tejian.kit.papers import pdf
from tejian.kit.web.edge import File
from tejian.system.models.organisations import Org
from tejian.system.settings.api import version

from .forms import NATURES
from .versions import changes, price, subject

MOST = 20
SEALED = (
    at.IN_FORCE,
    at.CHANGING,
    at.REPLACED,
    at.EXPIRED,
    at.ENDED,
)  # confirmed once: the seal stays on what was sealed


def seal_of(org: Org) -> dict[str, str]:
    """The seal of the institute for contracts."""
    return {"orgname": org.name, "label": "合同专用章", "no": org.code}


def sheet(db: Session, me: User, ids: Sequence[str]) -> File:
    """The contracts that were picked, one after the other."""
    require(me, p.AGREEMENTS)
    rows = many_visible_or_refuse(db, me, Contract, list(ids)[:MOST])
    parts = [pdf.render("contract", paper_of(db, one)) for one in rows]
    return File(pdf.joined(parts), "application/pdf", f"合同{rows[0].agrno or '草稿'}.pdf", inline=True)


def paper_of(db: Session, row: Contract) -> dict[str, Any]:
    """A version as its template takes it."""
    words = dictionary.words(db, version(db, "dict"))
    org = db.scalars(select(Org).where(Org.id == row.orgid)).first()
    unit = db.scalars(select(Unit).where(Unit.id == row.unitsysid)).first()
    return {
        "title": "特种设备检验服务合同",
        "agrno": row.agrno,
        "edition": f"第 {row.edition} 版",
        "draft": row.step in at.ON_THE_WAY,
        "draftText": "未生效",
        "void": row.step == at.VOID,
        "agrname": row.agrname,
        "orgname": org.name if org else "",
        "unitname": row.unitname,
        "unitcode": unit.code if unit else "",
        "unitaddress": unit.address if unit else "",
        "contact": row.contact,
        "contacttel": row.contacttel,
        "validfrom": row.validfrom,
        "validto": row.validto,
        "nature": NATURES.get(row.nature, row.nature),
        "document": row.document,
        "amount": f"{row.amount:.2f}" if row.amount is not None else "",
        "amountwords": pdf.rmb_words(row.amount) if row.amount is not None else "",
        "stacks": "可以" if row.stacks else "不再",
        "content": row.content,
        "clauses": [
            {"seq": str(one.seq), "subject": subject(one, words), "price": price(one), "note": one.note}
            for one in clauses_of(db, row.id)
        ],
        "instalments": [
            {"seq": str(one.seq), "dueday": one.dueday, "amount": f"{one.amount:.2f}", "note": one.note}
            for one in instalments_of(db, row.id)
        ],
        "changenote": row.changenote if row.edition > 1 else "",
        "changes": [{"what": c.what, "before": c.before, "after": c.after} for c in changes(db, row)],
        "seal": seal_of(org) if org and row.step in SEALED else None,
        "signdate": row.signdate or "",
        "drafter": row.drafter,
        "auditor": row.auditor,
        "confirmer": row.confirmer,
        "printTime": pdf.print_time(),
    }
