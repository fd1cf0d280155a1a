"""What an inspection costs, and why: tables, facts, lines, totals, policies. Nothing is stored."""

ROLES = {
    "service": "calculators facts given policies preview",
    "rules": "agreed book lines shown totals wording",
}
