"""What other wings and areas may ask of archives.ledgers.iot."""

from .simulator import KINDS, SOURCE, WORDS
