"""多收款: money above what was owed goes back or into the account."""
