"""What other wings and areas may ask of archives.care.importing."""

from .devices import EquipmentImporter

__all__ = ["EquipmentImporter"]
