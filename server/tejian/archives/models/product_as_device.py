"""A product under the names of a device, while its making is supervised, its type tested or it is tested on order."""

from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar

from tejian.archives import codes
from tejian.archives.models.as_device import AsDevice

if TYPE_CHECKING:
    from .products import Product


class ProductAsDevice(AsDevice):
    """The maker stands where a device has its user: it declares the inspection, and the product lies there."""

    equstatus = codes.UNREGISTERED
    insresult = ""
    inspdate: ClassVar[date | None] = None
    ninspdate: ClassVar[date | None] = None

    @property
    def equname(self: "Product") -> str:  # type: ignore[misc]
        return self.compname

    @property
    def equcode(self: "Product") -> str:  # type: ignore[misc]
        return self.prono or self.batchno or self.prodnos[:20]

    @property
    def equkind(self: "Product") -> str:  # type: ignore[misc]
        return self.equclacode

    @property
    def model(self: "Product") -> str:  # type: ignore[misc]
        return self.compspec

    @property
    def useorgsysid(self: "Product") -> str:  # type: ignore[misc]
        return self.makersysid

    @property
    def useorgname(self: "Product") -> str:  # type: ignore[misc]
        return self.makername

    @property
    def porgname(self: "Product") -> str:  # type: ignore[misc]
        return self.makername

    @property
    def useplace(self: "Product") -> str:  # type: ignore[misc]
        return self.makername

    @property
    def insreportno(self: "Product") -> str:  # type: ignore[misc]
        return self.inspcertno

    @property
    def lacking(self: "Product") -> tuple[Any, ...]:  # type: ignore[misc,override]
        """What has to be known before it is declared."""
        named = {"equclacode": "设备类别", "makersysid": "制造单位"}
        return tuple({"name": name, "label": label} for name, label in named.items() if not getattr(self, name))
