import { expect, test } from '@playwright/test';
import { accepted, declared, filled, freeDevices, item, MACHINES, PRESSURE, opened, pageOf, post } from './office.mjs';
import { picture, seen } from './person.mjs';
const faults=[];
const KINDS = {
  vessel: [{ equclass: '2000', kind: '2150', seisort: '02', testsort: '0205' }, PRESSURE],
  boiler: [{ equclass: '1000', kind: '1100', seisort: '02', testsort: '0204' }, PRESSURE],
  piping: [{ equclass: '8000', kind: '8310', seisort: '02', testsort: '0212' }, PRESSURE],
  ride: [{ equclass: '6000', kind: '6100', seisort: '02', testsort: '0211' }, {...MACHINES, lead:'叶晓峰', with:'俞文涛', login:'jianyan4'}],
  ropeway: [{ equclass: '9000', kind: '9120', seisort: '02', testsort: '0215' }, {...MACHINES, lead:'叶晓峰', with:'俞文涛', login:'jianyan4'}],
};
for (const [name, [sort, team]] of Object.entries(KINDS)) test(name, async ({ browser }) => {
  const [one] = await freeDevices(sort);
  const main = await declared(sort, [one]);
  const items = await accepted(main.id);
  const page0 = await pageOf(browser, 'diaodu', `/businessPro/taskArrange/form?ids=${items[0].id}`, faults);
  await page0.waitForTimeout(2500);
  await picture(page0, `${name}-0-arrange`);
  await opened(items, team);
  const id = items[0].id;
  const saved = await filled(id, team.login);
  const screen = await item(id, team.login);
  console.log(name, id, JSON.stringify({facts: screen.facts, tables: screen.tables.map(t=>[t.code,t.title]), proposal: saved.proposal, findings: saved.findings.map(f=>f.level+f.text), next: saved.next}));
  const page = await pageOf(browser, team.login, `/businessPro/reportEnterInfo?id=${id}`, faults);
  await expect(seen(page.locator('.entry-row[data-seq]'))).toBeVisible();
  await picture(page, `${name}-1-entry`);
  await page.getByRole('tab', { name: '日期与结论' }).click();
  await page.waitForTimeout(300);
  await picture(page, `${name}-2-head`);
});
