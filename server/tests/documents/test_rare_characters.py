"""A character that the fonts lack is named on the paper: an empty box does not say which it was."""

import json

from tejian.kit.papers import glyphs
from tejian.kit.papers.pdf import to_json


def test_what_the_fonts_show_stays_as_it_is() -> None:
    # usual ones, and rare ones of names that the fonts have: of extension A and of extension B
    usual = "宁波市鄞州区喆堃甯囍龘㛃㐂𬭎 ABC 12 ①Ⅱ½≥℃（）《》"
    assert glyphs.said(usual) == usual


def test_what_they_lack_is_named_and_nothing_else_changes() -> None:
    assert glyphs.said("浙江𠮷祥电梯有限公司") == "浙江〔缺字U+20BB7〕祥电梯有限公司"
    assert glyphs.said("𠮷𠮷") == "〔缺字U+20BB7〕〔缺字U+20BB7〕"


def test_every_text_of_a_paper_is_looked_through() -> None:
    data = {"unit": "𠮷祥", "rows": [{"name": "𠮷", "n": 1}], "names": ("好", "𠮷")}
    said = json.loads(to_json(data))
    assert said == {
        "unit": "〔缺字U+20BB7〕祥",
        "rows": [{"name": "〔缺字U+20BB7〕", "n": 1}],
        "names": ["好", "〔缺字U+20BB7〕"],
    }
