"""The declaration follows its business items: its state is the least of theirs."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit import clock

from .models import AppBuss, AppMain
from .steps import ENDS, ORDER, STATUS


def settle(db: Session, appmain_id: str) -> AppMain:
    """Compute step and state of a declaration from its items after one of them moved. The row is locked."""
    db.flush()
    query = select(AppMain).where(AppMain.id == appmain_id).with_for_update()
    main = db.scalars(query.execution_options(populate_existing=True)).one()
    steps = list(db.scalars(select(AppBuss.step).where(AppBuss.appmain_id == appmain_id)))
    live = [s for s in steps if s not in ("VOID", "ENDED")]
    if not steps:
        return main
    if "YWSL" in live:
        target, status = "YWSL", STATUS["YWSL"]
    elif not live:
        target = "ENDED" if "ENDED" in steps else "VOID"
        status = STATUS[target]
    else:
        least = min(live, key=ORDER.index)
        target = "DONE" if least == "DONE" else "RUN"
        status = STATUS[least]
    if main.step != target:
        main.step, main.step_since = target, clock.now()
    if target in ENDS or target == "RUN":
        main.limit_at = None
    main.status = status
    return main
