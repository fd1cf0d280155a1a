/** What a return asks for at single items of the record. */

/** By the number of the item; an empty text asks for nothing. */
export type Marks = Record<number, string>;

/** As the call of a return takes them. */
export const markRows = (marks: Marks) =>
  Object.entries(marks)
    .map(([seq, text]) => ({ seq: Number(seq), text: text.trim() }))
    .filter((one) => one.text);

export const MARK_LENGTH = 200;
