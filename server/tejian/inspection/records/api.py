"""What other wings and areas may ask of inspection.records."""

from .answers import note_checks, refuses, unanswered, write_answers
from .approval import REPORT, issue, update_equipment
from .book import (
    covers,
    dates_book,
    instrument_needs,
    items_of,
    offered,
    rule_of,
    seisorts,
    sheet_rules,
    tables_of_templates,
)
from .conclusion import effect_of, judged_record
from .content import document
from .entry import (
    Conclusion,
    Differences,
    EntryItem,
    EntryScreen,
    Fact,
    Judged,
    NextExplained,
    Photo,
    Proposal,
    RecordHead,
    differences,
    entry_screen,
    explained,
    judged,
)
from .entry_tables import EntryTable, SiteMeasure, WorkedTable
from .examined import Examined, examine
from .hints import Finding
from .noting import DATES, dates_after, note_detection
from .pipelines import check_named
from .reading import device_names, templates_of, unqualified_codes, values_of
from .service import (
    OF_RECORD,
    InstrumentLine,
    RecordForm,
    contradictions,
    findings_of,
    instrument_lines,
    new_record,
    record_or_refuse,
    write,
)

__all__ = [
    "DATES",
    "OF_RECORD",
    "REPORT",
    "Conclusion",
    "Differences",
    "EntryItem",
    "EntryScreen",
    "EntryTable",
    "Examined",
    "Fact",
    "Finding",
    "InstrumentLine",
    "Judged",
    "NextExplained",
    "Photo",
    "Proposal",
    "RecordForm",
    "RecordHead",
    "SiteMeasure",
    "WorkedTable",
    "check_named",
    "contradictions",
    "covers",
    "dates_after",
    "dates_book",
    "device_names",
    "differences",
    "document",
    "effect_of",
    "entry_screen",
    "examine",
    "explained",
    "findings_of",
    "instrument_lines",
    "instrument_needs",
    "issue",
    "items_of",
    "judged",
    "judged_record",
    "new_record",
    "note_checks",
    "note_detection",
    "offered",
    "record_or_refuse",
    "refuses",
    "rule_of",
    "seisorts",
    "sheet_rules",
    "tables_of_templates",
    "templates_of",
    "unanswered",
    "unqualified_codes",
    "update_equipment",
    "values_of",
    "write",
    "write_answers",
]
