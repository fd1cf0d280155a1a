/** One key for one wish: what was sent and never answered is sent again under the key it had, so that the server gives the
 * first answer instead of doing it twice. A key is kept until an answer came, over a reload of the page too. */

const STORE = 'wishes';
const KEPT_MS = 24 * 3600_000; // as long as the server remembers
const IN_MEMORY = new Map<string, string>();
/** What names a secret is remembered in memory alone: a digest of a short one could be tried out. */
const SECRET = /pass(word|wd)|pin|secret|code=/i;

/** 53 bits of a text (cyrb53): two wishes that met would be told apart by the server, which compares the bodies. */
function short(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    a = Math.imul(a ^ char, 2654435761);
    b = Math.imul(b ^ char, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}

type Stored = Record<string, { key: string; at: number }>;

function stored(): Stored {
  try {
    const all = JSON.parse(sessionStorage.getItem(STORE) ?? '{}') as Stored;
    return Object.fromEntries(Object.entries(all).filter(([, one]) => Date.now() - one.at < KEPT_MS));
  } catch {
    return {};
  }
}

function store(change: (all: Stored) => void): void {
  const all = stored();
  change(all);
  try {
    sessionStorage.setItem(STORE, JSON.stringify(all));
  } catch {
    // A full or forbidden store costs only what a reload would have remembered.
  }
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The key under which `wish` (address and body) is sent; the same until `answered`. */
export function keyOf(wish: string): string {
  const known = IN_MEMORY.get(wish);
  if (known) return known;
  const name = short(wish);
  const before = SECRET.test(wish) ? undefined : stored()[name]?.key;
  const key = before ?? newKey();
  IN_MEMORY.set(wish, key);
  if (!before && !SECRET.test(wish))
    store((all) => {
      all[name] = { key, at: Date.now() };
    });
  return key;
}

/** An answer came, whatever it said: the next wish like it is another one. */
export function answered(wish: string): void {
  IN_MEMORY.delete(wish);
  store((all) => {
    delete all[short(wish)];
  });
}

/** Forget what a page remembers, as a reload does. */
export function reloaded(): void {
  IN_MEMORY.clear();
}
