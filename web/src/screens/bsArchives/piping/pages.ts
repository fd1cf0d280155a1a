/** Pages of piping lines in one chunk. */
export { default as ChangePage } from './ChangePage';
export { default as LineFormPage } from './LineFormPage';
