/** What a person keeps on the phone is sealed with a key that only his PIN opens (PBKDF2, AES-GCM). */

const ROUNDS = 310_000; // OWASP's figure for PBKDF2-SHA256; about half a second on an office phone
const SALT_BYTES = 16;
const IV_BYTES = 12;

export const PIN_RULE = /^\d{6,12}$/;
export const PIN_WORDS = '本机口令应为 6 至 12 位数字';

/** The key of the data, itself sealed with a key made from the PIN. */
export interface Lock {
  salt: Uint8Array<ArrayBuffer>;
  rounds: number;
  iv: Uint8Array<ArrayBuffer>;
  wrapped: ArrayBuffer;
}

export interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

/** Browsers open WebCrypto to pages over HTTPS (and localhost) alone. */
export const canSeal = () => typeof crypto !== 'undefined' && Boolean(crypto.subtle);

const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes));

/** crypto.randomUUID is younger than some phones. */
export function newId(): string {
  const bytes = random(16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (one) => one.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

async function keyOfPin(pin: string, salt: Uint8Array<ArrayBuffer>, rounds: number): Promise<CryptoKey> {
  const typed = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, [
    'deriveKey',
  ]);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds },
    typed,
    { name: 'AES-GCM', length: 256 },
    false,
    ['wrapKey', 'unwrapKey'],
  );
}

export async function newLock(pin: string, rounds = ROUNDS): Promise<Lock> {
  const salt = random(SALT_BYTES);
  const iv = random(IV_BYTES);
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt', 'decrypt']);
  const outer = await keyOfPin(pin, salt, rounds);
  const wrapped = await crypto.subtle.wrapKey('raw', key, outer, { name: 'AES-GCM', iv });
  return { salt, rounds, iv, wrapped };
}

/** The key of the data, which cannot be read out of the browser; null when the PIN is another one. */
export async function openLock(lock: Lock, pin: string): Promise<CryptoKey | null> {
  const outer = await keyOfPin(pin, lock.salt, lock.rounds);
  try {
    return await crypto.subtle.unwrapKey(
      'raw',
      lock.wrapped,
      outer,
      { name: 'AES-GCM', iv: lock.iv },
      'AES-GCM',
      false,
      ['encrypt', 'decrypt'],
    );
  } catch {
    return null;
  }
}

export async function sealBytes(
  key: CryptoKey,
  bytes: ArrayBuffer | Uint8Array<ArrayBuffer>,
): Promise<Sealed> {
  const iv = random(IV_BYTES);
  return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes) };
}

export const unsealBytes = (key: CryptoKey, { iv, data }: Sealed): Promise<ArrayBuffer> =>
  crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data);

export const seal = (key: CryptoKey, value: unknown): Promise<Sealed> =>
  sealBytes(key, new TextEncoder().encode(JSON.stringify(value ?? null)));

export async function unseal<T>(key: CryptoKey, sealed: Sealed): Promise<T> {
  return JSON.parse(new TextDecoder().decode(await unsealBytes(key, sealed))) as T;
}

export async function digestOf(bytes: ArrayBuffer): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (one) => one.toString(16).padStart(2, '0')).join('');
}
