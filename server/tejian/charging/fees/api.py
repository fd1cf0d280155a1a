"""What other wings and areas may ask of what an inspection costs."""

from .book import BASE, OPTION, RULE, FeeBook, FeeRow, codes_in, fee_book, fee_row, on_day, said_source
from .calculators import PERIODIC_PIPING, PERIODIC_VESSEL, SUPERVISED_PIPING, refuse_other
from .calculators import explained as explained_calculation
from .calculators import instead as given_instead
from .calculators import of as calculator_of
from .facts import PIPELINE, book, device_facts, device_values, names_read, pipelines
from .forms import GivenForm, ItemForm
from .given import Alike, Given, Known, Source, day_of, discount_most, lines_of
from .lines import FeeLine
from .policies import GROUPS, in_force, new_policy, reliefs_for, why_not
from .policies import before_delete as before_policy_deleted
from .policies import before_save as before_policy_saved
from .policies import beside as beside_policy
from .policies import enabled as enabled_policies
from .policies import of_day as policies_of
from .rules import fee_facts, fee_total, item_lines, missing_text, words_of
from .shown import DraftLine, shown_line
from .totals import ItemFees, charge_total, manual_discount, whole_lines
from .wording import EVERY, PARAMETERS, in_words, parameters, several
