"""Faults planted in what keeps attacks out (docs/security.md), where no other file of this folder plants one."""

from tools.fault import Fault

LOGIN, CALLS = "system/test_login.py", "security/test_every_call.py"

FAULTS = [
    Fault(
        "session without use goes on",
        "system/accounts/session.py",
        "if now - row.last_used > idle or now - row.created > whole:",
        "if now - row.created > whole:",
        LOGIN,
        "half_an_hour_without_use",
    ),
    Fault(
        "session without an end",
        "system/accounts/session.py",
        "if now - row.last_used > idle or now - row.created > whole:",
        "if now - row.last_used > idle:",
        LOGIN,
        "twelve_hours",
    ),
    Fault(
        "polling taken for use of a session",
        "system/accounts/session.py",
        "if not caller.quiet and now - row.last_used > timedelta(minutes=1):",
        "if now - row.last_used > timedelta(minutes=1):",
        LOGIN,
        "asking_for_messages",
    ),
    Fault(
        "cookie alone opens a session",
        "system/accounts/session.py",
        "if not caller.secret or not caller.sid:\n        return None\n"
        "    row = _first(db, FIND, hashed(caller.secret))\n"
        "    if row is None or not secrets.compare_digest(row.sid_hash, hashed(caller.sid)) or not row.enabled:",
        "if not caller.secret:\n        return None\n"
        "    row = _first(db, FIND, hashed(caller.secret))\n"
        "    if row is None or not row.enabled:",
        CALLS,
        "half_a_session",
    ),
    Fault(
        "picture of the login good for two tries",
        "system/accounts/captcha.py",
        "    row = db.execute(\n        delete(Captcha).where(Captcha.random_num == random_num)"
        ".returning(Captcha.text, Captcha.at)\n    ).first()",
        "    row = db.get(Captcha, random_num)",
        LOGIN,
        "after_two_wrong_tries",
    ),
    Fault(
        "messages to one number without end",
        "messages/api.py",
        'if (db.scalar(to_number) or 0) >= number(db, "sms.per_number_hour", 5):',
        "if (db.scalar(to_number) or 0) >= 10**9:",
        "messages/test_sms.py",
        "numbers_and_users",
    ),
    Fault(
        "rows of others left out instead of refused",
        "kit/db.py",
        "    if len(rows) != len(wanted):\n        raise NoPermission()\n    if lock:",
        "    if not rows:\n        raise NoPermission()\n    if lock:",
        "security/test_records_of_others.py",
        "one_foreign_id",
    ),
    Fault(
        "notice with scripts in it",
        "system/settings/notices.py",
        "    return nh3.clean(\n        markup,",
        "    return markup or nh3.clean(\n        markup,",
        "system/test_business_rules.py",
        "holds_nothing_that_runs",
    ),
    Fault(
        "code of a phone good for ever",
        "archives/files/service.py",
        "good = link is not None and link.attrefsysid == ref and link.expires >= clock.now()",
        "good = link is not None and link.attrefsysid == ref",
        "archives/test_phone_upload.py",
        "quarter_of_an_hour",
    ),
    Fault(
        "guesses of report codes uncounted",
        "inspection/reports/public.py",
        "        tries.failed(db, counted, tries.PUBLIC)\n",
        "",
        "security/test_flow_and_pages.py",
        "guessing_is_stopped",
    ),
    Fault(
        "three administrators in one hand",
        "system/accounts/roles.py",
        "if len(held := [name for code, name in DUTIES.items() if code in codes]) > 1:",
        "if len(held := [name for code, name in DUTIES.items() if code in codes]) > 3:",
        "system/test_accounts.py",
        "three_administrators",
    ),
    Fault(
        "content that was changed in the store given out",
        "kit/files.py",
        "if hashlib.sha256(content).hexdigest() != key:",
        "if not content:",
        "archives/test_attachments.py",
        "changed_on_disk",
    ),
    Fault(
        "line of a log broken by who is logged",
        "kit/audit.py",
        'return "".join(c if c.isprintable() else "·" for c in text)[:size]',
        "return text[:size]",
        "security/test_flow_and_pages.py",
        "one_line_whatever",
    ),
]
