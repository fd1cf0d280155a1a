"""Excel files read into records: a safe reader, templates, a check of every row, and an error workbook."""
