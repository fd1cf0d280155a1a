ROLES = {
    "acts": "approval concluded content following",
    "service": (
        "annexes answers archived bare before beside book calibration checking conclusion dating declared differing "
        "entry entry_tables examined fleet gathered_items gathering hints left_out history made named_places national "
        "notified noting pictures pipelines proofs reading returned sealbook seals sheets signing stating "
        "taken tools versions"
    ),
    "rules": "earliest grids",
}
