/** A part of the map as a condition of a list says it. */

/** West, south, east and north in degrees. */
export type Box = [number, number, number, number];

const DIGITS = 5; // of a degree: about a metre

export const boxText = (box: Box) => box.map((one) => one.toFixed(DIGITS)).join(',');

/** The box that a condition says; nothing for what is none. */
export function boxOf(text: unknown): Box | undefined {
  const numbers = String(text ?? '')
    .split(',')
    .map(Number);
  return numbers.length === 4 && numbers.every(Number.isFinite) ? (numbers as unknown as Box) : undefined;
}
