"""The lines of a document cut into clauses: by 第…条, by numbers such as 5.4.2 and A1.3, by questions (问1)."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

ARTICLE = re.compile(r"(第[一二三四五六七八九十百零〇\d]{1,6}条)[\s　]*(.*)")
CHAPTER = re.compile(r"(第[一二三四五六七八九十百零〇\d]{1,4}[编章节])[\s　]*(.{0,60})")
LISTED = re.compile(r"([一二三四五六七八九十]{1,3})、[\s　]*(.+)")
APPENDIX = re.compile(r"(附[录件]\s*[A-Z\d一二三四五六七八九十]{0,3})[\s　]*(.{0,60})")
NUMBERED = re.compile(r"([A-Z]?\d{1,3}(?:\.\d{1,3}){1,5}(?:[(（]\d{1,2}[)）])?)[\s　、]*(.*)")
HEADING = re.compile(r"([A-Z]?\d{1,2})[\s　、.．]+([\u3400-\u9fff].{0,40})")
QUESTION = re.compile(r"(?:问|Q)[\s　]*(\d{0,4})[\s　]*[:：.、][\s　]*(.+)")
PAGE_NUMBER = re.compile(r"[-—–·\s第]*\d{1,4}[-—–·\s页]*(?:[/／共]\s*\d{1,4}\s*页?)?")
PAGE_OF = re.compile(r"第\s*\d+\s*页[\s　]*[/／共][\s　]*\d+\s*页")
SENTENCE = re.compile(r"[^。；！？\n]+[。；！？\n]?")
STRANGE = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff\ud800-\udfff]"
)  # what a broken font gives and no database keeps
WORD = re.compile(r"[A-Za-z0-9,.;:]")
NAMES = re.compile(r"\d*[\u3400-\u9fff“《（(]")  # how the text of a clause begins; of a measured value it is a unit
ENDED = ("。", "；", "：", "！", "？", ".", ";", ":")  # how a line ends behind which something new begins

UNITS = "日天月年个台倍人次小时米吨千层秒分度条"  # what stands behind a value, not behind the number of a chapter
FIRST = 20  # the first number of a part is no greater
ARTICLES = 3  # so many 第…条, and the numbers inside them are no clauses

Line = tuple[int, str]  # page, text


@dataclass
class Piece:
    """A clause, or a part of a long one."""

    clauseno: str
    heading: str
    page: int
    lines: list[Line] = field(default_factory=list)

    @property
    def pageto(self) -> int:
        return self.lines[-1][0] if self.lines else self.page


def without_margins(pages: Sequence[Sequence[str]]) -> list[list[str]]:
    """The lines of the pages without page numbers and without what stands at the edge of most pages."""
    edges = Counter(key for page in pages for key in {_shape(one) for one in _edge(page)})
    often = {key for key, count in edges.items() if len(pages) > 1 and count * 2 > len(pages)}
    out = []
    for page in pages:
        edge = {id(one) for one in _edge(page)}
        lines = [
            one
            for one in page
            if not (id(one) in edge and ((_shape(one) in often and not NUMBERED.match(one)) or _counts_pages(one)))
        ]
        out.append(lines)
    return out


def _counts_pages(line: str) -> bool:
    return bool(PAGE_NUMBER.fullmatch(line.strip()) or PAGE_OF.search(line))


def _edge(page: Sequence[str]) -> list[str]:
    return [*page[:2], *page[-2:]]


def _shape(line: str) -> str:
    return re.sub(r"\d+", "#", re.sub(r"\s", "", line))


def _parts(number: str) -> tuple[str, tuple[int, ...]]:
    letter = number[0] if number[0].isalpha() else ""
    return letter, tuple(int(one) for one in re.findall(r"\d+", number))


def _follows(number: str, last: str) -> bool:
    """Whether a number can come next: numbers of clauses grow, values in a table do not."""
    letter, parts = _parts(number)
    before, known = _parts(last) if last else ("", ())
    if letter != before or not known:
        return letter >= before and parts[0] <= FIRST
    return parts > known and parts[0] <= known[0] + 2


def cut(pages: Sequence[Sequence[str]], most: int, first: int = 1) -> list[Piece]:
    """The pieces of a document, none with more than `most` characters; `first` is the number of the first page (0: the
    document knows no pages)."""
    pieces = [Piece("", "", first)]
    lines = [(page, raw.strip()) for page, raw in _numbered(without_margins(pages), first) if raw.strip()]
    plain = sum(1 for _page, line in lines if ARTICLE.match(line)) < ARTICLES
    chapter, last, questions = "", "", 0
    for page, line in lines:
        if head := CHAPTER.fullmatch(line) or APPENDIX.fullmatch(line):
            chapter, last = f"{head[1].strip()} {head[2]}".strip(), ""
            pieces.append(Piece("", chapter, page))
        elif one := ARTICLE.match(line):
            pieces.append(Piece(one[1], chapter, page, [(page, one[2])] if one[2] else []))
        elif question := QUESTION.match(line):
            questions += 1
            pieces.append(Piece(f"问{question[1] or questions}", chapter, page, [(page, question[2])]))
        elif plain and (one := LISTED.match(line)):
            last = ""
            pieces.append(Piece(one[1], chapter, page, [(page, one[2])]))
        elif plain and (one := _clause(line, pieces[-1])) and _follows(one[1], last):
            last = one[1]
            pieces.append(Piece(one[1], chapter, page, [(page, one[2])] if one[2] else []))
        elif plain and (head := _heading(line)) and _follows(head[1], last):
            chapter, last = f"{head[1]} {head[2]}", head[1]
            pieces.append(Piece(head[1], chapter, page))
        else:
            pieces[-1].lines.append((page, line))
    return [part for one in pieces if one.lines for part in _short(one, most)]


def _clause(line: str, before: Piece) -> re.Match[str] | None:
    """The number of a clause and its text, where a line begins with them. In the middle of a sentence, a number with
    what may be its unit is a value."""
    one = NUMBERED.match(line)
    if one is None or (one[2] and not NAMES.match(one[2])):
        return None
    is_value = one[1][0].isdigit() and one[2] and (one[2][0] in UNITS or one[2][0].isdigit())
    return None if is_value and before.lines and not before.lines[-1][1].endswith(ENDED) else one


def _heading(line: str) -> re.Match[str] | None:
    """The number of a chapter and its name, where a line is that alone."""
    one = HEADING.fullmatch(line)
    return one if one and one[2][0] not in UNITS and not line.endswith(("。", "；", "，", "：")) else None


def _numbered(pages: Iterable[Sequence[str]], first: int) -> Iterable[Line]:
    for n, page in enumerate(pages):
        for line in page:
            yield (n + first if first else 0), STRANGE.sub("", line)


def joined(lines: Iterable[str]) -> str:
    """Lines as one text: a blank only between words of letters."""
    out = ""
    for line in lines:
        out += (" " if out and WORD.match(out[-1]) and WORD.match(line[:1]) else "") + line
    return out


def _short(piece: Piece, most: int) -> list[Piece]:
    """A long piece in parts that end with a line, or with a sentence where one line is longer."""
    lines = [(page, part) for page, line in piece.lines for part in _split(line, most)]
    out = [Piece(piece.clauseno, piece.heading, lines[0][0])]
    size = 0
    for page, line in lines:
        if size and size + len(line) > most:
            out.append(Piece(piece.clauseno, piece.heading, page))
            size = 0
        out[-1].lines.append((page, line))
        size += len(line)
    out[0].page = piece.page
    return out


def _split(line: str, most: int) -> list[str]:
    if len(line) <= most:
        return [line]
    out = [""]
    for sentence in SENTENCE.findall(line):
        for at in range(0, len(sentence), most):
            part = sentence[at : at + most]
            if out[-1] and len(out[-1]) + len(part) > most:
                out.append("")
            out[-1] += part
    return [one for one in out if one]


def sentences(text: str) -> list[str]:
    """The sentences of a clause."""
    return [one.strip() for one in SENTENCE.findall(text) if one.strip()]
