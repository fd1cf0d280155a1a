"""What `./test --fast` leaves to the whole run: walks over all that is declared, real servers and databases of their
own, and whole flows of many cases."""

from pathlib import Path

ROOT = Path(__file__).parent

LEFT_OUT = (
    "golden",
    "ops",
    "races",
    "security",
    "walks",
    "watch",
    "archives/test_every_field.py",
    "archives/test_import_large.py",
    "archives/test_search.py",
    "charging/test_demo_charges.py",
    "charging/test_four_ways.py",
    "charging/test_online.py",
    "documents/test_revocations.py",
    "documents/test_stamping.py",
    "documents/test_templates.py",
    "exchange/test_transfers.py",
    "inspection/test_again.py",
    "inspection/test_again_pressure.py",
    "inspection/test_all_combinations.py",
    "inspection/test_conclusions.py",
    "inspection/test_demo_city.py",
    "inspection/test_demo_works.py",
    "inspection/test_found_otherwise.py",
    "inspection/test_hazards.py",
    "inspection/test_instruments_used.py",
    "inspection/test_later.py",
    "inspection/test_of_two_sorts.py",
    "inspection/test_other_dates.py",
    "inspection/test_piping_lines.py",
    "inspection/test_planted_records.py",
    "inspection/test_report_prints.py",
    "inspection/test_report_proof.py",
    "inspection/test_sm2_reports.py",
    "inspection/test_supervision.py",
    "inspection/test_templates.py",
    "inspection/test_values_wanted.py",
    "inspection/test_valves.py",
    "system/test_second_factor.py",
    "system/test_sso.py",
    "test_guides.py",
)


def is_left_out(path: Path) -> bool:
    """Whether the quick run leaves out a file or folder of tests."""
    return any(path == ROOT / one for one in LEFT_OUT)
