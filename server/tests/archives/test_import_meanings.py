"""A meaning is proposed only when it is right: a confident wrong is worse than none."""

import pytest

from tejian.archives.care.importing.devices import columns_of
from tejian.kit.ground import dictionary
from tejian.kit.importing.meaning import propose, propose_words

from .conftest import Archive

BOILER, VESSEL, LIFT, RIDE = "1000", "2000", "3000", "6000"


def proposed(archive: Archive, equclass: str, *heads: str) -> list[str]:
    me = archive.office.user("dangan")
    fields = columns_of(equclass)(archive.db, me)
    said = propose(fields, [{"head": h, "samples": [], "words": []} for h in heads], {})
    return [one["field"] for one in said]


@pytest.mark.parametrize(
    ("equclass", "head", "field"),
    [
        (BOILER, "内检日期", ""),  # of the last or the next one?
        (BOILER, "下次内检日期", "ninspdatein"),
        (BOILER, "下次外检日期", "ninspdateout"),
        (BOILER, "外检有效期", ""),
        (BOILER, "水压试验日期", ""),
        (BOILER, "工作压力(MPa)", "ratedpress"),
        (BOILER, "设计压力", ""),
        (BOILER, "再热蒸汽压力", ""),
        (VESSEL, "使用单位", "useorgsysid"),
        (VESSEL, "使用单位地址", "unit_address"),
        (VESSEL, "设计压力(MPa)", "designpress_shell"),
        (VESSEL, "设计压力（管程）", "designpress_tube"),
        (VESSEL, "夹套设计压力", "designpress_jacket"),
        (VESSEL, "设计温度", "designtemp_shell"),
        (VESSEL, "试验压力", ""),
        (VESSEL, "下次年度检查日期", "nyearcheckdate"),
        (VESSEL, "年度检查日期", ""),
        (LIFT, "上次检验日期", "inspdate"),
        (LIFT, "下次检验日期", "ninspdate"),
        (LIFT, "检验日期", "inspdate"),
        (LIFT, "下次检测日期", "ndetdate"),
        (LIFT, "制造单位", "porgaosysid"),
        (LIFT, "制造日期", "prodate"),
        (LIFT, "维保单位", "maiorgsysid"),
        (LIFT, "维保单位联系电话", "maitel"),
        (LIFT, "录入员", ""),
        (LIFT, "序号", ""),
        (LIFT, "备注", "remark"),
        (RIDE, "使用单位", "useorgsysid"),
    ],
)
def test_a_heading_means_what_it_says_or_nothing(archive: Archive, equclass: str, head: str, field: str) -> None:
    assert proposed(archive, equclass, head) == [field]


@pytest.mark.parametrize(
    ("of", "word", "code"),
    [
        ("C617", "Ⅱ类", "II"),
        ("C617", "第二类", "II"),
        ("C617", "II类", "II"),
        ("C617", "Ⅲ类", "III"),
        ("C617", "三类", "III"),
        ("C617", "Ⅳ类", ""),
        ("C637", "使用", ""),
        ("C637", "未使用", ""),
        ("C637", "已停用", "2"),
        ("C637", "已注销", "7"),
    ],
)
def test_a_word_stands_for_its_code_or_none(archive: Archive, of: str, word: str, code: str) -> None:
    codes = dictionary.words(archive.db, archive.office.user("dangan").dict_version)[of]
    assert propose_words([word], codes, {})[word][0] == code
