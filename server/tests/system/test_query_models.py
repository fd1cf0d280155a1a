"""通用查询模型: columns and conditions of a declared list, run with the own scope, the own masks and the own rights."""

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import func, select, update

from tejian.archives.models.equipment import Equipment
from tejian.demo import modelling
from tejian.system.models.querymodels import QueryCondition, QueryModel
from tests.archives.conftest import Archive, archive, office
from tests.conftest import Real
from tests.inspection.conftest import Office

from .querymodels import API, COLUMNS, IN_USE, MAKER, READER, begun, drafted, model, published, role

__all__ = ["archive", "office"]
LIFTS = "/api/eqd3000tpm/eqd3000tpm/findListBy3000"


def result(office: Office, login: str, row: QueryModel, **more: str) -> dict[str, Any]:
    return dict(office.good(login, f"{API}/result", modelId=row.id, **more))


def kept(office: Office) -> list[Any]:
    models = select(QueryModel.id, QueryModel.version, QueryModel.step, QueryModel.columns, QueryModel.sort)
    asked = select(QueryCondition.id, QueryCondition.prop, QueryCondition.value)
    return [office.db.execute(query.order_by(query.selected_columns[0])).all() for query in (models, asked)]


def test_a_model_finds_what_its_list_finds_for_the_same_person(archive: Archive) -> None:
    office = archive.office
    row = published(office)
    for login in (MAKER, READER):
        own = office.good(login, LIFTS, equstatus="1", pageSize=100)
        found = result(office, login, row, pageSize="100")
        assert [one["id"] for one in found["list"]] == [one["id"] for one in own["list"]]
        assert found["count"] == own["count"] > 0
    assert {one["equstatusName"] for one in found["list"]} == {"在用"}
    elsewhere = office.db.execute(select(Equipment.id).where(Equipment.equclass == "3000").limit(1)).scalar_one()
    office.db.execute(update(Equipment).where(Equipment.id == elsewhere).values(cheorgsysid="another"))
    office.db.commit()
    assert result(office, MAKER, row)["count"] == own["count"] - 1


def test_it_is_drawn_and_exported_as_every_list_with_the_columns_of_the_model(office: Office) -> None:
    row = published(office)
    config = office.good(MAKER, "/api/layout/findTableConfig", viewNo=f"model.{row.id}")
    assert [one["prop"] for one in config["columns"]] == COLUMNS["columns"].split(",")
    assert (config["title"], config["defaultSort"]) == ("在用电梯", "ninspdate")
    searched = office.good(MAKER, "/api/layout/findSearchFormConfig", viewNo=f"model.{row.id}")
    assert "equstatus" not in {one["prop"] for one in searched["fields"]}
    assert "equcode" not in COLUMNS["sort"]
    office.call.user = office.user(MAKER)
    office.db.commit()
    answer = office.call.client.post("/api/layout/export", data={"viewNo": f"model.{row.id}", "modelId": row.id})
    office.call.user = None
    assert answer.status_code == 200 and answer.content[:2] == b"PK"


def test_nobody_asks_past_the_conditions_of_the_model(office: Office) -> None:
    row = published(office, IN_USE | {"value": "停用"})
    wide = result(office, MAKER, row, equstatus="1")
    assert {one["equstatusName"] for one in wide["list"]} <= {"停用"}


def test_the_right_to_the_list_decides_at_each_run(office: Office) -> None:
    row = published(office, roles=f"{role(office, 'zhanzhang')},{role(office, 'zhiliang')}")
    assert result(office, READER, row)["count"] > 0
    user = office.user(READER)
    office.actors.users[READER] = replace(user, permissions=user.permissions - {"basic:equpment:query"})
    said = office.refused(READER, f"{API}/result", modelId=row.id)
    assert said == "您没有查看“电梯”的权限，不能查询这份清单"
    assert SOURCE_OPTION not in [one["value"] for one in office.good(READER, f"{API}/sources")]
    office.actors.users[READER] = user


SOURCE_OPTION = "eqd_elevator_list"


def test_a_model_is_seen_by_its_maker_and_once_published_by_its_roles(office: Office) -> None:
    row = drafted(office)
    listed = {login: office.good(login, f"{API}/findList")["count"] for login in (MAKER, READER, "jianguan")}
    assert listed == {MAKER: 1, READER: 0, "jianguan": 0}
    assert "没有此操作的权限" in office.refused(READER, f"{API}/result", modelId=row.id)
    office.good(MAKER, f"{API}/publish", ids=row.id)
    listed = {login: office.good(login, f"{API}/findList")["count"] for login in (MAKER, READER, "jianguan")}
    assert listed == {MAKER: 1, READER: 1, "jianguan": 0}
    before = kept(office)
    for move in ("retire", "revise"):
        said = office.refused(READER, f"{API}/{move}", ids=row.id, reason="不是我的")
        assert said == "查询模型由建立人修改"
    said = office.refused(READER, f"{API}/save", id=row.id, version=row.version, name="改名")
    assert said == f"{row.modelno}使用中，不能再修改"
    assert kept(office) == before


def test_a_published_model_does_not_change_and_a_new_version_takes_its_place(office: Office) -> None:
    row = published(office)
    before = kept(office)
    said = office.refused(MAKER, f"{API}/save", id=row.id, version=row.version, name="改名")
    assert said == f"{row.modelno}使用中，不能再修改"
    [condition] = office.db.scalars(select(QueryCondition.id)).all()
    assert "不能再修改" in office.refused(MAKER, f"{API}/deleteConditions", ids=condition, version=1)
    assert kept(office) == before
    office.good(MAKER, f"{API}/revise", ids=row.id)
    new = office.db.scalars(select(QueryModel).where(QueryModel.edition == 2)).one()
    assert (new.step, new.columns, new.modelno) == ("CG", row.columns, row.modelno)
    office.good(MAKER, f"{API}/ask", ids=new.id, prop="ninspdate", op="days", value="30")
    office.good(MAKER, f"{API}/publish", ids=new.id)
    steps = office.db.execute(select(QueryModel.edition, QueryModel.step).order_by(QueryModel.edition)).all()
    assert [tuple(one) for one in steps] == [(1, "TY"), (2, "SY")]
    assert (
        office.good(MAKER, f"{API}/said", id=new.id)["asks"] == "使用状态 是其中之一 在用；下次检验日期 今后几天内 30"
    )


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ({"prop": "id; drop table", "op": "is", "value": "1"}, "不能按id; drop table查询"),
        ({"prop": "equstatus", "op": "ge", "value": "1"}, "不能用“不早于”，可用的有是、是其中之一"),
        ({"prop": "equstatus", "op": "in", "value": "飞行"}, "没有“飞行”这个值"),
        ({"prop": "equstatus", "op": "is", "value": "在用,停用"}, "只能写一个值"),
        ({"prop": "ninspdate", "op": "days", "value": "很多"}, "请输入1至3660之间的天数"),
        ({"prop": "ninspdate", "op": "days", "value": "99999"}, "请输入1至3660之间的天数"),
        ({"prop": "ninspdate", "op": "days", "value": "3661"}, "请输入1至3660之间的天数"),
        ({"prop": "ninspdate", "op": "days", "value": "00000000199999999999"}, "请输入1至3660之间的天数"),
        ({"prop": "ninspdate", "op": "ge", "value": "明天"}, "日期"),
        ({"prop": "equstatus", "op": "like", "value": "1"}, "请从选项中选择"),
    ],
)
def test_what_the_list_cannot_be_asked_is_not_stored(office: Office, condition: dict[str, str], said: str) -> None:
    row = begun(office)
    before = kept(office)
    assert said in office.refused(MAKER, f"{API}/ask", ids=row.id, **condition)
    assert kept(office) == before


def test_the_same_is_not_asked_twice(office: Office) -> None:
    row = drafted(office)
    assert "同样的条件写了两次" in office.refused(MAKER, f"{API}/ask", ids=row.id, **IN_USE)
    assert office.db.scalar(select(func.count()).select_from(QueryCondition)) == 1


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"columns": "equcode,password_hash"}, "没有“password_hash”这一列"),
        ({"columns": "equcode", "sort": "useorgname; select 1"}, "不能按"),
        ({"columns": "equcode", "sort": "useorgname"}, "不能按“useorgname”排序"),
    ],
)
def test_unknown_columns_are_refused(office: Office, sent: dict[str, str], said: str) -> None:
    row = begun(office)
    before = kept(office)
    assert said in office.refused(MAKER, f"{API}/choose", ids=row.id, **{"sort": ""} | sent)
    assert kept(office) == before


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"source": "sys_role"}, "没有这份清单"),
        ({"source": "sys_user_list"}, "权限"),
        ({"roles": "everybody"}, "共享给角色：请从选项中选择"),
    ],
)
def test_a_list_that_is_none_or_not_seen_is_not_asked(office: Office, sent: dict[str, str], said: str) -> None:
    whole = {"name": "试", "source": SOURCE_OPTION} | sent
    assert said in office.refused(MAKER, f"{API}/save", **whole)
    assert kept(office) == [[], []]


def test_a_model_without_columns_is_not_published(office: Office) -> None:
    row = begun(office)
    assert "还没有选列" in office.refused(MAKER, f"{API}/publish", ids=row.id)
    assert model(office, row.id).step == "CG"


def test_columns_and_conditions_are_offered_from_the_list(office: Office) -> None:
    row = begun(office)
    names = {one["value"] for one in office.good(MAKER, f"{API}/columnsOf", ids=row.id)}
    assert {"equcode", "ninspdate"} <= names
    assert {"equstatus", "ninspdate"} <= {o["value"] for o in office.good(MAKER, f"{API}/searchesOf", ids=row.id)}
    sorts = [one["value"] for one in office.good(MAKER, f"{API}/sortsOf", ids=row.id)]
    assert sorts == ["ninspdate", "-ninspdate"]  # a list of millions has one order


def test_the_demo_city_has_models_in_use_and_drafts(real: Real) -> None:
    modelling.make()
    modelling.make()
    with real.new_session() as db:
        rows = db.execute(select(QueryModel.name, QueryModel.edition, QueryModel.step).order_by(QueryModel.id)).all()
    assert [tuple(one) for one in rows] == [
        ("三十天内到期的在用电梯", 1, "SY"),
        ("三十天内到期的在用电梯", 2, "CG"),
        ("停用的起重机械", 1, "SY"),
        ("在用锅炉", 1, "CG"),
    ]
