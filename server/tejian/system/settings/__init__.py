ROLES = {
    "lists": "dicts notices parameters",
    "service": "cache dictionaries params screens shipped",
    "ground": "product",
}
