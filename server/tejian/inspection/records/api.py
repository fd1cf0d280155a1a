"""What other wings and areas may ask of inspection.records."""

from .approval import issue, template_of, update_equipment
from .book import covers, dates_book, items_of, rule_of, seisorts
from .content import document
from .entry import differences, entry_screen, explained, judged
from .noting import DATES, dates_after, note_detection
from .pipelines import IN_USE, check_named
from .service import (
    RecordForm,
    findings_of,
    instrument_lines,
    new_record,
    record_or_refuse,
    templates_of,
    unqualified_codes,
    values_of,
    write,
)

__all__ = [
    "DATES",
    "IN_USE",
    "RecordForm",
    "check_named",
    "covers",
    "dates_after",
    "dates_book",
    "differences",
    "document",
    "entry_screen",
    "explained",
    "findings_of",
    "instrument_lines",
    "issue",
    "items_of",
    "judged",
    "new_record",
    "note_detection",
    "record_or_refuse",
    "rule_of",
    "seisorts",
    "template_of",
    "templates_of",
    "unqualified_codes",
    "update_equipment",
    "values_of",
    "write",
]
