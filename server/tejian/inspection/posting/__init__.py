"""快递单打印: what is posted to whom under which number, and the ranges of numbers that a courier gave."""
