"""旧系统迁入: files of an older system are looked at, understood, tried, loaded, reconciled, taken back."""

ROLES = {
    "rules": "kinds tables texts dbases columns_seen",
    "service": "bundles journal known papers passes series trying undoing looking meaning scores views series_numbers",
    "acts": "jobs sending",
}
