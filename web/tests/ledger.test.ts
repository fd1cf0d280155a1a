/** Rows copied from a spreadsheet land where they were pasted. */
import { expect, test } from 'vitest';
import { type Cells, cellsOf, isEmptyRow, pasted } from '@/screens/bsArchives/refinery/paste';

const props = ['pipeno', 'pipename', 'pipelevel'];
const labels = ['管道编号', '管道名称', '管道级别'];

test('lines and tabs become rows and cells, quoted breaks stay in their cell', () => {
  expect(cellsOf('A\tB\r\n"C\nD"\t"say ""x"""\r\n')).toEqual([
    ['A', 'B'],
    ['C D', 'say "x"'],
  ]);
});

test('a pasted block fills from its cell on and leaves the rest alone', () => {
  const rows: Cells[] = [{ pipeno: '1' }, { pipeno: '2', pipelevel: 'GC1' }];
  expect(pasted(rows, props, labels, 1, 1, '进料线\tGC2\n出料线\tGC3\tbeyond')).toEqual([
    { pipeno: '1' },
    { pipeno: '2', pipename: '进料线', pipelevel: 'GC2' },
    { pipename: '出料线', pipelevel: 'GC3' },
  ]);
});

test('a copied head is left out', () => {
  expect(pasted([{}], props, labels, 0, 0, '管道编号\t管道名称\nP1\t进料线')).toEqual([
    { pipeno: 'P1', pipename: '进料线' },
  ]);
});

test('a row of blanks is empty', () => {
  expect(isEmptyRow({ pipeno: ' ' })).toBe(true);
  expect(isEmptyRow({ pipeno: '0' })).toBe(false);
});
