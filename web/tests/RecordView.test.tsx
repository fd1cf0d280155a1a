import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { registerPanels } from '@/views/panelRegistry';
import { RecordPage } from '@/views/RecordPage';
import { show } from './page';
import { type Asked, callsTo, ok, serve } from './server';

const config = { viewNo: 'valve', title: '安全阀', url: '/api/valve/record', form: 'valve_form' };
const verb = (code: string, label: string, more = {}) => ({
  code,
  label,
  place: 'toolbar',
  permission: 'valve:save',
  kind: 'form',
  needs: 'one',
  ...more,
});
const page = {
  viewNo: 'valve',
  id: '7',
  version: 2,
  title: '安全阀 AQ1',
  name: 'AQ1',
  subtitle: 'A48Y',
  identity: '甲公司',
  picture: '',
  facts: [
    { label: '使用状态', text: '在用', dot: true, tone: 'go' },
    {
      label: '下次校验日期',
      text: '2026-01-01',
      tone: 'no',
      note: '超期 9 天',
      why: ['校验周期 12 个月', '到期'],
    },
    { label: '安装设备', text: '锅炉 1', link: '/bsArchives/equipment/boilerForm?id=9' },
    { label: '校验次数', text: '2 次', link: '#tests' },
  ],
  notices: [{ text: '不合格，先修复', tone: 'ca' }],
  actions: [
    verb('label', '打印标牌', { kind: 'print', print: 'AQFBP', disabled: '最近校验不合格' }),
    verb('edit', '编辑', { kind: 'route', route: '/valve?id={id}&edit=1' }),
  ],
  form: 'valve_form',
  groups: [
    { title: '参数', fields: [{ prop: 'setpress', label: '整定压力', type: 'decimal', unit: 'MPa' }] },
  ],
  record: { id: '7', setpress: 2.5 },
  parts: [
    {
      kind: 'rows',
      key: 'tests',
      tab: 'tests',
      title: '校验记录',
      count: 2,
      noun: '校验',
      empty: '还没有校验',
      hint: '新的在上',
      owner: { valve_id: '7', valve_idName: 'AQ1' },
      columns: [
        { prop: 'day', label: '日期', type: 'date' },
        { prop: 'result', label: '结果', type: 'text' },
      ],
      rows: [
        { id: 'b', day: '2026-02-01', result: '不合格', resultTone: 'no', newest: '1' },
        { id: 'a', day: '2025-02-01', result: '合格', newest: '0' },
      ],
      actions: [
        verb('addPart', '新增校验', { needs: 'none', form: 'test_form' }),
        verb('undo', '撤销', {
          place: 'row',
          kind: 'call',
          url: '/api/valve/undo',
          confirm: '将撤销',
          when: { newest: ['1'] },
        }),
      ],
    },
    { kind: 'panel', key: 'chart', tab: 'chart', title: '图', name: 'test-chart', data: [1, 2] },
  ],
  history: [{ title: '', entity: 'safety_valve', id: '7' }],
  files: null,
};
const form = (no: string, fields: unknown[]) => ({
  viewNo: no,
  title: '安全阀',
  loadUrl: '/api/valve/load',
  saveUrl: '/api/valve/save',
  groups: [
    { title: '基本', fields },
    { title: '其他', fields: [{ prop: 'note', label: '备注', type: 'text' }] },
  ],
});

type Handlers = Record<string, (asked: Asked) => Record<string, unknown>>;
const start = (more: Handlers = {}) =>
  serve({
    '/api/user/permission': () => ok([{ operatorCode: 'valve:save' }]),
    '/api/layout/findRecordConfig': () => ok(config),
    '/api/layout/findFormConfig': (asked) =>
      ok(
        form(asked.query.get('viewNo')!, [
          { prop: 'no', label: '编号', type: 'text', required: true },
          { prop: 'day', label: '日期', type: 'text' },
        ]),
      ),
    '/api/valve/record': () => ok(page),
    '/api/valve/load': () => ok({ id: '7', version: 2, no: 'AQ1' }),
    '/api/user/info': () => ok({ id: 'u1', name: '张' }),
    ...more,
  });
const open = (at: string) => show(<RecordPage viewNo="valve" />, at);

test('a record says its facts in their tones, its groups in words, and why', async () => {
  start();
  open('/valve?id=7');
  expect((await screen.findByText('2026-01-01')).className).toBe('late');
  expect(screen.getByText('在用').className).toContain('state-dot go');
  expect(screen.getByRole('link', { name: '锅炉 1' }).getAttribute('href')).toContain('boilerForm?id=9');
  expect(screen.getByText('不合格，先修复').className).toContain('caution');
  expect(screen.getByText('2.5 MPa')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: '下次校验日期的依据' }));
  expect(await screen.findByText('校验周期 12 个月')).toBeTruthy();
});

test('a page that opens on a part shows it first, before what its form says', async () => {
  start({ '/api/valve/record': () => ok({ ...page, opens: 'tests' }) });
  open('/valve?id=7');
  const [first, second] = await screen.findAllByRole('tab');
  expect([first?.textContent, second?.textContent]).toEqual(['校验记录 2', '基本信息']);
  expect(first?.getAttribute('aria-selected')).toBe('true');
  await userEvent.click(second!);
  expect(second?.getAttribute('aria-selected')).toBe('true');
});

test('a number may lead to a tab of its own page', async () => {
  start();
  open('/valve?id=7');
  const tab = () => screen.getByRole('tab', { name: '校验记录 2' });
  await screen.findByText('2.5 MPa');
  expect(tab().getAttribute('aria-selected')).toBe('false');
  await userEvent.click(screen.getByRole('button', { name: '2 次' }));
  expect(tab().getAttribute('aria-selected')).toBe('true');
  await userEvent.click(screen.getByRole('tab', { name: '基本信息' }));
  expect(tab().getAttribute('aria-selected')).toBe('false');
});

test('what cannot be done now is disabled, and the verbs of a row fit the row', async () => {
  const asked = start({ '/api/valve/undo': () => ok(null) });
  open('/valve?id=7');
  expect((await screen.findByRole('button', { name: '打印标牌' })).hasAttribute('disabled')).toBe(true);
  await userEvent.click(screen.getByRole('tab', { name: '校验记录 2' }));
  const rows = await screen.findAllByRole('row');
  expect(within(rows[1]!).getByText('不合格').className).toBe('late');
  expect(within(rows[2]!).queryByRole('button', { name: '撤销' })).toBeNull();
  await userEvent.click(within(rows[1]!).getByRole('button', { name: '撤销' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: /撤销/ }));
  await waitFor(() => expect(callsTo(asked, '/api/valve/undo')[0]?.form.get('ids')).toBe('b'));
  await waitFor(() => expect(callsTo(asked, '/api/valve/record')).toHaveLength(2));
});

test('a new child row is saved with the key of its record, not with its name', async () => {
  const asked = start({ '/api/valve/save': () => ok({ id: 'c' }) });
  open('/valve?id=7');
  await userEvent.click(await screen.findByRole('tab', { name: '校验记录 2' }));
  await userEvent.click(await screen.findByRole('button', { name: /新增校验/ }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.type(await within(dialog).findByLabelText(/编号/), 'C1');
  await userEvent.click(within(dialog).getByRole('button', { name: '保存' }));
  await waitFor(() => expect(callsTo(asked, '/api/valve/save')).toHaveLength(1));
  const sent = Object.fromEntries(callsTo(asked, '/api/valve/save')[0]!.form);
  expect(sent).toMatchObject({ no: 'C1', valve_id: '7' });
  expect(sent).not.toHaveProperty('valve_idName');
});

test('a part may be a drawing of its own', async () => {
  registerPanels({
    'test-chart': async () => ({ default: ({ data }) => <p>共 {(data as number[]).length} 次</p> }),
  });
  start();
  open('/valve?id=7');
  await userEvent.click(await screen.findByRole('tab', { name: '图' }));
  expect(await screen.findByText('共 2 次')).toBeTruthy();
});

test('without a key the form of a new record says what is missing, and leads to the record', async () => {
  start({ '/api/valve/save': () => ok({ id: '8' }) });
  open('/valve');
  const guide = await screen.findByRole('navigation', { name: '表单目录' });
  expect(within(guide).getByText(/1 处要填/)).toBeTruthy();
  await userEvent.click(within(guide).getByRole('button', { name: '编号' }));
  await userEvent.type(screen.getByLabelText(/编号/), 'AQ9');
  expect(await within(guide).findByText('必填项目已填')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /保存/ }));
  await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/valve?id=8'));
});

test('what was typed and not saved is offered again', async () => {
  localStorage.setItem(
    'scdeap_draft valve_form new u1',
    JSON.stringify({ at: new Date().toISOString(), values: { values: { no: 'AQ5' } } }),
  );
  start();
  open('/valve');
  await userEvent.click(await screen.findByRole('button', { name: '接着填写' }));
  expect(await screen.findByDisplayValue('AQ5')).toBeTruthy();
});

test('the form of a known record is opened with its values', async () => {
  start();
  open('/valve?id=7&edit=1');
  expect(await screen.findByText('编辑 安全阀 AQ1')).toBeTruthy();
  expect(await screen.findByDisplayValue('AQ1')).toBeTruthy();
});
