"""What refuses a filled record of which nothing is stored: the checks that read nothing but the record itself."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from tejian.archives.common.api import class_of
from tejian.inspection import codes as at
from tejian.inspection.rules.api import (
    CALLED,
    CALLS,
    ERROR,
    REINSPECTION,
    Finding,
    Found,
    ReportCheck,
    ReportFacts,
    SeisortRule,
    conditions_for,
    speak,
)
from tejian.kit.ground.dictionary import words
from tejian.system.settings.api import version

from . import book
from .checking import condition_findings, grade_findings, table_findings
from .conclusion import choice_findings
from .gathered_items import measured_values, table_facts
from .proofs import as_findings, unproven_of, words_of

ALONE = ("X06", "X17", "X18", "M02", "DT03", "QP01", "C03")


@dataclass(frozen=True, slots=True)
class Bare:
    """A filled record: what was found, what was stated, which conclusion was chosen, what was measured on site."""

    kind: str
    sort: SeisortRule
    found: Found
    stated: Mapping[str, str]
    chosen: str
    unmeasured: frozenset[str]  # conditions on site


def refusals(db: Session, one: Bare) -> list[str]:
    """The sentences that refuse a record before anybody audits it."""
    known, facts, own = _read(db, one)
    said = [*one.found.untrue, *unproven_of(db, one.kind, one.found, whole=one.sort.testsort != REINSPECTION)]
    proofs = as_findings(said, words_of(db, class_of(one.kind), one.kind, one.found)) if said else []
    findings = speak([each for each in known if each.code in ALONE], facts, at.ENTER, CALLS)
    return [
        each.text for each in (*proofs, *findings, *(each for each in own if not each.check)) if each.level == ERROR
    ]


def spoken(db: Session, one: Bare) -> list[str]:
    """The checks that speak of a record by what it says itself; those that compare it with others are not asked."""
    known, facts, _own = _read(db, one)
    own = [each for each in known if each.each != CALLED]
    return sorted({each.check for each in speak(own, facts, at.ENTER, CALLS)})


def _read(db: Session, one: Bare) -> tuple[Sequence[ReportCheck], ReportFacts, list[Finding]]:
    """The checks of a sort, what they read of the record, and what its own rules say."""
    sort = one.sort
    conditions = conditions_for(book.site_conditions(db), sort.item_templates, one.found.names)
    own = [
        *condition_findings({}, [each for each in conditions if each.code in one.unmeasured]),
        *table_findings(db, one.found, None, whole=one.sort.testsort != REINSPECTION),
        *grade_findings(one.stated, one.found),
        *choice_findings(db, one.chosen, one.found.verdict),
    ]
    names = {**one.found.names, **one.found.limits}
    known = words(db, version(db, "dict"))
    facts = ReportFacts(
        one.kind,
        sort.seisort,
        sort.testsort,
        names,
        one.found.items,
        measured=list(measured_values(db, one.found.items, one.found, None)),
        tables={code: table_facts(worked, known) for code, worked in one.found.worked.items()},
        findings=own,
        untrue=frozenset(each.item.seq for each in one.found.untrue),
    )
    return book.checks_for(db, one.kind, sort.seisort, sort.testsort), facts, own
