"""What other wings and areas may ask of statistics.editions."""

from .beginning import begin
from .guarding import JOB
from .process import EDITION
from .running import run

__all__ = ["EDITION", "JOB", "begin", "run"]
