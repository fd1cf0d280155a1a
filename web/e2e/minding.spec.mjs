// The page of a device that is late says so above the fold of a laptop, with what can be done about it at once.
import { expect, test } from '@playwright/test';
import { pageOf, post } from './office.mjs';
import { go, leave } from './person.mjs';

test.skip(!process.env.BASE_URL, 'needs a running platform with the demo city');

test('还要注意 stands above the fold at 1366, with 停止使用 and 打印', async ({ browser }) => {
  const faults = [];
  const { list } = await post('yewu', '/api/eqd3000tpm/eqd3000tpm/findListBy3000', {
    overdue: '1',
    pageSize: 1,
  });
  expect(list).toHaveLength(1);
  const page = await pageOf(browser, 'yewu', 'about:blank', faults);
  await go(page, `/bsArchives/equipment/elevatorForm?id=${list[0].id}`, 0);
  const panel = page.locator('.panel').filter({ hasText: '还要注意' }).filter({ visible: true }).first();
  await expect(panel).toBeVisible();
  const { height } = page.viewportSize();
  for (const part of [panel, panel.getByText('停止使用'), panel.getByText('打印')]) {
    const box = await part.first().boundingBox();
    expect(box.y + Math.min(box.height, 120)).toBeLessThan(height);
  }
  await leave(page);
  expect(faults).toEqual([]);
});
