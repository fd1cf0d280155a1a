"""Safety valves (安全阀) and their calibrations."""
