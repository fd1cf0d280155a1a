"""The same sentence of several items or rows is said once, with all its places."""

from tejian.inspection.rules.api import Finding, told_once


def at(seq: int, text: str, check: str = "Y05", row: int = 0) -> Finding:
    return Finding("error", str(seq), text, seq, check, row=row)


def test_what_is_said_of_several_items_is_said_once() -> None:
    contents = {1: "制动器", 2: "限速器", 3: "缓冲器", 7: "层门"}
    said = [at(seq, f"第{seq}项{contents[seq]}有实测值，但没有列出卷尺") for seq in (1, 2, 7, 3)]
    assert told_once(said, contents) == ["第1～3、7项有实测值，但没有列出卷尺"]


def test_rows_and_sentences_without_a_place_too() -> None:
    rows = [at(0, f"测厚表第{n}行：壁厚-1mm为负数，请核对", "X26", n) for n in (2, 4)]
    assert told_once([*rows, at(0, "没有证书"), at(0, "没有证书")], {}) == [
        "测厚表第2、4行：壁厚-1mm为负数，请核对",
        "没有证书",
    ]


def test_what_differs_stays_apart_and_alone_is_as_it_was() -> None:
    said = [at(1, "第1项制动器：没有结果"), at(2, "第2项限速器：须填写说明"), at(2, "第2项限速器：没有结果", "X01")]
    assert told_once(said, {1: "制动器", 2: "限速器"}) == [one.text for one in said]
