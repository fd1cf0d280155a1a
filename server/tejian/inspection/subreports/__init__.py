"""分项报告: papers of their own beside a report (NDT, water, rope …), written, audited and bound behind it."""
