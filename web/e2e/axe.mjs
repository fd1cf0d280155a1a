// A page as a screen reader finds it: what axe calls serious or critical.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const GRAVE = ['serious', 'critical'];
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];

const read = new Set(); // looks of text whose contrast axe has passed, on whatever page

/** What axe finds grave in what is in sight; of rows that are built alike the first stands for the others, and a text
 * stands for those of the same look: colours, size and whatever is painted behind it. */
export async function graveIn(page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const { faults, passed } = await page.evaluate(findings, [GRAVE, RULES, [...read]]);
  for (const one of passed) read.add(one);
  return faults;
}

/** In the page. */
async function findings([grave, rules, known]) {
  const build = (row) => [row, ...row.querySelectorAll('*')].map((one) => one.tagName + one.className).join();
  const built = new Set();
  const alike = [...document.querySelectorAll('table.grid tr[data-row-key]')].filter((row) => {
    const seen = built.has(build(row));
    built.add(build(row));
    return seen;
  });
  const { violations } = await window.axe.run(
    { include: [document], exclude: alike },
    { runOnly: rules, rules: { 'color-contrast': { enabled: false } }, resultTypes: ['violations'] },
  );

  // Contrast, by far the dearest rule, of the texts whose look is new.
  const painted = new Map();
  const behind = (one) => {
    if (!one) return '';
    if (!painted.has(one)) {
      const style = getComputedStyle(one);
      const own = [
        style.backgroundColor,
        style.backgroundImage,
        style.opacity,
        style.filter,
        style.mixBlendMode,
      ];
      const none = ['rgba(0, 0, 0, 0)', 'none', '1', 'none', 'normal'].join();
      painted.set(one, behind(one.parentElement) + (own.join() === none ? '' : `/${own}`));
    }
    return painted.get(one);
  };
  const lookOf = (one) => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(one);
    return `${color} ${fontSize} ${fontWeight} ${textShadow}${behind(one)}`;
  };
  const says = (one) =>
    [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const typed = 'input:not([type=checkbox], [type=radio]), select, textarea';
  const texts = [...document.body.querySelectorAll('*')].filter(
    (one) => (says(one) || one.matches(typed)) && !one.matches(':disabled') && one.checkVisibility(),
  );
  const looks = new Map(texts.map((one) => [one, lookOf(one)]).filter(([, its]) => !known.includes(its)));
  const passed = new Set();
  if (looks.size > 0) {
    const told = await window.axe.run(
      { include: [...looks.keys()] },
      { runOnly: ['color-contrast'], resultTypes: ['violations', 'passes'], elementRef: true },
    );
    violations.push(...told.violations);
    for (const { element } of told.passes.flatMap((one) => one.nodes)) {
      if (looks.has(element)) passed.add(looks.get(element));
    }
  }
  const faults = violations
    .filter((one) => grave.includes(one.impact))
    .map((one) => `${one.id} ${one.nodes.length}× ${one.nodes[0].html.slice(0, 160)} ${one.nodes[0].target}`);
  return { faults, passed: [...passed] };
}
