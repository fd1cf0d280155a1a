"""A notice of construction on paper, with its receipt; and until when proof may be added."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection import permissions as p
from tejian.inspection.models.construction import CANCELLED, COMPLETED, RECEIVED, ConstructionNotice
from tejian.kit.database.db import many_visible_or_refuse
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.permission import require
from tejian.kit.ground.user import User
from tejian.kit.papers import pdf
from tejian.kit.web.edge import File
from tejian.system.models.organisations import Org
from tejian.system.settings.api import version

from .judging import devices_of

MOST = 20


def sheet(db: Session, me: User, ids: Sequence[str]) -> File:
    """SGGZS: notices of construction."""
    require(me, p.NOTIFY_QUERY)
    rows = many_visible_or_refuse(db, me, ConstructionNotice, list(ids)[:MOST])
    parts = [pdf.render("construction_notice", paper_of(db, one)) for one in rows]
    return File(pdf.joined(parts), "application/pdf", f"{rows[0].notifyno or '施工告知'}.pdf", inline=True)


def paper_of(db: Session, notice: ConstructionNotice) -> dict[str, Any]:
    """A notice as its document template takes it."""
    words = dictionary.words(db, version(db, "dict"))
    org = db.scalars(select(Org).where(Org.id == notice.cheorg)).first()
    items = [words.get("C624", {}).get(one, one) for one in notice.licitems.split(",") if one]
    return {
        "title": "特种设备安装改造维修告知单",
        "notifyno": notice.notifyno,
        "draft": notice.step not in (RECEIVED, COMPLETED, CANCELLED),
        "draftText": "未受理",
        "void": notice.step == CANCELLED,
        "contractorname": notice.contractorname,
        "licno": notice.licno,
        "licitems": "、".join(items),
        "licvalidto": notice.licvalidto or "",
        "work": words.get("C640", {}).get(notice.worktype, ""),
        "equclass": words.get("C601", {}).get(notice.equclass, ""),
        "unitname": notice.unitname,
        "place": notice.place,
        "contractno": notice.contractno,
        "startdate": notice.startdate or "",
        "enddate": notice.enddate or "",
        "headman": notice.headman,
        "headtel": notice.headtel,
        "workers": notice.workers,
        "cheorg": org.name if org else "",
        "devices": [
            {
                "equname": one.equname,
                "model": one.model,
                "equcode": one.equcode,
                "porgname": one.porgname,
                "prono": one.prono,
            }
            for one in devices_of(db, notice)
        ],
        "filed": notice.filed.astimezone(clock.SHANGHAI).date() if notice.filed else "",
        "notifydate": notice.notifydate or "",
        "receiver": notice.receiver,
    }
