"""A new account is chosen for what its certificates allow: from its making to the choice of the dispatcher."""

from collections.abc import Callable
from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.ground import clock
from tejian.system.models.organisations import Org
from tests.system.conftest import Browser

from .test_monday import Monday

PEOPLE = "/api/businesspro/common/queryBusinessGroup"
STAFF = "/api/system/staff"


def test_a_new_inspector_is_offered_for_what_his_certificates_allow(
    browser: Callable[..., Browser], db: Session
) -> None:
    monday, dispatcher = Monday(browser), browser("diaodu")
    dept = db.scalars(select(Org.id).where(Org.code == "530201-02")).one()

    def offered(equclass: str) -> bool:
        groups = dispatcher.good(PEOPLE, type=equclass)
        return "新检验" in {u["name"] for g in groups for u in g["users"]}

    own = monday.hired("xinjy", "新检验", dept, ("检验员",))
    assert not offered("3000") and not offered("1000")
    monday.qualified("xinjy", "TS")
    assert offered("3000") and not offered("1000")
    told = own.good("/api/home/desk")
    assert (told["key"], told["path"]) == ("work", "/home")
    assert own.said("/api/system/user/findList", 403)
    (held,) = monday.admin.good(f"{STAFF}/findList", user_id=monday.people["xinjy"])["list"]
    gone = {"validto": str(clock.today() - timedelta(days=1)), "version": str(held["version"])}
    monday.admin.good(f"{STAFF}/save", id=held["id"], **gone)
    assert not offered("3000")
