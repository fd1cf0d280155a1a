"""Random histories of phones on one record: late, repeated, in other orders, by wrong clocks. Nothing is lost."""

import os
import random
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import select

from tejian.inspection.fieldwork.merging import plain, same
from tejian.inspection.models.fieldwork import RecordConflict, RecordOp
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.kit.ground import clock

from .conftest import SAVE, Office
from .phones import Phone, record

HISTORIES = int(os.environ.get("HISTORIES", "40"))
EACH = 10  # histories of one test
RESULTS, WORDS = ("√", "×", "△", "—"), ("门锁松动", "缆绳磨损", "油位偏低", "照明不亮")


class History:
    """Phones that know what they saw last, and write on that ground."""

    def __init__(self, office: Office, item: AppBuss, seed: int):
        self.office, self.item, self.rnd = office, item, random.Random(seed)
        self.key = record(office, item).id
        logins = ["jianyan1", "jianyan2", "jianyan1"][: self.rnd.choice((2, 3))]
        self.phones = [Phone(office, login, f"history-{seed:04}-{n}") for n, login in enumerate(logins)]
        for phone in self.phones:
            phone.skew = self.rnd.randint(-7200, 7200)
            phone.good("pack")
        self.seen: list[dict[str, Any]] = [{} for _ in self.phones]
        self.waiting: list[list[dict[str, Any]]] = [[] for _ in self.phones]
        screen = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
        free = [str(one["seq"]) for one in screen["items"] if not one["measures"]][:3]
        self.paths = [f"results.{seq}.{name}" for seq in free for name in ("r", "n")]
        self.paths += ["problems", "remark", "inspdate", "begunat", "instruments"]

    def value(self, path: str) -> Any:
        if path.endswith(".r"):
            return self.rnd.choice(RESULTS)
        if path == "inspdate":
            return f"2026-{self.rnd.randint(1, 12):02}-{self.rnd.randint(1, 28):02}"
        if path == "begunat":
            return f"{self.rnd.randint(0, 23):02}:30"
        if path == "instruments":
            return self.rnd.sample(list(self.item.instruments), self.rnd.randint(1, 3))
        return self.rnd.choice(WORDS)

    def tap(self, n: int) -> None:
        path = self.rnd.choice(self.paths)
        value, phone = self.value(path), self.phones[n]
        self.waiting[n].append(phone.op(self.key, path, value, self.seen[n].get(path)))
        self.seen[n][path] = value

    def sync(self, n: int) -> None:
        """Some of what waits is sent; some of that again, as after a lost answer."""
        if not self.waiting[n]:
            return
        many = self.rnd.randint(1, len(self.waiting[n]))
        sent = self.waiting[n][:many]
        answers = self.phones[n].send(*self.rnd.sample(sent, len(sent)))
        if self.rnd.random() < 0.5:
            again = self.phones[n].send(*sent)
            assert sorted(again, key=lambda a: a["seq"]) == sorted(answers, key=lambda a: a["seq"])
        by_seq = {one["seq"]: one for one in answers}
        later = {one["path"] for one in self.waiting[n][many:]}
        for op in sent:
            if op["path"] not in later and by_seq[op["seq"]]["state"] != "refused":
                self.seen[n][op["path"]] = by_seq[op["seq"]]["value"]
        self.waiting[n] = self.waiting[n][many:]

    def arrange(self) -> None:
        """The job is taken from the one beside the main inspector, or given back to him."""
        row, main = self.office.item(self.item.id), self.office.user("jianyan1").id
        row.inspectors = [main] if len(row.inspectors) > 1 else [main, self.office.user("jianyan2").id]
        self.office.db.commit()

    def run(self, taps: int) -> None:
        for _ in range(taps):
            n = self.rnd.randrange(len(self.phones))
            self.tap(n)
            if self.rnd.random() < 0.25:
                self.sync(self.rnd.randrange(len(self.phones)))
            if self.rnd.random() < 0.04:
                self.arrange()
            if self.rnd.random() < 0.03:
                self.office.post("jianyan1", SAVE, id=self.item.id, endedat=f"{self.rnd.randint(1, 23):02}:59")
        row = self.office.item(self.item.id)
        row.inspectors = [self.office.user(one).id for one in ("jianyan1", "jianyan2")]
        self.office.db.commit()
        for n in range(len(self.phones)):
            while self.waiting[n]:
                self.sync(n)


def read(stored: OriginalRecord, path: str) -> Any:
    head, *parts = path.split(".")
    if head == "results":
        return stored.results.get(parts[0], {}).get(parts[1], "")
    if head == "instruments":
        return [one["id"] for one in stored.instruments]
    return str(getattr(stored, head) or "")


def lost(office: Office, key: str) -> Iterator[str]:
    """Last values of somebody at a place that stand nowhere, and that nobody wrote over knowing them."""
    stored = office.db.scalars(select(OriginalRecord).where(OriginalRecord.id == key)).one()
    ops = list(office.db.scalars(select(RecordOp).where(RecordOp.record_id == key).order_by(RecordOp.createtime)))
    disputes = list(office.db.scalars(select(RecordConflict).where(RecordConflict.record_id == key)))
    last = {(one.terminal_id, one.path): one for one in ops}
    for op in last.values():
        now, behind = read(stored, op.path), ops[ops.index(op) + 1 :]
        named = [side for one in disputes if one.path == op.path for side in (one.mine, one.theirs, one.value)]
        if op.state in ("held", "refused") or any(same(op.value, side) for side in named):
            continue
        if _stands(op.value, now):
            continue
        later = [one for one in behind if one.path == op.path and one.state in ("taken", "merged", "conflict")]
        if isinstance(op.value, list):
            known = all(each in now or any(_took_off(one, each) for one in later) for each in op.value)
        else:
            known = any(_knew(one, op) for one in later)
        gone = op.path.endswith(".n") and any(
            one.path == op.path.replace(".n", ".r") and "不再保留" in one.message for one in ops
        )
        if not known and not gone:
            yield f"{op.user_name} {op.path}={op.value!r} ({op.state}), now {now!r}"


def _stands(value: Any, now: Any) -> bool:
    if isinstance(value, list):
        return set(value) <= set(now)
    return same(value, now) or (isinstance(now, str) and bool(plain(value)) and str(value) in now)


def _knew(later: RecordOp, op: RecordOp) -> bool:
    """Who wrote later started from this value, or from what it had become."""
    says = isinstance(later.base, str) and bool(op.value) and str(op.value) in later.base
    started = says or same(later.base, op.value) or same(later.base, op.working)
    return started


def _took_off(later: RecordOp, one: str) -> bool:
    return one in (later.base or []) and one not in (later.value or [])


@pytest.mark.parametrize("block", range(max(1, HISTORIES // EACH)))
def test_no_write_is_lost_in_any_history(office: Office, block: int) -> None:
    item = office.built()
    wrong = []
    for n in range(EACH):
        office.db.rollback()
        history = History(office, item, block * 1000 + n)
        history.run(history.rnd.randint(10, 60))
        wrong += [f"history {block * 1000 + n}: {one}" for one in lost(office, history.key)]
    assert not wrong, "\n".join(wrong)


def test_the_worst_result_is_the_same_in_every_order(office: Office) -> None:
    """Two phones, one result each: whoever comes first, the worse one works."""
    item = office.built()
    key = record(office, item).id
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    free = iter([str(one["seq"]) for one in screen["items"] if not one["result"]])
    first, second = Phone(office, "jianyan1", "order-phone-1"), Phone(office, "jianyan2", "order-phone-2")
    for worse, better in (("×", "△"), ("×", "√"), ("△", "√"), ("√", "—"), ("×", "—")):
        for order in ((worse, better), (better, worse)):
            path = f"results.{next(free)}.r"
            first.write(key, path, order[0])
            assert second.write(key, path, order[1])["value"] == worse
            assert read(record(office, item), path) == worse
    assert str(clock.today())
