"""What other wings and areas may ask of batches."""

from .process import BATCH, previewed
