"""Small real files for upload tests."""

import zipfile
from io import BytesIO

from PIL import Image

PDF = b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"


def picture(kind: str = "JPEG", size: tuple[int, int] = (64, 48), exif: bytes = b"") -> bytes:
    out = BytesIO()
    options = {"exif": exif} if exif else {}
    Image.new("RGB", size, (180, 40, 40)).save(out, kind, **options)
    return out.getvalue()


def placed(orientation: int = 6) -> bytes:
    """Data of a camera: where the picture was taken, with what, and how the camera was held."""
    exif = Image.Exif()
    exif[0x0110] = "SecretCam 9000"
    exif[0x0112] = orientation
    exif.get_ifd(0x8825)[2] = (29.0, 52.0, 30.0)
    return exif.tobytes()


def office(folder: str) -> bytes:
    """A zip that looks like a spreadsheet ("xl/") or a letter ("word/")."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr(f"{folder}document.xml", "<d/>")
    return out.getvalue()
