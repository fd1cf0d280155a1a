"""What the guards and effects of a move are given: the subject, the typed input, and why the move is made."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import Field
from sqlalchemy.orm import Session

from tejian.kit.forms.form import Form
from tejian.kit.forms.formview import Input
from tejian.kit.ground.reasons import says_nothing
from tejian.kit.ground.user import User


class Opinion(Form):
    """What can be said with any move."""

    opinion: str = Field("", title="意见", max_length=2000)


def _text(form: Form | Input, name: str) -> str:
    """A text of the form of a move; '' when the form does not ask for it."""
    value = form.values.get(name) if isinstance(form, Input) else getattr(form, name, "")
    return str(value or "").strip()


@dataclass(frozen=True)
class Reason:
    """Why a move is made: the word that was chosen with its code, the detail, and all of it as one text."""

    text: str = ""
    code: str = ""
    label: str = ""
    detail: str = ""

    @classmethod
    def of(cls, form: Form | Input) -> "Reason":
        text, code, label, detail = (_text(form, n) for n in ("reason", "reasonId", "reasonLabel", "detailDesc"))
        return cls(text or f"{label} {detail}".strip(), code, label, detail)

    @property
    def is_empty(self) -> bool:
        """Whether what was written says nothing; a word that was chosen without more says what it says."""
        words = self.detail or ("" if self.label else self.text)
        return says_nothing(words) if words else not self.text


NO_REASON = Reason()


@dataclass(frozen=True)
class Doing:
    """What a guard or an effect is given. `form` is the model of the move, or the Input of its dialog."""

    db: Session
    me: User
    subject: Any
    form: Any = field(default_factory=Opinion)
    reason: Reason = NO_REASON
    before: str = ""  # the step that the move leaves
    batch: Sequence[Any] = ()  # all subjects of the move
    shared: dict[str, Any] = field(default_factory=dict)  # what guards and effects share over the batch

    def of_batch(self, name: str, load: Callable[[Sequence[str]], Mapping[str, Any]]) -> Any:
        """What belongs to the subject, of what `load` reads at once for all subjects by their keys."""
        if name not in self.shared:
            self.shared[name] = load([s.id for s in self.batch or [self.subject]])
        return self.shared[name].get(self.subject.id, ())

    @property
    def opinion(self) -> str:
        return _text(self.form, "opinion")


Guard = Callable[[Doing], str | None]  # a sentence refuses
Effect = Callable[[Doing], None]  # runs in the same transaction
