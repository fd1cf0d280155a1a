/** The small handlers in one chunk: each alone would cost more in the table of chunks than in its code. */
export { default as arrangeMany } from './arrangeMany';
export { default as charge } from './charge';
export { default as endAsk } from './endAsk';
export { default as endDeal } from './endDeal';
export { default as flowLog } from './flowLog';
export { default as mainBack } from './mainBack';
export { default as refer } from './refer';
export { default as report } from './report';
export { default as sendBack } from './sendBack';
export { default as sms } from './sms';
export { default as voidMain } from './voidMain';
export { default as voidTask } from './voidTask';
export { default as withdraw } from './withdraw';
