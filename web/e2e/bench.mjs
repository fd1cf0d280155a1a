// What journeys with a bench of safety valves share: tasks that are confirmed, and the file that the bench writes.
import { item, post, today } from './office.mjs';

export const SORT = { seisort: '04', testsort: '0401' };
const GOOD = {
  '第1次（MPa）': 'set',
  '第2次（MPa）': 'set',
  '第3次（MPa）': 'set',
  '回座压力（MPa）': 'reseat',
  '密封试验压力（MPa）': 'seal',
  '泄漏率（气泡/min）': '5',
  '开启高度（mm）': 'lift',
  首次校验结果: '合格',
  结果: '合格',
  校验介质: '空气',
  '条件：环境温度（℃）': '20',
  '条件：校验介质': '空气',
  '条件：校验台最高压力与整定压力之比': '1.6',
  '条件：压力表精度等级（级）': '0.4',
  情况说明: '已与使用单位核实，情况属实',
};

/** Arrange the items of valves for who calibrates, and confirm their tasks; gives their keys. */
export async function onTheBench(items) {
  const detail = await post('diaodu', '/api/appmain/taskSchedDetail', { ids: items.map((one) => one.id) });
  const person = (name) => detail.people.find((one) => one.name === name).id;
  const bench = ({ name, boxno, expired }) =>
    !expired && (name.startsWith('安全阀校验台') || boxno === '7 号');
  await post('diaodu', '/api/appmain/taskSchedCommit', {
    ids: detail.items.map((one) => one.id),
    version: detail.items.map((one) => one.version),
    scinspector: person('孙浩'),
    inspectors: person('徐海明'),
    instruments: detail.instruments.filter(bench).map((one) => one.id),
    plandate: today(),
    confirmHoliday: '1',
  });
  for (const { id } of items) {
    const { version } = (await item(id, 'jianyan3')).head;
    const sure = { contacted: '值班', siteconditions: '具备检验条件', safetybriefed: '1' };
    await post('jianyan3', '/api/appmain/taskConfirmCommit', { ids: id, version, ...sure });
  }
  return items.map((one) => one.id);
}

/** A row of the file: a valve that opens where it should. */
export function measured(valve, number) {
  const set = Number(valve.setpress);
  const values = { set: set.toFixed(3), reseat: (set * 0.93).toFixed(3), seal: (set * 0.95).toFixed(3) };
  values.lift = (Number(valve.nominaldia) / 4 + 1).toFixed(2); // fully open from a quarter of its bore on
  const cells = Object.entries(GOOD).map(([head, value]) => [head, values[value] ?? value]);
  const marks = { 铅封号: `QF${number}`, 标牌号: `BP${number}` };
  return { '*阀编号': valve.valveno, '*校验日期': today(), ...Object.fromEntries(cells), ...marks };
}

export function sheet(lines) {
  const heads = Object.keys(lines[0]);
  const text = [heads, ...lines.map((line) => heads.map((head) => line[head]))].map((one) => one.join(','));
  return { name: '校验数据.csv', mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${text.join('\n')}`) };
}
