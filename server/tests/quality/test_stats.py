"""Every number of every statistic is the count of the list to which it leads, for the same person."""

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

import pytest
from sqlalchemy import inspect, select, update

from tejian import areas
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.iot import LiftEvent
from tejian.archives.models.piping import Pipeline
from tejian.archives.permissions import SAVED_QUERY
from tejian.charging.models.charges import Charge, ChargeLine, Invoice
from tejian.charging.permissions import DAYS
from tejian.inspection.models.durations import SiteTime
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.notices import InspectionNotice
from tejian.inspection.models.planning import PlanLine, PlanProposal
from tejian.inspection.permissions import APPLY_QUERY, PLAN
from tejian.kit.database.flowlog import FlowLog
from tejian.kit.ground import clock
from tejian.kit.lists.listview import LISTS
from tejian.kit.lists.statview import STATS, StatView
from tests.inspection.conftest import Office, office

__all__ = ["office"]
areas.load()
LATELY = {"begin": (clock.today() - timedelta(days=20)).isoformat(), "end": clock.today().isoformat()}
ASKED = {"begin": f"{clock.today().year - 2}-01-01", "end": f"{clock.today().year + 1}-12-31"}


@pytest.fixture
def worked(office: Office) -> Office:
    """Reports approved at once and after a return, one that failed, one under way."""
    office.begin("stats", _work)
    return office


def _work(office: Office) -> AppBuss:
    """Beside the report that was really approved: rows like it, so that every measure has something to count."""
    item = office.approved()
    columns = {c.key: getattr(item, c.key) for c in inspect(AppBuss).column_attrs if c.key not in ("id", "version")}
    unlike: list[dict[str, Any]] = [
        {"returned": True, "unqualcode": "2", "chedept": "", "scinspector": ""},
        {"returned": True, "approvedat": clock.now() - timedelta(days=40), "equclass": "4000"},
        {"releasedat": clock.now(), "duedate": clock.today() - timedelta(days=400), "template": ""},
        {"approvedat": None, "inspdate": None, "releasedat": None},
    ]
    for n, one in enumerate(unlike):
        own = {"seisn": f"STAT{n}", "reportno": f"STAT{n}"} | one
        office.db.add(AppBuss(**{**columns, **own}))
    office.db.flush()
    moves = (
        ("approve_back", "BGSP", "03"),
        ("verify_back", "BGQR", "02"),
        ("verify_back", "BGQR", ""),
        ("enter", "BGLR", ""),
    )
    for move, step, code in moves:
        said = {"move": move, "move_label": "退回", "from_step": step, "to_step": "BGLR", "reason_code": code}
        who = {"user_id": office.user("pizhun").id, "user_name": "胡建军"}
        office.db.add(FlowLog(at=clock.now(), process="business", subject_id=item.id, **said, **who))
    _money_and_notices(office, item)
    _piping(office, columns)
    _planned(office, item)
    lifts = office.db.scalars(select(Equipment.id).where(Equipment.equclass == "3000").limit(2)).all()
    for n, lift in enumerate(lifts):
        told = {"type": "12"[n], "state": "03"[n], "at": clock.now(), "lastat": clock.now(), "eventid": f"E{n}"}
        office.db.add(LiftEvent(equdatasysid=lift, devno="D", source="01", **told))
    office.db.commit()
    return item


def _piping(office: Office, columns: dict[str, Any]) -> None:
    """Two inspections of a project of three lines, one of unknown length: one with its report, one without."""
    project = Equipment(equclass="8000", equclacode="8100", equname="芳烃装置", equstatus="1")
    office.db.add(project)
    office.db.flush()
    for n, length in enumerate((Decimal("120.5"), Decimal("8.25"), None)):
        own = {"pipeno": f"PL-{n}", "pipename": "蒸汽", "pipelevel": "GC2" if n else "", "linestatus": "1"}
        office.db.add(Pipeline(equdatasysid=project.id, pipelength=length, **own))
    for n, step in enumerate(("DONE", "BGLR")):
        own = {"seisn": f"STATPIPE{n}", "reportno": f"STATPIPE{n}", "equdatasysid": project.id, "equclass": "8000"}
        office.db.add(AppBuss(**{**columns, **own, "step": step, "acceptdate": clock.today()}))
    office.db.flush()


def _planned(office: Office, item: AppBuss) -> None:
    """An accepted plan with lines that were kept, came to nothing, and one of which nobody says where."""
    who = office.user("diaodu")
    plan = PlanProposal(
        org_id=who.org_id, dept_id=item.chedept, state="accepted", first=clock.today(), last=clock.today()
    )
    office.db.add(plan)
    others = office.db.scalars(select(AppBuss).where(AppBuss.seisn.like("STAT_")).order_by(AppBuss.seisn))
    office.db.flush()
    for n, one in enumerate([item, *others]):
        day = (item.inspdate or clock.today()) - timedelta(days=n % 2)
        own = {"plandate": day, "scinspector": one.scinspector, "minutes": 30 + n, "accepted": n < 4}
        office.db.add(PlanLine(proposal_id=plan.id, appbuss_id=one.id, **own))
    office.db.add(SiteTime(appbuss_id=item.id, cheorg=item.cheorg, inspdate=clock.today(), source="record", minutes=41))


def _money_and_notices(office: Office, item: AppBuss) -> None:
    """Two charges with lines of an item and of the whole, receipts, one in red; notices of all kinds of end."""
    org, now, day = office.user("zhiliang").org_id, clock.now(), clock.today()
    for n, sums in enumerate(([Decimal("380.10"), Decimal("-80.00")], [Decimal("0.20")])):
        charge = Charge(
            chargesysid=f"STAT{n}", orgid=org, nature="非税", step="DUE", status="2", confirmed=now, owed=sum(sums)
        )
        office.db.add(charge)
        office.db.flush()
        for seq, amount in enumerate(sums):
            own = (
                {"seisn": item.seisn, "kind": "computed", "item": "电梯定期检验"} if amount > 0 else {"kind": "relief"}
            )
            office.db.add(ChargeLine(charge_id=charge.id, seq=seq, amount=amount, **own))
        for sign in (1, -1)[: n + 1]:
            office.db.add(
                Invoice(
                    charge_id=charge.id,
                    billno=f"STAT{n}{sign}",
                    kind="01",
                    state="2",
                    amount=sign * sum(sums),
                    issued=now,
                    issuedby="邵敏",
                    orgid=org,
                )
            )
    told = {"appbuss_id": item.id, "cheorg": org, "noticedate": day, "equclass": "3000"}
    late, soon = day - timedelta(days=3), day + timedelta(days=3)
    for one in (
        {"kind": "01", "step": "MEND", "due": late, "handling": "confirm"},
        {"kind": "02", "step": "CLOSED", "due": soon, "feedbackdate": day, "handling": "stop"},
        {"kind": "01", "step": "ANSWERED", "due": late, "feedbackdate": day},
    ):
        office.db.add(InspectionNotice(**told, **one))


def numbers(view: StatView, told: dict[str, Any]) -> Iterator[tuple[str, dict[str, str], str, float]]:
    """Each number of an answer, with what the list behind is asked and the column of which it is the sum."""
    sums = {m.name: m.sums for m in view.measures}
    span = {told["period"] + "Start": told["begin"], told["period"] + "End": _after(told["end"])}
    for line in [*told["lines"], told["total"]]:
        own = {told["prop"]: line["value"]} if line["value"] else {}
        for m in told["measures"]:
            asked = {**span, **own, **m["asks"]}
            yield f"{line['label']} {m['label']}", asked, sums[m["name"]], line["cells"][m["name"]]


def reader(view: StatView) -> str:
    """Somebody who may see the statistic and the list behind."""
    return {DAYS: "caiwu", APPLY_QUERY: "yewu", PLAN: "diaodu", SAVED_QUERY: "jianguan"}.get(
        view.permission, "zhiliang"
    )


def _after(day: str) -> str:
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


@pytest.mark.parametrize("no", sorted(STATS))
def test_a_number_is_the_count_of_its_list(worked: Office, no: str) -> None:
    view = STATS[no]
    for by in view.by:
        who = reader(view)
        for span in (ASKED, LATELY):
            told = worked.good(who, view.url, by=by.prop, **span)
            assert told["prop"] == by.prop and (told["lines"] or span is LATELY), (no, by.prop)
            for what, asked, column, number in numbers(view, told):
                rows = worked.good(who, view.behind.url, pageSize=500, **asked)["list"]
                counted = round(sum(float(row[column]) for row in rows), 3) if column else len(rows)
                assert counted == number, (no, by.prop, what, urlencode(asked))


@pytest.mark.parametrize("no", sorted(STATS))
def test_a_share_is_of_what_it_says_and_nothing_of_nothing(worked: Office, no: str) -> None:
    who = reader(STATS[no])
    told = worked.good(who, STATS[no].url, **ASKED)
    of = {m.name: m.of for m in STATS[no].measures if m.of}
    for line in [*told["lines"], told["total"]]:
        for name, share in line["shares"].items():
            whole = line["cells"][of[name]]
            assert share == (round(100 * line["cells"][name] / whole + 1e-9, 1) if whole else None)
    empty = worked.good(who, STATS[no].url, begin="2001-01-01", end="2001-12-31")
    assert empty["lines"] == [] and not any(v is not None for v in empty["total"]["shares"].values())


BAD = [
    ({"begin": "1926-01-01"}, "统计期间：最长五年"),
    ({"begin": "2026-05-02", "end": "2026-05-01"}, "统计期间：开始不得晚于结束"),
    ({"begin": "昨天"}, "统计期间"),
    ({"by": "password_hash"}, "统计方式不正确"),
]


@pytest.mark.parametrize(("sent", "sentence"), BAD)
def test_a_period_that_makes_no_sense_is_refused(office: Office, sent: dict[str, str], sentence: str) -> None:
    assert sentence in office.refused("zhiliang", STATS["one_pass_device"].url, **sent)


def test_who_may_not_see_them_is_refused_and_a_sheet_is_given(worked: Office) -> None:
    url = STATS["one_pass_device"].url
    assert worked.post("dayin", url)["status"] == 403
    worked.call.user = worked.user("zhiliang")
    answer = worked.call.client.post(f"{url}/export", data=ASKED)
    worked.call.user = None
    assert answer.status_code == 200 and answer.content[:2] == b"PK"


def test_lines_of_charges_are_those_of_charges_that_one_sees(worked: Office) -> None:
    url = LISTS["quality_line_list"].url
    assert len(worked.good("caiwu", url, pageSize=500)["list"]) == 3
    worked.db.execute(update(Charge).values(orgid="0" * 32))
    worked.db.commit()
    assert worked.good("caiwu", url, pageSize=500)["list"] == []


def test_what_was_returned_is_listed_to_those_who_see_the_business(worked: Office) -> None:
    url = LISTS["quality_return_list"].url
    assert worked.good("zhiliang", url, pageSize=500)["list"]
    worked.db.execute(update(AppBuss).values(cheorg="0" * 32))
    worked.db.commit()
    assert worked.good("zhiliang", url, pageSize=500)["list"] == []


def test_of_piping_what_is_due_is_done_or_open(worked: Office) -> None:
    told = worked.good("zhiliang", STATS["pipe_business"].url, by="project", **ASKED)
    assert {one["label"]: one["cells"] for one in told["lines"]} == {
        "芳烃装置": {"lines": 6, "length": 257.5, "done": 128.75, "open": 128.75}
    }
    assert told["lines"][0]["shares"] == {"done": 50.0, "open": 50.0}
