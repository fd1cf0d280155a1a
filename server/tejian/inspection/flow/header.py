"""The declaration follows its business items: its state is the least of theirs."""

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from tejian.inspection import codes as at
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.kit.process.steps import PROCESSES

# all but its key: who writes an item twice holds the key, and two of them would wait for each other
_MAIN = select(AppMain).where(AppMain.id == bindparam("main")).with_for_update(key_share=True)
_ITEMS = select(AppBuss.step, AppBuss.inspectors).where(AppBuss.appmain_id == bindparam("main"))


def settle(db: Session, appmain_id: str) -> AppMain:
    """Compute step, state and people of a declaration from its items after one of them moved. The row is locked."""
    db.flush()
    known = {"main": appmain_id}
    main = db.scalars(_MAIN, known, execution_options={"populate_existing": True}).one()
    rows = db.execute(_ITEMS, known).all()
    steps = [one.step for one in rows]
    live = [s for s in steps if s not in (at.VOID, at.ENDED)]
    if not steps:
        return main
    main.takers = sorted({who for one in rows for who in one.inspectors})
    business, declaration = PROCESSES["business"], PROCESSES["declaration"]
    if not live:
        least = at.ENDED if at.ENDED in steps else at.VOID
    else:
        least = min(live, key=list(business.by_code).index)  # the steps are declared in their order
    target = least if least in (at.ACCEPT, *at.ENDS) else at.RUN
    declaration.put(db, main, target)
    main.status = business.by_code[least].state
    return main
