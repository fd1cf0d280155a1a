"""What follows an inspection of the demo city: notices signed and answered, re-inspections, corrections of reports.

Everything is carried out by the real processes; a day that has not come yet ends what follows.
"""

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection.again import api as again
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.models.notices import InspectionNotice
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.notices import api as notices
from tejian.inspection.records.api import RecordForm
from tejian.inspection.reissue import api as reissue
from tejian.inspection.tasks import api as handling
from tejian.kit.forms.form import checked
from tejian.kit.forms.formview import taken
from tejian.kit.ground.user import User

from . import posting

if TYPE_CHECKING:
    from .business import Story

INSPECTED = 4  # the working day of a story on which its notices are issued
ISSUED = 11  # the one on which its reports are out
TERM = timedelta(days=14)  # within which an order is followed
SILENT, REFUSING, UNCONVINCING = 0.12, 0.08, 0.1  # shares of the units
CORRECTED = 45  # every so many finished declarations one report is corrected or issued once more
TYPING = {"kind": "01", "reason": "录入时看错现场记录"}
ONCE_MORE = {"kind": "05", "reason": "使用单位遗失报告，书面申请补发", "content": "补发 1 份，用于办理使用登记变更"}


class Aftermath:
    """What follows a finished item, on the days after its inspection."""

    def __init__(self, story: "Story", item: str):
        self.story, self.item, self.rnd = story, item, story.rnd
        self.inspector = story.team[0]

    def tell(self) -> None:
        for notice in self._read(lambda db: [one.id for one in _notices_of(db, self.item)]):
            self._notice(notice)
        if self.story.job.seed % CORRECTED == 0:
            self._correction()

    def _notice(self, key: str) -> None:
        """Signed at once, or refused before witnesses; answered by most; what failed is inspected again."""
        self._sign(key)
        if self.rnd.random() < SILENT or self.story.job.fails:
            if self.story.came(day := INSPECTED + 9):
                self._ordered(day)
            if self.story.came(day := INSPECTED + 12):
                self.move("yewu", day, "pass_on", key, reason="逾期未反馈整改情况，电话催告两次无果")
            return
        day = INSPECTED + self.rnd.randrange(3, 9)
        if not self.story.came(day):
            return
        self._answer(key, day)
        if self.rnd.random() < UNCONVINCING:
            self.move(self.inspector, day, "reject", key, hour=14, reason="未附更换部件的照片，不能判断是否整改到位")
            self._answer(key, day := day + 1)
        if self.story.came(day + 1):
            self.move(self.inspector, day + 1, "confirm", key, opinion="查看整改照片和维保单位更换记录，整改到位")
            self._again(day + 2)

    def _sign(self, key: str) -> None:
        today = self.story.at(INSPECTED, 16).date()
        unit = self._read(lambda db: _main_of(db, self.item))
        if self.rnd.random() < REFUSING:
            witnesses = {
                "witness1": "社区 王秀珍",
                "witness2": "物业保安 李国强",
                "reason": "负责人不在场，值班人员拒绝签收",
            }
            self.move(self.inspector, INSPECTED, "refuse", key, hour=17, receivedate=today, **witnesses)
            return
        signed = {"receiver": unit.inscontactname, "receivertel": unit.INSCONTACTTEL, "receivedate": today}
        self.move(self.inspector, INSPECTED, "sign", key, hour=17, **signed)

    def _ordered(self, day: int) -> None:
        """A unit that keeps silent is ordered to put right what was found, within a new term."""
        due = self.story.at(day, 9).date() + TERM

        def work(db: Session, me: User) -> str:
            sent = {"appbuss_id": self.item, "handling": "rectify", "due": str(due)}
            return notices.make(db, me, taken(notices.RECTIFY_FORM, db, me, sent), notices.RECTIFY)["id"]

        key = self.story.do(self.inspector, day, 10, work)
        self.move(self.inspector, day, "issue", key, hour=11)

    def _answer(self, key: str, day: int) -> None:
        """The unit says at the counter what it did."""
        done = self.story.at(day, 9).date()
        contact = self._read(lambda db: _main_of(db, self.item)).inscontactname

        def work(db: Session, me: User) -> None:
            notice = db.scalars(select(InspectionNotice).where(InspectionNotice.id == key)).one()
            for one in notices.problems_of(db, notice):
                if not one.measure:
                    one.measure, one.donedate, one.doneby = "维保单位已更换部件并调试，试运行正常", done, contact

        self.story.do("shouli", day, 9, work)
        self.move("shouli", day, "answer", key, feedbackman=contact, feedbackdate=done)

    def _again(self, day: int) -> None:
        """The re-inspection of a report that failed, as far as the days have come."""
        story = self.story
        if not story.came(day) or not self._read(lambda db: again.refuse(db, _item(db, self.item)) is None):
            return

        def work(db: Session, me: User) -> str:
            number = again.declare(db, me, [self.item], taken(again.AGAIN_FORM, db, me, {}))[0]
            return db.scalars(select(AppMain.id).where(AppMain.appno == number)).one()

        story.after(day).accepted(story.do("yewu", day, 9, work))

    def _correction(self) -> None:
        """A slip of the pen is corrected, or a lost report issued once more; the last ones are still under way."""
        story, once_more = self.story, self.story.job.seed % (2 * CORRECTED) == 0
        day = ISSUED + 3
        if not story.came(day):
            return
        report = self._read(lambda db: _item(db, self.item)).reportno
        typing = TYPING | {"content": "环境温度笔误，按现场原始记录更正"}

        def ask(db: Session, me: User) -> str:
            sent = {"reportno": report, **(ONCE_MORE if once_more else typing)}
            return reissue.ask(db, me, taken(reissue.CHANGE_FORM, db, me, sent)).id

        key = story.do("yewu", day, 9, ask)
        self._change("yewu", day, "submit", key)
        if not story.came(day + 1):
            return
        self._change("zhiliang", day + 1, "agree", key, opinion="与原始记录核对，情况属实")
        if not story.came(day + 2):
            return
        self._change("pizhun", day + 2, "approve", key, opinion="同意")
        if not once_more and story.came(day + 10):
            self._written_anew(day + 3)

    def _written_anew(self, day: int) -> None:
        def mended(db: Session, me: User) -> None:
            query = select(OriginalRecord).where(OriginalRecord.appbuss_id == self.item)
            sites = handling.item_screen(db, me, self.item)["sites"]
            warmer = {one["code"]: "22" for one in sites if "温度" in one["label"]}
            values = db.scalars(query).one().conditions | warmer
            handling.save_record(db, me, checked(RecordForm, {"id": self.item, "conditions": values}))

        later = self.story.after(day - INSPECTED)
        later.do(self.inspector, INSPECTED, 9, mended)
        later.reported(self.item)
        later.finished(self.item)
        posting.send(later, [self.item])

    def move(self, login: str, day: int, name: str, key: str, *, hour: int = 10, **form: Any) -> None:
        def work(db: Session, me: User) -> None:
            notices.NOTICE.do(db, me, name, [key], notices.NOTICE.by_name[name].read(db, me, {"id": key, **form}))

        self.story.do(login, day, hour, work)

    def _change(self, login: str, day: int, name: str, key: str, **form: Any) -> None:
        def work(db: Session, me: User) -> None:
            reissue.CHANGE.do(db, me, name, [key], reissue.CHANGE.by_name[name].read(db, me, {"id": key, **form}))

        self.story.do(login, day, 11, work)

    def _read(self, work: Any) -> Any:
        return self.story.do("yewu", INSPECTED, 17, lambda db, me: work(db))


def _item(db: Session, key: str) -> AppBuss:
    return db.scalars(select(AppBuss).where(AppBuss.id == key)).one()


def _main_of(db: Session, key: str) -> AppMain:
    return db.scalars(select(AppMain).where(AppMain.id == _item(db, key).appmain_id)).one()


def _notices_of(db: Session, key: str) -> list[InspectionNotice]:
    return list(db.scalars(select(InspectionNotice).where(InspectionNotice.appbuss_id == key)))
