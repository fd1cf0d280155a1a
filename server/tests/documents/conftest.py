"""Sample data of every template, and what can be read back from a PDF."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from tejian.kit.papers import qr

SAMPLES = Path(__file__).parent / "samples"
Sample = Callable[[str], dict[str, Any]]
Read = Callable[[bytes], tuple[int, str]]


@pytest.fixture
def sample() -> Sample:
    """The sample data of a template, with the QR code its form shows."""

    def load(name: str) -> dict[str, Any]:
        data: dict[str, Any] = json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))
        text = data.get("verifyurl") or data.get("qrtext")
        return data | ({"qr": qr.svg(text)} if text else {})

    return load


@pytest.fixture
def read() -> Read:
    """Page count and the text of all pages without white space (cells break lines anywhere)."""

    def pages(content: bytes) -> tuple[int, str]:
        reader = PdfReader(io.BytesIO(content))
        text = "".join(page.extract_text() for page in reader.pages)
        return len(reader.pages), "".join(text.replace("\u200b", "").split())

    return pages
