"""Permission code of the annual figures: everybody reads them, few have them counted."""

from tejian.kit.ground.permission import permission

COUNT = permission("statistics:annual:count", "年度统计 重新统计", "统计")
