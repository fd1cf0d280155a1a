import { expect, test } from 'vitest';
import { drawMarks, isDrawn, type Mark } from '@/pda/marks';
import { openStore, setPin } from '@/pda/store';
import { digestOf } from '@/pda/vault';
import { job, newPhone, PIN, packOf, ROUNDS } from './phone';

const circle: Mark = { kind: 'circle', x: 0.1, y: 0.2, x2: 0.3, y2: 0.6 };

test('marks are drawn where they were put, whatever the size of the photo', () => {
  const told: unknown[][] = [];
  const pen = new Proxy({} as CanvasRenderingContext2D, {
    get:
      (_, name) =>
      (...args: unknown[]) =>
        told.push([name, ...args]),
    set: () => true,
  });
  drawMarks(pen, [circle, { kind: 'text', x: 0.5, y: 0.5, x2: 0.5, y2: 0.5, words: '锈蚀' }], 1000, 500);
  expect(told[1]!.slice(0, 5)).toEqual(['ellipse', 200, 200, 100, 100]);
  expect(told.at(-1)).toEqual(['fillText', '锈蚀', 500, 250]);
  told.length = 0;
  drawMarks(pen, [{ kind: 'arrow', x: 0, y: 0, x2: 1, y2: 0 }], 100, 100);
  expect(told.slice(1, 3)).toEqual([
    ['moveTo', 0, 0],
    ['lineTo', 100, 0],
  ]);
});

test('a tap is no circle, and no words are no text', () => {
  expect(isDrawn(circle)).toBe(true);
  expect(isDrawn({ ...circle, x2: 0.1, y2: 0.2 })).toBe(false);
  expect(isDrawn({ ...circle, kind: 'text', words: ' ' })).toBe(false);
});

test('a copy with marks goes behind its photo, which stays as it was taken', async () => {
  newPhone();
  await setPin('u1', PIN, 'phone-0001', ROUNDS);
  const store = (await openStore('u1', PIN))!;
  await store.takePack(packOf([job()]));
  const photo = new Blob(['as it was taken']);
  const id = await store.addPhoto('rec-1', '2', photo);
  await store.markPhoto(id, new Blob(['drawn']), [circle]);
  const [first, second, ...more] = await store.waitingPhotos();
  expect(more).toEqual([]);
  expect(first!.body.original).toBeUndefined();
  expect(first!.body.digest).toBe(await digestOf(await photo.arrayBuffer()));
  expect([second!.body.original, second!.body.item, second!.body.marks]).toEqual([
    first!.body.digest,
    '2',
    [circle],
  ]);
  expect(await (await store.pictureOf(id))!.text()).toBe('as it was taken');
  expect(store.state().photos.map((one) => one.marked)).toEqual([false, true]);
  store.close();
  const again = (await openStore('u1', PIN))!;
  expect(
    again
      .state()
      .photos.map((one) => one.marked)
      .sort(),
  ).toEqual([false, true]);
  again.close();
});
