"""Faults in what is inspected of products, and what each turns red."""

from tools.fault import Fault

TESTS = "inspection/test_products_inspected.py"
FAULTS = [
    Fault(
        "a product declared for an inspection of devices",
        "inspection/flow/declaring_guards.py",
        "    if subject_of(device) in kinds:",
        "    if kinds:",
        TESTS,
        "cannot_be_declared_of_products",
    ),
    Fault(
        "a product that has its certificate supervised again",
        "inspection/flow/declaring_guards.py",
        "seisort == at.SUPERVISED and row.inspcertno:",
        "seisort == at.SUPERVISED and not row.inspcertno and row.equDel:",
        TESTS,
        "from_their_ledger_to_the_certificate",
    ),
    Fault(
        "manufacture without its supervision",
        "inspection/flow/supervising.py",
        "    if main.seisort not in at.WITNESSED and main.testsort != REINSPECTION:",
        "    if not main.notify_id:",
        TESTS,
        "once_its_kind_is_known",
    ),
    Fault(
        "a certificate that the ledger does not know",
        "inspection/flow/supervising.py",
        'product.inspcertno = "" if d.subject.unqualcode else row.certno',
        "product.inspcertno = product.inspcertno",
        TESTS,
        "from_their_ledger_to_the_certificate",
    ),
    Fault(
        "a product changed behind its report",
        "archives/ledgers/products/service.py",
        "    if changed and (number := inspection_of(db, row.id)):",
        "    if not changed and (number := inspection_of(db, row.id)):",
        TESTS,
        "from_their_ledger_to_the_certificate",
    ),
    Fault(
        "a report of fewer products than the ledger states",
        "inspection/records/made.py",
        '"made_counted": counted,',
        '"made_counted": book.number(values["quantity"]),',
        TESTS,
        "of_the_products_of_the_ledger",
    ),
    Fault(
        "a pressure test of a product that nobody saw",
        "inspection/rules/check_calls.py",
        'if names.get("supervised") == "1" and row.get',
        'if names.get("notice_wanted") == "1" and row.get',
        TESTS,
        "from_their_ledger_to_the_certificate",
    ),
    Fault(
        "a product of another maker",
        "inspection/declarations/applications.py",
        'Product, of={"unitsysid": Product.makersysid},',
        "Product, of={},",
        TESTS,
        "cannot_be_declared_of_products",
    ),
]
