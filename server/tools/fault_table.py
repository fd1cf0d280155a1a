"""The faults that ./test --faults seeds: one small change of the product each, and the tests that must notice it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """`old` stands exactly once in `file` and becomes `new`; `tests` (and of them `only`) must then fail."""

    name: str
    file: str  # under server/tejian
    old: str
    new: str
    tests: str  # under server/tests
    only: str = ""  # as pytest -k takes it


GUARDS, SCOPES, OTHERS = "walks/test_guards.py", "walks/test_scopes.py", "security/test_work_of_others.py"
ATTACHMENTS, EQUIPMENT = "archives/files/service.py", "archives/equipment/models.py"
G, P, M = "inspection/flow/guards.py", "inspection/flow/business.py", "inspection/models.py"
CORRECTION, HANDLING = "archives/care/correction/process.py", "inspection/tasks/handling.py"


def guard(name: str, old: str, new: str, only: str) -> Fault:
    return Fault(name, G, old, new, GUARDS, only)


def scope(name: str, file: str, old: str, new: str, only: str) -> Fault:
    return Fault(name, file, old, new, SCOPES, only)


_FAULTS = [
    # -- submission and acceptance of a declaration
    guard(
        "declaration without a device",
        "return None if d.subject.equcount else",
        "return None if True else",
        "submit-has_equipment or accept-has_equipment",
    ),
    guard(
        "declaration without a telephone",
        "if main.inscontactname and main.INSCONTACTTEL:",
        "if main.inscontactname or main.INSCONTACTTEL:",
        "has_contact",
    ),
    guard(
        "combination of kind and inspection unchecked",
        'return f"{item.equname}{item.equcode}：{said}"',
        "continue",
        "combination_allowed",
    ),
    guard(
        "device out of use declared",
        'row.equstatus not in ("1", "2", "9")',
        'row.equstatus not in ("1", "2", "8", "9")',
        "submit-devices_declarable",
    ),
    guard("deleted device accepted", "if row.equDel:\n", "if row.equDel > 1:\n", "accept-devices_declarable"),
    guard(
        "device declared twice",
        "AppMain.step.in_(at.WAITING),",
        "AppMain.step.in_(at.WAITING[:2]),",
        "no_open_business",
    ),
    # -- void and withdrawal
    guard(
        "void after approval", 'return f"业务{found}的报告已批准，不能作废" if found else None', "return None", "void"
    ),
    guard(
        "void of what is paid",
        "if d.subject.chargestate in at.PAID:",
        "if d.subject.chargestate in at.PAID[1:]:",
        "void",
    ),
    guard("withdrawal by another", "if d.subject.last_by != d.me.id:", "if not d.subject.last_by:", "withdraw"),
    guard(
        "withdrawal of what is opened",
        'return f"{d.subject.opened_by}已打开处理，不能撤回" if d.subject.opened_by else None',
        "return None",
        "withdraw",
    ),
    # -- arrangement and confirmation
    guard("one inspector is enough", '["people"]) >= 2 else', '["people"]) >= 1 else', "two_inspectors"),
    guard(
        "work on a holiday", "if calendar.is_working(d.db, on) or", "if calendar.is_working(d.db, on) or on or", "day"
    ),
    guard("qualification that has expired", "if q.validto >= on and", "if q.validto and", "arrange-qualified"),
    guard(
        "instrument out of calibration",
        "if row.nextcal is None or row.nextcal < on:",
        "if row.nextcal is None:",
        "arrange",
    ),
    guard(
        "no safety briefing",
        "or d.subject.safetybriefed:\n        return None",
        "or d.subject.seisn:\n        return None",
        "briefed",
    ),
    # -- submission of a report
    guard(
        "expired instrument at submission",
        "return refuse_instruments(d.db, d.subject.cheorg, ids, on)",
        "return None",
        "record_instruments_valid",
    ),
    guard(
        "inspection date in the future",
        'if on > clock.today():\n        return f"检验日期{on}不得晚于今天"\n',
        "if on is None:\n        return None\n",
        "enter-dates",
    ),
    guard("inspection before acceptance", "on < d.subject.acceptdate:", "on is None:", "enter-dates"),
    guard(
        "incomplete record submitted",
        'return "；".join(errors[:3]) + (f" 等{len(errors)}处" if len(errors) > 3 else "") if errors else None',
        "return None",
        "record_complete",
    ),
    guard(
        "inspector without qualification at submission",
        "return refuse_people(d.db, d.subject, d.subject.inspectors, on)",
        "return None",
        "people_still",
    ),
    guard(
        "report without signatures",
        "missing = [u.name for u in users if not u.signature]",
        "missing: list[str] = []",
        "signed",
    ),
    Fault(
        "record saved by another inspector",
        HANDLING,
        '    if not BUSINESS.is_mine(db, me, row):\n        raise NoPermission("该报告不由您录入")\n',
        "",
        OTHERS,
        "record",
    ),
    # -- audit, approval, release
    guard("serious findings unanswered", "len(d.opinion) < 4:", "len(d.opinion) < 0:", "findings_answered"),
    guard(
        "auditor without qualification",
        "return refuse_people(d.db, d.subject, [d.me.id], clock.today())",
        "return None",
        "reviewer_qualified",
    ),
    Fault(
        "return without a category",
        "inspection/flow/forms.py",
        'Field("reasonId", reason, "dict", True, "C610"',
        'Field("reasonId", reason, "dict", False, "C610"',
        "walks/test_moves.py",
        "asks and back",
    ),
    guard(
        "supplement until a day that has passed",
        "if due and due < clock.today() else None",
        "if due and not due else None",
        "supplement_ahead",
    ),
    guard(
        "devices of two classes accepted at once",
        "return None if same else",
        "return None if d.batch else",
        "of_one_class",
    ),
    Fault(
        "approver is the auditor",
        P,
        "return (AppBuss.enteredby != me.id) & (AppBuss.auditedby != me.id)",
        "return AppBuss.enteredby != me.id",
        GUARDS,
        "BGSP",
    ),
    Fault(
        "writer audits the own report",
        P,
        '"""编制人以外有此权限的人"""\n    return AppBuss.enteredby != me.id',
        '"""编制人以外有此权限的人"""\n    return AppBuss.id != ""',
        GUARDS,
        "BGSH or BGQR",
    ),
    guard("release without payment", "if row.chargestate in at.PAID or row.arrearsby:", "if row:", "paid_or_arrears"),
    Fault(
        "release on credit before approval",
        P,
        "                at.APPROVED,\n                STAY,\n",
        "                [at.APPROVE, *at.APPROVED],\n                STAY,\n",
        OTHERS,
        "credit",
    ),
    # -- corrections and merging
    Fault(
        "applicant audits the own correction",
        CORRECTION,
        'return "不能审核自己提交的更正申请" if d.subject.createby == d.me.id else None',
        "return None",
        GUARDS,
        "somebody_else",
    ),
    Fault(
        "correction without proof",
        CORRECTION,
        "return None if d.db.scalar(mine.limit(1)) else",
        "return None if mine is not None else",
        GUARDS,
        "has_proof",
    ),
    Fault(
        "units merged without the right of their family",
        "archives/care/merging/service.py",
        '        require(me, family(row.orgkind, "merge"))\n',
        "        continue\n",
        "archives/test_merging.py",
        "family",
    ),
    # -- scopes
    scope(
        "valves open to every enterprise",
        "archives/ledgers/valves/models.py",
        "            return SafetyValve.useorgsysid == me.unit_id\n",
        '            return SafetyValve.id != ""\n',
        "SafetyValve or samvalve",
    ),
    scope(
        "declarations open to every enterprise",
        M,
        "return AppMain.unitsysid == me.unit_id",
        'return AppMain.id != ""',
        "AppMain or appmain",
    ),
    scope(
        "items open to every enterprise",
        M,
        "return [AppBuss.unitsysid == me.unit_id]",
        'return [AppBuss.id != ""]',
        "AppBuss",
    ),
    scope(
        "devices open to every enterprise",
        EQUIPMENT,
        "uses = Equipment.useorgsysid == me.unit_id",
        'uses = Equipment.id != ""',
        "eqd_all_list",
    ),
    scope(
        "deleted devices shown",
        EQUIPMENT,
        "alive = Equipment.equDel == 0",
        "alive = Equipment.equDel >= 0",
        "eqd_all_list",
    ),
    scope(
        "units open to every enterprise",
        "archives/units/models.py",
        'own = Unit.id == me.unit_id if me.scope in ("unit", "own") and me.unit_id else true()',
        "own = true()",
        "Unit-",
    ),
    scope(
        "people open to every enterprise",
        "archives/persons/models.py",
        'return Person.unit_id == me.unit_id if me.scope in ("unit", "own") and me.unit_id else true()',
        "return true()",
        "Person-",
    ),
    scope(
        "messages of others",
        "messages/models.py",
        "return Message.user_id == me.id",
        'return Message.id != ""',
        "message or Message",
    ),
    scope(
        "files of records of others",
        ATTACHMENTS,
        ".where(model.id == ref, model.visible(me))",
        ".where(model.id == ref)",
        "file_is and equipment",
    ),
    scope(
        "every area",
        "system/organisations/models.py",
        "return area.startswith(covered_prefix(me.area)) if",
        "return true() if",
        "samvalve_list or Transfer",
    ),
    scope(
        "queries of every account",
        "archives/care/queries/models.py",
        'QuerySetting.org_id == me.org_id, QuerySetting.org_id != ""',
        'QuerySetting.id != ""',
        "QuerySetting",
    ),
    # -- permissions
    Fault(
        "arrears approved by whoever may release",
        P,
        "                p.ARREARS,\n",
        "                p.RELEASE,\n",
        "inspection/test_main_line.py",
        "release",
    ),
    Fault(
        "passwords reset by anybody",
        "system/accounts/routes.py",
        '@area.call("/api/system/user/resetPassword", may=p.USER_SAVE, form',
        '@area.call("/api/system/user/resetPassword", any_user=True, form',
        "test_declarations.py",
        "with_a_session_are",
    ),
    Fault(
        "a move without its permission",
        "kit/process.py",
        "        require(me, m.may)\n        wanted",
        "        wanted",
        "walks/test_moves.py",
        "permission and sendBack or permission and back",
    ),
    # -- rules
    Fault(
        "month end not clamped",
        "inspection/rules/period.py",
        "        due = last_day_of_month(due)\n",
        "        due = due\n",
        "rules/test_next_dates.py",
    ),
    Fault(
        "early window ignored",
        "inspection/rules/schedule.py",
        "last >= add_months(due, -window)",
        "last >= due",
        "rules",
    ),
    Fault(
        "next date later than the rule",
        "inspection/rules/elevator.py",
        "if rule_date is not None and chosen > rule_date:",
        "if rule_date is None:",
        "rules/test_elevator_report.py",
    ),
    Fault(
        "failed key item still conforms",
        "inspection/rules/elevator.py",
        "if item.key_item and item.result == FAIL]",
        'if item.key_item and item.result == "?"]',
        "rules/test_elevator_report.py",
    ),
    Fault(
        "one rectified item too many",
        "inspection/rules/elevator.py",
        "if count > limit:",
        "if count > limit + 1:",
        "rules/test_elevator_report.py",
    ),
    Fault(
        "overdue on the due day",
        "inspection/rules/next_date.py",
        "due is not None and today > due for",
        "due is not None and today >= due for",
        "rules",
    ),
    Fault(
        "fee band edge",
        "data/fees.csv",
        "elefloornumber<=5,400,elefloornumber",
        "elefloornumber<5,400,elefloornumber",
        "rules/test_fees.py",
    ),
    Fault(
        "fee of its first day",
        "charging/rules.py",
        "if row.validfrom <= day and",
        "if row.validfrom < day and",
        "rules/test_fees.py",
    ),
    # -- records
    Fault(
        "gap between numbers",
        "kit/numbering.py",
        "counter.value + 1 returning",
        "counter.value + 2 returning",
        "inspection/test_main_line.py",
        "numbers",
    ),
    Fault(
        "report number taken anew",
        "inspection/flow/effects.py",
        "    if not row.reportno:\n",
        "    if row:\n",
        OTHERS,
        "number",
    ),
    Fault(
        "correction number taken anew",
        CORRECTION,
        "    if not d.subject.corrno:\n",
        "    if d.subject:\n",
        "archives/test_correction.py",
        "rejection",
    ),
    Fault(
        "stale save",
        "kit/db.py",
        "seen is not None and seen != row.version",
        "seen is not None and seen > row.version",
        "inspection/test_main_line.py",
        "stale",
    ),
    Fault(
        "a write repeated",
        "kit/once.py",
        "where request_once.at < :since returning key",
        "where true or request_once.at < :since returning key",
        "system/test_edge.py",
        "write or key",
    ),
    Fault(
        "trail forgets a field",
        "kit/audit.py",
        "        if not history.has_changes():\n",
        '        if not history.has_changes() or attr.key == "ninspdate":\n',
        "inspection/test_main_line.py",
        "archive",
    ),
    Fault(
        "duplicate rows imported",
        "archives/care/importing/devices.py",
        '                    row.wrong(name, f"与第{first}行重复")\n',
        "                    pass\n",
        "archives/test_import.py",
        "duplicates",
    ),
    # -- accounts
    Fault(
        "one wrong password more",
        "system/accounts/login.py",
        'if user.failures >= number(db, "login.lock_after", 5):',
        'if user.failures > number(db, "login.lock_after", 5):',
        "system/test_login.py",
        "lock",
    ),
    Fault(
        "weak passwords",
        "system/accounts/passwords.py",
        "if strength(password) < 3:",
        "if strength(password) < 2:",
        "system/test_login.py",
        "weak",
    ),
    Fault(
        "old passwords come back",
        "system/accounts/passwords.py",
        "for old in [user.password_hash, *used]",
        "for old in [user.password_hash]",
        "system/test_login.py",
        "come_back",
    ),
    Fault(
        "session without its second part",
        "system/accounts/session.py",
        "not secrets.compare_digest(row.sid_hash, hashed(asked.sid)) or ",
        "",
        "system/test_login.py",
        "both_parts",
    ),
]
FAULTS = {f.name: f for f in _FAULTS}
