"""What a terminal sends. Operations are judged one by one, so a wrong one does not refuse those beside it."""

from typing import Any

from pydantic import AwareDatetime, Field

from tejian.kit.forms.form import Form, Id

MOST_OPS, MOST_BYTES = 500, 20_000  # operations of a call; of the JSON of a value
DEVICE = r"^[0-9A-Za-z_-]{8,64}$"


class TerminalForm(Form):
    """Which phone it is, and what its clock says."""

    device: str = Field(title="终端编号", pattern=DEVICE)
    name: str = Field("", title="终端名称", max_length=64)
    app: str = Field("", title="应用版本", pattern=r"^[0-9A-Za-z.+-]{0,32}$")
    clock: AwareDatetime | None = Field(None, title="终端时间")


class PackForm(TerminalForm):
    have: dict[str, str] = Field({}, title="已有任务", max_length=500)


class OpsForm(TerminalForm):
    ops: list[Any] = Field(default_factory=list, title="操作")


class OpForm(Form):
    """One operation: which place of which record had which value, and has which now."""

    id: str = Field(title="操作标识", pattern=r"^[0-9A-Za-z_-]{8,64}$")
    seq: int = Field(title="序号", ge=1, le=2_000_000_000)
    record: str = Field(title="原始记录", pattern=r"^[0-9A-Za-z_-]{1,32}$")
    path: str = Field(title="位置", min_length=1, max_length=200)
    base: Any = None
    baseVersion: int = Field(0, title="原版本", ge=0, le=2_000_000_000)
    value: Any = None
    at: AwareDatetime | None = Field(None, title="终端时间")
    offset: float = Field(0, title="时钟偏差", ge=-1e9, le=1e9, allow_inf_nan=False)
    user: str = Field("", title="操作人", max_length=64)


class PhotoForm(TerminalForm):
    """A picture of a record: of an item, or of the whole. `digest` is what the phone made of it (SHA-256, hex)."""

    record: Id = Field(title="原始记录")
    item: str = Field("", title="检验项目", pattern=r"^[0-9]{0,4}$")
    digest: str = Field(title="照片摘要", pattern=r"^[0-9a-f]{64}$")
    at: AwareDatetime | None = Field(None, title="拍摄时间")
    file: Any = Field(None, title="照片")


class WholeForm(TerminalForm):
    """A photo that comes in pieces: what it will be when it is whole."""

    record: Id = Field(title="原始记录")
    item: str = Field("", title="检验项目", pattern=r"^[0-9]{0,4}$")
    digest: str = Field(title="照片摘要", pattern=r"^[0-9a-f]{64}$")
    size: int = Field(title="字节数")
    original: str = Field("", title="原照片摘要", pattern=r"^([0-9a-f]{64})?$")
    marks: list[Any] = Field(default_factory=list, title="标注")


class PieceForm(WholeForm):
    """A piece of it that begins at `offset`; `piece` is its own digest."""

    offset: int = Field(title="位置", ge=0)
    piece: str = Field(title="本段摘要", pattern=r"^[0-9a-f]{64}$")
    file: Any = Field(None, title="照片")


class SubmitForm(TerminalForm):
    record: Id = Field(title="原始记录")
    version: int | None = Field(None, title="版本")


class ConflictsForm(Form):
    """The conflicts of one record, or of all that the sender may see."""

    record: Id | None = Field(None, title="原始记录")
