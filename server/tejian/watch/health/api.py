"""What other parts may ask of watch.health."""

from .figures import gauges
