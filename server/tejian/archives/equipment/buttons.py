"""The buttons that the class lists have for changes, merges and deletion."""

from tejian.archives import permissions as p
from tejian.kit.ground.actions import Action


def equipment_buttons(equclass: str) -> list[Action]:
    """The batch and row buttons of a class list."""
    batch, state = p.equipment_code(equclass, "batchUpdate"), p.STATE_CHANGE
    apply = "/bsArchives/correctMng/addDetail?entity=equipment&id={id}"
    many = [
        Action("batchUpdate", "批量修改", batch, place="batch", needs="many"),
        Action("mergeDevices", "合并", p.equipment_code(equclass, "merge"), place="batch", needs="many"),
        Action("stopDevices", "停用", state, place="batch", needs="many"),
        Action("restartDevices", "启用", state, place="batch", needs="many"),
        Action("moveDevices", "迁移", state, place="batch", needs="many"),
        Action("logoutDevices", "注销", state, place="batch", needs="many"),
        Action("updateCheorg", "改检验机构", batch, place="batch", kind="form", needs="many", form="eqd_cheorg_form"),
        Action("updateMaiorg", "改维保单位", batch, place="batch", kind="form", needs="many", form="eqd_maiorg_form"),
        Action(
            "updateSsdegree", "改监管等级", batch, place="batch", kind="form", needs="many", form="eqd_ssdegree_form"
        ),
        Action(
            "updateExiimpgro", "改重点监控", batch, place="batch", kind="form", needs="many", form="eqd_exiimpgro_form"
        ),
        Action("deleteDevices", "删除", p.equipment_code(equclass, "del"), place="batch", needs="many"),
    ]
    correct = Action("correct", "纠错", p.CORRECT_APPLY, place="more", kind="route", needs="one", route=apply)
    record = Action(
        "jyjlEdit",
        "检验记录修改",
        p.equipment_code(equclass, "jyjlEdit"),
        place="more",
        kind="route",
        needs="one",
        route=f"{apply}&group=检验记录",
    )
    place = Action(
        "markPlace", "位置标注", p.CORRECT_APPLY, place="more", kind="route", needs="one", route=f"{apply}&group=位置"
    )
    return [*many, correct, record, place, Action("transfers", "迁移记录", p.EQUIPMENT_QUERY)]
