"""What other wings and areas may ask of archives.files."""

from .service import LIMIT, Uploaded, UploadForm, keep_for, listed, upload
