"""Requests for seals of the demo city: its reports are sealed by demonstrations; a real one has been asked for."""

from datetime import timedelta

from sqlalchemy import func, select

from tejian.inspection.models.seals import SealCertificate
from tejian.inspection.sealing import api as sealing
from tejian.kit.database import db as kit_db
from tejian.kit.ground import clock

from .actors import Actors, enter
from .charges import carry

REQUESTS = (("2", "国密签章证书，随国密改造申请", "agree"), ("1", "PDF 签章证书换用认证机构签发的", ""))


def make() -> None:
    """By the real process; a second start makes nothing."""
    with kit_db.new_session() as db:
        known = select(func.count()).select_from(SealCertificate).where(SealCertificate.asker_id != "")
        if db.scalar(known):
            return
        actors = Actors(db)
    for n, (sort, why, then) in enumerate(REQUESTS):
        at = clock.now() - timedelta(days=6 - 2 * n)
        key: str = actors.do(
            "zhiliang", at, enter(SealCertificate, {"sort": sort, "why": why}, sealing.HOOKS, sealing.FORM)
        )
        if then:
            actors.do("secadmin", at + timedelta(hours=3), carry(sealing.SEAL, then, key))
