"""What follows from all declarations: OpenAPI, the rights of derived views."""
