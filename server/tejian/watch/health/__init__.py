ROLES = {
    "service": "checks figures watching",
}
