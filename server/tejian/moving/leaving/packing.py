"""The job that makes a package, the pieces in which it is kept, and the night that ends old ones."""

import hashlib
import logging
import tempfile
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from tejian.kit.database import audit, jobs
from tejian.kit.files import blobs, contents
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.messages.api import tell
from tejian.moving.models import DONE, ENDED, FAILED, MAKING, MovingOut, MovingPiece
from tejian.system.accounts.api import account

from .stocks import count, stocks
from .writing import write

log = logging.getLogger(__name__)
PIECE = 16 << 20  # bytes that are held at once, when a package is stored and when it is sent
KEPT = timedelta(days=7)
Out, Piece = MovingOut, MovingPiece


@jobs.job("moving.out", retry=0, queue="imports")
def pack(db: Session, out_id: str) -> None:
    """Make the package that two have approved; in the name, and by the rights, of who asked for it."""
    out = db.get_one(Out, out_id)  # lint: allow by-id (the job names it)
    if out.state != MAKING:
        return
    db.expunge(out)
    try:
        values = _packed(db, out)
    except Refused as wrong:
        db.rollback()
        values = {"state": FAILED, "message": wrong.message[:500]}
    except Exception:
        db.rollback()
        log.exception("moving out %s", out_id)
        values = {"state": FAILED, "message": "生成过程中发生异常，请联系管理员"}
    changed: dict[str, Any] = values | {"word": "", "version": Out.version + 1, "updatetime": clock.now()}
    ended = update(Out).where(Out.id == out_id).values(**changed)
    db.execute(ended.execution_options(synchronize_session=False))
    tell(db, [out.asker_id], "import", f"{out.name}：{values['message']}"[:200])


def _packed(db: Session, out: MovingOut) -> dict[str, Any]:
    me = account(db, out.asker_id)
    if me is None:
        raise Refused("申请人的账号已停用，没有执行")
    db.info["me"] = me
    jobs.note(Out, out.id, total=sum(count(db, one) for one in stocks(db, me, out)), passed=0)
    passed = 0

    def note(rows: int) -> None:
        nonlocal passed
        before, passed = passed, passed + rows
        if before // 5_000 != passed // 5_000:
            jobs.note(Out, out.id, passed=passed)

    with tempfile.TemporaryDirectory(prefix="moving-") as folder:
        path = Path(folder) / "package.zip"
        lines = write(db, me, out, path, note)
        db.execute(delete(Piece).where(Piece.out_id == out.id))
        digest = hashlib.sha256()
        with path.open("rb") as package:
            for place, piece in enumerate(iter(lambda: package.read(PIECE), b"")):
                digest.update(piece)
                db.add(Piece(out_id=out.id, place=place, key=blobs.keep_bytes(piece)))
        size = path.stat().st_size
    tables = [one for one in lines if one.get("kind")]
    rows = sum(one["rows"] for one in tables)
    documents = len(lines) - len(tables) - 1  # the guide is no document
    in_files = sum(one["size"] for one in lines if not one.get("kind"))
    audit.security_event(db, "迁出", out.name, f"{rows}行，{documents}个文件，摘要{digest.hexdigest()}")
    return {
        "state": DONE,
        "message": f"{rows}行，{documents}个文件；七天内可下载",
        "ready": clock.now(),
        "size": size,
        "digest": digest.hexdigest(),
        "manifest": [
            *tables,
            {"name": "档案文件", "rows": documents, "size": in_files},
        ],
    }


def unpacked(db: Session, out: MovingOut) -> Path:
    """The package as one file, put together piece by piece; whoever sends it removes it."""
    with tempfile.NamedTemporaryFile(prefix="moving-", suffix=".zip", delete=False) as made:
        for key in db.scalars(select(Piece.key).where(Piece.out_id == out.id).order_by(Piece.place)):
            made.write(blobs.read_checked(key))
    return Path(made.name)


def end(db: Session, out: MovingOut) -> None:
    """Drop the package; what it held and who asked for it stays told."""
    keys = db.scalars(select(Piece.key).where(Piece.out_id == out.id)).all()
    db.execute(delete(Piece).where(Piece.out_id == out.id))
    out.state, out.word = ENDED, ""
    contents.free(db, keys)


@jobs.job("moving.out.end", daily="03:20")
def end_old(db: Session) -> None:
    """A package lies ready for a week."""
    for out in db.scalars(select(Out).where(Out.state == DONE, Out.ready < clock.now() - KEPT).limit(200)):
        end(db, out)
