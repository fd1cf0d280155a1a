"""Papers whose optional values are missing: no word of the program, no empty bracket, no dangling mark."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from tejian.kit.papers import pdf
from tests.documents.pages import template_names

Sample = Callable[[str], dict[str, Any]]
Read = Callable[[bytes], tuple[int, str]]
KEPT = ("kind",)  # says what a section is
WRONG = re.compile(
    r"None|null|undefined|NaN|（\s*）|\(\s*\)|“\s*”|《\s*》|：[，；、。]|[，；、][，；、。]|（[，；、]|[，；、]）|：/。"
)


def bare(value: Any, empty: Any) -> Any:
    """The same data with `empty` in place of every text; of lists the first two rows."""
    if isinstance(value, dict):
        return {name: one if name in KEPT else bare(one, empty) for name, one in value.items()}
    if isinstance(value, list):
        return [bare(one, empty) for one in value[:2] if empty is not None or not isinstance(one, str)]
    return empty if isinstance(value, str) else value


@pytest.mark.parametrize("empty", ["", None], ids=["blank", "missing"])
@pytest.mark.parametrize("template", template_names())
def test_a_paper_with_nothing_but_its_rows_reads_well(template: str, empty: Any, sample: Sample, read: Read) -> None:
    _, text = read(pdf.render(template, bare(sample(template), empty)))
    assert [text[max(0, m.start() - 12) : m.end() + 12] for m in WRONG.finditer(text)] == []


@pytest.mark.parametrize("template", template_names())
def test_a_paper_without_any_list_is_printed(template: str, sample: Sample, read: Read) -> None:
    lists = {name: [] for name, one in sample(template).items() if isinstance(one, list)}
    _, text = read(pdf.render(template, bare(sample(template), "") | lists))
    assert WRONG.search(text) is None


def test_what_is_missing_is_struck_out(sample: Sample, read: Read) -> None:
    for template, words in (
        ("report_change", "业务流水号/设备代码/"),
        ("task_sheet", "参检人员/"),
        ("opinion_notice", "：经检验"),
        ("FZNB001", "请与收款单位联系。"),
    ):
        _, text = read(pdf.render(template, bare(sample(template), "")))
        assert words in text
