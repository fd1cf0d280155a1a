import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { inOrder, lackingPhotos, type Template, withPhrase } from '@/pda/drawing';
import Preview from '@/pda/Preview';
import type { Answer } from '@/ui/answers';

const template: Template = {
  code: 'DT-DJ',
  edition: 2,
  spots: [
    { name: '机房', items: [3, 1] },
    { name: '底坑', items: [2] },
  ],
  photo: { 1: 'always', 2: 'fault', 3: 'always' },
  phrases: {},
};
const answer = (r: Answer['r']): Answer => ({ r, v: {}, n: '', m: false, l: [] });

test('items stand in the order of the round, those that nobody placed behind', () => {
  const items = [1, 2, 3, 4].map((seq) => ({ seq }));
  expect(inOrder(items, template).map((one) => one.seq)).toEqual([3, 1, 2, 4]);
  expect(inOrder(items, null)).toBe(items);
});

test('a photo is wanted of what was judged, of faults alone, and of nothing that has one', () => {
  const answers = { 1: answer('√'), 2: answer('×'), 3: answer('—') };
  expect(lackingPhotos(template, answers, new Set())).toEqual([1, 2]);
  expect(lackingPhotos(template, answers, new Set(['1']))).toEqual([2]);
  expect(lackingPhotos(template, { 1: answer(''), 2: answer('√'), 3: answer('△') }, new Set())).toEqual([3]);
  expect(lackingPhotos(null, answers, new Set())).toEqual([]);
});

test('a ready phrase is put behind a note, once', () => {
  expect(withPhrase('', '对讲不通')).toBe('对讲不通');
  expect(withPhrase('轿厢照明损坏', '对讲不通')).toBe('轿厢照明损坏；对讲不通');
  expect(withPhrase('轿厢照明损坏；对讲不通', '对讲不通')).toBe('轿厢照明损坏；对讲不通');
});

test('the preview shows the round, and of an item what it asks when it fails', async () => {
  const item = {
    seq: 10,
    number: 'A1.2.3.11',
    content: '紧急报警装置',
    requirement: '双向对讲有效',
    key: true,
    photo: 'fault',
    phrases: ['对讲不通'],
    measures: ['音量 ≥ 60 dB'],
    defaults: [],
  };
  render(
    <Preview data={{ title: 'DT-DJ', under: '第2版　1项', spots: [{ name: '轿厢', items: [item] }] }} />,
  );
  const drawn = screen.getByLabelText('手机预览');
  expect(drawn.style.width).toBe('360px');
  expect(screen.getByText('轿厢')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /紧急报警装置/ }));
  expect(screen.getByText('不符合时须拍照')).toBeTruthy();
  expect(screen.getByText('音量 ≥ 60 dB')).toBeTruthy();
  expect(screen.queryByText('这一项须有照片才能提交')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /不符合/ }));
  expect(screen.getByText('这一项须有照片才能提交')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: '对讲不通' }));
  expect(screen.getByText(/^说明.*对讲不通$/)).toBeTruthy();
});
