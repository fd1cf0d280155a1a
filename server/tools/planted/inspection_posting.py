"""Faults in what is posted: numbers, parcels, what is released by them."""

from tools.fault import Fault

TESTS = "inspection/test_posting.py"
SERVICE, PROCESS = "inspection/posting/service.py", "inspection/posting/process.py"

FAULTS = [
    Fault(
        "a report put in a parcel before it is paid",
        SERVICE,
        "        if sentence := unpaid(db, row):\n            raise Refused(sentence)\n",
        "",
        TESTS,
        "not_paid",
    ),
    Fault(
        "a report in two parcels",
        SERVICE,
        "    for seisn, expressno in db.execute(query.order_by(PostedReport.seisn).limit(1)):\n"
        '        raise Refused(f"{seisn}的报告已在快递单{expressno}上")\n',
        "",
        TESTS,
        "go_together",
    ),
    Fault(
        "a number of a courier given out twice",
        SERVICE,
        "            if not _is_used(db, company, number):  # one was typed\n                return number\n",
        "            return number\n",
        TESTS,
        "ranges_in_turn",
    ),
    Fault(
        "numbers of a stopped range",
        SERVICE,
        "        NumberRange.stopped.is_(False),\n",
        "",
        TESTS,
        "ranges_in_turn",
    ),
    Fault(
        "ranges of numbers that overlap",
        SERVICE,
        "        if other := db.scalars(over.limit(1)).first():",
        "        if (other := db.scalars(over.limit(1)).first()) and not other:",
        TESTS,
        "wrong_range",
    ),
    Fault(
        "a parcel that releases nothing",
        PROCESS,
        "        BUSINESS.do(d.db, d.me, move.name, waiting, form)\n",
        "",
        TESTS,
        "releases_its_reports",
    ),
    Fault(
        "a sent parcel that keeps its reports",
        PROCESS,
        "    bill.sentat = clock.now()\n    _free(d)\n",
        "    bill.sentat = clock.now()\n",
        TESTS,
        "was_corrected",
    ),
    Fault(
        "a fetched report posted all the same",
        PROCESS,
        "    if gone is None:\n        return None\n",
        "    if gone is None or gone.step == at.DONE:\n        return None\n",
        "walks/test_guards.py",
        "express-send-reports_wait",
    ),
    Fault(
        "a spoiled label printed",
        "inspection/posting/paper.py",
        "if row.step in (BACK, VOID)",
        "if row.step in (BACK,)",
        TESTS,
        "label_says",
    ),
]
