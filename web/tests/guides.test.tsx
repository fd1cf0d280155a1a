import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { sideOf } from '@/api/user';
import { GENERAL, KINDS, TASKS } from '@/guides/content';
import GuideButton from '@/guides/GuideButton';
import { guideOf, peopleOf, writtenFor } from '@/guides/guideOf';
import { routeRows, rowOf } from '@/shell/routeTable';
import { isUnbuilt } from '@/ui/routeRow';
import { show } from './page';

const inMenu = routeRows
  .filter((row) => !row.hideInMenu && !row.public && row.kind !== 'group' && row.kind !== 'redirect')
  .filter((row) => !isUnbuilt(row))
  .map((row) => row.path)
  .filter((path) => path !== '*');

test('each screen of the menu has a guide written for its place', () => {
  expect(inMenu.length).toBeGreaterThan(150);
  expect(inMenu.filter((at) => writtenFor(at).length === 0)).toEqual([]);
});

const may =
  (...codes: string[]) =>
  (code: string) =>
    codes.includes(code);
const titles = (tasks: { title: string }[]) => tasks.map((task) => task.title);

test('each guide is for a screen that is offered, and each task has steps', () => {
  const paths = routeRows
    .filter((row) => row.kind !== 'group' && row.kind !== 'redirect' && !isUnbuilt(row))
    .map((row) => row.path);
  const places = TASKS.flatMap((one) => one.at).filter((at) => at !== GENERAL && !(at in KINDS));
  const nowhere = places.filter(
    (at) => !paths.some((known) => (at.endsWith('/') ? known.startsWith(at) : known === at)),
  );
  expect(nowhere).toEqual([]);
  for (const one of TASKS) expect(one.title && one.steps.every(Boolean), one.guide).toBeTruthy();
});

test('a task is told to who may do it', () => {
  const row = rowOf('/bsArchives/equipment/elevator');
  const archivist = may('basic:equpment:elevator:add', 'basic:equpment:elevator:save');
  const told = titles(guideOf(row, { people: 'inspection', can: archivist }).tasks);
  expect(told).toEqual(
    expect.arrayContaining(['新增一台', '从 Excel 导入', '改一台', '找到要看的数据', '导出']),
  );
  const unit = titles(guideOf(row, { people: 'unit', can: may() }).tasks);
  expect(unit).toEqual(['看一台设备', '找到要看的数据']);
  const supervisor = titles(guideOf(row, { people: 'supervision', can: may() }).tasks);
  expect(supervisor).toEqual(['看一台设备', '找到要看的数据', '导出']);
});

test('every desk has a guide of its own', () => {
  const home = (people: 'inspection' | 'unit' | 'admin', ...codes: string[]) =>
    guideOf(rowOf('/home'), { people, can: may(...codes) }).tasks.map((task) => task.guide);
  const box = guideOf(rowOf('/my'), { people: 'unit', can: may('supervision:box:own') }).tasks;
  expect(new Set(box.map((task) => task.guide))).toEqual(new Set(['一户一码箱']));
  expect(new Set(home('unit', 'basic:maintenance:save'))).toEqual(new Set(['维保桌面']));
  expect(new Set(home('admin', 'system:audit:query'))).toEqual(new Set(['审计管理桌面']));
  expect(new Set(home('inspection'))).toEqual(new Set(['工作桌面']));
});

test('the nearest guide counts, and a kind adds its keys', () => {
  const reader = { people: 'inspection' as const, can: may() };
  expect(writtenFor('/bsArchives/equipment/incomplete')[0]?.guide).toBe('待完善档案');
  expect(writtenFor('/bsArchives/equipment/evatorMaintenance')[0]?.guide).toBe('电梯维保记录');
  const list = guideOf({ ...rowOf('/bsArchives/equipment/elevator') }, reader);
  expect(list.keys).toContainEqual(['空格', '选中这一行']);
  const entry = guideOf({ ...rowOf('/businessPro/reportEnterInfo') }, reader);
  expect(entry.keys).toContainEqual(['F2', '常用语']);
  const audit = guideOf({ ...rowOf('/businessPro/reportAudit/form') }, reader);
  expect(audit.keys).toContainEqual(['A', '同意']);
  expect(audit.title).toBe('报告审核办理');
});

test('an administrator has a general guide of his own', () => {
  expect(peopleOf('inspection', may('system:role:save'))).toBe('admin');
  expect(peopleOf('inspection', may('inspection:apply:save'))).toBe('inspection');
  expect(peopleOf('unit', may())).toBe('unit');
  const general = guideOf(rowOf('/home'), { people: 'admin', can: may('system:role:save') }).general;
  expect(general.title).toBe('管理员指南');
  expect(titles(general.tasks)).toEqual(['安全管理', '三权分开']);
});

test('people of inspection, of supervision and of enterprises have a guide each', () => {
  expect(sideOf({ userUnitId: 'u', userOrgId: '', industryType: '' })).toBe('unit');
  expect(sideOf({ userUnitId: 'o', userOrgId: 'o', industryType: '21' })).toBe('supervision');
  expect(sideOf({ userUnitId: 'o', userOrgId: 'o', industryType: '11' })).toBe('inspection');
});

test('the key ? opens the guide of the screen, not while one types', async () => {
  const user = userEvent.setup();
  show(
    <>
      <GuideButton />
      <input aria-label="查询" />
    </>,
    '/bsArchives/equipment/elevator',
  );
  await user.type(screen.getByLabelText('查询'), '?');
  expect(screen.queryByRole('dialog')).toBeNull();
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('?');
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('电梯 指南')).toBeTruthy();
  expect(within(dialog).getByText('看一台设备')).toBeTruthy();
  await user.click(within(dialog).getByRole('tab', { name: '检验人员指南' }));
  expect(within(dialog).getByText('一件业务的全程')).toBeTruthy();
});
