"""隐患登记: hazards of failed reports, registered when they are archived, copied to the supervision, mended, closed."""
