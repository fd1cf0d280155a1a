/** Text of the pages of a PDF: where a passage stands, found as people type it, without its spaces and line breaks. */

/** A piece of text as pdf.js gives it: `transform` ends in its place, in points from the lower left. */
export interface Piece {
  str: string;
  transform: number[];
  width: number;
}
export interface Place {
  page: number;
  /** Whether the passage begins a piece of text, as a cell does, and does not stand within a sentence. */
  begins: boolean;
  x: number;
  y: number;
  width: number;
  height: number;
}

const bare = (text: string) => text.normalize('NFKC').replace(/\s+/g, '').toLowerCase();

interface PageText {
  text: string;
  /** Which piece each character is of. */
  of: number[];
  pieces: Piece[];
}

export function pageText(pieces: Piece[]): PageText {
  let text = '';
  const of: number[] = [];
  pieces.forEach((piece, index) => {
    const plain = bare(piece.str);
    text += plain;
    for (let at = 0; at < plain.length; at += 1) of.push(index);
  });
  return { text, of, pieces };
}

/** Every place of `needle`, from the first page on; a passage over several pieces is marked at its first. */
export function findAll(pages: PageText[], needle: string, most = 500): Place[] {
  const wanted = bare(needle);
  const places: Place[] = [];
  if (!wanted) return places;
  pages.forEach(({ text, of, pieces }, index) => {
    for (
      let at = text.indexOf(wanted);
      at >= 0 && places.length < most;
      at = text.indexOf(wanted, at + wanted.length)
    )
      places.push(placeOf(index + 1, pieces[of[at]!]!, of[at] !== of[at - 1]));
  });
  return places;
}

function placeOf(page: number, { transform, width }: Piece, begins: boolean): Place {
  const [, , c = 0, d = 0, x = 0, y = 0] = transform;
  return { page, begins, x, y, width, height: Math.hypot(c, d) };
}

/** A remark on the document: its number in the list beside it, and the passage that it is about. */
export interface Remark {
  number: number;
  text: string;
  /** Passages that tell its place, the best first. */
  passages: string[];
}

const LONG = 24;
const SOME = 20; // places of a passage that are looked at

/** How many marks stand before this one on the same line of a page, so that none covers another. */
export function besideOf(marks: [number, Place][], at: number): number {
  const here = marks[at]![1];
  return marks.slice(0, at).filter(([, one]) => Math.abs(one.y - here.y) < here.height).length;
}

/** The place of each remark whose passage stands in the document: the first that begins a cell, else the first. */
export function placesOf(pages: PageText[], remarks: Remark[]): Map<number, Place> {
  const out = new Map<number, Place>();
  for (const { number, passages } of remarks) {
    for (const passage of passages) {
      const places = findAll(pages, passage.slice(0, LONG), SOME);
      const place = places.find((one) => one.begins) ?? places[0];
      if (place) {
        out.set(number, place);
        break;
      }
    }
  }
  return out;
}
