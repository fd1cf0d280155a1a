/** Imports of Excel files: what the dialog asks (server/tejian/imports). */

import { get, read, upload, urlOf } from './client';

export type ImportMode = 'check' | 'all' | 'valid';

export const importConfig = (viewNo: string) => get('/api/import/config', { viewNo });
export const importProgress = (id: string) => read('/api/import/progress', { id });
export const sendFile = (viewNo: string, file: File, onProgress: (percent: number) => void) =>
  upload('/api/import/start', { viewNo, mode: 'check' }, file, onProgress);
export const templateUrl = (viewNo: string) => urlOf('/api/import/template', { viewNo });
export const errorsUrl = (id: string) => urlOf('/api/import/errors', { id });
