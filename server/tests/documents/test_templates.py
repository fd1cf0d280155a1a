"""Every template prints its sample completely, on A4, and prints user text as text."""

import io
from collections.abc import Callable
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest
from PIL import Image
from pypdf import PdfReader

from tejian.kit.papers import pdf
from tests.documents.pages import template_names

Sample = Callable[[str], dict[str, Any]]
Read = Callable[[bytes], tuple[int, str]]
A4 = (595.28, 841.89)
SIZES = {"express_bill": (283.5, 425.2)}  # a label of 100 by 150 mm

PAGES = {
    "carbon_copy": 1,
    "cert_renewal": 1,
    "exam_application": 1,
    "exam_admission": 1,
    "exam_scores": 1,
    "exam_review": 1,
    "work_certificate": 1,
    "serious_report": 1,
    "file_mark": 1,
    "quality_text": 1,
    "knowledge_text": 1,
    "check_record": 1,
    "duty_record": 1,
    "check_order": 1,
    "check_again": 1,
    "use_certificate": 1,
    "use_change": 1,
    "use_form": 1,
    "use_letter": 1,
    "report": 7,
    "original_record": 3,
    "SBDDY": 2,
    "SBDDY3": 2,
    "SBDDY7": 2,
    "SBHZD": 1,
    "SBHZD7": 1,
    "FZNB001": 1,
    "FZRJB": 1,
    "task_sheet": 1,
    "opinion_notice": 1,
    "label_sheet": 2,
    "device_card": 2,
    "device_list": 1,
    "use_mark": 2,
    "equipment_list": 1,
    "wall_sheet": 1,
    "charge_receipt": 1,
    "report_supplement": 1,
    "report_change": 1,
    "rule_confirmation": 1,
    "construction_notice": 1,
    "supervision_certificate": 1,
    "supervision_liaison": 1,
    "contract": 1,
    "arrears_letter": 1,
    "account_statement": 1,
    "cash_slip": 1,
    "account_receipt": 1,
    "payment_receipt": 1,
    "express_bill": 2,
    "sub_report": 1,
    "test_sheet": 1,
}


def photo(color: tuple[int, int, int] = (90, 120, 150)) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (800, 600), color).save(out, "JPEG")
    return out.getvalue()


def test_every_template_has_a_sample() -> None:
    assert sorted(PAGES) == template_names()


@pytest.mark.parametrize(("template", "pages"), PAGES.items())
def test_samples_print_on_their_paper(template: str, pages: int, sample: Sample, read: Read) -> None:
    content = pdf.render(template, sample(template))
    count, _ = read(content)
    assert count == pages
    for page in PdfReader(io.BytesIO(content)).pages:
        size = sorted((float(page.mediabox.width), float(page.mediabox.height)))
        assert size == pytest.approx(sorted(SIZES.get(template, A4)), abs=1)


@pytest.mark.parametrize(
    ("template", "words"),
    [
        ("report", ["NBTD202600137", "注意事项", "整改后合格", "2028年06月", "TS7110033-2027", "林致远周海宁"]),
        ("express_bill", ["SF1234567890123", "补打（第2次）", "13812345678", "等14份", "李工"]),
        ("label_sheet", ["梯11浙B00123(24)", "宁波四明物业管理有限公司", "2027-03-01"]),
        ("device_card", ["特种设备卡片", "额定载重量", "1.75m/s"]),
        ("device_list", ["特种设备清单", "91330200000100008X", "百丈东路1号"]),
        ("charge_receipt", ["负陆佰陆拾元整", "FS2026000000011", "抬头有误", "补打（第2次打印）"]),
        ("payment_receipt", ["收款收据（非税）", "JF2026112900017-02", "找零（元）40.00", "尚欠（元）660.00"]),
        ("cash_slip", ["JK20261130001", "贰仟陆佰肆拾元整", "2026年11月28日", "银行收讫章"]),
        ("construction_notice", ["GZ33021226000017", "宁波捷安电梯工程有限公司", "2027年02月28日", "周晓琳"]),
        ("supervision_certificate", ["JD-DT-2026-00017", "TS3333017-2028", "NBTJ202600017", "TS7110033-2027"]),
        ("supervision_liaison", ["JLD-DT-2600003", "2026年12月01日", "马班长", "本联络单关闭"]),
        ("cert_renewal", ["ZB202611280003", "2026年12月21日", "未发生过", "叉车司机"]),
        ("exam_application", ["KS202611280007", "330212**********16", "无恐高", "王小明"]),
        ("exam_admission", ["第二考场", "17号", "09:00—10:30", "2026年12月05日"]),
        ("exam_scores", ["理论", "81", "不合格", "宁波市特种设备作业人员考试中心"]),
        ("exam_review", ["2030年11月27日", "61周岁", "江考务"]),
        ("work_certificate", ["TS2026000000017", "起重机司机", "2028-05-05", "宁波市市场监督管理局"]),
        ("quality_text", ["检验报告控制程序", "NBTJ-CX-07", "2.2审核人"]),
        ("knowledge_text", ["电梯困人应急救援要点", "NBTJ-YJ-01", "三十分钟"]),
        ("file_mark", ["作废2026-11-01起不再使用", "NBTJ-CX-07A/0", "冯国平"]),
        ("check_record", ["JC202611280001", "共检查2项，不符合1项", "WT202600012", "施建平", "2026年11月10日"]),
        ("duty_record", ["每日电梯安全检查记录", "零风险报告", "2026年11月28日"]),
        ("check_order", ["ZL20260007", "特种设备安全监察指令书", "立即停止使用", "申请行政复议"]),
        ("check_again", ["到现场逐项复查", "已更换急停开关", "2026年11月25日"]),
        ("use_mark", ["特种设备使用标志", "2027年03月", "鄞州区市场监督管理局"]),
        ("original_record", ["NBTD202600137-JL", "缓冲器", "越程285mm", "陈慎行"]),
        ("SBDDY", ["特种设备检验申报单", "SB202606010012", "51103301520210014", "车11浙B00314(21)", "赵受理"]),
        ("SBDDY3", ["电梯检验申报单", "18/18/18", "203118", "甬江捷安电梯服务有限公司"]),
        ("SBDDY7", ["压力管道检验申报单", "ET-0310-200-B2", "356.5"]),
        ("SBHZD", ["特种设备检验申报回执单", "DT2026001235", "1320.00", "投诉电话"]),
        ("SBHZD7", ["GD2026000087", "N2-0101-80-A1B", "1180.00"]),
        ("FZRJB", ["收费日结单", "柒仟肆佰陆拾元整", "找零差错，已登记待查", "5470.00", "8571644cf5f064d4"]),
        ("FZNB001", ["特种设备检验缴费通知单", "壹仟柒佰捌拾元整", "1780.00", "33020026061100018425"]),
        ("equipment_list", ["特种设备清单", "31103301520210014", "2台，其中超期1台", "宁波恒捷电梯工程有限公司"]),
        ("wall_sheet", ["特种设备到期一览", "宁波甬江置业物业服务有限公司", "2026-06-01", "电梯困人拨打96333"]),
        ("task_sheet", ["特种设备检验任务单", "RW260608003", "浙B·D8123", "DT-Y-0087"]),
        ("opinion_notice", ["特种设备检验意见通知书", "TZS-DT-2600137", "☑整改后复检", "☐立即停止使用", "海曙区市场监督管理局江厦所"]),  # noqa: E501
    ],
)  # fmt: skip
def test_what_the_sample_says_is_on_paper(template: str, words: list[str], sample: Sample, read: Read) -> None:
    _, text = read(pdf.render(template, sample(template)))
    assert [word for word in words if word not in text] == []


def test_the_report_repeats_its_head_and_counts_its_pages(sample: Sample, read: Read) -> None:
    content = pdf.render("report", sample("report"))
    pages = ["".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(content)).pages]
    assert "报告编号" in pages[0]
    assert not any("共5页" in page for page in pages[:2])
    assert [f"第{number}页共5页" in page for number, page in enumerate(pages[2:], 1)] == [True] * 5
    assert sum("检验内容与要求" in page for page in pages) == 3


def section(data: dict[str, Any], kind: str) -> dict[str, Any]:
    """The first section of a kind in the sample of a report."""
    found: dict[str, Any] = next(one for one in data["paper"]["sections"] if one["kind"] == kind)
    return found


def test_all_items_and_marks_are_printed(sample: Sample, read: Read) -> None:
    data = sample("report")
    _, text = read(pdf.render("report", data))
    rows = section(data, "items")["rows"]
    for item in rows:
        assert f"{item['seq']}{'*' if item['key_item'] == 'Y' else ''}{item['item_no']}" in text
    for mark in "√×—△":
        count = sum(item["result"] == mark for item in rows)
        assert text.count(mark) >= count > 0


HOSTILE = [
    '#let x = 1; #panic("x") #import "common.typ": *',
    "$x^2$ $ integral $",
    "{{7*7}} ${7*7} <%= 7*7 %>",
    '\\ \\u{41} "quoted" \\n #"a"',
    "*bold* _italic_ `raw` = heading\n- list\n/ term: x <label> @ref // comment /* no */",
    "https://example.cn/?a=1&b=<script>alert(1)</script>",
    "[content] (group) ~ -- --- ... 'a' \"b\"",
]


@pytest.mark.parametrize("words", HOSTILE)
def test_user_text_is_never_code(words: str, sample: Sample, read: Read) -> None:
    data = sample("report") | {"opinion": words}
    data["paper"]["cover"][0]["value"] = data["paper"]["identity"][0]["value"] = words
    section(data, "tables")["tables"][0]["parts"][0]["rows"][0][0] = words
    _, text = read(pdf.render("report", data))
    plain = "".join(words.split())
    assert text.count(plain) >= 4


@pytest.mark.parametrize("template", PAGES)
def test_hostile_text_in_every_value_still_prints(template: str, sample: Sample, read: Read) -> None:
    def poison(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: one if name in ("svg", "qr") else poison(one) for name, one in value.items()}
        if isinstance(value, list):
            return [poison(one) for one in value]
        return value + " #x $y$ \\" if isinstance(value, str) else value

    count, text = read(pdf.render(template, poison(sample(template))))
    assert count >= 1
    assert "#x$y$\\" in text


LONG_PLACES = [
    ("opinion_notice", ("problems", 0, "text")),
    ("opinion_notice", ("feedback",)),
    ("report", ("opinion",)),
    ("report", ("paper", "sections", 3, "rows", 3, "remark")),
    ("original_record", ("opinion",)),
    ("task_sheet", ("remark",)),
    ("SBDDY", ("remark",)),
    ("SBDDY", ("rows", 0, "useplace")),
    ("SBHZD", ("preparations", 0)),
    ("FZNB001", ("remark",)),
]


@pytest.mark.parametrize(("template", "place"), LONG_PLACES)
@pytest.mark.parametrize("piece", ["甬江特种设备检验", "ABCDEFGH"])
def test_ten_thousand_characters_run_on_without_loss(
    template: str, place: tuple[str | int, ...], piece: str, sample: Sample, read: Read
) -> None:
    data: Any = sample(template)
    target = data
    for step in place[:-1]:
        target = target[step]
    target[place[-1]] = piece * 1250
    content = pdf.render(template, data)
    _, text = read(content)
    assert text.count(piece[0]) >= 1250
    assert text.count(piece[-1]) >= 1250
    assert inside(content)


def inside(content: bytes) -> bool:
    """Whether every run of text starts on its page and is not wider than the rest of the line."""
    outside: list[str] = []
    for page in PdfReader(io.BytesIO(content)).pages:
        width, height = float(page.mediabox.width), float(page.mediabox.height)

        def place(
            text: str, cm: Any, tm: Any, _font: Any, size: float, limits: tuple[float, float] = (width, height)
        ) -> None:
            x, y = cm[0] * tm[4] + cm[2] * tm[5] + cm[4], cm[1] * tm[4] + cm[3] * tm[5] + cm[5]
            longest = max((len(line) for line in text.splitlines()), default=0)
            if text.strip() and not (x >= 0 and x + longest * size * 0.4 <= limits[0] + 1 and 0 <= y <= limits[1]):
                outside.append(text)

        page.extract_text(visitor_text=place)
    return not outside


def test_control_characters_are_left_out_and_numbers_kept(sample: Sample, read: Read) -> None:
    data = sample("SBDDY") | {
        "remark": "a\x00b\x1b[31mc\ud800d",
        "plandate": date(2026, 6, 11),
        "email": Decimal("12.50"),
    }
    _, text = read(pdf.render("SBDDY", data))
    assert "ab[31mcd" in text
    assert "2026年06月11日" in text
    assert "12.50" in text


def test_missing_values_leave_a_printable_form(read: Read) -> None:
    for template in PAGES:
        count, _ = read(pdf.render(template, {}))
        assert count >= 1


def test_drafts_and_voids_are_marked(sample: Sample, read: Read) -> None:
    data = sample("report")
    assert "未批准无效" in read(pdf.render("report", data | {"draft": True}))[1]
    assert "作废" in read(pdf.render("report", data | {"void": True}))[1]
    assert "作废" not in read(pdf.render("report", data))[1]


def test_photos_and_signatures_are_drawn(sample: Sample, read: Read) -> None:
    data = sample("report")
    plain = PdfReader(io.BytesIO(pdf.render("report", data)))
    data["photos"] = [pdf.picture(photo()) | {"caption": "机房", "at": "2026-06-11 09:42"}]
    data["paper"]["sections"].append({"kind": "photos", "title": "七、附图与照片", "unprinted": 3})
    signed = {"name": "王立新", "date": "2026-06-18", "sign": pdf.picture(photo((0, 0, 0)), 300)}
    data["paper"]["signers"][3]["people"] = [signed]
    reader = PdfReader(io.BytesIO(pdf.render("report", data)))
    assert "另有3张照片" in "".join(reader.pages[-1].extract_text().split())
    assert sum(len(page.images) for page in reader.pages) == sum(len(page.images) for page in plain.pages) + 2


def test_only_pictures_are_taken_as_pictures() -> None:
    for content in (b"", b"<svg/>", b"%PDF-1.7", b"GIF89a"):
        with pytest.raises(pdf.PdfError):
            pdf.picture(content)


@pytest.mark.parametrize("name", ["nothing", "../templates/SBDDY", "common.typ", "", "/etc/passwd", "a" * 100])
def test_only_known_templates_are_rendered(name: str) -> None:
    with pytest.raises(pdf.PdfError):
        pdf.render(name, {})


def test_data_must_be_plain() -> None:
    with pytest.raises(pdf.PdfError):
        pdf.render("SBDDY", {"remark": object()})
    with pytest.raises(pdf.PdfError):
        pdf.render("SBDDY", {"remark": float("nan")})


def test_the_same_data_and_time_give_the_same_file(sample: Sample) -> None:
    at = datetime(2026, 6, 18, 8, 0, tzinfo=UTC)
    data = sample("FZNB001")
    assert pdf.render("FZNB001", data, made_at=at) == pdf.render("FZNB001", data, made_at=at)


@pytest.mark.parametrize(
    ("amount", "words"),
    [
        ("0", "零元整"),
        ("0.05", "伍分"),
        ("0.50", "伍角整"),
        ("1.05", "壹元零伍分"),
        ("10", "壹拾元整"),
        ("105.30", "壹佰零伍元叁角整"),
        ("1120.00", "壹仟壹佰贰拾元整"),
        ("1005.06", "壹仟零伍元零陆分"),
        ("10000", "壹万元整"),
        ("10005", "壹万零伍元整"),
        ("20300.45", "贰万零叁佰元肆角伍分"),
        ("100000000", "壹亿元整"),
        ("100010000", "壹亿零壹万元整"),
        ("1234567.89", "壹佰贰拾叁万肆仟伍佰陆拾柒元捌角玖分"),
        ("1000000000000", "壹万亿元整"),
        ("-330", "负叁佰叁拾元整"),
        ("0.005", "壹分"),
    ],
)
def test_amounts_in_capital_characters(amount: str, words: str) -> None:
    assert pdf.rmb_words(Decimal(amount)) == words


def test_amounts_beyond_reason_are_refused() -> None:
    with pytest.raises(ValueError, match="金额过大"):
        pdf.rmb_words(Decimal(10) ** 13)
