"""What a record has from the machine before it (`fleet`): by item whose answer it is."""

from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.rules.api import INFO, Finding

SOURCE = "c"  # of an item of a record: whose answer it has


def taken(record: OriginalRecord) -> dict[str, str]:
    """By item whose answer it has."""
    return {seq: one[SOURCE] for seq, one in record.results.items() if one.get(SOURCE)}


def taken_findings(record: OriginalRecord) -> list[Finding]:
    """Who audits reads how many items were not entered at the machine itself."""
    sources: dict[str, int] = {}
    for one in taken(record).values():
        sources[one] = sources.get(one, 0) + 1
    return [Finding(INFO, "", f"{count}项结果照{source}填写，测量值未照抄") for source, count in sources.items()]
