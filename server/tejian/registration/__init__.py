"""Registration: devices get their certificate of use from the authority, and keep it through what changes."""
