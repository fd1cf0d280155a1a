ROLES = {
    "service": "checks figures refusals watching",
}
