"""Spot checks of the demo city: last month's reports drawn, some sound, one mended, some still in hand."""

from datetime import datetime, time, timedelta
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.kit.database import db as kit_db
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.records.crud import put
from tejian.quality.models.spotchecks import SpotCheck, SpotItem
from tejian.quality.spotchecks import api as spotchecks

from .actors import Actors
from .charges import carry

OFFICER = "zhiliang"
SAMPLE, AGO = 8, 9
PLACES = (
    ("第2页 限速器栏", "B", "动作速度抄成了额定速度，应为实测值"),
    ("封面", "C", "使用单位名称少写了“有限”二字"),
    ("第3页 第12项", "A", "实测值超过限值，结果写为符合"),
)
ANSWER = {"answer": "抄录时看错一行，现场记录是对的", "measure": "已申请更正报告；录入后由协检对照现场记录"}
# how far each drawn report came: the moves after it was drawn
STORIES = ((), ("sound",), ("mark", "answer", "agree"), ("sound",), ("mark",), ("mark", "answer"), ("sound",), ())


def make() -> None:
    """By the real process; a second start makes nothing."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(SpotCheck)):
            return
        actors = Actors(db)
    begin = datetime.combine(clock.today() - timedelta(days=AGO), time(9, 20), clock.SHANGHAI)
    key: str = actors.do(OFFICER, begin, _planned)
    actors.do(OFFICER, begin, carry(spotchecks.SPOT, "draw", key))
    with kit_db.new_session() as db:
        query = select(SpotItem).where(SpotItem.check_id == key).order_by(SpotItem.place)
        items = [(one.id, one.signers) for one in db.scalars(query)]
    logins = {user.id: login for login, user in actors.users.items()}
    for n, ((item, signers), story) in enumerate(zip(items, STORIES, strict=False)):
        person = next((one for one in signers if one in logins), None)
        place, sort, words = PLACES[n % len(PLACES)]
        error = {"errorplace": place, "errorclass": sort, "errortext": words, "person_id": person}
        for step, move in enumerate(story, 1):
            if move == "mark" and person is None:
                break
            by = logins[person] if move == "answer" and person else OFFICER
            form: dict[str, dict[str, Any]] = {"mark": error, "answer": dict(ANSWER)}
            actors.do(
                by,
                begin + timedelta(hours=step, minutes=7 * n),
                carry(spotchecks.ITEM, move, item, **form.get(move, {})),
            )


def _planned(db: Session, me: User) -> str:
    today = clock.today()
    form = {"datefrom": today - timedelta(days=45), "dateto": today - timedelta(days=1), "sample": SAMPLE}
    row = SpotCheck()
    put(db, me, row, {**form, "equclass": "", "note": "月度报告质量抽查"}, spotchecks.HOOKS, spotchecks.FORM)
    db.flush()
    return row.id
