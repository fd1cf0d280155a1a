"""What was stated for one conclusion does not hold beside another, and words about a fault go or are asked about."""

from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.items import AppBuss
from tejian.inspection.records import api as records
from tejian.kit.ground import clock
from tejian.kit.ground.clock import add_months

from .conftest import Office
from .papers import plain
from .test_conclusions import built, record, repair, save, vessel
from .test_journeys import errors, issued

LIMITED = {"limits": "降压至0.5MPa使用", "monitormonths": "6", "permitpress": "0.5"}
USE = {"permittemp": "50", "permitmedium": "按设计介质"}  # what a whole record of a vessel states besides


def watched(office: Office) -> AppBuss:
    """A vessel of grade 4 that may be used within limits for six months."""
    item = built(office, vessel())
    office.filled(item)
    due = clock.today()
    facts = {"pressfailed": "0", "worstgrade": "4", **LIMITED, **USE}
    sent = {"conclusion": "1024", "rectifydue": str(add_months(due, 1)), "nextdate": str(add_months(due, 6))}
    saved = save(office, item, facts=facts, **sent, **repair(office, item))
    assert errors(saved) == [] and saved["ruledate"] == str(add_months(due, 6))
    assert saved["stated"] == facts
    assert "T22" not in {one["check"] for one in saved["findings"]}  # the months of watch are in the date by rule
    return item


def test_a_better_grade_takes_the_limits_of_the_worse_one_with_it(office: Office) -> None:
    item = watched(office)
    kept = record(office, item).facts
    saved = save(office, item, facts={**kept, "worstgrade": "1"}, conclusion="1021")  # the page sends all of them
    assert record(office, item).facts == saved["stated"] == {"pressfailed": "0", "worstgrade": "1"}
    asked, due = "第27项允许使用参数填“√”时，档案（记录）须有", add_months(clock.today(), 72)
    assert (saved["ruledate"], saved["nextdate"], saved["problems"]) == (str(due), str(due), "")
    use = {"permitpress": "1.0", **USE}  # what it may be used at is stated anew
    assert errors(saved) == [f"{asked}允许（监控）使用{one}" for one in ("压力", "温度", "介质")]
    assert errors(save(office, item, facts=use)) == []
    made, report, text = issued(office, item)
    values = records.values_of(made)
    assert (made.ninspdate, values.get("monitoredmonths"), made.insresult) == (due, None, "1021")
    assert not [word for word in ("降压", "监控使用的月数", "0.5MPa") if plain(word) in text]
    assert "限制条件" not in report.content["facts"]


def test_limits_beside_a_conclusion_that_has_none_is_refused(office: Office) -> None:
    item = watched(office)
    save(office, item, facts={"worstgrade": "1"}, conclusion="1021")
    saved = save(office, item, facts={"monitormonths": "6", "permitpress": "1.0", **USE})
    sentence = "不写本次允许监控使用的月数，请删去“6”"
    assert [one for one in errors(saved) if sentence in one]
    assert sentence in office.refused("jianyan1", "/api/appbuss/submitRecord", id=item.id, remark="照旧")
    assert (office.item(item.id).step, record(office, item).remark) == ("BGLR", "")
    assert records.values_of(office.db.get_one(Equipment, item.equdatasysid)).get("monitoredmonths") is None


def test_limits_go_when_the_use_ends(office: Office) -> None:
    item = watched(office)
    saved = save(office, item, conclusion="1023")  # limits hold beside no conclusion that ends the use
    assert saved["stated"] == {"pressfailed": "0", "worstgrade": "4"}
    assert saved["nextdate"] is None


def test_what_a_vessel_may_be_used_at_stays_when_nothing_limited_it(office: Office) -> None:
    item = built(office, vessel())
    office.filled(item)
    facts = {"pressfailed": "0", "worstgrade": "2", "permitpress": "0.9", **USE}
    save(office, item, facts=facts, conclusion="1021")
    assert save(office, item, conclusion="1022")["stated"] == facts


def test_words_that_name_an_item_that_conforms_are_asked_about(office: Office) -> None:
    item = office.built()
    office.filled(item, n12="×")
    due = str(add_months(clock.today(), 1))
    sent = {"problems": "第12项制动器失效", "rectifydue": due, "remark": "第12项制动器已停用"}
    saved = save(office, item, conclusion="1032", **sent)
    assert not [one for one in saved["findings"] if one["check"] == "X33"]
    values = {seq: one.get("v", {}) for seq, one in record(office, item).results.items()}
    results = [{"seq": 12, "r": "√", "v": values["12"]}, {"seq": 13, "r": "×", "v": values["13"], "n": "坏"}]
    saved = save(office, item, results=results)
    asked = [one["text"] for one in saved["findings"] if one["check"] == "X33"]
    wanted = "写到第12项，但该项检验结果为符合，请删去或说明"
    assert asked == [f"问题及处理意见{wanted}", f"备注{wanted}"]


def test_a_cycle_extended_needs_the_number_of_its_approval_and_who_approved(office: Office) -> None:
    item = built(office, vessel())
    office.filled(item)
    facts = {"pressfailed": "0", "worstgrade": "1", "setcyclemonths": "144", "extapproval": "1"}
    saved = save(office, item, facts=facts, conclusion="1021")
    assert saved["ruledate"] == str(add_months(clock.today(), 144))
    lacking = [f"延长检验周期已经批准的，须填写延长检验周期的{one}" for one in ("批准文号", "批准人")]
    assert errors(saved) == lacking
    assert lacking[0] in office.refused("jianyan1", "/api/appbuss/submitRecord", id=item.id, remark="照延")
    assert (office.item(item.id).step, record(office, item).remark) == ("BGLR", "")
    saved = save(office, item, facts={"extapprovalno": "甬特检批〔2026〕12号"})
    assert errors(saved) == lacking[1:]
    assert errors(save(office, item, facts={"extapprovedby": "王建国"})) == []
    made, report, text = issued(office, item)
    assert made.ninspdate == add_months(clock.today(), 144)
    assert report.content["facts"]["延长检验周期的批准文号"] == "甬特检批〔2026〕12号"
    assert plain("甬特检批〔2026〕12号") in text and plain("王建国") in text
