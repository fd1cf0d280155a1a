"""报告打印: the queue of approved reports, the prints that were made of them, and the mark sheets that they used up."""

ROLES = {
    "service": "samples",
}
