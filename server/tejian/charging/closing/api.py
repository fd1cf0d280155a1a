"""What other wings and areas may ask of the closed day and month."""

from .process import DAY, MONTHLY
