// A page as a screen reader finds it: what axe calls serious or critical.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const GRAVE = ['serious', 'critical'];
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];

/** What axe finds grave in what is in sight; of rows that are built alike the first stands for the others. */
export async function graveIn(page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(
    async ([grave, rules]) => {
      const build = (row) =>
        [row, ...row.querySelectorAll('*')].map((one) => one.tagName + one.className).join();
      const built = new Set();
      const alike = [...document.querySelectorAll('table.grid tr[data-row-key]')].filter((row) => {
        const known = built.has(build(row));
        built.add(build(row));
        return known;
      });
      const told = await window.axe.run(
        { include: [document], exclude: alike },
        { runOnly: rules, resultTypes: ['violations'] },
      );
      return told.violations
        .filter((one) => grave.includes(one.impact))
        .map(
          (one) => `${one.id} ${one.nodes.length}× ${one.nodes[0].html.slice(0, 160)} ${one.nodes[0].target}`,
        );
    },
    [GRAVE, RULES],
  );
}
