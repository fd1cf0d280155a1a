"""预存款: money in advance at the counter, and back."""
