/** Chrome and Edge from 88 on work; what is older is told so before the login. */
import { afterEach, expect, test, vi } from 'vitest';
import { arrayMethods, objectMethods } from '@/oldBrowsers';
import old from '../public/old.js?raw';

afterEach(() => {
  document.getElementById('too-old')?.remove();
  vi.unstubAllGlobals();
});

const open = (supports: ((what: string) => boolean) | undefined) => {
  vi.stubGlobal('CSS', supports && { supports });
  new Function('window', 'document', old)(window, document);
  return document.getElementById('too-old')?.textContent ?? '';
};

test('an old browser says so in a sentence, a newer one nothing', () => {
  expect(open(() => true)).toBe('');
  for (const supports of [undefined, () => false])
    expect(open(supports)).toContain('请使用 Chrome 或 Edge 88 以上的版本');
});

test('the methods that are brought do as those of the language', () => {
  const call = (name: keyof typeof arrayMethods, on: unknown[], ...args: unknown[]) =>
    (arrayMethods[name] as (...all: unknown[]) => unknown).apply(on, args);
  const list = [3, 1, 2];
  expect([call('at', list, -1), call('at', list, 0), call('at', list, 9)]).toEqual([2, 3, undefined]);
  expect(call('findLast', list, (one: number) => one > 1)).toBe(2);
  expect(call('toSorted', list)).toEqual([1, 2, 3]);
  expect(call('toSpliced', list, 1, 1, 7, 8)).toEqual([3, 7, 8, 2]);
  expect(call('with', list, -1, 9)).toEqual([3, 1, 9]);
  expect(() => call('with', list, 5, 9)).toThrow(RangeError);
  expect(list).toEqual([3, 1, 2]);
});

test('what an object itself has', () => {
  const made = Object.create({ inherited: 1 }, { own: { value: 2 } });
  expect(objectMethods.hasOwn(made, 'own')).toBe(true);
  expect(objectMethods.hasOwn(made, 'inherited')).toBe(false);
  expect(objectMethods.hasOwn(Object.create(null), 'own')).toBe(false);
});
