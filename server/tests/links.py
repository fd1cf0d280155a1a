"""Addresses of lists, as the client asks for them."""

from datetime import date, timedelta
from typing import Any
from urllib.parse import parse_qsl


def asked_by(query: str) -> dict[str, Any]:
    """What is asked when an address with this query is opened: a range that ends with a day has that day in it."""
    return {
        name: str(date.fromisoformat(value) + timedelta(days=1)) if name.endswith("End") and len(value) == 10 else value
        for name, value in parse_qsl(query)
    }
