"""Contents of files, in a folder or in S3."""
