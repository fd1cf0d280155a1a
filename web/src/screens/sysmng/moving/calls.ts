/** Files of a move: what its page asks (server/tejian/moving). */
import { post, postJson, read, upload } from '@/api/client';
import type { Meaning } from '@/api/imports';
import type { FieldWords, Understood } from '@/api/shapes';

export const movedFiles = (id: string) => read('/api/moving/file/list', { id });
export const sendMoved = (id: string, file: File, onProgress: (percent: number) => void) =>
  upload('/api/moving/file/add', { id }, file, onProgress);
export const dropMoved = (id: string, version: number) => post('/api/moving/file/drop', { id, version });
export const chooseKind = (id: string, version: number, kind: string, head = 0, headLines = 1) =>
  post('/api/moving/file/choose', { id, version, kind, head, headLines });
export const proposeMoved = (id: string, sourceId: string) =>
  read('/api/moving/file/propose', { id, sourceId });
/** As JSON: a file may have hundreds of headings and words. */
export const wordsOfMoved = (id: string, sourceId: string, columns: Meaning['columns']) =>
  postJson<FieldWords[]>('/api/moving/file/words', { id, sourceId, columns });
export const previewMoved = (id: string, meaning: Meaning) =>
  postJson<Understood>('/api/moving/file/preview', { id, ...meaning });
export const meanMoved = (id: string, version: number, name: string, meaning: Meaning) =>
  postJson('/api/moving/file/mean', { id, version, name, ...meaning });
