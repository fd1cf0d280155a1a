"""监察任务: 双随机 draws that anybody can repeat."""

ROLES = {
    "service": "frames drawing packing",
    "rules": "order",
}
