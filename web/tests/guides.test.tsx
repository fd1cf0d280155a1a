import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { sideOf } from '@/api/user';
import { GUIDES, PEOPLE } from '@/guides/content';
import GuideButton from '@/guides/GuideButton';
import { guideOf, writtenFor } from '@/guides/guideOf';
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
  expect(inMenu.filter((at) => !writtenFor(at))).toEqual([]);
});

test('each guide is for a screen that is offered, and each task has steps', () => {
  const paths = routeRows
    .filter((row) => row.kind !== 'group' && row.kind !== 'redirect' && !isUnbuilt(row))
    .map((row) => row.path);
  const nowhere = GUIDES.flatMap((one) => one.at).filter(
    (at) => !paths.some((known) => (at.endsWith('/') ? known.startsWith(at) : known === at)),
  );
  expect(nowhere).toEqual([]);
  for (const one of GUIDES) {
    for (const task of one.tasks) expect(task.steps.length, `${one.title} ${task.title}`).toBeGreaterThan(0);
  }
  for (const one of Object.values(PEOPLE)) expect(one.tasks.length).toBeGreaterThan(1);
});

test('the nearest guide counts, and a kind adds its keys', () => {
  expect(writtenFor('/bsArchives/equipment/incomplete')?.title).toBe('待完善档案');
  expect(writtenFor('/bsArchives/equipment/elevator')?.title).toBe('设备档案');
  const list = guideOf({ ...rowOf('/bsArchives/equipment/elevator') }, 'inspection');
  expect(list.keys).toContainEqual(['空格', '选中这一行']);
  const entry = guideOf({ ...rowOf('/businessPro/reportEnterInfo') }, 'inspection');
  expect(entry.keys).toContainEqual(['F2', '常用语']);
  const audit = guideOf({ ...rowOf('/businessPro/reportAudit/form') }, 'inspection');
  expect(audit.keys).toContainEqual(['A', '同意']);
  expect(audit.title).toBe('报告审核办理');
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
  expect(within(dialog).getByText('从 Excel 导入')).toBeTruthy();
  await user.click(within(dialog).getByRole('tab', { name: '检验人员指南' }));
  expect(within(dialog).getByText('一件业务的全程')).toBeTruthy();
});
