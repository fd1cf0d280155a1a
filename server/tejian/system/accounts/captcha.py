"""The captcha: a picture made on the server, good for three minutes and one try."""

import random
import secrets
from datetime import timedelta
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont
from sqlalchemy import delete
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput
from tejian.system.models.accounts import Captcha

LETTERS = "ABCDEFGHJKLMNPQRTUVWXY346789"  # nothing that looks like something else
GOOD_FOR = timedelta(minutes=3)
SIZE = (96, 36)


def picture(db: Session, random_num: str) -> bytes:
    """A PNG for this browser's random number; a new one replaces the old."""
    if not 1 <= len(random_num) <= 64:
        raise BadInput("验证码参数不正确")
    text = "".join(secrets.choice(LETTERS) for _ in range(4))
    values = {"random_num": random_num, "text": text, "at": clock.now()}
    db.execute(insert(Captcha).values(values).on_conflict_do_update(index_elements=["random_num"], set_=values))
    db.execute(delete(Captcha).where(Captcha.at < clock.now() - 10 * GOOD_FOR))
    return draw(text)


def draw(text: str) -> bytes:
    image = Image.new("RGB", SIZE, "#EDF0F3")
    pen = ImageDraw.Draw(image)
    font = ImageFont.load_default(size=24)
    for _ in range(4):
        points = [(random.randrange(SIZE[0]), random.randrange(SIZE[1])) for _ in range(4)]
        pen.line(points, fill="#8FB9CE", width=1)
    for i, letter in enumerate(text):
        tile = Image.new("RGBA", (30, 34))
        ImageDraw.Draw(tile).text((6, 2), letter, font=font, fill="#12303F")
        turned = tile.rotate(random.uniform(-22, 22), resample=Image.Resampling.BICUBIC)
        image.paste(turned, (2 + i * 22, random.randrange(-1, 3)), turned)
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def passed(db: Session, random_num: str, typed: str) -> bool:
    """Whether the text was right. The picture is used up either way."""
    row = db.execute(
        delete(Captcha).where(Captcha.random_num == random_num).returning(Captcha.text, Captcha.at)
    ).first()
    return bool(row and typed and row.text == typed.strip().upper() and clock.now() - row.at <= GOOD_FOR)
