"""Quality and assessment: how reports pass, why they are returned, who did what by when."""
