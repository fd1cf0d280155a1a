"""Faults planted in declarations on site."""

from tools.fault import Fault

FAULTS = [
    Fault(
        "machines of others found on site",
        "inspection/onsite/finding.py",
        "select(E).where(named, E.visible(me), E.equDel == 0)",
        "select(E).where(named, E.equDel == 0)",
        "inspection/test_onsite.py",
        "out_of_scope",
    ),
    Fault(
        "on-site declarations by everybody who declares",
        "inspection/onsite/routes.py",
        '@area.call(f"{CALL}/declare", may=p.ONSITE,',
        '@area.call(f"{CALL}/declare", may=p.APPLY_SAVE,',
        "inspection/test_onsite.py",
        "only_inspectors",
    ),
    Fault(
        "places beyond the earth",
        "inspection/onsite/forms.py",
        'Field(None, title="纬度", ge=-90, le=90, allow_inf_nan=False)',
        'Field(None, title="纬度", allow_inf_nan=False)',
        "inspection/test_onsite.py",
        "on_the_earth",
    ),
    Fault(
        "place of another time",
        "inspection/onsite/places.py",
        "if abs(clock.now() - place.located) > timedelta(minutes=minutes):",
        "if clock.now() - place.located > timedelta(minutes=minutes):",
        "inspection/test_onsite.py",
        "of_another_time",
    ),
    Fault(
        "no word about a place that is missing",
        "inspection/onsite/places.py",
        "        if not place.noplace:\n",
        "        if place.noplace:\n",
        "inspection/test_onsite.py",
        "gives_no_place",
    ),
    Fault(
        "far from the machine unsaid",
        "inspection/onsite/places.py",
        "if way - (place.accuracy or 0) <= most:",
        "if way - (place.accuracy or 0) > most:",
        "inspection/test_onsite.py",
        "far_from_the_archive",
    ),
    Fault(
        "on-site declaration told as one of the counter",
        "inspection/onsite/saving.py",
        "_counter_form(db, me, form, dept), appway=at.ON_SITE)",
        "_counter_form(db, me, form, dept))",
        "inspection/test_onsite.py",
        "declared_with_the_place",
    ),
    Fault(
        "accepted on site past the review of materials",
        "inspection/onsite/saving.py",
        "    if main.step != at.ACCEPT:\n",
        "    if main.step == at.ACCEPT:\n",
        "inspection/test_onsite.py",
        "there_and_then",
    ),
    Fault(
        "inspected before the declaration",
        "inspection/records/earliest.py",
        "if main.appway == at.ON_SITE:",
        "if main.appway != at.ON_SITE:",
        "inspection/test_onsite.py",
        "accepted_later",
    ),
]
