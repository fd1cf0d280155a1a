// A list as a map: what the circles count is what the list shows, and a part of the map is a condition of the list.
import { expect, test } from '@playwright/test';
import { pageOf } from './office.mjs';

test.skip(!process.env.BASE_URL, 'needs a running platform with the demo city');

const figure = (text) => Number(/图中 ([\d,]+) 条/.exec(text)?.[1].replaceAll(',', '') ?? Number.NaN);
const counted = (text) => Number(/([\d,]+) 条/.exec(text)?.[1].replaceAll(',', '') ?? Number.NaN);

test('the late devices of a district are found on the map and opened as a list', async ({ browser }) => {
  const faults = [];
  const page = await pageOf(browser, 'jianguan', '/bsArchives/equipment/allEquipentQuery', faults);
  await page.getByRole('button', { name: '看地图' }).click();
  const told = page.locator('.list-map-told');
  await expect(told).toContainText('已过期');
  await page.waitForTimeout(2500); // it goes nearer to its records, as often as their squares are large
  const whole = figure(await told.innerText());
  expect(whole).toBeGreaterThan(1000);
  const outside = Number(
    /另有 ([\d,]+) 条没有坐标/.exec(await told.innerText())?.[1].replaceAll(',', '') ?? 0,
  );
  expect(counted(await page.locator('.list-toolbar').innerText())).toBe(whole + outside);

  const ground = await page.locator('.list-map-ground').boundingBox();
  await page.keyboard.down('Shift');
  await page.mouse.move(ground.x + 60, ground.y + 60);
  await page.mouse.down();
  await page.mouse.move(ground.x + ground.width - 20, ground.y + ground.height - 20, { steps: 5 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await expect(page.locator('.list-map')).toHaveCount(0);
  await expect(page.getByLabel('地图范围')).toHaveValue('图上选定的一块');
  await expect
    .poll(async () => counted(await page.locator('.list-toolbar').innerText()))
    .toBeLessThanOrEqual(whole);
  const listed = counted(await page.locator('.list-toolbar').innerText());
  expect(listed).toBeGreaterThan(0);

  // The map opens where it was left, and by the keyboard it goes nearer until single devices can be read.
  await page.getByRole('button', { name: '看地图' }).click();
  await expect.poll(async () => figure(await told.innerText())).toBeGreaterThanOrEqual(listed);
  await page.locator('.list-map .ol-viewport').focus();
  for (let n = 0; n < 2; n += 1) await page.keyboard.press('+');
  await expect.poll(async () => figure(await told.innerText())).toBeLessThan(whole);
  await page.getByRole('button', { name: '列出图中的' }).click();
  await expect(page.locator('.list-map')).toHaveCount(0);
  expect(faults).toEqual([]);
});
