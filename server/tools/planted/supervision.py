"""Faults of supervision and of what its screens stand on."""

from tools.fault import Fault

CHECKS, COPIES = "supervision/test_checklists.py", "supervision/test_copies.py"
FAULTS = [
    Fault(
        "visit to a lift of another unit signed",
        "supervision/box/signing.py",
        "if not me.unit_id or db.scalar(mine) is None:",
        "if not me.unit_id:",
        "supervision/test_box.py",
        "only_maintained",
    ),
    Fault(
        "visit signed twice",
        "supervision/box/signing.py",
        "if row.signed:",
        "if False:",
        "supervision/test_box.py",
        "signed_once",
    ),
    Fault(
        "box without an order to stop",
        "supervision/box/devices.py",
        "if number := known.stopped.get(row.id):",
        "if number := known.busy.get(row.id):",
        "supervision/test_box.py",
        "stop_heads_the_box",
    ),
    Fault(
        "measure of exactly its limit blamed",
        "kit/process/checklist.py",
        "number > self.high",
        "number >= self.high",
        CHECKS,
        "outside_its_limits",
    ),
    Fault(
        "check list handed in without its pictures",
        "archives/files/service.py",
        'Attachment.item != ""',
        'Attachment.item == ""',
        CHECKS,
        "says_what_it_lacks",
    ),
    Fault(
        "check list written over by who has not read it",
        "kit/process/checklist.py",
        "row.updateby, row.updatetime = me.name, clock.now()",
        "pass",
        CHECKS,
        "must_have_read_it",
    ),
    Fault(
        "draft of a copy seen by its receiver",
        "supervision/models/copies.py",
        "and_(C.toorg == me.org_id, C.step != DRAFT)",
        "C.toorg == me.org_id",
        COPIES,
        "draft_is_its_senders_alone",
    ),
    Fault(
        "everybody with the right told of a copy",
        "system/accounts/roles.py",
        "SysUser.org_id == org) if org",
        "SysUser.enabled) if org",
        COPIES,
        "draft_is_its_senders_alone",
    ),
    Fault(
        "key of a device shown on a child list",
        "kit/forms/columns.py",
        "words = keys.words(db, c.refers, (row[c.name] for row in rows))",
        "words = {}",
        "walks/test_keys.py",
        "record_page_shows_words",
    ),
]
