/** When a reason is one: the rule of the server (kit/ground/reasons.py), said while one types. */
const LEAST = 4;
export const REASON_RULE = `至少 ${LEAST} 个字，用文字说明`;

/** Too short, one character again and again, or nothing but letters, digits and signs. */
export function saysNothing(reason: string): boolean {
  const words = reason.replace(/\s+/g, '');
  return words.length < LEAST || new Set(words).size === 1 || !/[一-鿿]/.test(words);
}
