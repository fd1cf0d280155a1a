/** A photo goes out in pieces: what was cut off goes on where the server stands, and never begins again. */
import { ApiError, askJson, sendFile } from '@/api/client';
import type { PhotoBody } from './core';
import { digestOf } from './vault';

export const PIECE = 128 * 1024;
const MOST_STUCK = 3; // answers in a row that bring nothing forward

interface Said {
  /** How many bytes the server has. */
  offset: number;
  /** The file, once it is whole. */
  attsysid: string;
  /** Why it begins anew: the whole was none of what its digest says. */
  broken: string;
}

export async function sendInPieces(
  contact: { device: string; app: string },
  record: string,
  { item, digest, original = '', marks = [] }: PhotoBody,
  bytes: ArrayBuffer,
): Promise<void> {
  const whole = { ...contact, record, item, digest, size: bytes.byteLength };
  const name = `${digest.slice(0, 12)}${original && '-标注'}.jpg`;
  const drawn = { ...whole, original, marks };
  let { offset, attsysid } = await askJson<Said>('/api/pda/photo/begin', drawn);
  let stuck = 0;
  while (!attsysid) {
    const piece = bytes.slice(offset, offset + PIECE);
    const fields = {
      ...whole,
      size: String(whole.size),
      offset: String(offset),
      piece: await digestOf(piece),
    };
    const file = new File([piece], name, { type: 'image/jpeg' });
    const said = await sendFile<Said>('/api/pda/photo/part', fields, file);
    stuck = said.attsysid || said.offset > offset ? 0 : stuck + 1;
    if (stuck >= MOST_STUCK) throw new ApiError(200, '', said.broken || '照片没有传上去，请重试');
    ({ offset, attsysid } = said);
  }
}
