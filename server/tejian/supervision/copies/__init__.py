"""抄告单: a problem that one organisation passes on to another, until it is answered and filed."""
