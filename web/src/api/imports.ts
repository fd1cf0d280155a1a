/** Imports of Excel files: what the dialog asks (server/tejian/imports). */
import { get, read, upload, urlOf } from './client';

export type ImportMode = 'check' | 'all' | 'valid';

export interface Fault {
  row: number;
  label: string;
  value: string;
  sentence: string;
}
export interface ImportRun {
  id: string;
  title: string;
  filename: string;
  mode: ImportMode;
  modeName: string;
  state: 'waiting' | 'reading' | 'writing' | 'done' | 'refused' | 'failed';
  stateName: string;
  total: number;
  seen: number;
  good: number;
  bad: number;
  written: number;
  message: string;
  faults: Fault[];
  ended: boolean;
  hasErrors: boolean;
  at: string;
}
interface ImportConfig {
  viewNo: string;
  title: string;
  mostRows: number;
  columns: { label: string; required: boolean }[];
  runs: ImportRun[];
}

export const importConfig = (viewNo: string) => get<ImportConfig>('/api/import/config', { viewNo });
export const importProgress = (id: string) => read<ImportRun>('/api/import/progress', { id });
export const sendFile = (viewNo: string, file: File, onProgress: (percent: number) => void) =>
  upload<ImportRun>('/api/import/start', { viewNo, mode: 'check' }, file, onProgress);
export const templateUrl = (viewNo: string) => urlOf('/api/import/template', { viewNo });
export const errorsUrl = (id: string) => urlOf('/api/import/errors', { id });
