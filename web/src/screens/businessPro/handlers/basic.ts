/** The small handlers in one chunk: each alone would cost more in the table of chunks than in its code. */
export { default as charge } from './charge';
export { default as flowLog } from './flowLog';
export { default as report } from './report';
export { default as sms } from './sms';
