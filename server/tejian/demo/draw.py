"""What is drawn by lot for the demo city: the same in every installation, another city by the setting `demo_seed`."""

import random

from tejian import settings


def lots(seed: int) -> random.Random:
    """The draws of one part of the city."""
    return random.Random(seed + settings.current().demo_seed)
