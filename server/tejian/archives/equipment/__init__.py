ROLES = {
    "pages": "life",
    "lists": "counting",
    "service": "checks device forms public stops technical",
    "forms": "limits tableforms",
    "rules": "buttons explained fields screens",
}
