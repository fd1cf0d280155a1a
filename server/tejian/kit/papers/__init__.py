"""Pages, pictures, bars and sheets."""
