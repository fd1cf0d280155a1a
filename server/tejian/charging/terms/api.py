"""What other wings and areas may ask of what contracts fix."""

from .clauses import as_clause, clauses_of, instalments_of
from .rules import Changed, Clause, Terms, collide, differences, twice
from .settlement import Settled, charged, rows_of, settled
from .terms import terms_of, terms_of_all
