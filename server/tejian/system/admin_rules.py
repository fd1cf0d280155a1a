"""Rule tables on screen: one list and one form a table, made from the head of its CSV file.

An edit ends the old row and adds a new one from its effective day, with its source; what was computed keeps what it was
computed with.
"""




from .reference import CalendarDay  # noqa: F401
