// 产品的制造监督检验: the counter picks a batch from the ledger of its maker; the task has its stop points, no notice.
import { expect, test } from '@playwright/test';
import { pageOf, post, today } from './office.mjs';
import { category, choose, picture, rows, seen, told } from './person.mjs';

test.skip(!process.env.BASE_URL, 'needs a running platform with the demo city');

const LIST = '/api/product/2000/findListBy2000';

test('the making of a product is declared from its ledger and supervised without a notice', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const faults = [];
  const product = await batch();
  const page = await pageOf(browser, 'shouli', '/businessPro/newapply', faults);
  await category(page, '设备类别', ['压力容器', '固定式压力容器']);
  await choose(page, '检验类别', '监督检验');
  await choose(page, '检验类型', '制造监督检验');
  await page.locator('[data-field="unitsysid"] input').first().fill(product.makername);
  await seen(page.locator('.ant-select-item-option').filter({ hasText: product.makername })).click();
  await seen(page.getByRole('button', { name: /从单位产品选/ })).click();
  const picker = page.getByRole('dialog');
  await picker.getByPlaceholder('编号、型号、安装位置').fill(product.batchno);
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
  await office.getByRole('tab', { name: /^停止点与见证点/ }).click();
  await told(office, '材料验收与标记移植');
  await picture(office, 'product-supervision');
  expect(faults).toEqual([]);
});

/** A batch of air tanks that a maker has finished. */
async function batch() {
  const [known] = (await post('yewu', LIST, { pageNo: 1, pageSize: 1 })).list;
  const { makersysid } = (await post('yewu', '/api/product/record', { id: known.id })).record;
  const batchno = `P${Date.now() % 1_000_000}`;
  const own = { equclass: '2000', equclacode: '2170', compname: '储气罐', compspec: 'C-1.0/0.8', batchno };
  const made = { prodnos: `${batchno}-1、${batchno}-2`, quantity: 2, price: 3200, prodate: today() };
  await post('yewu', '/api/product/save', { ...own, ...made, makersysid });
  return { ...own, makername: known.makername };
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
