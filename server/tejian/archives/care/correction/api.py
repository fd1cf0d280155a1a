"""What other wings and areas may ask of archives.care.correction."""

from .drafts import CorrectionForm, save
from .process import CORRECTION
from .proposals import lapse, propose
