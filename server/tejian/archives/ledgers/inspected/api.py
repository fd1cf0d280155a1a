"""What other wings and areas may ask of archives.ledgers.inspected."""

from .subjects import Device, by_ids, one_of
