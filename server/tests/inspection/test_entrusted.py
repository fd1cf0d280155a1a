"""An entrusted project from its registration to the archive."""

from datetime import timedelta

from tejian.kit.ground import clock
from tests.inspection import entrusted
from tests.inspection.conftest import Office

CALLS = entrusted.CALLS


def test_from_registration_to_the_archive(office: Office) -> None:
    row = entrusted.finished(office)
    office.good("dangan", f"{CALLS}/saveGd", ids=row.id, archiveno="WT-2026-1", archivebox="B-3")
    office.db.refresh(row)
    assert (row.step, row.archivist, row.archived, row.leadername) == ("GD", "孙静", clock.today(), "陈立峰")
    assert row.entrustno == f"WT{clock.today():%Y}0001"
    page = office.good("jianyan1", f"{CALLS}/record", id=row.id)
    assert page["title"] == f"委托项目 {row.entrustno}"


def test_what_is_under_way_is_not_rewritten(office: Office) -> None:
    row = entrusted.started(office)
    sent = {"id": row.id, "version": row.version, "name": "另一项目"}
    said = office.refused("shouli", f"{CALLS}/saveWtxmNbtjzx", **sent)
    assert said == f"委托项目{row.entrustno}执行，不能再修改"
    assert "不能删除" in office.refused("shouli", f"{CALLS}/deleteWtxmNbtjzx", ids=row.id)
    assert "没有此操作的权限" in office.refused("diaodu", f"{CALLS}/finish", ids=row.id)


def test_a_term_before_the_beginning_is_refused(office: Office) -> None:
    early = str(clock.today() - timedelta(days=1))
    said = office.refused("shouli", f"{CALLS}/saveWtxmNbtjzx", **entrusted.form(office, duedate=early))
    assert said == f"完成期限{early}不得早于开始日期{clock.today()}"


def test_its_leader_sees_it_and_another_inspector_of_the_department_of_nobody_does_not(office: Office) -> None:
    row = entrusted.started(office)
    listed = office.good("jianyan1", f"{CALLS}/findList")["list"]
    assert [one["entrustno"] for one in listed] == [row.entrustno]
    assert office.good("jianyan2", f"{CALLS}/findList")["list"] == []
