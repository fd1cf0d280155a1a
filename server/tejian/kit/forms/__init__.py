"""Input: forms, their views, what their keys refer to, columns."""
