"""What other wings and areas may ask of archives.files."""

from .service import LIMIT, Uploaded, UploadForm, clean_name, keep_for, kind_of, listed, upload
