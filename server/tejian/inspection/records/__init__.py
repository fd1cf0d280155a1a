ROLES = {
    "acts": "approval content following",
    "service": (
        "annexes answers archived bare before beside book calibration checking conclusion dating differing "
        "entry entry_tables examined gathered_items gathering hints left_out history made national notified noting "
        "pictures pipelines proofs reading returned seals sheets signing stating tools versions"
    ),
    "rules": "earliest grids",
}
