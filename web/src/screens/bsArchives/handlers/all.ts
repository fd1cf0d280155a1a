/** The handlers of the archive lists in one chunk. */
export { default as complete } from './complete';
export { default as history } from './history';
export { default as jyjg } from './jyjg';
export { default as openDevice } from './openDevice';
export { default as qrcode } from './qrcode';
