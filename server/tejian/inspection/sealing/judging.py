"""Who may not decide alone, and that one seal of a sort is in use."""

from sqlalchemy import select

from tejian.inspection.models.seals import ACTIVE
from tejian.inspection.models.seals import SealCertificate as S
from tejian.kit.process.doing import Doing


def by_another(d: Doing) -> str | None:
    """同意人不是申请人"""
    return "由申请人以外的人同意制作" if d.subject.asker_id == d.me.id else None


def found_by_another(d: Doing) -> str | None:
    """解除人不是挂失人"""
    return "由挂失人以外的人解除挂失" if d.subject.loser_id == d.me.id else None


def none_in_use(d: Doing) -> str | None:
    """没有别的印章在用"""
    s = d.subject
    mine = (S.orgid == s.orgid, S.sort == s.sort, S.step == ACTIVE, S.id != s.id)
    other = d.db.scalar(select(S.sealno).where(*mine).limit(1))
    return f"{other}正在使用，不能再启用这一枚" if other else None
