"""Files from other registers: their headings and words are proposed, confirmed, understood and kept per source."""

import json
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.imports.models import ImportSource

from .conftest import Archive
from .test_import import VIEW, Import, book

OURS = {
    "*设备类别（品种）": "电梯种类",
    "*设备名称": "设备名称",
    "*出厂编号(产品编号)": "产品编号",
    "*型号(规格)": "规格型号",
    "*制造单位名称": "生产厂家",
    "*制造日期": "出厂日期",
    "*使用单位名称": "产权单位",
    "*设备所在区划": "行政区划",
    "*设备使用地点": "安装地点",
    "设备代码": "特种设备代码",
    "层数（层）": "层数",
    "站数（站）": "站数",
    "门数（门）": "门数",
    "额定载重量（kg）": "载重量",
    "额定速度（m/s）": "额定速度(m/s)",
}


@pytest.fixture
def imports(archive: Archive) -> Import:
    return Import(archive)


def foreign(imports: Import, n: int, **more: Any) -> dict[str, Any]:
    row = {OURS[name]: value for name, value in imports.lift(n).items()}
    return row | {"电梯种类": "客用曳引电梯", "录入员": "小王"} | more


class Step:
    """列对应 as the dialog goes through it."""

    def __init__(self, imports: Import, *rows: dict[str, Any], login: str = "dangan"):
        self.imports, self.login = imports, login
        self.run = imports.send(book(list(rows)), "check", login)

    def ask(self, path: str, **more: Any) -> Any:
        sent = {k: json.loads(json.dumps(v)) for k, v in more.items()}
        return self.imports.office.good(self.login, f"/api/import/{path}", id=self.run["id"], **sent)

    def proposed(self, source: str = "") -> dict[str, dict[str, Any]]:
        return {c["head"]: c for c in self.ask("propose", sourceId=source)["columns"]}

    def columns(self, **changed: str) -> list[dict[str, str]]:
        known = {head: c["field"] for head, c in self.proposed().items()} | changed
        return [{"head": head, "field": name} for head, name in known.items()]


WORD = [{"field": "equclacode", "word": "客用曳引电梯", "code": "3110"}]


def test_headings_that_are_not_ours_are_asked_for_with_proposals(imports: Import) -> None:
    before = imports.counts()
    step = Step(imports, foreign(imports, 1), foreign(imports, 2))
    assert (step.run["state"], step.run["ended"]) == ("asking", True)
    assert step.run["message"].endswith("请说明各列的含义") and "不认识的列" in step.run["message"]
    said = step.proposed()
    assert (said["设备名称"]["field"], said["设备名称"]["why"]) == ("equname", "同名")
    assert (said["产权单位"]["field"], said["产权单位"]["why"]) == ("useorgsysid", "同名")
    assert said["生产厂家"]["field"] == "porgaosysid" and said["安装地点"]["field"] == "useplace"
    assert (said["录入员"]["field"], said["录入员"]["why"]) == ("", "")
    assert said["产品编号"]["samples"] == ["IMP00001", "IMP00002"]
    fields = [c["field"] for c in said.values() if c["field"]]
    assert len(fields) == len(set(fields))
    assert imports.counts() == before


def test_foreign_words_are_proposed_and_the_first_rows_shown_as_they_will_be_read(imports: Import) -> None:
    step = Step(imports, foreign(imports, 1))
    columns = step.columns(电梯种类="equclacode")
    asked = {one["field"]: one for one in step.ask("words", columns=columns)}
    assert [w["word"] for w in asked["equclacode"]["words"]] == ["客用曳引电梯"]
    assert {"value": "3110", "label": "曳引驱动乘客电梯"} in asked["equclacode"]["options"]
    assert "areacode" not in asked  # 330212 is a code of ours
    unread = step.ask("preview", columns=columns)
    place = unread["labels"].index("设备类别（品种）")
    assert unread["rows"][0]["cells"][place]["fault"] == "“客用曳引电梯”不在可选值中"
    shown = step.ask("preview", columns=columns, words=WORD)["rows"][0]["cells"][place]
    assert shown == {"given": "客用曳引电梯", "read": "曳引驱动乘客电梯", "fault": ""}


def test_a_confirmed_meaning_is_checked_and_written(imports: Import) -> None:
    before = imports.counts()
    step = Step(imports, foreign(imports, 1), foreign(imports, 2, **{"额定速度(m/s)": 99}))
    columns = step.columns(电梯种类="equclacode")
    checked = imports.send(b"", "check", runId=step.run["id"], columns=columns, words=WORD)
    assert (checked["state"], checked["good"], checked["bad"]) == ("done", 1, 1)
    assert [(f["row"], f["label"], f["sentence"]) for f in checked["faults"]] == [(3, "额定速度", "不得大于21m/s")]
    assert imports.counts() == before
    done = imports.send(b"", "valid", runId=checked["id"])
    assert (done["state"], done["written"]) == ("done", 1)
    lift = imports.archive.first(Equipment.prono == "IMP00001")
    assert (lift.equclacode, lift.useorgname, lift.useplace) == ("3110", imports.user.name, "鄞县大道 1 号")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"录入员": None}, "没有说明含义的列：录入员"),
        ({"录入员": "nothing"}, "所对应的项目不存在的列：录入员"),
        ({"录入员": "equname"}, "几列对应了同一项目：设备名称"),
        ({"电梯种类": ""}, "没有列对应的必填项：设备类别（品种）"),
    ],
)
def test_nothing_is_guessed(imports: Import, change: dict[str, str | None], sentence: str) -> None:
    step = Step(imports, foreign(imports, 1))
    columns = [c for c in step.columns(电梯种类="equclacode") if c["head"] not in change]
    columns += [{"head": head, "field": name} for head, name in change.items() if name is not None]
    said = imports.send(b"", "check", runId=step.run["id"], columns=columns)
    assert said["errorMsg"] == sentence
    assert imports.office.post("dangan", "/api/import/preview", id=step.run["id"], columns=columns)["errorMsg"] == (
        sentence
    )


def test_a_word_stands_for_a_code_of_its_field(imports: Import) -> None:
    step = Step(imports, foreign(imports, 1))
    words = [{"field": "equclacode", "word": "客用曳引电梯", "code": "9999"}]
    said = imports.send(b"", "check", runId=step.run["id"], columns=step.columns(), words=words)
    assert said["errorMsg"] == "设备类别（品种）：“客用曳引电梯”所对应的值不在可选值中"


def test_a_source_is_kept_offered_next_time_changed_and_deleted(imports: Import) -> None:
    step = Step(imports, foreign(imports, 1))
    columns = step.columns(电梯种类="equclacode", 录入员="")
    keep = {"viewNo": VIEW, "name": "市局老系统", "columns": columns, "words": WORD}
    office = imports.office
    kept = office.good("dangan", "/api/import/saveSource", **keep)
    twice = office.post("dangan", "/api/import/saveSource", **keep)
    assert twice["errorMsg"] == "已有名为“市局老系统”的来源，请选用它或换一个名称"

    again = Step(imports, foreign(imports, 2))
    listed = again.ask("propose")["sources"]
    assert [(s["name"], s["columns"], s["words"]) for s in listed] == [("市局老系统", len(columns), 1)]
    said = again.proposed(kept["id"])
    assert (said["电梯种类"]["field"], said["电梯种类"]["why"]) == ("equclacode", "上次")
    assert (said["录入员"]["field"], said["录入员"]["why"]) == ("", "上次")
    words = again.ask("words", columns=columns, sourceId=kept["id"])
    assert words[0]["words"] == [{"word": "客用曳引电梯", "code": "3110", "why": "上次"}]

    more = [{"field": "equstatus", "word": "正常", "code": "1"}]
    changed = office.good("dangan", "/api/import/saveSource", **keep | {"words": more}, **kept)
    row = imports.db.scalars(select(ImportSource).execution_options(populate_existing=True)).one()
    assert row.words == {"equclacode": {"客用曳引电梯": "3110"}, "equstatus": {"正常": "1"}}
    stale = office.post("dangan", "/api/import/saveSource", **keep, **kept)
    assert stale["errorCode"] == "STALE"

    office.good("dangan", "/api/import/deleteSource", **changed)
    assert imports.db.scalar(select(func.count()).select_from(ImportSource)) == 0


def test_a_source_belongs_to_its_organisation_and_its_list(imports: Import) -> None:
    step = Step(imports, foreign(imports, 1))
    for other in ({"org_id": "elsewhere"}, {"unit_id": "elsewhere"}, {"view_no": "person_list"}):
        org = imports.office.user("dangan").org_id
        stated = {"org_id": org, "unit_id": "", "view_no": VIEW, "name": "别处", "columns": {"录入员": "equname"}}
        row = ImportSource(**stated | other)
        imports.db.add(row)
        imports.db.flush()
        said = imports.office.post("dangan", "/api/import/propose", id=step.run["id"], sourceId=row.id)
        assert not said["isSuccess"]
        imports.db.delete(row)


def test_a_file_whose_headings_are_ours_is_not_asked_for(imports: Import) -> None:
    done = imports.send(book([imports.lift(1)], imports.head()), "check")
    assert (done["state"], done["good"]) == ("done", 1)
    said = imports.office.post("dangan", "/api/import/propose", id=done["id"])
    assert said["errorMsg"] == "这个文件的表头与模板一致，不需要对应列"
