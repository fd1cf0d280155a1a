import { describe, expect, it } from 'vitest';
import { saysNothing } from './reasons';

describe('a reason', () => {
  it.each([
    '',
    '1111',
    'ab',
    'abcdefg',
    '好好好好好',
    '……、，。',
    '看过了',
    ' 好 好 ',
  ])('%s says nothing', (text) => {
    expect(saysNothing(text)).toBe(true);
  });
  it.each(['第31项请复核', '重新测量', '已换轴承 3 只'])('%s says something', (text) => {
    expect(saysNothing(text)).toBe(false);
  });
});
