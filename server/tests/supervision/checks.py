"""Checks of units, and the problems they find, as tests begin with them."""

from typing import Any

from sqlalchemy import select

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.files import Attachment
from tejian.kit.ground import clock
from tejian.supervision.checks.api import CHECK
from tejian.supervision.models.checks import SupervisionCheck
from tejian.supervision.models.defects import Defect
from tests.inspection.conftest import Office

API, PROBLEM = "/api/securityCheck", "/api/sceneProblem"
SHOWN = {"certnos": "浙B001、浙B002", "present": "胡斌"}
SIGNED = {"summary": "已逐项检查，结果属实", "signway": "1", "signedby": "胡斌", "signpost": "安全员"}
MENDS = {"mender": "胡斌", "plan": "更换失效部件并试验"}
TODAY = str(clock.today())
DONE = {"donedate": TODAY, "measure": "已更换，试验合格"}
GRAVE, PLAIN, STOPS = "S-3000-05", "S-3000-07", "S-3000-03"  # a grave hazard by GB 45067 5.6.3, and a plain one
OF_BUREAU = ("D", "8", "3", "5", "6", "7")  # a town sees none of the problems of the bureau
STREET = "330212004"  # where the town of the demo city lies


def lifts_of(office: Office) -> list[Equipment]:
    """The lifts of the unit of the account qiye, in the street of the town."""
    unit = office.user("qiye").unit_id
    rows = list(office.db.scalars(select(Equipment).where(Equipment.useorgsysid == unit, Equipment.equclass == "3000")))
    for one in rows:
        one.areacode = STREET
    office.db.commit()
    return sorted(rows, key=lambda one: one.equcode)


def planned(office: Office, by: str = "bureau", **more: Any) -> SupervisionCheck:
    """A plan to look at one lift of the unit."""
    first = "xiangzhen" if by == "town" else "jianguan"
    form: dict[str, Any] = {"unitsysid": office.user("qiye").unit_id, "planday": TODAY, "purpose": "年度计划"}
    form |= {"officer_id": office.user(first).id, "second_id": office.user(f"{first}2").id}
    form |= {"equipment": [{"equdatasysid": lifts_of(office)[0].id}]}
    form |= {"checktype": "01", "target": "S"} if by == "bureau" else {}
    return check_of(office, office.good(first, f"{API}/{by}/save", **form | more)["id"])


def check_of(office: Office, key: str) -> SupervisionCheck:
    return office.db.scalars(select(SupervisionCheck).where(SupervisionCheck.id == key)).one()


def problems_of(office: Office, key: str) -> dict[str, Defect]:
    """The problems of a check by the number of their item."""
    rows = office.db.scalars(select(Defect).where(Defect.source_id == key))
    return {one.item: one for one in rows}


def picture(office: Office, owner: str, key: str, item: str = "") -> None:
    scan = {"name": "现场.jpg", "mime": "image/jpeg", "key": "0" * 64, "size": 1}
    office.db.add(Attachment(owner=owner, attrefsysid=key, item=item, **scan))
    office.db.commit()


def answered(office: Office, row: SupervisionCheck, *wrong: str) -> None:
    """Every item answered, those named as wrong with a picture of them."""
    for item in wrong:
        picture(office, "securityCheck", row.id, item)
    answers = [
        {"no": one.no, "result": "×", "finding": f"{one.part}不符合"}
        if one.no in wrong
        else {"no": one.no, "result": "√"}
        for one in CHECK.items(office.db, row)
    ]
    login = _login(office, row.officer_id)
    state = office.good(login, f"{API}/checkList", id=row.id)
    office.good(login, f"{API}/answer", id=row.id, version=str(state["version"]), items=answers)


def _login(office: Office, key: str) -> str:
    return next(login for login, one in office.actors.users.items() if one.id == key)


def checked(office: Office, *wrong: str, by: str = "bureau") -> SupervisionCheck:
    """Begun and answered to the last item."""
    row = planned(office, by)
    office.good(_login(office, row.officer_id), f"{API}/begin", id=row.id, **SHOWN)
    answered(office, check_of(office, row.id), *wrong)
    return check_of(office, row.id)


def filled(office: Office) -> SupervisionCheck:
    return checked(office, GRAVE, PLAIN)


def listed(office: Office) -> SupervisionCheck:
    """What was found stands as problems that nobody was told of."""
    row = filled(office)
    office.good("jianguan", f"{API}/found", id=row.id)
    return check_of(office, row.id)


def signed(office: Office) -> SupervisionCheck:
    """Signed by the unit and by one of the officers."""
    row = listed(office)
    office.good("jianguan", f"{API}/sign", id=row.id, **SIGNED)
    return check_of(office, row.id)


def untold(office: Office) -> Defect:
    """A problem of a check that the other officer has not signed."""
    return problems_of(office, signed(office).id)[PLAIN]


def told(office: Office, *wrong: str, by: str = "bureau") -> SupervisionCheck:
    """Signed by both officers: the unit has been told."""
    row = checked(office, *(wrong or (GRAVE, PLAIN)), by=by)
    first, second = _login(office, row.officer_id), _login(office, row.second_id)
    office.good(first, f"{API}/found", id=row.id)
    office.good(first, f"{API}/sign", id=row.id, **SIGNED)
    office.good(second, f"{API}/countersign", id=row.id)
    return check_of(office, row.id)


def problem(office: Office, item: str = PLAIN, by: str = "bureau") -> Defect:
    """A problem that the unit was told of, with the picture of how it was mended already there."""
    row = told(office, item, by=by)
    one = problems_of(office, row.id)[item]
    picture(office, "sceneProblem", one.id)
    return one


def mended(office: Office, key: str, login: str = "qiye") -> None:
    """Mended and told so."""
    picture(office, "sceneProblem", key)
    office.good(login, f"{PROBLEM}/start", id=key, **MENDS)
    office.good(login, f"{PROBLEM}/answer", id=key, **DONE)


def answered_all(office: Office) -> SupervisionCheck:
    """A check whose problems the unit has mended."""
    row = told(office)
    for one in problems_of(office, row.id).values():
        mended(office, one.id)
    return check_of(office, row.id)


def looked_again(office: Office) -> SupervisionCheck:
    """Looked at again, with every problem closed."""
    row = told(office, PLAIN)
    one = problems_of(office, row.id)[PLAIN]
    mended(office, one.id)
    office.good("jianguan", f"{API}/again", id=row.id, outcome="已修复")
    office.good("jianguan", f"{PROBLEM}/confirm", id=one.id)
    office.good("jianguan", f"{PROBLEM}/close", id=one.id)
    return check_of(office, row.id)


def problem_of(office: Office, key: str) -> Defect:
    return office.db.scalars(select(Defect).where(Defect.id == key)).one()


def begun(office: Office) -> Defect:
    """A problem that its unit mends."""
    one = problem(office)
    office.good("qiye", f"{PROBLEM}/start", id=one.id, **MENDS)
    return problem_of(office, one.id)


def told_back(office: Office, item: str = PLAIN) -> Defect:
    """A problem of which the unit says that it is mended."""
    one = problem(office, item)
    mended(office, one.id)
    return problem_of(office, one.id)


def confirmed(office: Office, item: str = PLAIN) -> Defect:
    """A problem that an officer found mended: a grave one waits for a second."""
    one = told_back(office, item)
    office.good("jianguan", f"{PROBLEM}/confirm", id=one.id)
    return problem_of(office, one.id)


def hung(office: Office) -> Defect:
    """A grave problem that the leader of the bureau watches over, found mended by two."""
    one = problem(office, GRAVE)
    office.good("juzhang", f"{PROBLEM}/hang", id=one.id, listedto="2099-01-05", reason="危及公众安全")
    mended(office, one.id)
    office.good("jianguan", f"{PROBLEM}/confirm", id=one.id)
    office.good("jianguan2", f"{PROBLEM}/second", id=one.id)
    return problem_of(office, one.id)


def passed_on(office: Office) -> Defect:
    """A problem that a town leaves to the bureau."""
    return problem(office, STOPS, "town")
