// 产品的制造监督检验: the counter picks a batch from the ledger of its maker; the task has its stop points, no notice.
import { expect, test } from '@playwright/test';
import { pageOf, post } from './office.mjs';
import { category, choose, part, picture, rows, seen, told } from './person.mjs';

test.skip(!process.env.BASE_URL, 'needs a running platform with the demo city');

const SORT = { seisort: '01', testsort: '0101' };

test('the making of a product is declared from its ledger and supervised without a notice', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const faults = [];
  const product = await free();
  const page = await pageOf(browser, 'shouli', '/businessPro/newapply', faults);
  await category(page, '设备类别', ['压力容器', '固定式压力容器']);
  await choose(page, '检验类别', '监督检验');
  await choose(page, '检验类型', '制造监督检验');
  await page.locator('[data-field="unitsysid"] input').first().fill(product.makername);
  await seen(page.locator('.ant-select-item-option').filter({ hasText: product.makername })).click();
  await seen(page.getByRole('button', { name: /从单位产品选/ })).click();
  const picker = page.getByRole('dialog');
  await picker.getByPlaceholder('编号、型号、安装位置').fill(product.prono || product.batchno);
  await picker.getByRole('row').filter({ hasText: product.compname }).first().click();
  await picture(page, 'product-picker');
  await picker.getByRole('button', { name: '加入 1 批' }).click();
  await picture(page, 'product-declared');
  await page.keyboard.press('Alt+s');
  await told(page, /已提交/);
  const listed = { unitname: product.makername, pageNo: 1, pageSize: 20 };
  const [main] = (await post('shouli', '/api/businesspro/appmain/findList', listed)).list;
  const { seisn } = await accepted(main.id);
  const office = await pageOf(browser, 'diaodu', '/businessPro/taskAssign', faults);
  await seen(office.getByPlaceholder('流水号、告知编号')).fill(seisn);
  await office.keyboard.press('Enter');
  await seen(rows(office).getByRole('link', { name: seisn })).click();
  await told(office, '制造监检，不用告知');
  await part(office, '停止点与见证点');
  await told(office, '材料验收与标记移植');
  await picture(office, 'product-supervision');
  expect(faults).toEqual([]);
});

/** A vessel in the ledger that its maker may declare. */
async function free() {
  const { list } = await post('yewu', '/api/product/2000/findListBy2000', { pageNo: 1, pageSize: 100 });
  for (const one of list.filter((row) => !row.inspcertno)) {
    const { makersysid } = (await post('yewu', '/api/product/record', { id: one.id })).record;
    const asked = { ...SORT, unitsysid: makersysid };
    const found = await post('shouli', '/api/appmain/findUnitEquipment', asked);
    if (found.some((row) => row.equdatasysid === one.id && !row.why)) return one;
  }
  throw new Error('no vessel of the ledger is free');
}

/** The declaration accepted with all its papers; its business item. */
async function accepted(id) {
  const detail = () => post('shouli', '/api/appmain/getDetailAppMain', { id });
  const { materials } = await post('ziliao', '/api/appmain/materials', { id });
  const papers = materials.map((one) => ({ id: one.id, state: '1', pages: '2' }));
  const { main } = await detail();
  await post('yewu', '/api/appmain/reviewAssign', { ids: id, version: main.version, chedept: main.chedept });
  const review = { ids: id, version: (await detail()).main.version, result: 'pass', materials: papers };
  await post('ziliao', '/api/appmain/materialReviewDeal', review);
  await post('shouli', '/api/appmain/submitAppMainAccept', {
    ids: id,
    version: (await detail()).main.version,
  });
  return (await detail()).equipment[0].business;
}
