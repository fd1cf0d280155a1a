// The counter of a morning: finance confirms several charges at once, one transfer pays them, their receipts are issued
// together; then the transfer cannot be taken back. Keys and clicks of the transfer are counted.
import { expect, test } from '@playwright/test';
import { accepted, claim, declared, freeByUnit, pageOf, post, today } from './office.mjs';
import { choose, day, fill, leave, number, picture, rows, seen, told, unitByKeys } from './person.mjs';

test.skip(!process.env.BASE_URL, 'needs a running platform with the demo city');
test.setTimeout(240_000);

const LIFT = { equclass: '3000', kind: '3110', seisort: '02', testsort: '0211' };
const CHARGES = '/api/chamain/chaMain';
const MENU = '/assistMng/payMng';
const MOST_ACTIONS = 90; // keys and clicks of one transfer that pays two charges; 20 of them take half an hour

test('a transfer pays what finance has confirmed at once, and the receipts go out together', async ({
  browser,
}) => {
  const faults = [];
  const charges = await charged(await twoLifts());
  const numbers = charges.map((one) => one.chargesysid);
  const [{ payunitname }] = charges;

  // confirmed together: what will happen is said first
  const finance = await pageOf(
    browser,
    'caiwu',
    `${MENU}/payConfirm?payunitname=${encodeURIComponent(payunitname)}`,
    faults,
  );
  await picked(finance, numbers);
  await seen(finance.getByRole('button', { name: '批量确认', exact: true })).click();
  await seen(finance.getByRole('dialog').getByRole('button', { name: '预览', exact: true })).click();
  await carriedOut(finance, '2 张都可以办理；还没有办理', 'counter-1-confirmed');
  for (const { id } of charges) expect((await charge(id)).step).toBe('DUE');

  // one transfer for both
  const due = await Promise.all(charges.map(({ id }) => charge(id)));
  const amount = due.reduce((sum, one) => sum + Number(one.owed), 0);
  const cashier = await pageOf(browser, 'shoufei', `${MENU}/transferSearch`, faults);
  const actions = await counted(cashier);
  await expect(rows(cashier).first()).toBeVisible();
  await cashier.keyboard.press('Alt+n');
  await unitByKeys(cashier, '缴费单位', payunitname);
  await choose(cashier, '到账账户', '财政专户');
  await number(cashier, '转账金额', String(amount));
  await cashier
    .getByRole('dialog')
    .getByRole('textbox', { name: /^银行流水号/ })
    .fill(`YH${numbers[0]}`);
  await day(cashier, '到账日期', today());
  await seen(cashier.getByRole('dialog').getByRole('button', { name: '登记', exact: true })).click();
  await told(cashier, '已登记，请分付收费单');
  await seen(cashier.getByRole('button', { name: '入账', exact: true })).click();
  const dialog = cashier.getByRole('dialog', { name: /^转账入账/ });
  for (const one of numbers) await expect(dialog.getByText(one)).toBeVisible();
  await picture(cashier, 'counter-2-allotted');
  await dialog.getByRole('button', { name: '入账', exact: true }).click();
  await expect(seen(cashier.getByText('已入账', { exact: true }))).toBeVisible();
  expect(await actions()).toBeLessThanOrEqual(MOST_ACTIONS);
  for (const { id } of charges) expect(await charge(id)).toMatchObject({ step: 'PAID' });
  await leave(cashier);

  // their receipts
  const bills = await pageOf(
    browser,
    'shoufei',
    `${MENU}/paySearch?payunitname=${encodeURIComponent(payunitname)}`,
    faults,
  );
  await picked(bills, numbers);
  await seen(bills.getByRole('button', { name: '批量开票', exact: true })).click();
  await seen(bills.getByRole('dialog').getByRole('button', { name: '预览', exact: true })).click();
  await carriedOut(bills, '2 张都可以办理；还没有办理', 'counter-3-billed');
  for (const { id } of charges) expect((await charge(id)).step).toBe('BILLED');
  await leave(bills);

  // what has its receipts is not taken back
  await finance.goto(`${MENU}/transferSearch?ref=YH${numbers[0]}`);
  await expect(rows(finance)).toHaveCount(1);
  await rows(finance).getByRole('link').first().click();
  await seen(finance.getByRole('button', { name: '整笔冲销', exact: true })).click();
  await fill(finance, '冲销原因', '银行来函说明付款人转错了账户');
  await finance.getByRole('dialog').getByRole('button', { name: '冲销', exact: true }).click();
  await expect(finance.getByText(/已开票据.*冲销收款须先红冲/).first()).toBeVisible();
  await leave(finance);
  expect(faults).toEqual([]);
});

/** Two lifts of one unit that this journey alone declares. */
async function twoLifts() {
  for await (const free of freeByUnit(LIFT)) {
    const payunitname = free[1]?.useorgname;
    if (!payunitname || (await owes(payunitname))) continue; // its older charges would be paid first
    const own = free.filter((one) => claim(one.equcode)).slice(0, 2);
    if (own.length === 2) return own;
  }
  throw new Error('no unit has two free lifts');
}

const owes = async (payunitname) => {
  const { list } = await post('caiwu', `${CHARGES}/findList`, { payunitname, pageNo: 1, pageSize: 200 });
  return list.some((one) => one.step === 'DUE' || one.step === 'PART');
};

/** A charge of each, which waits for finance. */
async function charged(lifts) {
  const made = [];
  for (const one of lifts) {
    const [item] = await accepted((await declared(LIFT, [one])).id);
    const [saved] = await post('shoufei', `${CHARGES}/save`, { items: [{ id: item.id }] });
    await post('shoufei', `${CHARGES}/commit`, { ids: saved.id, version: saved.version });
    made.push(await charge(saved.id));
  }
  return made;
}

const charge = async (id) =>
  (await post('caiwu', `${CHARGES}/findList`, { ids: id, id })).list.find((one) => one.id === id);

/** The rows of these numbers are picked. */
async function picked(page, numbers) {
  for (const one of numbers) {
    const row = rows(page).filter({ hasText: one });
    await expect(row).toHaveCount(1);
    await row.getByRole('checkbox').check();
  }
}

/** The page of a batch: what it says before, then each row has happened. */
async function carriedOut(page, sentence, name) {
  await told(page, sentence);
  await seen(page.getByRole('button', { name: '办理', exact: true })).click();
  await seen(page.locator('.ant-modal-confirm').getByRole('button', { name: '办理', exact: true })).click();
  await told(page, '已逐单办理，结果见批次');
  await expect(seen(page.getByText('已办理'))).toBeVisible();
  await picture(page, name);
}

/** From now on keys and clicks of the page are counted; gives how many there were. */
async function counted(page) {
  await page.evaluate(() => {
    window.actions = 0;
    for (const kind of ['keydown', 'pointerdown'])
      addEventListener(
        kind,
        () => {
          window.actions += 1;
        },
        true,
      );
  });
  return () => page.evaluate(() => window.actions);
}
