/** The pages of the corrections in one chunk. */
export { CorrectAudit, CorrectRead } from './CorrectDetail';
export { default as CorrectForm } from './CorrectForm';
