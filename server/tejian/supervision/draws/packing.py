"""What is published of a draw: the frame and the digests before, then all that repeats it, with a verifier."""

import io
import json
import zipfile
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian import data
from tejian.archives.models.files import Attachment
from tejian.kit.files import blobs
from tejian.kit.ground.user import User
from tejian.supervision.models.draws import REPLACED, TAKEN, UNIT, Draw, DrawSubject, Recusal

from .frames import frozen, sheet

FILES = "superviseTask"
ZIP = "application/zip"


def _told(db: Session, draw: Draw) -> dict[str, Any]:
    recusals = db.execute(
        select(Recusal.officer_id, Recusal.unitsysid, Recusal.why)
        .where(Recusal.draw_id == draw.id)
        .order_by(Recusal.id)
    )
    return {
        "number": draw.drawno,
        "title": draw.title,
        "sizes": draw.sizes,
        "digest": draw.digest,
        "framedigest": draw.framedigest,
        "publicsource": draw.publicsource,
        "publicday": str(draw.publicday),
        "recusals": [{"officer": officer, "unit": unit, "why": why} for officer, unit, why in recusals],
    }


def _result(db: Session, draw: Draw) -> list[dict[str, Any]]:
    S = DrawSubject
    taken = select(S).where(S.draw_id == draw.id, S.kind == UNIT, S.state.in_((TAKEN, REPLACED)))
    return [
        {
            "stratum": one.stratum,
            "unit": one.key,
            "officers": [one.first_id, one.second_id],
            "replaced": one.state == REPLACED,
            "why": one.why,
        }
        for one in db.scalars(taken.order_by(S.stratum, S.place))
    ]


def package(db: Session, draw: Draw) -> bytes:
    """The files of a draw. Before it is drawn the secret is not among them."""
    content = _told(db, draw)
    if draw.revealed:
        content |= {"secret": draw.revealed, "publicvalue": draw.publicvalue, "result": _result(db, draw)}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as files:
        files.writestr("draw.json", json.dumps(content, ensure_ascii=False, indent=1))
        files.writestr("frame.csv", sheet(frozen(db, draw)))
        if draw.revealed:
            files.writestr("verify.py", data.words("draw_verify"))
    return out.getvalue()


def attach(db: Session, me: User, draw: Draw, what: str) -> None:
    """Keep the package as a file of the draw: what was published stays as it was."""
    content = package(db, draw)
    known: Any = {"name": f"{draw.drawno}-{what}.zip", "size": len(content), "mime": ZIP, "type": "99"}
    row = Attachment(owner=FILES, attrefsysid=draw.id, by_name=me.name, key=blobs.keep_bytes(content), **known)
    db.add(row)
    db.flush()
