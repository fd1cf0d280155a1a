/** Imports of Excel files: what the dialog asks (server/tejian/imports). */

import { get, post, postJson, read, upload, urlOf } from './client';
import type { FieldWords, ImportState, Understood } from './shapes';

export type ImportMode = 'check' | 'all' | 'valid' | 'drafts';

/** What a person said of a file: the field of each heading, the code of each foreign word; '' for none. */
export interface Meaning {
  columns: { head: string; field: string }[];
  words: { field: string; word: string; code: string }[];
  /** What holds for every row of the file. */
  whole: { field: string; text: string }[];
}

/** What is done with a unit that has no archive. */
export interface UnitAct {
  name: string;
  act: 'create' | 'choose' | 'later';
  unit: string;
}

export const importConfig = (viewNo: string) => get('/api/import/config', { viewNo });
export const importProgress = (id: string) => read('/api/import/progress', { id });
export const sendFile = (viewNo: string, file: File, onProgress: (percent: number) => void) =>
  upload('/api/import/start', { viewNo, mode: 'check' }, file, onProgress);
export const templateUrl = (viewNo: string) => urlOf('/api/import/template', { viewNo });
export const errorsUrl = (id: string) => urlOf('/api/import/errors', { id });
export const proposeColumns = (id: string, sourceId: string) => read('/api/import/propose', { id, sourceId });
/** As JSON: a file may have hundreds of headings and words. */
export const proposeWords = (id: string, sourceId: string, columns: Meaning['columns']) =>
  postJson<FieldWords[]>('/api/import/words', { id, sourceId, columns });
export const previewRows = (id: string, meaning: Meaning) =>
  postJson<Understood>('/api/import/preview', { id, ...meaning });
export const checkWith = (viewNo: string, runId: string, meaning: Meaning) =>
  postJson<ImportState>('/api/import/start', { viewNo, runId, mode: 'check', ...meaning });
/** The heading stands in another line than was taken for it. */
export const askFrom = (viewNo: string, runId: string, head: number, headLines: number) =>
  postJson<ImportState>('/api/import/start', { viewNo, runId, mode: 'check', head, headLines });
export const decideUnits = (viewNo: string, runId: string, units: UnitAct[]) =>
  postJson<ImportState>('/api/import/start', { viewNo, runId, mode: 'check', units });
export const keepSource = (
  viewNo: string,
  name: string,
  known: { id?: string; version?: number },
  meaning: Meaning,
) => postJson('/api/import/saveSource', { viewNo, name, ...known, ...meaning });
export const dropSource = (id: string, version: number) => post('/api/import/deleteSource', { id, version });
