"""Who may sign a sub-report: the qualifications that its kind wants (sub_report_quals.csv)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SubReportQual:
    """Sub-reports whose name holds `word` are signed by holders of one of `quals` (C623)."""

    word: str
    label: str
    quals: tuple[str, ...]
    source: str


def sub_report_qual(row: Mapping[str, str]) -> SubReportQual:
    """A row of sub_report_quals.csv. Raises ValueError for one that names no word or no qualification."""
    quals = tuple(one.strip() for one in row["quals"].split(",") if one.strip())
    if not row["word"] or not quals:
        raise ValueError(f"分项报告的资格 {row['word']}：名称中的词和资格都要填写")
    return SubReportQual(row["word"], row["label"], quals, row["source"])


def wanted_for(rules: Iterable[SubReportQual], name: str) -> SubReportQual | None:
    """The qualifications for a sub-report of this name; None where no row speaks of it."""
    return next((one for one in rules if one.word in name), None)
