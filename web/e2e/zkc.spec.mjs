import { expect, test } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
test('public', async ({ page }) => {
  for (const name of ['ours', 'changed']) {
    await page.goto('/reportWebPage');
    await page.getByLabel('报告的 PDF 文件').setInputFiles(`/tmp/kc_${name}.pdf`);
    await expect(page.getByText(/报告真实有效|改动过|不是报告原件|签名/).first()).toBeVisible({ timeout: 60000 });
    await page.waitForTimeout(500);
    await page.screenshot({ path: `/tmp/kcshots/public_${name}.png`, fullPage: true });
    await page.evaluate(AXE);
    console.log(name, JSON.stringify(await page.evaluate(async () => (await window.axe.run(document, { runOnly: ['wcag2a','wcag2aa'] })).violations.filter((v) => ['serious','critical'].includes(v.impact)).map((v) => v.id + v.nodes[0].html.slice(0,150)))));
  }
});
