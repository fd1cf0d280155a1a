"""Number rules, flow versions, rule tables, notices, qualifications and signatures."""

from datetime import timedelta
from io import BytesIO
from itertools import count
from typing import Any

import pytest
from PIL import Image
from sqlalchemy import func, select, text

from tejian import data
from tejian.kit.database.numbering import NumberRule, take_number
from tejian.kit.files import blobs as files
from tejian.kit.ground import clock
from tejian.system.models.accounts import StaffQual
from tejian.system.models.rules import RuleConfirmation, RuleRow
from tejian.system.models.settings import Notice
from tejian.system.rules import store as rulestore
from tejian.system.rules import tables as admin_rules
from tejian.system.rules.loading import load_tables
from tejian.system.rules.store import key_of
from tejian.system.settings.notices import cleaned

NUMBER = "/api/system/number/save"


def number(db: Any, code: str) -> NumberRule:
    return db.scalars(select(NumberRule).where(NumberRule.code == code)).one()


@pytest.mark.parametrize(
    ("code", "pattern", "reset", "sentence"),
    [
        ("appno", "SB{yyyy}", "year", "格式：须有且只有一个流水号{seq}"),
        ("appno", "SB{yyyy}{MM}{dd}{seq:4}{seq:4}", "day", "格式：须有且只有一个流水号{seq}"),
        ("appno", "SB{yyyy}{MM}{seq:4}", "day", "格式：每日重新计数时须含{dd}，否则编号会重复"),
        ("appno", "SB{MM}{dd}{seq:4}", "day", "格式：每日重新计数时须含{yyyy}，否则编号会重复"),
        ("appno", "SB{yyyy}{MM}{dd}{evil}{seq:4}", "day", "格式：不认识{evil}"),
        ("appno", "SB{{yyyy}{MM}{dd}{seq:4}", "day", "格式：括号不配对"),
        ("appno", "SB{yyyy}{MM}{dd}{seq:99}", "day", "格式：流水号应为1至12位"),
        ("seisn", "{yyyy}{seq:6}", "year", "格式：须保留{kind}，否则编号会重复"),
        ("appno", "SB{yyyy}{MM}{dd}{seq:4}", "hour", "重新计数：请从选项中选择"),
    ],
)
def test_number_formats_that_could_repeat_are_refused(browser, db, code, pattern, reset, sentence) -> None:
    row = number(db, code)
    before = (row.pattern, row.reset)
    said = browser("sysadmin").said(NUMBER, 422, id=row.id, version=str(row.version), pattern=pattern, reset=reset)
    assert said == sentence
    row = number(db, code)
    assert (row.pattern, row.reset) == before


def test_a_new_format_is_used_from_then_on(browser, db) -> None:
    with clock.at(clock.now().replace(year=2026, month=3, day=2)):
        assert take_number(db, "appno") == "SB202603020001"
        assert take_number(db, "appno") == "SB202603020002"
        row = number(db, "appno")
        row.pattern = "SQ{yy}{MM}{dd}-{seq:3}"
        db.flush()
        assert take_number(db, "appno") == "SQ260302-003"


def test_a_new_period_goes_on_counting(browser, db) -> None:
    with clock.at(clock.now().replace(year=2026, month=3, day=2)):
        for _ in range(7):
            take_number(db, "archive")
        assert take_number(db, "archive") == "2026-000008"
        row = number(db, "archive")
        admin = browser("sysadmin")
        admin.good(NUMBER, id=row.id, version=str(row.version), pattern="{yyyy}-{seq:6}", reset="never")
        assert take_number(db, "archive") == "2026-000009"


def test_a_preview_shows_the_first_number(browser) -> None:
    admin = browser("sysadmin")
    with clock.at(clock.now().replace(year=2026, month=3, day=2)):
        told = admin.good("/api/system/number/preview", pattern="{org}{kind}{yyyy}{seq:5}", reset="year")
    assert told == {"sample": "NBTD202600001"}
    assert admin.said("/api/system/number/preview", 422, pattern="x", reset="year").startswith("格式：")


def test_rules_that_change_while_they_are_read_are_read_whole(db, monkeypatch) -> None:
    """A template that is published between two questions of one request starts them anew."""
    numbers = count(-2, -1)
    monkeypatch.setattr(rulestore, "version", lambda *_: next(numbers))
    assert len(rulestore.every(db, "report_items")) == len(rulestore.rows(db, "report_items")) > 0
    assert rulestore.since(db, ["report_items"], clock.today()) == ""


def cover(db: Any) -> RuleRow:
    query = select(RuleRow).where(RuleRow.tbl == "qualification_cover", RuleRow.validto.is_(None))
    return db.scalars(query.order_by(RuleRow.seq)).first()


def in_force(db: Any) -> list[dict[str, str]]:
    db.info.pop("versions", None)  # a new request would learn the version anew
    return rulestore.rows(db, "qualification_cover")


def test_an_edited_rule_ends_and_has_a_successor(browser, db) -> None:
    admin, old, today = browser("sysadmin"), cover(db), clock.today()
    loaded = admin.good("/api/system/rule/qualification_cover/load", id=old.id)
    assert loaded["code"] == old.data["code"] and loaded["effective"] == today.isoformat()
    form = {"id": old.id, "version": "1", "code": old.data["code"], "covers": "TS-9", "effective": today.isoformat()}
    count = len(in_force(db))
    made = admin.good("/api/system/rule/qualification_cover/save", **form, source="测试通知 1 号")
    db.refresh(old)
    fresh = db.scalars(select(RuleRow).where(RuleRow.id == made["id"])).one()
    assert (old.validto, fresh.validfrom, fresh.validto, fresh.seq) == (today, today, None, old.seq)
    assert (fresh.data["covers"], fresh.data["source"], fresh.source) == ("TS-9", "测试通知 1 号", "测试通知 1 号")
    kept = in_force(db)
    assert len(kept) == count and {"TS-9"} <= {r["covers"] for r in kept}
    assert admin.good("/api/system/rule/findEndedList")["count"] == 1
    assert admin.said("/api/system/rule/qualification_cover/save", 409, **form, source="x").startswith("数据已被")
    said = admin.said("/api/system/rule/qualification_cover/save", **form | {"version": "2"}, source="x")
    assert said == "该规则已废止，不能修订"


def test_a_rule_needs_its_source_and_a_day_that_has_come(browser, db) -> None:
    admin, old = browser("sysadmin"), cover(db)
    tomorrow = (clock.today() + timedelta(days=1)).isoformat()
    form = {"id": old.id, "version": "1", "code": "A", "covers": "B", "effective": clock.today().isoformat()}
    path = "/api/system/rule/qualification_cover/save"
    assert admin.said(path, 422, **form) == "依据：必填"
    said = admin.said(path, 422, **form | {"effective": tomorrow}, source="x")
    assert said == "生效日期：不能晚于今天，未来的规则请在生效当日录入"
    twin = {"code": old.data["code"], "covers": old.data["covers"], "effective": clock.today().isoformat()}
    assert admin.said(path, **twin, source="x").startswith("已有相同的规则：")
    browser("shouli").said(path, 403, **form, source="x")
    assert db.scalar(select(func.count()).where(RuleRow.validto.is_not(None))) == 0


def test_a_rule_that_cannot_be_read_is_refused(browser, db, monkeypatch) -> None:
    def never(row: dict[str, str]) -> None:
        raise ValueError("资格代码不存在")

    monkeypatch.setitem(admin_rules.CHECKS._bound, "qualification_cover", never)
    form = {"code": "A", "covers": "B", "effective": clock.today().isoformat(), "source": "x"}
    said = browser("sysadmin").said("/api/system/rule/qualification_cover/save", **form)
    assert said == "规则无法使用：资格代码不存在"


def test_an_expression_that_does_not_parse_is_refused(browser, db) -> None:
    old = db.scalars(select(RuleRow).where(RuleRow.tbl == "grade_rules", RuleRow.validto.is_(None))).first()
    form = {**old.data, "condition": "heatarea *", "effective": clock.today().isoformat(), "source": "x", "id": old.id}
    said = browser("sysadmin").said("/api/system/rule/grade_rules/save", version=old.version, **form)
    assert said == "规则无法使用：算式写法错误：heatarea *"
    assert db.scalar(select(func.count()).where(RuleRow.validto.is_not(None))) == 0


def test_a_rule_is_ended_without_a_successor(browser, db) -> None:
    admin, old = browser("sysadmin"), cover(db)
    count = len(in_force(db))
    admin.good("/api/system/rule/qualification_cover/end", ids=old.id)
    assert len(in_force(db)) == count - 1
    other = db.scalar(select(RuleRow.id).where(RuleRow.tbl == "fees").limit(1))
    assert admin.said("/api/system/rule/qualification_cover/end", ids=other) == "所选规则已废止，请刷新"


ATTACKS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "<object data='data:text/html,x'></object>",
    "<a href='javascript:alert(1)'>x</a>",
    "<a href='JaVaScRiPt&colon;alert(1)'>x</a>",
    "<div><iframe srcdoc='<script>1</script>'></iframe></div>",
    "<p style='background:url(javascript:1)' onclick='x()'>y</p>",
    "<<script>script>alert(1)</script>",
    "<math><mi//xlink:href='data:x,<script>alert(1)</script>'>",
]


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_notice_holds_nothing_that_runs(attack: str) -> None:
    kept = cleaned(f"<p>好{attack}</p>").lower()
    for bad in (
        "<script",
        "onerror",
        "onload",
        "onclick",
        "javascript:",
        "<object",
        "<iframe",
        "<svg",
        "style=",
        "<img",
    ):
        assert bad not in kept.replace("&lt;", "‹"), kept
    assert "好" in kept


def test_what_a_notice_may_hold_stays() -> None:
    text = '<h2>通知</h2><p>请<b>注意</b><br><a href="https://example.cn/a?b=1">链接</a></p><ul><li>一</li></ul>'
    assert cleaned(text) == text.replace('">链接', '" rel="noopener noreferrer">链接')


def test_a_notice_is_drafted_published_read_and_withdrawn(browser, db) -> None:
    admin, reader = browser("sysadmin"), browser("qiye")
    made = admin.good(
        "/api/system/notice/save", title="停电通知", kind="通知", top="1", content="<p>周六<script>x</script>停电</p>"
    )
    assert (made["state"], made["content"]) == ("草稿", "<p>周六停电</p>")
    assert reader.good("/api/notice/findList")["count"] == 0
    assert reader.call("/api/notice/getDetail", id=made["id"]).status_code == 403
    admin.good("/api/system/notice/publish", ids=made["id"])
    row = reader.good("/api/notice/findList")["list"][0]
    assert (row["title"], row["publisher"], row["top"]) == ("停电通知", "沈系统", True)
    told = reader.good("/api/notice/getDetail", id=made["id"])
    assert (told["content"], told["publishTime"]) == ("<p>周六停电</p>", told["publishTime"]) and told["publishTime"]
    said = admin.said("/api/system/notice/save", id=made["id"], title="改了")
    assert said == "已发布的公告请先撤回，再修改"
    assert admin.said("/api/system/notice/delete", ids=made["id"]) == "已发布的公告请先撤回，再删除"
    admin.good("/api/system/notice/withdraw", ids=made["id"])
    assert reader.good("/api/notice/findList")["count"] == 0
    reader.said("/api/system/notice/save", 403, title="x", kind="通知", content="x")
    admin.good("/api/system/notice/delete", ids=made["id"])
    assert db.scalar(select(func.count()).select_from(Notice)) == 0


def picture(kind: str, size: tuple[int, int] = (300, 100)) -> bytes:
    out = BytesIO()
    Image.new("RGB", size, "white").save(out, kind)
    return out.getvalue()


def test_a_signature_is_stored_redrawn_and_shown(browser, person) -> None:
    admin, row = browser("sysadmin"), person("dayin")
    sent = {"file": ("签名.jpg", picture("JPEG"), "image/jpeg")}
    answer = admin.call("/api/system/user/signature", id=row.id, _files=sent).json()
    assert answer["isSuccess"], answer
    content = files.read_checked(person("dayin").signature)
    assert content.startswith(b"\x89PNG") and Image.open(BytesIO(content)).size == (300, 100)
    shown = admin.call.get("/api/system/user/signaturePicture", id=row.id)
    assert (shown.headers["content-type"], shown.content) == ("image/png", content)
    zhiliang = browser("zhiliang")
    assert zhiliang.call.get("/api/system/user/signaturePicture", id=row.id).status_code == 200


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"<svg onload=alert(1)>", "签名图片只能是 PNG 或 JPEG"),
        (b"\x89PNG\r\n\x1a\n" + b"x" * 100, "签名图片已损坏或像素过大"),
        (b"\xff\xd8\xff" + b"x" * (201 << 10), "签名图片不能超过200 KB"),
        (b"GIF89a" + b"x" * 50, "签名图片只能是 PNG 或 JPEG"),
    ],
)
def test_other_files_are_no_signatures(browser, person, content: bytes, sentence: str) -> None:
    row, before = person("dayin"), person("dayin").signature
    sent = {"file": ("a.png", content, "image/png")}
    answer = browser("sysadmin").call("/api/system/user/signature", id=row.id, _files=sent).json()
    assert answer["errorMsg"] == sentence
    assert person("dayin").signature == before
    missing = browser("sysadmin").said("/api/system/user/signature", 422, id=row.id)
    assert missing == "请选择签名图片"


def test_qualifications_are_held_once_and_marked_when_they_end(browser, person, db) -> None:
    admin, user = browser("sysadmin"), person("jianyan1")
    today = clock.today()
    form = {"user_id": user.id, "item": "SS", "certno": "ZJ-1", "status": "有效"}
    until = (today + timedelta(days=40)).isoformat()
    made = admin.good("/api/system/staff/save", **form, issuedate="2024-01-01", validto=until)
    page = admin.good("/api/system/staff/findList", user_id=user.id, certno="ZJ-1")["list"]
    assert [(p["userName"], p["termName"], p["termTone"], p["expired"]) for p in page] == [
        ("陈立峰", "即将到期", "ca", "0")
    ]
    twice = admin.said("/api/system/staff/save", 422, **form | {"certno": "ZJ-2"}, validto=until)
    assert twice == "资格项目：该人员已有此项资格，请修改原记录"
    wrong = admin.said("/api/system/staff/save", 422, id=made["id"], version="1", validto="2023-01-01")
    assert wrong == "有效期至：应晚于发证日期"
    row = db.scalars(select(StaffQual).where(StaffQual.id == made["id"])).one()
    row.validto = today - timedelta(days=1)
    page = admin.good("/api/system/staff/findList", user_id=user.id, certno="ZJ-1")["list"]
    assert [(p["termName"], p["termTone"], p["expired"]) for p in page] == [("已过期", "no", "1")]


def test_numbers_have_no_gaps_after_a_rollback(db) -> None:
    first = take_number(db, "charge")
    with db.begin_nested() as inner:
        take_number(db, "charge")
        inner.rollback()
    assert int(take_number(db, "charge")[-5:]) == int(first[-5:]) + 1
    assert db.scalar(text("select count(*) from counter where series = 'charge'")) == 1


def told_in_english(db: Any, table: str, key: str) -> RuleRow:
    """A rule row as an older version of the product brought it."""
    row = db.scalars(select(RuleRow).where(RuleRow.tbl == table, RuleRow.rowkey == key)).one()
    db.execute(
        text(
            "update rule_row set source = 'structure as in the standard',"
            ' data = data || \'{"source": "structure as in the standard"}\' where id = :id'
        ),
        {"id": row.id},
    )
    db.expire_all()
    return row


def test_a_new_version_tells_the_sources_of_its_rules_anew(db) -> None:
    key = "F0098|"
    row = told_in_english(db, "fees", key)
    fees = {key_of("fees", r): r for r in data.rows("fees")}
    assert load_tables(db) == 0
    assert (row.source, row.data["source"]) == (fees[key]["source"], fees[key]["source"])
    assert row.data == fees[key]
    assert load_tables(db) == 0 and not db.dirty


@pytest.mark.parametrize("why", ["an administrator made it", "it says otherwise", "it was confirmed", "it ended"])
def test_sources_of_rules_that_are_not_as_they_came_stay(db, person, why) -> None:
    row = told_in_english(db, "fees", "F0098|")
    if why == "an administrator made it":
        row.createby = person("sysadmin").id
    elif why == "it says otherwise":
        row.data = {**row.data, "calc": "999"}
    elif why == "it ended":
        row.validto = clock.today()
    else:
        db.add(RuleConfirmation(rule_id=row.id, verdict="1", person="王建国", said=clock.today()))
    db.flush()
    load_tables(db)
    assert row.source == "structure as in the standard"
