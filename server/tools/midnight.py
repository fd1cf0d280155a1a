"""A whole check belongs to one day: what it makes is of today, which must not become yesterday meanwhile."""

import time
from datetime import datetime, timedelta

from tejian.kit.ground.clock import SHANGHAI

LONGEST = timedelta(minutes=45)  # of a whole check on two cores


def wait_for(moment: datetime) -> timedelta:
    """How long a check that would begin at `moment` waits so that it does not cross midnight in Shanghai."""
    own = moment.astimezone(SHANGHAI)
    midnight = datetime.combine(own.date() + timedelta(days=1), datetime.min.time(), SHANGHAI)
    left = midnight - own
    return left + timedelta(seconds=5) if left < LONGEST else timedelta()


def wait() -> None:
    """Sleep until the day is long enough; says so."""
    if pause := wait_for(datetime.now(SHANGHAI)):
        print(f"waits {pause.seconds // 60 + 1} min for midnight in Shanghai: a check belongs to one day", flush=True)
        time.sleep(pause.total_seconds())
