"""The pages of papers as pictures: drawn by the templates that make the papers, looked at by people and by tests."""

import io
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageChops

from tejian.kit.papers import pdf

PPI = 30  # enough to see where there is ink
MARGIN = 8.0  # mm around a page in which nothing is printed
HEAD, FOOT = 0.085, 0.93  # between them stands what a page says, as parts of its height
LEAST = 12.0  # mm of it that a page has at least
INK = 40  # darker than this is ink
MM = 25.4


def template_names() -> list[str]:
    """The templates that can be rendered (common.typ and blocks.typ are their shared parts)."""
    return sorted(path.stem for path in pdf.TEMPLATES.glob("*.typ") if path.stem not in ("common", "blocks"))


@dataclass(frozen=True)
class Drawn:
    """A paper that was made, with what was filled in."""

    template: str
    data: Mapping[str, Any]

    def pages(self, ppi: int = PPI) -> list[Image.Image]:
        made = pdf._compiler().compile(
            input=str(pdf.TEMPLATES / f"{self.template}.typ"),
            format="png",
            ppi=ppi,
            sys_inputs={"data": pdf.to_json(self.data)},
        )
        several = made if isinstance(made, list) else [made]
        return [Image.open(io.BytesIO(one)).convert("RGB") for one in several if isinstance(one, bytes)]


@contextmanager
def drawn() -> Iterator[list[Drawn]]:
    """The papers that are made within."""
    made: list[Drawn] = []
    really = pdf.render

    def render(template: str, data: Mapping[str, Any], **more: Any) -> bytes:
        made.append(Drawn(template, data))
        return really(template, data, **more)

    pdf.render = render
    try:
        yield made
    finally:
        pdf.render = really


def faults(paper: Drawn) -> list[str]:
    """What is wrong with the pages of a paper: ink in the margin, or hardly a line between head and foot."""
    found = []
    edge = round(MARGIN / MM * PPI)
    for number, page in enumerate(paper.pages(), 1):
        box = _ink(page)
        body = _ink(page.crop((0, round(page.height * HEAD), page.width, round(page.height * FOOT))))
        if box is None or body is None or (body[3] - body[1]) / PPI * MM < LEAST:
            found.append(f"第{number}页是空的")
        elif box[0] < edge or box[1] < edge or box[2] > page.width - edge or box[3] > page.height - edge:
            found.append(f"第{number}页超出页边")
    return found


def _ink(picture: Image.Image) -> tuple[int, int, int, int] | None:
    """The box around everything that is printed."""
    return ImageChops.invert(picture.convert("L")).point(lambda dark: 255 if dark > INK else 0).getbbox()
