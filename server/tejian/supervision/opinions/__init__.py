"""意见征集: what a bureau asks units about a draft."""
