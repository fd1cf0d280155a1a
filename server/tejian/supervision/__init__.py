"""安全监管: what bureaus, towns, owners and institutes do on the same records."""
