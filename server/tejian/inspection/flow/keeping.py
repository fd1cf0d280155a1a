"""What a move keeps of the checks of its report."""

from tejian.inspection.records import api as records
from tejian.kit.process.doing import Doing

from . import guards


def note_checks(d: Doing) -> None:
    """保存报告检查的结果与说明"""
    record = guards.record_of(d)
    assert record is not None
    found = guards.found_of(d, record)
    records.write_answers(record, found, d.form.reasons, d.me)
    records.note_checks(d.db, d.me, d.subject, record, found, d.before)
