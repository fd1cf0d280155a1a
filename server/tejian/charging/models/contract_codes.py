"""Steps of a contract; the state of C666 stands at the step."""

DRAFT, AUDIT, BACK, CONFIRM = "DRAFT", "AUDIT", "BACK", "CONFIRM"
IN_FORCE, CHANGING = "FORCE", "CHANGING"
REPLACED, EXPIRED, ENDED, VOID = "REPLACED", "EXPIRED", "ENDED", "VOID"
EDITED = (DRAFT, BACK)  # with who drafts it
ON_THE_WAY = (*EDITED, AUDIT, CONFIRM)  # not in force yet
RULING = (IN_FORCE, CHANGING)
