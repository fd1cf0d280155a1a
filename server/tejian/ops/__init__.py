"""Starting, installing, saving and restoring the platform; knows no business."""

ROLES = {
    "acts": "*",
}
