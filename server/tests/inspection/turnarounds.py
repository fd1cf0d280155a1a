"""A turnaround as tests begin with it: two vessels and two lines of the unit of `qiye`, at any step."""

from datetime import timedelta
from typing import Any

from sqlalchemy import select

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.piping import Pipeline
from tejian.inspection.models.signoff import OwnerDissent, OwnerSheet
from tejian.inspection.models.turnaround import TurnaroundItem, TurnaroundProject, TurnaroundWork
from tejian.kit.ground import clock

from .conftest import Office

API, AGREE, DISAGREE = "/api/inspectPro", "/api/inspectPro/agree", "/api/inspectPro/disagree"
PLANNER, INSPECTOR, COLLEAGUE, OWNER = "diaodu", "jianyan3", "jianyan6", "qiye"
SAID = {"name": "2026年常减压装置大修", "plant": "常减压装置", "remark": ""}
WORKS = [{"method": "RT", "planned": "40", "unit": "1"}, {"method": "TEST_THK", "planned": "120.5", "unit": "3"}]
DISSENT = {"topic": "2", "content": "测厚点位图与现场不一致"}
TITLE = {"title": "第一批容器检测工作量"}


def day(days: int) -> str:
    return str(clock.today() + timedelta(days=days))


def one(office: Office, model: Any, key: str) -> Any:
    return office.db.scalars(select(model).where(model.id == key)).one()


def project_of(office: Office, key: str) -> TurnaroundProject:
    found: TurnaroundProject = one(office, TurnaroundProject, key)
    return found


def of(office: Office, key: str) -> TurnaroundItem:
    found: TurnaroundItem = one(office, TurnaroundItem, key)
    return found


def vessels(office: Office, count: int = 2) -> list[Equipment]:
    """Vessels that run; they are the unit's from now on."""
    unit = office.user(OWNER).unit_id
    query = select(Equipment).where(Equipment.equclacode.startswith("21"), Equipment.equDel == 0)
    query = query.where(Equipment.equstatus == "1", Equipment.cheorgsysid == office.user(PLANNER).org_id)
    found = list(office.db.scalars(query.order_by(Equipment.equcode).limit(count)))
    for device in found:
        device.useorgsysid, device.useorgname = unit, "业主"
    office.db.commit()
    return found


def lines(office: Office, count: int = 2) -> list[Pipeline]:
    """Lines that run, of one piping of the unit."""
    query = select(Equipment).where(Equipment.equclass == "4000", Equipment.equDel == 0)
    piping = office.db.scalars(query.order_by(Equipment.equcode).limit(1)).one()
    piping.equclass, piping.equclacode, piping.equstatus = "8000", "8310", "1"
    piping.useorgsysid, piping.cheorgsysid = office.user(OWNER).unit_id, office.user(PLANNER).org_id
    own = {"equdatasysid": piping.id, "pipelevel": "GC2", "linestatus": "1", "pipename": "原油进料线"}
    made = [Pipeline(pipeno=f"PL-{n:02}", **own) for n in range(1, count + 1)]
    office.db.add_all(made)
    office.db.commit()
    return made


def asked(office: Office, **more: Any) -> dict[str, Any]:
    me = office.user(PLANNER)
    dates = {"begins": day(-10), "ends": day(20)}
    return {**SAID, **dates, "unitsysid": office.user(OWNER).unit_id, "dept_id": me.dept_id} | more


def drafted(office: Office, **more: Any) -> TurnaroundProject:
    """A project without devices."""
    return project_of(office, office.good(PLANNER, f"{API}/project/save", **asked(office, **more))["id"])


def items_of(office: Office, project: TurnaroundProject) -> list[TurnaroundItem]:
    query = select(TurnaroundItem).where(TurnaroundItem.project_id == project.id)
    return list(office.db.scalars(query.order_by(TurnaroundItem.kind, TurnaroundItem.objectno)))


def filed(office: Office, count: int = 2) -> TurnaroundProject:
    """A project with vessels."""
    project = drafted(office)
    ids = [device.id for device in vessels(office, count)]
    assert office.good(PLANNER, f"{API}/fileVessels", ids=ids, project_id=project.id) == count
    return project_of(office, project.id)


def packaged(office: Office, item: TurnaroundItem) -> None:
    form = {"id": item.id, "version": item.version, "packageno": "WP-01", "works": WORKS}
    office.good(PLANNER, f"{API}/package/save", **form)


def plan(office: Office, **more: Any) -> dict[str, Any]:
    people = ",".join(sorted(office.user(login).id for login in (INSPECTOR, COLLEAGUE)))
    return {"planbegin": day(-5), "planend": day(5), "inspectors": people} | more


def in_plan(office: Office) -> TurnaroundItem:
    """A vessel with its package, before the plan."""
    item = items_of(office, filed(office))[0]
    packaged(office, item)
    return of(office, item.id)


def started(office: Office) -> TurnaroundItem:
    """The same planned, of a project that runs."""
    item = in_plan(office)
    office.good(PLANNER, f"{API}/item/plan", ids=item.id, **plan(office))
    office.good(PLANNER, f"{API}/project/start", ids=item.project_id)
    return of(office, item.id)


def works_of(office: Office, item: TurnaroundItem) -> list[TurnaroundWork]:
    query = select(TurnaroundWork).where(TurnaroundWork.item_id == item.id)
    return list(office.db.scalars(query.order_by(TurnaroundWork.id)))


def entered(office: Office, item: TurnaroundItem) -> None:
    """All amounts are done as planned."""
    for work in works_of(office, item):
        form = {"id": work.id, "version": work.version, "done": str(work.planned)}
        office.good(INSPECTOR, f"{API}/work/save", **form)


def begun(office: Office) -> TurnaroundItem:
    """Begun, with all amounts done."""
    item = started(office)
    office.good(INSPECTOR, f"{API}/item/begin", ids=item.id, begun=day(-4))
    entered(office, of(office, item.id))
    return of(office, item.id)


PASSED = {"finished": day(-1), "result": "1"}
REFUSED = {"topic": "4", "due": day(3), "reason": "射线张数少两张"}


def finished(office: Office) -> TurnaroundItem:
    item = begun(office)
    office.good(INSPECTOR, f"{API}/item/finish", id=item.id, finished=day(-1), result="1")
    return of(office, item.id)


def complete(office: Office) -> TurnaroundProject:
    """A project of which every device is finished; it still runs."""
    item = finished(office)
    for other in items_of(office, project_of(office, item.project_id)):
        if other.id == item.id:
            continue
        packaged(office, other)
        office.good(PLANNER, f"{API}/item/plan", ids=other.id, **plan(office))
        office.good(INSPECTOR, f"{API}/item/begin", ids=other.id, begun=day(-4))
        entered(office, of(office, other.id))
        office.good(INSPECTOR, f"{API}/item/finish", id=other.id, finished=day(0), result="1")
    return project_of(office, item.project_id)


def signed(office: Office, project: TurnaroundProject) -> None:
    """All its devices are on a sheet that the owner signs."""
    ids = [item.id for item in items_of(office, project)]
    key = office.good(PLANNER, f"{AGREE}/make", ids=ids, **TITLE)["id"]
    office.good(PLANNER, f"{AGREE}/send", id=key)
    office.good(OWNER, f"{AGREE}/sign", id=key, opinion="数量属实")


def ended(office: Office) -> TurnaroundProject:
    """The same, signed by the owner and after 完工."""
    project = complete(office)
    signed(office, project)
    office.good(PLANNER, f"{API}/project/complete", id=project.id)
    return project_of(office, project.id)


def sheet_of(office: Office, key: str) -> OwnerSheet:
    found: OwnerSheet = one(office, OwnerSheet, key)
    return found


def dissent_of(office: Office, key: str) -> OwnerDissent:
    found: OwnerDissent = one(office, OwnerDissent, key)
    return found


def sheet(office: Office) -> OwnerSheet:
    """A draft of one finished vessel."""
    item = finished(office)
    return sheet_of(office, office.good(PLANNER, f"{AGREE}/make", ids=item.id, **TITLE)["id"])


def sent(office: Office) -> OwnerSheet:
    row = sheet(office)
    office.good(PLANNER, f"{AGREE}/send", id=row.id)
    return sheet_of(office, row.id)


def dissent(office: Office) -> OwnerDissent:
    """A draft of the owner about a project."""
    project = filed(office)
    form = {**DISSENT, "project_id": project.id, "due": day(7)}
    return dissent_of(office, office.good(OWNER, f"{DISAGREE}/save", **form)["id"])
