"""使用登记: application, acceptance, examination by two persons, the certificate and its number."""

ROLES = {
    "acts": "papers ready",
    "service": "deciding devices longer materials numbers prefills",
}
