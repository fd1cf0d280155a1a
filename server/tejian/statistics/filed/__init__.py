"""监察数据统计: indicators, formulas of them, forms of both with what must add up, and their preview."""

ROLES = {
    "process": "versions",
    "service": "counting judging naming",
    "rules": "conditions",
}
