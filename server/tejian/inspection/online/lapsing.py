"""Applications whose supplement was not given by its term: the night after it takes them back and tells who declared.

Workflow CLFS: a unit supplements within its term, else the application is withdrawn automatically.
"""

from dataclasses import replace

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection import codes as at
from tejian.inspection.flow.api import BUSINESS, DECLARATION, give_up
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.models.online import BACK, WITHDRAWN, OnlineApplication
from tejian.kit.database.jobs import job
from tejian.kit.ground import clock
from tejian.kit.ground.user import SYSTEM
from tejian.kit.process.doing import Doing, Reason
from tejian.messages.api import send_sms, tell

from .process import ONLINE, PAGE

MOVE, LABEL = "lapse", "自动撤回"


def _declarations(db: Session) -> None:
    """Declarations at the counter: their items go with them; one that was paid for waits for a person."""
    late = (AppMain.step == at.DECLARE, AppMain.status == at.SUPPLEMENT, AppMain.supplementdue < clock.today())
    unpaid = AppMain.chargestate.not_in(at.MONEY)
    for main in db.scalars(select(AppMain).where(*late, unpaid).order_by(AppMain.id).with_for_update()).all():
        me = db.info["me"] = replace(SYSTEM, org_id=main.cheorg)
        reason = f"补正期限{main.supplementdue}已过，资料未补齐"
        d = Doing(db, me, main, reason=Reason(reason))
        items = db.scalars(select(AppBuss).where(AppBuss.appmain_id == main.id).order_by(AppBuss.id).with_for_update())
        BUSINESS.follow(d, "void", items)
        give_up(d, db.scalars(select(AppBuss.id).where(AppBuss.appmain_id == main.id)).all())
        DECLARATION.put(db, main, at.VOID)
        main.status, main.voidreason = at.WITHDRAWN, reason
        DECLARATION.log(d, MOVE, LABEL, at.DECLARE, at.VOID)
        tell(db, [main.createby], "申报", f"{main.appno} {main.unitname} {reason}，已自动撤回")
        send_sms(db, "SBCH", main.INSCONTACTTEL, {"appno": main.appno, "due": str(main.supplementdue)}, main.appno)


def _of_units(db: Session) -> None:
    """Applications that units sent themselves."""
    late = (OnlineApplication.step == BACK, OnlineApplication.mendby < clock.today())
    rows = select(OnlineApplication).where(*late).order_by(OnlineApplication.id).with_for_update()
    for row in db.scalars(rows).all():
        me = db.info["me"] = replace(SYSTEM, org_id=row.cheorg)
        reason = f"补正期限{row.mendby}已过，资料未补齐"
        ONLINE.put(db, row, WITHDRAWN)
        ONLINE.log(Doing(db, me, row, reason=Reason(reason)), MOVE, LABEL, BACK, WITHDRAWN)
        title = f"{row.onlineno} {reason}，已自动撤回"
        tell(db, [row.sender_id], "网上申报", title, route=PAGE.format(id=row.id))
        send_sms(db, "SBCH", row.INSCONTACTTEL, {"appno": row.onlineno, "due": str(row.mendby)}, row.onlineno)


@job("inspection.lapsed", daily="00:40")
def withdraw_lapsed(db: Session) -> None:
    """What was not supplemented by yesterday is withdrawn."""
    _declarations(db)
    _of_units(db)
    db.info["me"] = SYSTEM
    db.flush()
