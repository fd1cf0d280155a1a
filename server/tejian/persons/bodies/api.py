"""What other wings and areas may ask of the bodies and supervisors."""

from .choosing import bodies_for, body_of, item_words, monitor_numbers, people_of

__all__ = ["bodies_for", "body_of", "item_words", "monitor_numbers", "people_of"]
