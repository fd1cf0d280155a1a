import { expect, test } from 'vitest';
import { besideOf, findAll, type Piece, pageText, placesOf } from '@/print/pdfText';

const piece = (str: string, y: number): Piece => ({ str, transform: [12, 0, 0, 12, 40, y], width: 100 });
const pages = [
  pageText([piece('电梯定期检验报告', 800), piece('检 验 结 论 ：合格', 600)]),
  pageText([
    piece('3.1 限速器', 700),
    piece('校验标记', 684),
    piece('3.2 缓冲器', 500),
    piece('限速器', 300),
  ]),
];

test('a passage is found as it is typed, over spaces and pieces, with its place', () => {
  expect(findAll(pages, '检验结论')).toEqual([
    { page: 1, begins: true, x: 40, y: 600, width: 100, height: 12 },
  ]);
  expect(findAll(pages, '限速器校验').map((place) => [place.page, place.y])).toEqual([[2, 700]]);
  expect(findAll(pages, '限速器').map((place) => place.y)).toEqual([700, 300]);
  expect(findAll(pages, '限速器', 1)).toHaveLength(1);
  expect(findAll(pages, ' ')).toEqual([]);
});

test('a remark stands at the first of its passages that the report has; else nowhere', () => {
  const places = placesOf(pages, [
    { number: 1, text: '', passages: ['没有这句', '缓冲器'] },
    { number: 2, text: '', passages: ['没有这句'] },
  ]);
  expect([...places].map(([number, place]) => [number, place.page, place.y])).toEqual([[1, 2, 500]]);
});

test('a remark about an item stands at its row, not at the sentence that names it before', () => {
  const named = [
    pageText([piece('第2项安全距离不符合', 700), piece('安全距离', 300), piece('运行轨道', 290)]),
  ];
  const places = placesOf(named, [
    { number: 1, text: '', passages: ['安全距离'] },
    { number: 2, text: '', passages: ['安全距离'] },
    { number: 3, text: '', passages: ['运行轨道'] },
  ]);
  expect([...places.values()].map((place) => place.y)).toEqual([300, 300, 290]);
  expect([0, 1, 2].map((at) => besideOf([...places], at))).toEqual([0, 1, 2]);
});
