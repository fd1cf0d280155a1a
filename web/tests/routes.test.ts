import { expect, test } from 'vitest';
import { routeRows, rowOf } from '@/shell/routeTable';
import { specRoutes } from './spec-routes';

// Hidden in the specification, where the archive of reports alone led there; here who handles hazards has it in the menu.
const OFFERED = new Set(['/reportArchive/DangerRegister']);

test('every path of the specification is a route, once, with its title and flags', () => {
  const known = new Map(routeRows.map((row) => [row.path, row]));
  expect(known.size).toBe(routeRows.length);
  for (const [path, name, title, isPublic, hidden] of specRoutes) {
    const row = known.get(path);
    expect(row, path).toBeDefined();
    expect([row?.name, row?.title], path).toEqual([name, title]);
    expect([Boolean(row?.public), Boolean(row?.hideInMenu)], path).toEqual([
      isPublic,
      hidden && !OFFERED.has(path),
    ]);
  }
});

test('every page of the table is there', async () => {
  for (const row of routeRows)
    if (row.page) expect((await row.page()).default, row.path).toBeTypeOf('function');
}, 300_000);

test('nine routes open without login', () => {
  const open = routeRows.filter((row) => row.public).map((row) => row.path);
  expect(open.sort()).toEqual([
    '/attachment/mobile',
    '/certificate',
    '/equipment-documents',
    '/login',
    '/ndtj',
    '/pda',
    '/reportWebPage',
    '/resetPassword',
    '/ssologin',
  ]);
});

test('a path finds its row, also with a parameter; an unknown one is the 404 page', () => {
  expect(rowOf('/argu/params/42').name).toBe('params');
  expect(rowOf('/safeMng/checkNew/7').name).toBe('checkNew');
  expect(rowOf('/businessPro/applyList/').name).toBe('applyList');
  expect(rowOf('/nowhere').path).toBe('*');
});

test('desktops are never served from the cache of pages', () => {
  for (const path of ['/home', '/stationHome', '/netHome', '/workDesktop'])
    expect(rowOf(path).notCache).toBe(true);
});
