"""使用登记: application, acceptance, examination by two persons, the certificate and its number."""

ROLES = {
    "acts": "longer papers ready",
    "service": "deciding devices materials numbers prefills",
}
