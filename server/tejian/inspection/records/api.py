"""What other wings and areas may ask of inspection.records."""

from .answers import note_checks, refuses, unanswered, write_answers
from .approval import REPORT, issue, keep_report, supervisors_of, update_equipment
from .bare import Bare, refusals, spoken
from .book import (
    application_materials,
    completion_papers,
    covers,
    dates_book,
    evidence,
    fields_of_template,
    foreign,
    instrument_needs,
    is_kept,
    items_of,
    licence_needs,
    mirrored,
    notice_sorts,
    offered,
    rule_of,
    seisorts,
    settings,
    sheet_rules,
    signer_of_sub_report,
    subjects,
    subjects_for,
    tables_of_templates,
    witness_points,
)
from .book import offered_tables as tables_offered
from .calibration import calibration_columns, calibration_conditions, measured, with_cells
from .conclusion import effect_of, judged_record, reason_of
from .content import document, person, stated, title_of, verify_link
from .dating import First, first_record
from .differing import Differences, differences
from .earliest import earliest_of
from .entry import (
    Conclusion,
    EntryItem,
    EntryScreen,
    Fact,
    Followed,
    Judged,
    NextDay,
    NextExplained,
    Photo,
    Proposal,
    RecordHead,
    entry_screen,
    explained,
    judged,
)
from .entry_tables import EntryTable, SiteMeasure, WorkedTable
from .examined import Examined, examine
from .hints import Finding
from .history import last_days
from .left_out import left_out_of
from .national import WAY as SM2_WAY
from .national import certificate as sm2_certificate
from .national import demonstration as sm2_demonstration
from .national import install as install_sm2
from .national import kept as sm2_container
from .national import said_of as sm2_said_of
from .national import said_of_file as sm2_said_of_file
from .national import signer_of as sm2_signer
from .noting import DATES, dates_after, moves_dates, note_detection
from .pictures import refuse_taking
from .pipelines import check_named, held_back, lines_of_item, named_lines, of_lines_words
from .proofs import (
    archive_names,
    as_findings,
    behind_of,
    impossible,
    kinds_of_sub_reports,
    rows_of_tables,
    sentence,
    unproven_of,
    words_of,
)
from .reading import (
    SUB_REPORTS,
    device_names,
    due_day,
    first_of,
    items_of_row,
    record_of,
    sub_reports,
    templates_of,
    unqualified_codes,
    values_of,
)
from .returned import foreign_mark, mark
from .seals import DEMONSTRATION, certificates, demonstration, install, seal_folder
from .service import (
    OF_RECORD,
    RecordForm,
    contradictions,
    findings_of,
    new_record,
    record_or_refuse,
    write,
)
from .sheets import tables_of
from .stating import Parameter, Stated
from .tools import InstrumentLine, Tools, instrument_lines, not_in_order

__all__ = [
    "DATES",
    "DEMONSTRATION",
    "OF_RECORD",
    "REPORT",
    "SUB_REPORTS",
    "Bare",
    "Conclusion",
    "Differences",
    "EntryItem",
    "EntryScreen",
    "EntryTable",
    "Examined",
    "Fact",
    "Finding",
    "First",
    "Followed",
    "InstrumentLine",
    "Judged",
    "NextDay",
    "NextExplained",
    "Parameter",
    "Photo",
    "Proposal",
    "RecordForm",
    "RecordHead",
    "SiteMeasure",
    "Stated",
    "Tools",
    "WorkedTable",
    "application_materials",
    "archive_names",
    "as_findings",
    "behind_of",
    "calibration_columns",
    "calibration_conditions",
    "certificates",
    "check_named",
    "completion_papers",
    "contradictions",
    "covers",
    "dates_after",
    "dates_book",
    "device_names",
    "differences",
    "document",
    "due_day",
    "effect_of",
    "entry_screen",
    "evidence",
    "examine",
    "explained",
    "fields_of_template",
    "findings_of",
    "first_of",
    "first_record",
    "foreign",
    "foreign_mark",
    "impossible",
    "instrument_lines",
    "instrument_needs",
    "is_kept",
    "issue",
    "items_of",
    "items_of_row",
    "judged",
    "judged_record",
    "keep_report",
    "kinds_of_sub_reports",
    "last_days",
    "left_out_of",
    "licence_needs",
    "lines_of_item",
    "mark",
    "mirrored",
    "moves_dates",
    "new_record",
    "not_in_order",
    "note_checks",
    "note_detection",
    "notice_sorts",
    "offered",
    "person",
    "reason_of",
    "record_or_refuse",
    "refusals",
    "refuse_taking",
    "refuses",
    "rows_of_tables",
    "rule_of",
    "seal_folder",
    "seisorts",
    "sentence",
    "settings",
    "sheet_rules",
    "signer_of_sub_report",
    "spoken",
    "stated",
    "sub_reports",
    "subjects",
    "subjects_for",
    "supervisors_of",
    "tables_of",
    "tables_of_templates",
    "tables_offered",
    "templates_of",
    "title_of",
    "unanswered",
    "unproven_of",
    "unqualified_codes",
    "update_equipment",
    "values_of",
    "verify_link",
    "witness_points",
    "words_of",
    "write",
    "write_answers",
]
