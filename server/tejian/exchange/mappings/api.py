"""What other wings and areas may ask of the mappings."""

from .entities import ENTITIES, GRANTED, NAMES, SAMPLE, Entity, options
from .forms import FORM, PARTNER, PARTNERS
from .process import MAPPING
from .reading import Edition, Told, count, page, place_of, published, read
from .saving import before_save
from .wording import digest
