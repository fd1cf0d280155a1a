"""Faults planted in what keeps data and documents whole (docs/security.md): storage, files, budgets, failures."""

from tools.fault import Fault

ONCE, SEALED = "races/test_at_once.py", "archives/test_sealed.py"

FAULTS = [
    Fault(
        "a new key that seals nothing anew",
        "kit/database/sealed.py",
        '~r.startswith(f"{MARK}{keys().active}:")',
        "~r.startswith(MARK)",
        SEALED,
        "rotation_seals",
    ),
    Fault(
        "a sealed column answers a condition",
        "kit/database/sealed.py",
        '            raise TypeError("a sealed column answers no condition: ask its blind index")',
        "            return super().operate(op, *other, **kwargs)",
        SEALED,
        "answers_no_condition",
    ),
    Fault(
        "a body over the limit is read before it is refused",
        "kit/web/params.py",
        "    if declared and declared.isdecimal() and int(declared) > limit:\n"
        '        raise TooLarge(f"提交内容过大，最多{_size(limit)}")\n',
        "",
        "archives/test_attachments.py",
        "refused_before_it_is_read",
    ),
    Fault(
        "as many parts as the sender likes",
        "kit/web/params.py",
        "MAX_FIELDS = 5000",
        "MAX_FIELDS = 50_000",
        "archives/test_attachments.py",
        "ten_thousand_parts",
    ),
    Fault(
        "a backup that names files outside its folder",
        "ops/backup.py",
        "if DUMP not in names or not all(MEMBER.fullmatch(n) for n in names):",
        "if DUMP not in names:",
        "ops/test_backup.py",
        "wrong_backup and outside",
    ),
    Fault(
        "message streams of one person without end",
        "kit/web/stream.py",
        "if len(listener.waiting.get(user, ())) >= OF_ONE or sum(",
        "if sum(",
        "security/test_budgets.py",
        "so_many_message_streams",
    ),
    Fault(
        "a package of any version",
        "../requirements.lock",
        "argon2-cffi==",
        "argon2-cffi>=",
        "security/test_supply.py",
        "package_that_was_changed",
    ),
    Fault(
        "a key written into the code",
        "system/accounts/passwords.py",
        "HARD = 3  # of 0 to 4",
        'API_KEY = "' + "0123456789abcdef" * 2 + '"\nHARD = 3  # of 0 to 4',
        "security/test_supply.py",
        "no_key_and_no_password",
    ),
    Fault(
        "a commit that does not wait for the disk",
        "ops/pgconfig.py",
        '        "synchronous_commit": "on",\n',
        '        "synchronous_commit": "off",\n',
        "ops/test_postgres.py",
        "loses_nothing",
    ),
    Fault(
        "money kept before its charge stands by it",
        "charging/online/orders.py",
        "    before = d.subject.step\n    CHARGE.put(",
        "    before = d.subject.step\n    d.db.commit()\n    CHARGE.put(",
        "races/test_money.py",
        "killed_at_any_step",
    ),
    Fault(
        "a number that is the greatest and one more",
        "kit/database/numbering.py",
        '                "insert into counter (series, period, value) values (:s, :p, 1)"\n'
        '                " on conflict (series, period) do update set value = counter.value + 1 returning value"\n',
        '                "insert into counter (series, period, value) select :s, :p, coalesce(max(value), 0) + 1"\n'
        '                " from counter where series = :s and period = :p"\n'
        '                " on conflict (series, period) do update set value = excluded.value returning value"\n',
        ONCE,
        "no_gap_and_no_twin",
    ),
    Fault(
        "a batch locked as it was sent",
        "kit/database/db.py",
        ".where(model.id.in_(wanted), model.visible(me)).order_by(model.id)\n    if lock:",
        ".where(model.id.in_(wanted), model.visible(me))\n"
        "    query = query.order_by(model.id if ids[0] == wanted[0] else model.id.desc())\n    if lock:",
        ONCE,
        "opposite_order_take",
    ),
    Fault(
        "an export read page by page",
        "kit/lists/listview.py",
        "        result = db.execute(statement.execution_options(stream_results=True, yield_per=AT_ONCE))\n"
        "        for block in result.partitions():\n",
        "        for first in range(0, self.max_export, AT_ONCE):\n"
        "            block = db.execute(statement.limit(AT_ONCE).offset(first)).all()\n",
        ONCE,
        "export_is_of_one_moment",
    ),
    Fault(
        "an answer that was lost taken for a failure",
        "messages/sending.py",
        "elif busy or (failure and failure != UNKNOWN):",
        "elif busy or failure:",
        "messages/test_sms.py",
        "lost_answer",
    ),
    Fault(
        "a column that no migration makes",
        "kit/database/numbering.py",
        "    value: Mapped[int]\n",
        "    value: Mapped[int]\n    drawn: Mapped[int] = mapped_column(default=0)\n",
        "ops/test_migrations.py",
        "what_the_models_say",
    ),
    Fault(
        "a database with a full disk taken for a fault of the platform",
        "kit/web/edge.py",
        '    if getattr(diag, "severity_nonlocalized", None) == "PANIC":',
        "    if diag is None:",
        "races/test_killed_database.py",
        "cannot_write_its_log",
    ),
    Fault(
        "a signature that holds over changed bytes",
        "kit/seals/signing.py",
        "            intact=bool(status.intact and status.valid),\n"
        "            whole=_covers_all(content, signature.byte_range),\n"
        "            trusted=bool(status.trusted),\n",
        "            intact=True,\n"
        "            whole=_covers_all(content, signature.byte_range),\n"
        "            trusted=True,\n",
        "documents/test_signing.py",
        "flipped_byte",
    ),
    Fault(
        "a report sealed without its content",
        "inspection/models/reports.py",
        '{"info": {"sealed": SEALED}}',
        '{"info": {"sealed": [name for name in SEALED if name != "content"]}}',
        "watch/test_chain.py",
        "bound_by_what_never_changes",
    ),
    Fault(
        "a transaction that rests while the solver works",
        "inspection/planning/proposing.py",
        "    jobs.let_go(db)  # a month takes the solver minutes\n",
        "",
        "inspection/test_planning.py",
        "no_transaction_is_open",
    ),
    Fault(
        "a transaction that rests while a workbook is judged",
        "imports/running.py",
        "        jobs.let_go(db)  # a hostile file keeps its reader busy for minutes\n",
        "",
        "archives/test_import.py",
        "no_transaction_is_open",
    ),
]
