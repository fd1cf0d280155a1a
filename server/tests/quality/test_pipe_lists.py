"""管道检验业务查询: an inspection of a project stands once for each line that it is about."""

from typing import Any

from tests.archives.conftest import Archive, archive
from tests.archives.test_between_inspection import declared, inspected, line, piping
from tests.inspection.conftest import office

__all__ = ["archive", "office"]
URL = "/api/quality/findPipeBusiness"


def rows(archive: Archive, login: str = "zhiliang", **asked: Any) -> list[dict[str, Any]]:
    found = archive.office.good(login, URL, sort="pipeno", order="asc", **asked)["list"]
    return sorted(found, key=lambda one: str(one["pipeno"]))


def test_all_lines_in_use_where_the_declaration_names_none(archive: Archive) -> None:
    device, keys = piping(archive)
    item = inspected(archive, declared(archive, device))
    found = rows(archive, seisn=item.seisn)
    assert [one["lineid"] for one in found] == sorted(keys[:3], key=lambda key: line(archive, key).pipeno)
    assert {one["seisn"] for one in found} == {item.seisn}
    assert len({one["id"] for one in found}) == 3


def test_the_named_lines_alone(archive: Archive) -> None:
    device, keys = piping(archive)
    main = declared(archive, device, lineids=[keys[0], keys[1]])
    item = inspected(archive, main, conclusion="8011", facts={"worstline": "1", "pressfailed": "0"})
    assert {one["lineid"] for one in rows(archive, seisn=item.seisn)} == {keys[0], keys[1]}
    level = line(archive, keys[0]).pipelevel
    fits = {key for key in keys[:2] if line(archive, key).pipelevel == level}
    assert {one["lineid"] for one in rows(archive, seisn=item.seisn, pipelevel=level)} == fits
    assert rows(archive, seisn=item.seisn, acceptdateEnd="2001-01-01") == []


def test_without_the_right_it_shows_nothing(archive: Archive) -> None:
    assert "没有此操作的权限" in archive.office.refused("shoufei", URL)
