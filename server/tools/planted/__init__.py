"""All faults that `./test --faults` plants, by their names; a file for each area."""

from tools.fault import Fault

from . import (
    archives,
    attacks,
    charging,
    charging_terms,
    doors,
    edges,
    failures,
    inspection_checks,
    inspection_dates,
    inspection_declaring,
    inspection_flow,
    inspection_given,
    inspection_onsite,
    inspection_papers,
    inspection_parts,
    inspection_posting,
    inspection_records,
    kit,
    kit_secrets,
    operation,
    others,
    products,
    supervision,
    system,
    tables,
    trust,
)

_ALL = [
    *archives.FAULTS,
    *attacks.FAULTS,
    *charging.FAULTS,
    *charging_terms.FAULTS,
    *doors.FAULTS,
    *edges.FAULTS,
    *failures.FAULTS,
    *inspection_checks.FAULTS,
    *inspection_flow.FAULTS,
    *inspection_given.FAULTS,
    *inspection_onsite.FAULTS,
    *inspection_dates.FAULTS,
    *inspection_declaring.FAULTS,
    *inspection_papers.FAULTS,
    *inspection_parts.FAULTS,
    *inspection_posting.FAULTS,
    *inspection_records.FAULTS,
    *kit.FAULTS,
    *kit_secrets.FAULTS,
    *operation.FAULTS,
    *others.FAULTS,
    *products.FAULTS,
    *supervision.FAULTS,
    *system.FAULTS,
    *tables.FAULTS,
    *trust.FAULTS,
]
FAULTS: dict[str, Fault] = {one.name: one for one in _ALL}
if len(FAULTS) < len(_ALL):
    raise ValueError("two faults share a name")
