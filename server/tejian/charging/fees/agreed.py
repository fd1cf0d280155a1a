"""The prices of contracts on the lines of an item: in force on its acceptance day, for its payer, for nothing else."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from tejian.charging.codes import NON_TAX
from tejian.charging.terms.api import Clause, Terms

from .book import BASE, SURCHARGE
from .lines import Agreed, FeeLine
from .rules import fee_total, money

AGREED_PRICE = "检验费（合同价）"
WHOLE = (BASE, SURCHARGE)  # what the price of a device covers; what is chosen besides costs what the table says


def ruling(terms: Sequence[Terms], org: str, day: date) -> list[Terms]:
    """The contracts of an institute that rule on a day."""
    return [one for one in terms if one.org == org and one.on(day)]


def by_contract(
    lines: Sequence[FeeLine], terms: Sequence[Terms], device: str, kind: str, testsort: str
) -> list[FeeLine]:
    """The lines of an item as the contracts that rule set them; those that no clause covers stay as they are.

    A price stands for all that the table would take of itself; a share, or the price of one row, changes these rows.
    No contract prices a public fee.
    """
    out = list(lines)
    for one in terms:
        if one.nature == NON_TAX:
            out = [_settled(line, one, device, kind, testsort) for line in out]
            continue
        own = [line for line in out if line.nature == one.nature]
        if out and not own:
            continue
        if (whole := one.whole(device, kind, testsort)) and whole.price is not None:
            out = [*_priced(own, one, whole), *(line for line in out if line.role not in WHOLE or line not in own)]
        elif whole:
            out = [_shared(line, one, whole) if line in own else line for line in out]
        for n, line in enumerate(out):
            row = (
                one.of_row(line.feecode, device, kind, testsort) if line.nature == one.nature and line.feecode else None
            )
            if row:
                out[n] = _row_priced(lines, line, one, row)
    return out


def _settled(line: FeeLine, terms: Terms, device: str, kind: str, testsort: str) -> FeeLine:
    """A public fee under a contract: settled with it, at the amount of the table; relief stands as without it."""
    clause = terms.of_row(line.feecode, device, kind, testsort) if line.feecode else None
    clause = clause or terms.whole(device, kind, testsort)
    if line.nature != NON_TAX or clause is None:
        return line
    title = f"{terms.title}第{clause.no}条"
    words = f"{line.explanation}；按{title}结算，金额按收费标准"
    return replace(line, explanation=words, agreed=Agreed(terms.id, clause.no, title, stacks=True, priced=False))


def _agreed(terms: Terms, clause: Clause) -> Agreed:
    return Agreed(terms.id, clause.no, f"{terms.title}第{clause.no}条", terms.stacks)


def _priced(own: Sequence[FeeLine], terms: Terms, clause: Clause) -> list[FeeLine]:
    """The one line of an item whose price is agreed."""
    agreed = _agreed(terms, clause)
    standard = fee_total(line for line in own if line.role in WHOLE)
    beside = f"（标准为 {standard} 元）" if standard is not None else ""
    words = f"{agreed.title}：{clause.words}{beside}"
    line = FeeLine("", AGREED_PRICE, "", "台", terms.nature, BASE, clause.price, None, words, agreed.title)
    return [replace(line, formula=clause.words, since=terms.first, agreed=agreed)]


def _shared(line: FeeLine, terms: Terms, clause: Clause) -> FeeLine:
    """A share of what the table says."""
    if line.amount is None or clause.percent is None:
        return line
    agreed, amount = _agreed(terms, clause), money(line.amount * clause.percent / 100)
    words = f"{line.explanation}；{agreed.title}：{clause.words}，得 {amount} 元"
    return replace(line, amount=amount, explanation=words, source=agreed.title, agreed=agreed)


def _row_priced(lines: Sequence[FeeLine], line: FeeLine, terms: Terms, clause: Clause) -> FeeLine:
    """One row of the table at its own price for each, or at a share of the standard."""
    standard = next((one for one in lines if one.feecode == line.feecode and one.about == line.about), line)
    if clause.price is None:
        return _shared(standard, terms, clause)
    agreed, count = _agreed(terms, clause), line.qty or 1
    amount = money(clause.price * count)
    words = f"{agreed.title}：每项 {clause.price} 元 × {count}，得 {amount} 元"
    return replace(line, amount=amount, missing=(), explanation=words, source=agreed.title, agreed=agreed)
