// An inspector declares at the machine with a phone of 390 × 844: with the place of the phone, and without.
import { expect, test } from '@playwright/test';
import { claim } from './office.mjs';
import { desk, leave, picture } from './person.mjs';

test.skip(!process.env.BASE_URL, 'needs a running platform with the demo city');

const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A lift in the inspector's sight that can be declared for its periodic inspection. */
async function machine(inspector) {
  const { list } = await inspector.post('/api/eqdbase/eqdBasic/findEqdList', {
    equclacode: '31',
    equstatus: '1',
    pageSize: '200',
  });
  for (const one of list) {
    if (one.equclacode !== '3110' || !one.equcode || !claim(one.equcode)) continue;
    const [found] = await inspector.post('/api/onsite/find', { code: one.equcode });
    const sort = found.sorts.find((own) => own.testsort === '0211');
    if (sort && !sort.why) return { ...found, sort };
  }
  throw new Error('no lift is free');
}

async function phone(browser, faults) {
  const inspector = await desk(browser, 'jianyan1', faults);
  await inspector.page.setViewportSize({ width: 390, height: 844 });
  return inspector;
}

async function begin(page, device) {
  await page.goto('/businessPro/onsite');
  await page.getByLabel('设备编码').fill(device.equcode);
  await page.getByRole('button', { name: /^查 ?找$/ }).click();
  await expect(page.locator('.onsite-device')).toContainText(device.equcode);
  await expect(page.getByText(device.unitname).first()).toBeVisible();
  await expect(page.getByRole('radio', { name: /^定期检验/ })).toBeChecked();
  if (device.sort.early) await page.getByLabel('提前申报原因').fill('与同一小区其余电梯一并检验');
  await page.getByLabel('在场联系人').fill('值班胡师傅');
  await page.getByLabel('联系电话').fill('13805741234');
}

const narrow = (page) => page.evaluate(() => document.querySelector('.onsite').scrollWidth);

test('an inspector declares with the place of the phone and a photo', async ({ browser }) => {
  const faults = [];
  const inspector = await phone(browser, faults);
  const { page } = inspector;
  const device = await machine(inspector);
  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation({ latitude: 29.8683, longitude: 121.544, accuracy: 12 });
  await begin(page, device);
  await expect(page.getByText('请选择是否提供位置')).toBeVisible();
  await expect(page.locator('.onsite-foot button')).toBeDisabled();
  await picture(page, 'onsite-found');
  await page.getByRole('button', { name: '提供位置', exact: true }).click();
  await expect(page.getByRole('status')).toContainText('纬度 29.8683，经度 121.544，精度 12 米');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: '加照片' }).click(),
  ]);
  await chooser.setFiles({ name: '机房.png', mimeType: 'image/png', buffer: PHOTO });
  await expect(page.getByText('1 张，申报后上传')).toBeVisible();
  await expect(page.getByRole('radio', { name: /申报并当场受理/ })).toBeDisabled();
  await expect(page.getByText('您没有业务受理的权限，由受理人员受理').first()).toBeVisible();
  expect(await narrow(page), 'nothing is wider than the phone').toBeLessThanOrEqual(390);
  await picture(page, 'onsite-ready');
  await page.locator('.onsite-foot button').click();
  await expect(page.getByText('已申报')).toBeVisible();
  await expect(page.getByText('照片已上传 1/1 张')).toBeVisible();
  await picture(page, 'onsite-done');

  await page.setViewportSize({ width: 1366, height: 768 });
  await page.locator('.onsite a.code').click();
  await expect(page.getByText('纬度 29.868300，经度 121.544000，精度 12 米')).toBeVisible();
  await expect(page.getByText(/^现场申报　/)).toBeVisible();
  await picture(page, 'onsite-declaration');
  await page.getByRole('tab', { name: '附件' }).click();
  await expect(page.getByText('机房.png').first()).toBeVisible();
  expect(faults).toEqual([]);
  await leave(page);
});

test('who gives no place declares all the same, and it is said', async ({ browser }) => {
  const faults = [];
  const inspector = await phone(browser, faults);
  const { page } = inspector;
  const device = await machine(inspector);
  await begin(page, device);
  await page.getByRole('button', { name: '提供位置', exact: true }).click(); // the browser was not allowed to
  await expect(page.getByText('浏览器没有允许定位')).toBeVisible();
  await expect(page.getByText('不提供位置，申报单上会写明')).toBeVisible();
  await page.locator('.onsite-foot button').click();
  await expect(page.getByText('已申报')).toBeVisible();
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.locator('.onsite a.code').click();
  await expect(page.getByText('本人没有提供位置')).toBeVisible();
  expect(faults).toEqual([]);
  await leave(page);
});

test('a phone that reads codes finds the machine by the label', async ({ browser }) => {
  const faults = [];
  const inspector = await phone(browser, faults);
  const { page } = inspector;
  const device = await machine(inspector);
  const said = `https://tejian.example/equipment-documents?code=${device.equcode}`;
  await page.addInitScript((rawValue) => {
    window.BarcodeDetector = class {
      async detect() {
        return [{ rawValue }];
      }
    };
  }, said);
  await page.goto('/businessPro/onsite');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: '扫码' }).click(),
  ]);
  await chooser.setFiles({ name: '标签.png', mimeType: 'image/png', buffer: PHOTO });
  await expect(page.locator('.onsite-device')).toContainText(device.equcode);
  expect(faults).toEqual([]);
  await leave(page);
});
