"""Every date that an inspection moves begins somewhere: with the use of a device, or by an inspection alone."""

from tejian import data
from tejian.archives.common.api import kind_matches

# fields that only an inspection or a calibration begins, by kinds
BEGUN_BY_INSPECTION = {
    ("nwaterqualdate", "11*,12*,13*"),  # the first analysis of water
    ("nwaterdate", "21*"),  # a pressure test that a periodic inspection asks for
    ("nextantifallcaldate", "4860"),  # the first test of the safety gear
    ("nextcaldate", "7310"),  # a valve is due by its first calibration
}


def test_every_later_date_has_a_first_one() -> None:
    kinds = [r["code"] for r in data.rows("equipment_catalogue") if r["level"] in ("kind", "subkind")]
    rows = list(data.rows("cycle_rule"))
    lacking = set()
    for later in (one for one in rows if one["phase"] == "later"):
        if (later["datefield"], later["kind_filter"]) in BEGUN_BY_INSPECTION:
            continue
        own = [one for one in rows if one["datefield"] == later["datefield"] and one["phase"] in ("first", "any")]
        for kind in (one for one in kinds if kind_matches(later["kind_filter"], one)):
            if not any(kind_matches(one["kind_filter"], kind) for one in own):
                lacking.add((later["ruleid"], kind))
    assert lacking == set()
