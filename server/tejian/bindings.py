"""Binds what lower parts need of higher ones: every port of the platform, in one place."""

from tejian.archives.care.changes import lifecycle, removal
from tejian.archives.care.correction import drafts
from tejian.archives.care.quality import running as quality
from tejian.archives.care.queries import service as queries
from tejian.archives.common.prints import PRINTS
from tejian.archives.equipment import public as use_mark
from tejian.archives.equipment import service as equipment
from tejian.archives.equipment.tableforms import labels_of
from tejian.archives.files import service as files
from tejian.archives.ledgers.iot.receiving import shut_in
from tejian.archives.ledgers.piping.forms import LINE_FORM
from tejian.archives.ledgers.piping.review import defer_project
from tejian.archives.ledgers.products import service as products
from tejian.archives.ledgers.products.forms import FORMS as PRODUCT_FORMS
from tejian.archives.ledgers.valves.forms import VALVE_FORM
from tejian.archives.ledgers.valves.service import reported
from tejian.archives.models.authorizations import InspAuthorization
from tejian.archives.models.changes import StateChange
from tejian.archives.models.correction import Correction
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.maintenance import Maintenance
from tejian.archives.models.persons import Person
from tejian.archives.models.units import Unit
from tejian.archives.persons import identity
from tejian.archives.persons import service as persons
from tejian.archives.units import prints as unit_prints
from tejian.archives.units import service as units
from tejian.archives.units.money import standing as unit_money
from tejian.charging.accounts import paper as account_paper
from tejian.charging.arrears import api as arrears
from tejian.charging.charges import api as charges
from tejian.charging.charges import notice as charging_notice
from tejian.charging.charges import paper as charge_paper
from tejian.charging.charges import removal as charging_removal
from tejian.charging.closing import sheet as day_sheet
from tejian.charging.codes import FILES as CHARGE_FILES
from tejian.charging.contracts import api as contracts
from tejian.charging.credit import api as credit
from tejian.charging.fees.book import fee_name, fee_row
from tejian.charging.fees.preview import agreements, fees_of, preview
from tejian.charging.parts import api as charging_plans
from tejian.charging.receipts import invoices
from tejian.charging.safe import paper as cash_slip
from tejian.exchange.laboratory import api as laboratory
from tejian.exchange.models import ThirdReport
from tejian.exchange.plans import api as exchange_plans
from tejian.exchange.thirds import still_open
from tejian.exchange.transfers import record_issue
from tejian.imports import api as imports
from tejian.inspection.construction import api as construction
from tejian.inspection.declarations import fees
from tejian.inspection.desk import given as inspection
from tejian.inspection.durations.api import NORM_HOURS
from tejian.inspection.expiry.api import extensions
from tejian.inspection.fieldwork.api import merge_rule
from tejian.inspection.flow.charged import arrears as unit_arrears
from tejian.inspection.flow.charged import credit_refused, credit_stopped, credit_until, give_up, owed_now
from tejian.inspection.hazards import api as hazards
from tejian.inspection.laboratory.api import handed, laboratory_of
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.notices import api as notices
from tejian.inspection.posting import api as posting
from tejian.inspection.printing import api as printing
from tejian.inspection.recompute.brought import complete
from tejian.inspection.recompute.why import compared, why
from tejian.inspection.records import approval, stating
from tejian.inspection.reissue import api as reissue
from tejian.inspection.reports.api import is_issued
from tejian.inspection.rules.archived import archived_cell
from tejian.inspection.rules.book import cycle_rule, ele_cycle_rule
from tejian.inspection.rules.checks import report_check
from tejian.inspection.rules.conclusion import conclusion_rule
from tejian.inspection.rules.conditions import site_condition
from tejian.inspection.rules.construction import licence_need, notice_sort
from tejian.inspection.rules.elevator import prefill
from tejian.inspection.rules.evidence import evidence_rule
from tejian.inspection.rules.grades import grade_rule
from tejian.inspection.rules.instruments import instrument_need
from tejian.inspection.rules.layouts import for_sort, report_fields, report_layout
from tejian.inspection.rules.least import table_points
from tejian.inspection.rules.limits import item_limit
from tejian.inspection.rules.phone_items import phone_item
from tejian.inspection.rules.presence import presence_rule
from tejian.inspection.rules.rows import row_rule
from tejian.inspection.rules.seisort import cover, seisort_rule
from tejian.inspection.rules.standing import result_rule
from tejian.inspection.rules.stated import record_field, stated_name
from tejian.inspection.rules.sub_reports import sub_report_qual
from tejian.inspection.rules.subject import subject_rule
from tejian.inspection.rules.supervision import completion_paper, witness_point
from tejian.inspection.rules.tables import checked_column
from tejian.inspection.rules.usual import usual_difference
from tejian.inspection.subreports import api as subreports
from tejian.inspection.supervised import api as supervised
from tejian.kit.database import replica
from tejian.kit.ground import dictionary
from tejian.kit.lists.serving import RESOLVERS
from tejian.kit.web import edge, reading
from tejian.lifts.rescue import api as rescue
from tejian.messages import sending
from tejian.persons.certificates import api as certificates
from tejian.persons.exams import api as exams
from tejian.quality.workload.api import norm_hours, standard_row, write_shares
from tejian.registration.use.api import extensions_of
from tejian.supervision.box import api as box
from tejian.supervision.defects.api import read_rule as read_reminder
from tejian.supervision.defects.api import stopped_by
from tejian.system.accounts.session import identify
from tejian.system.desk import retention
from tejian.system.desk.common import FIELD_LABELS
from tejian.system.querying import api as querying
from tejian.system.rules import confirming
from tejian.system.rules.tables import CHECKS
from tejian.system.settings import cache, dictionaries
from tejian.system.settings.params import number

from .exchange import hooks as exchange
from .kit.process import checklist, steps
from .kit.records import recordview

_bound = False


def bind() -> None:
    """Bind every port; a second time changes nothing."""
    global _bound
    if _bound:
        return
    _kit()
    _files()
    _words()
    _rules()
    _life_of_devices_and_units()
    _bound = True


def _kit() -> None:
    edge.identify.bind(identify)
    reading.most.bind(lambda db: number(db, "reading.records_per_hour", 1000))
    replica.versions.bind(cache.versions)
    replica.most_lag.bind(lambda db: number(db, "replica.most_lag_seconds", 30))
    dictionary.load_words.bind(dictionaries.load_words)
    retention.KEPT.bind("retention.account_months", retention.hide_numbers_of_accounts)
    retention.KEPT.bind("retention.sms_months", sending.hide_old)
    retention.KEPT.bind("retention.import_months", imports.forget_rows)
    retention.KEPT.bind("retention.file_months", files.forget_deleted)
    retention.KEPT.bind("retention.exchange_months", exchange_plans.forget_contents)
    RESOLVERS.bind("query", queries.resolve)
    RESOLVERS.bind("model", querying.resolve)


def _files() -> None:
    """Which records take files, and until when; those with a page of their own say it there."""
    checklist.pictured.bind(files.pictured)
    recordview.place.bind(steps.place_of)
    for key, model in (
        ("equipment", Equipment),
        ("unit", Unit),
        ("person", Person),
        ("authorization", InspAuthorization),
        ("maintenance", Maintenance),
    ):
        files.OWNERS.bind(key, (model, files.always))
    files.OWNERS.bind("state", (StateChange, lifecycle.takes_files))
    files.OWNERS.bind("correction", (Correction, drafts.takes_files))
    files.OWNERS.bind("application", (AppMain, inspection.application_open))
    files.OWNERS.bind("business", (AppBuss, inspection.business_open))
    files.EVIDENCE.bind("business", inspection.evidence_open)
    files.HELD.bind(CHARGE_FILES, charges.why_paper_stays)
    files.OWNERS.bind("release", (AppBuss, inspection.release_open))
    identity.HOLDERS.bind(identity.RECEIVER, AppBuss.receiver)
    files.OWNERS.bind("third", (ThirdReport, still_open))


def _words() -> None:
    """Labels of columns that stand in documents, and the prints of the archives."""
    FIELD_LABELS.bind("equipment", equipment.field_labels)
    FIELD_LABELS.bind("pipeline", lambda db, me: labels_of(LINE_FORM))
    FIELD_LABELS.bind("safety_valve", lambda db, me: labels_of(VALVE_FORM))
    FIELD_LABELS.bind("product", lambda db, me: labels_of(PRODUCT_FORMS["7000"]) | labels_of(PRODUCT_FORMS["1000"]))
    PRINTS.bind("DWSBQD", unit_prints.equipment_list)
    PRINTS.bind("YJTZS", notices.sheet)
    PRINTS.bind(printing.MARK, printing.marks)
    PRINTS.bind(printing.SAMPLES, printing.labels)
    PRINTS.bind("KDD", posting.bills)
    PRINTS.bind("BGGZD", reissue.requests)
    PRINTS.bind("GZQRQD", confirming.sheet)
    PRINTS.bind("SGGZS", construction.sheet)
    PRINTS.bind("JDJYZS", supervised.certificate)
    PRINTS.bind("JDLLD", supervised.liaison)
    PRINTS.bind("FZNB001", charging_notice.payment_notice)
    PRINTS.bind("FQTZ", charging_notice.part_notice)
    PRINTS.bind("FZRJB", day_sheet.sheet)
    PRINTS.bind("SFPJ", invoices.printed_receipt)
    PRINTS.bind(charge_paper.RECEIPT, charge_paper.payment_receipt)
    PRINTS.bind(cash_slip.PRINT, cash_slip.slip)
    PRINTS.bind("YCDZD", account_paper.statement)
    PRINTS.bind("YCSJ", account_paper.receipt)
    PRINTS.bind("HTXY", contracts.sheet)
    PRINTS.bind("CJH", arrears.sheet)
    PRINTS.bind("SBQT", box.wall_sheet)


def _rules() -> None:
    """How the rows of the rule tables are read: a row that cannot be read is not saved."""
    fees.preview.bind(preview)
    fees.agreements.bind(agreements)
    stating.fees_of.bind(fees_of)
    unit_arrears.bind(arrears.sentence)
    credit_refused.bind(credit.refused)
    credit_stopped.bind(credit.stopped)
    credit_until.bind(credit.until)
    unit_money.bind(arrears.standing)
    reported.bind(is_issued)
    shut_in.bind(rescue.from_events)
    give_up.bind(charging_removal.cancel)
    owed_now.bind(charging_plans.of_item)
    checked = inspection.checked
    CHECKS.bind("fees", checked(fee_row, "band_expr"))
    CHECKS.bind("fee_names", checked(fee_name, "condition", "expr"))
    CHECKS.bind("cycle_rule", checked(cycle_rule, "condition", "months", "minmonths", "maxmonths", "extmaxmonths"))
    CHECKS.bind("ele_cycle_rule", ele_cycle_rule)
    CHECKS.bind("seisort_rules", seisort_rule)
    CHECKS.bind("qualification_cover", cover)
    CHECKS.bind("result_rules", result_rule)
    CHECKS.bind("subject_rules", subject_rule)
    CHECKS.bind("sub_report_quals", sub_report_qual)
    CHECKS.bind("report_item_limits", checked(item_limit, "low", "high", "expr", "spare"))
    CHECKS.bind("conclusion_rules", checked(conclusion_rule, "condition"))
    CHECKS.bind("row_rules", checked(row_rule, "condition"))
    CHECKS.bind("conclusion_names", stated_name)
    CHECKS.bind("record_fields", record_field)
    CHECKS.bind("report_tables", checked(checked_column, "condition", "formula", "limit"))
    CHECKS.bind("archive_cells", checked(archived_cell, "condition", "formula"))
    CHECKS.bind("usual_differences", usual_difference)
    CHECKS.bind("table_points", checked(table_points, "least", "condition"))
    CHECKS.bind("report_layouts", report_layout)
    CHECKS.bind("report_fields", report_fields)
    CHECKS.bind("report_titles", for_sort)
    CHECKS.bind("report_basis", for_sort)
    CHECKS.bind("report_conditions", checked(site_condition, "expr"))
    CHECKS.bind("report_checks", checked(report_check, "condition"))
    CHECKS.bind("instrument_needs", instrument_need)
    CHECKS.bind("construction_sorts", notice_sort)
    CHECKS.bind("construction_licences", licence_need)
    CHECKS.bind("supervision_points", witness_point)
    CHECKS.bind("supervision_documents", completion_paper)
    CHECKS.bind("defect_reminders", read_reminder)
    CHECKS.bind("application_materials", completion_paper)
    CHECKS.bind("workload_points", standard_row)
    CHECKS.bind("merge_rules", merge_rule)
    CHECKS.bind("grade_rules", checked(grade_rule, "condition"))
    CHECKS.bind("report_item_prefill", checked(prefill, "condition"))
    CHECKS.bind("report_item_presence", checked(presence_rule, "condition"))
    CHECKS.bind("report_item_evidence", checked(evidence_rule, "condition", "rows"))
    CHECKS.bind("report_item_phone", phone_item)


def _life_of_devices_and_units() -> None:
    """What higher areas know of a device or a unit, and what keeps or moves with it."""
    equipment.inspections.bind(inspection.inspections_of)
    equipment.open_businesses.bind(inspection.open_businesses_of)
    equipment.explain.bind(why)
    use_mark.stopped_by.bind(stopped_by)
    quality.compared.bind(compared)
    equipment.complete_dates.bind(complete)
    equipment.before_change.bind(defer_project)
    products.find_declaration.bind(inspection.declaration_of)
    products.inspection_of.bind(inspection.product_inspection)
    units.remove.bind(removal.remove_unit)
    units.NAMED_BY.bind("declarations", inspection.declarations_of)
    persons.NAMED_BY.bind("examinations", exams.why_person_stays)
    persons.ISSUED.bind("certificates", certificates.why_not_typed)
    units.NAMED_BY.bind("reports of others", exchange.named_by)
    approval.BOUND.bind("subreports", subreports.bound)
    approval.BOUND.bind("certificates", supervised.bound)
    approval.ISSUED.bind("correction", reissue.recall_old)
    approval.ISSUED.bind("proposal", stating.propose)
    approval.ISSUED.bind("hazard", hazards.note_issue)
    approval.ISSUED.bind("notice", notices.note_issue)
    approval.ISSUED.bind("construction", construction.note_issue)
    approval.ISSUED.bind("transfer", record_issue)
    approval.ISSUED.bind("workload", write_shares)
    NORM_HOURS.bind(norm_hours)
    extensions.bind(extensions_of)
    laboratory_of.bind(laboratory.name_of)
    handed.bind(laboratory.queue)
