"""Cases with known answers: records, dates and fees go through the product, and what comes out is compared."""
