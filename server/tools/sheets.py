"""Every page of every report as a picture, to be looked at.

    PYTHONPATH=server .venv/bin/python server/tools/sheets.py --data DIR --out FOLDER [--ppi 46] [--only 3110]

Each class and sort of inspection that may be declared is carried from its declaration to the report; nothing is kept.
FOLDER gets a picture of each page (`report-3110-0211-1.png`) and contact sheets of them (`sheet-00.png`).
"""

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "server")]

from tejian import settings  # noqa: E402
from tejian.inspection.records import api as records  # noqa: E402
from tejian.inspection.rules.api import REINSPECTION  # noqa: E402
from tejian.kit.database import db as kit_db  # noqa: E402
from tejian.ops import prepare  # noqa: E402
from tests.documents.pages import Drawn, drawn, faults  # noqa: E402
from tests.inspection.test_all_combinations import Whole, undone  # noqa: E402

ACROSS, DOWN = 6, 3
OF_WORK = ("task_sheet",)  # papers that are no reports


def papers(only: str) -> Iterator[tuple[str, Drawn]]:
    """The papers of each combination, with the kind and the sort."""
    with kit_db.new_session() as db:
        whole = Whole(db)
        for rule in records.seisorts(db):
            kind = next((one for one in whole.kinds(rule) or [rule.equclass] if not whole.lacks(rule, one)), "")
            if not rule.allowed or not kind.startswith(only):
                continue
            with undone(db), drawn() as made:
                _ = whole.again(kind) if rule.testsort == REINSPECTION else whole.inspected(kind, rule.testsort)
            for one in made:
                if one.template not in OF_WORK:
                    yield f"{kind}-{rule.testsort}", one
        whole.world.leave()
        db.rollback()


def contact(pages: list[tuple[str, Image.Image]], out: Path) -> int:
    """Lay the pages out on sheets; gives how many there are."""
    wide, tall = max(one.width for _name, one in pages), max(one.height for _name, one in pages)
    for first in range(0, len(pages), ACROSS * DOWN):
        sheet = Image.new("RGB", (ACROSS * wide, DOWN * tall), "grey")
        for place, (name, page) in enumerate(pages[first : first + ACROSS * DOWN]):
            at = (place % ACROSS * wide, place // ACROSS * tall)
            sheet.paste(page, at)
            ImageDraw.Draw(sheet).text((at[0] + 2, at[1] + 1), name, fill="red")
        sheet.save(out / f"sheet-{first // (ACROSS * DOWN):02d}.png")
    return -(-len(pages) // (ACROSS * DOWN))


def draw(given: Any) -> int:
    given.out.mkdir(parents=True, exist_ok=True)
    pages: list[tuple[str, Image.Image]] = []
    wrong = []
    for name, paper in papers(given.only):
        wrong += [f"{paper.template} {name}：{why}" for why in faults(paper)]
        for number, page in enumerate(paper.pages(given.ppi), 1):
            pages.append((f"{paper.template}-{name}-{number}", page))
            page.save(given.out / f"{pages[-1][0]}.png")
    print(f"{len(pages)} pages on {contact(pages, given.out)} sheets")
    print("\n".join(wrong) or "no page is empty, none runs out of its margins")
    return 1 if wrong else 0


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", required=True, type=Path, help="a data folder of its own")
    arguments.add_argument("--out", required=True, type=Path)
    arguments.add_argument("--ppi", type=int, default=46)
    arguments.add_argument("--only", default="", help="kinds that begin so")
    given = arguments.parse_args()
    own = settings.load({**os.environ, "TEJIAN_DATA": str(given.data.absolute())})
    with prepare.rules_only(own):
        return draw(given)


if __name__ == "__main__":
    sys.exit(main())
