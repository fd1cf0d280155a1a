ROLES = {
    "acts": "approval content",
    "service": (
        "annexes answers archived bare before beside book calibration checking conclusion dating differing "
        "entry entry_tables examined gathered_items gathering hints history made national notified noting "
        "pictures pipelines reading returned seals sheets signing stating tools versions"
    ),
    "rules": "earliest grids",
}
