/** How a template draws a record on the phone: items by where they are looked at, photos that must be taken. */
import type { Answer } from '@/ui/answers';

/** When a photo must be taken of an item: always, or of a failing one. */
export type Duty = 'always' | 'fault';

export interface Spot {
  name: string;
  /** Numbers of items, in the order of the round. */
  items: number[];
}

/** The version that the record began with. */
export interface Template {
  code: string;
  edition: number;
  spots: Spot[];
  photo: Record<string, Duty>;
  /** Words that are ready for the note of an item. */
  phrases: Record<string, string[]>;
}

export const dutyWords: Record<Duty, string> = { always: '须拍照', fault: '不符合时须拍照' };

/** The items in the order of the round; those that the template does not place stand behind. */
export function inOrder<T extends { seq: number }>(items: T[], template: Template | null): T[] {
  if (!template) return items;
  const place = new Map(template.spots.flatMap((spot) => spot.items).map((seq, at) => [seq, at]));
  const of = ({ seq }: T) => place.get(seq) ?? items.length + seq;
  return [...items].sort((a, b) => of(a) - of(b));
}

export const spotOf = (template: Template | null, seq: number) =>
  template?.spots.find((one) => one.items.includes(seq))?.name ?? '';

/** Whether a photo must be there for an answer. */
export const wantsPhoto = (duty: Duty | undefined, r: Answer['r']) =>
  duty === 'always' ? r !== '' && r !== '—' : duty === 'fault' && r === '×';

/** The items whose photo is wanted and not taken. `taken` are the items that have one, here or at the server. */
export const lackingPhotos = (
  template: Template | null,
  answers: Record<number, Answer>,
  taken: ReadonlySet<string>,
): number[] =>
  Object.entries(template?.photo ?? {})
    .filter(([seq, duty]) => wantsPhoto(duty, answers[Number(seq)]?.r ?? '') && !taken.has(seq))
    .map(([seq]) => Number(seq));

/** A note with a ready phrase behind what it says already. */
export const withPhrase = (note: string, phrase: string) =>
  note.includes(phrase) ? note : note ? `${note}；${phrase}` : phrase;
