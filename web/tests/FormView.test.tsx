import { onlineManager } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { makeQueryClient } from '@/api/queryClient';
import FormDialog from '@/views/FormDialog';
import { FormView } from '@/views/FormView';
import { FieldControl } from '@/views/fields';
import { InTab, lookAway, show } from './page';
import { type Asked, callsTo, ok, refused, serve } from './server';

const field = (prop: string, label: string, type: string, more = {}) => ({
  prop,
  label,
  type,
  span: 8,
  ...more,
});
const config = {
  viewNo: 'f',
  title: '使用单位',
  loadUrl: '/api/unit/detail',
  saveUrl: '/api/unit/save',
  groups: [
    {
      title: '基本信息',
      fields: [
        field('name', '单位名称', 'text', { required: true }),
        field('tel', '联系电话', 'text', { rule: 'mobile' }),
        field('load', '额定载重量', 'decimal', { unit: 'kg', min: 100, max: 5000 }),
        field('code', '信用代码', 'readonly'),
        field('urgent', '加急', 'bool'),
        field('reason', '加急原因', 'text', { required: true, when: { urgent: ['1'] } }),
      ],
    },
  ],
};
const record = { id: '7', version: 3, name: '甲公司', tel: '13812345678', code: '9133', urgent: '0' };

type Handlers = Record<string, (asked: Asked) => Record<string, unknown>>;
const start = (more: Handlers = {}) =>
  serve({
    '/api/layout/findFormConfig': () => ok(config),
    '/api/unit/detail': () => ok(record),
    '/api/unit/save': () => ok({ id: '7' }),
    ...more,
  });
const save = () => userEvent.click(screen.getByRole('button', { name: /保存/ }));

test('loads a record, shows units and computed values, saves with id and version', async () => {
  const asked = start();
  const saved = vi.fn();
  show(<FormView viewNo="f" id="7" onSaved={saved} />);
  const name = await screen.findByDisplayValue('甲公司');
  expect(screen.getByText('基本信息')).toBeTruthy();
  expect(screen.getByText(/kg\s+100–5000/)).toBeTruthy();
  expect(screen.getByText('9133').className).toContain('read-only');
  await userEvent.clear(name);
  await userEvent.type(name, '乙公司');
  await save();
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  const form = Object.fromEntries(callsTo(asked, '/api/unit/save')[0]!.form);
  expect(form).toMatchObject({ id: '7', version: '3', name: '乙公司', tel: '13812345678' });
  expect(form).not.toHaveProperty('code');
  expect(await screen.findByText('保存成功')).toBeTruthy();
});

test('a form that was opened is typed into at once; a field where somebody types keeps the focus', async () => {
  start();
  show(<FormView viewNo="f" />);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^单位名称/)));
  await userEvent.click(screen.getByLabelText('联系电话'));
  expect(document.activeElement).toBe(screen.getByLabelText('联系电话'));
});

test('a dialog that was opened is typed into at once', async () => {
  start();
  const opener = document.body.appendChild(document.createElement('button'));
  opener.focus();
  show(<FormDialog viewNo="f" onClose={() => {}} />);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^单位名称/)));
  opener.remove();
});

for (const [where, form] of [
  ['page', <FormView viewNo="f" id="7" key="page" />],
  ['dialog', <FormDialog viewNo="f" id="7" onClose={() => {}} key="dialog" />],
] as const) {
  test(`nothing can be typed into a ${where} before its record is there`, async () => {
    let arrives = () => {};
    const held = new Promise<void>((resolve) => {
      arrives = resolve;
    });
    start({ '/api/unit/detail': () => held.then(() => ok(record)) as never });
    show(form);
    await screen.findByText('使用单位');
    expect(screen.queryByLabelText(/^单位名称/)).toBeNull();
    expect(screen.getByRole('button', { name: /保存/ })).toHaveProperty('disabled', true);
    arrives();
    expect(await screen.findByDisplayValue('甲公司')).toBeTruthy();
  });
}

test('a cleared field is sent as a space, because empty values are not sent', async () => {
  const asked = start();
  show(<FormView viewNo="f" id="7" />);
  await userEvent.clear(await screen.findByDisplayValue('13812345678'));
  await save();
  await waitFor(() => expect(callsTo(asked, '/api/unit/save')).toHaveLength(1));
  const form = Object.fromEntries(callsTo(asked, '/api/unit/save')[0]!.form);
  expect(form.tel).toBe(' ');
  expect(form).not.toHaveProperty('load');
});

test('refuses to save while something is missing or wrong, and says what', async () => {
  const asked = start();
  show(<FormView viewNo="f" />);
  const tel = await screen.findByLabelText('联系电话');
  await userEvent.type(tel, '1381');
  expect(screen.queryByText('请输入有效的手机号码')).toBeNull();
  expect(await screen.findByText('请输入有效的手机号码')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('额定载重量'), '50');
  await save();
  expect(await screen.findByText('请填写单位名称')).toBeTruthy();
  expect(await screen.findByText('应不小于 100kg，现在 50')).toBeTruthy();
  expect(callsTo(asked, '/api/unit/save')).toHaveLength(0);
});

test('a field appears only when its condition is met', async () => {
  start();
  show(<FormView viewNo="f" id="7" />);
  await screen.findByDisplayValue('甲公司');
  expect(screen.queryByLabelText('加急原因')).toBeNull();
  await userEvent.click(screen.getByLabelText('是'));
  expect(await screen.findByLabelText('加急原因')).toBeTruthy();
});

test('Alt+S saves', async () => {
  const asked = start();
  show(<FormView viewNo="f" id="7" />);
  await screen.findByDisplayValue('甲公司');
  await userEvent.keyboard('{Alt>}s{/Alt}');
  await waitFor(() => expect(callsTo(asked, '/api/unit/save')).toHaveLength(1));
});

test('a refusal that names a field stands under that field', async () => {
  start({ '/api/unit/save': () => refused('单位名称：已有同名单位', 422, { field: 'name' }) });
  show(<FormView viewNo="f" id="7" />);
  await userEvent.type(await screen.findByDisplayValue('甲公司'), '二');
  await save();
  const sentence = await screen.findByText('单位名称：已有同名单位');
  expect(sentence.className).toContain('explain-error');
});

test('a refusal that is of no field stands above the form until it is saved again', async () => {
  let answer: () => Record<string, unknown> = () => refused('单位正在合并，不能修改');
  start({ '/api/unit/save': () => answer() });
  show(<FormView viewNo="f" id="7" />);
  await userEvent.type(await screen.findByDisplayValue('甲公司'), '二');
  await save();
  expect((await screen.findByRole('alert')).textContent).toBe('单位正在合并，不能修改');
  answer = () => ok({ id: '7' });
  await save();
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('what is typed and the version it began with stay when the record is read again after a lost connection', async () => {
  let reads = 0;
  const asked = start({
    '/api/unit/detail': () => ok(reads++ ? { ...record, version: 4, name: '丙公司' } : record),
  });
  const client = makeQueryClient();
  show(<FormView viewNo="f" id="7" />, '/', client);
  const name = await screen.findByDisplayValue('甲公司');
  await userEvent.clear(name);
  await userEvent.type(name, '丁公司');
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await client.invalidateQueries(); // as a page does that changed much
  expect(reads).toBeGreaterThan(1);
  expect(screen.getByDisplayValue('丁公司')).toBeTruthy();
  await save();
  await waitFor(() => expect(callsTo(asked, '/api/unit/save')).toHaveLength(1));
  expect(Object.fromEntries(callsTo(asked, '/api/unit/save')[0]!.form)).toMatchObject({
    version: '3',
    name: '丁公司',
  });
});

test('what is typed stays while the tab of the form is hidden', async () => {
  start();
  show(
    <InTab>
      <FormView viewNo="f" id="7" />
    </InTab>,
  );
  await userEvent.type(await screen.findByDisplayValue('甲公司'), '二厂');
  await lookAway();
  expect(screen.getByDisplayValue('甲公司二厂')).toBeTruthy();
});

test('a stale version shows who and when, and keeps what was typed here', async () => {
  let version = 3;
  const asked = start({
    '/api/unit/detail': () => ok({ ...record, version, name: version === 3 ? '甲公司' : '丙公司' }),
    '/api/unit/save': ({ form }) => {
      if (form.get('version') === '4') return ok(null);
      version = 4;
      return refused('已被修改', 409, { errorCode: 'STALE', who: '沈佳宁', when: '2026-11-20 14:26:00' });
    },
  });
  show(<FormView viewNo="f" id="7" />);
  await screen.findByDisplayValue('甲公司');
  await userEvent.clear(screen.getByLabelText('联系电话'));
  await userEvent.type(screen.getByLabelText('联系电话'), '13900000000');
  await save();
  expect(await screen.findByText('此单已由 沈佳宁 于 2026-11-20 14:26 保存')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: '载入最新并保留我的 1 处' }));
  expect(await screen.findByDisplayValue('丙公司')).toBeTruthy();
  expect(screen.getByDisplayValue('13900000000')).toBeTruthy();
  await save();
  await waitFor(() => expect(callsTo(asked, '/api/unit/save').at(-1)?.form.get('version')).toBe('4'));
});

test('a dialog asks before unsaved work is lost, and sends what the list gave it', async () => {
  const asked = start();
  const close = vi.fn();
  show(<FormDialog viewNo="f" title="批量修改" extra={{ ids: ['1', '2'] }} onClose={close} />);
  await userEvent.type(await screen.findByLabelText('单位名称'), '丁');
  await userEvent.click(screen.getByRole('button', { name: '取消' }));
  expect((await screen.findAllByText('有未保存的内容')).length).toBeGreaterThan(0);
  expect(close).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: '继续填写' }));
  await userEvent.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(callsTo(asked, '/api/unit/save')[0]?.form.getAll('ids')).toEqual(['1', '2']);
});

test('an input of a dialog begins with a value of the row that it is about, or empty', async () => {
  const title = { ...field('title', '抬头', 'text'), default: '{invoicetitle}' };
  const taxno = { ...field('taxno', '税号', 'text'), default: '{taxno}' };
  start({
    '/api/layout/findFormConfig': () => ok({ ...config, groups: [{ title: '', fields: [title, taxno] }] }),
  });
  const row = { id: '1', version: 1, invoicetitle: '甬江物业', taxno: '' };
  show(<FormDialog viewNo="f" ids={['1']} rows={[row]} onClose={() => {}} />);
  expect(await screen.findByDisplayValue('甬江物业')).toBeTruthy();
  expect((screen.getByLabelText('税号') as HTMLInputElement).value).toBe('');
});

test('a dialog asks for the rows of its tables, but not for several records at once', async () => {
  const marks = {
    viewNo: 'marks',
    title: '要改的项目',
    groups: [{ title: '', fields: [field('seq', '项目序号', 'int')] }],
  };
  const table = { prop: 'marks', title: '要改的项目', viewNo: 'marks', add: '标记一项', least: 0, most: 9 };
  const asked = start({
    '/api/layout/findFormConfig': ({ query }) =>
      ok(query.get('viewNo') === 'marks' ? marks : { ...config, tables: [table] }),
  });
  const { unmount } = show(
    <FormDialog viewNo="f" ids={['1']} rows={[{ id: '1', version: 3 }]} onClose={() => {}} />,
  );
  await userEvent.type(await screen.findByLabelText('单位名称'), '丁');
  await userEvent.click(await screen.findByRole('button', { name: /标记一项/ }));
  await userEvent.type(await screen.findByLabelText('第1行项目序号'), '12');
  await userEvent.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(callsTo(asked, '/api/unit/save')).toHaveLength(1));
  expect(callsTo(asked, '/api/unit/save')[0]!.form.get('marks.0.seq')).toBe('12');
  unmount();
  show(<FormDialog viewNo="f" ids={['1', '2']} onClose={() => {}} />);
  await screen.findByLabelText('单位名称');
  expect(screen.queryByRole('button', { name: /标记一项/ })).toBeNull();
});

test('a field of which nothing can be chosen says why without being opened', async () => {
  const offered = [{ why: '有在办业务' }, { why: '有在办业务' }, { why: '已停用' }];
  const wanted = field('wanted', '检验', 'select', { optionsUrl: '/api/wanted' }) as never;
  const shown = (more: object[]) => {
    serve({ '/api/wanted': () => ok([...offered, ...more].map((one, at) => ({ value: `${at}`, ...one }))) });
    const chosen = vi.fn();
    const { container } = show(<FieldControl field={wanted} value="" onChange={chosen} />);
    return { chosen, said: () => container.querySelector('.hint')?.textContent };
  };
  const none = shown([]);
  await waitFor(() => expect(none.said()).toBe('有在办业务；已停用'));
  const one = shown([{ proposed: true }]);
  await waitFor(() => expect(one.chosen).toHaveBeenCalledWith('3'));
  expect(one.said()).toBeUndefined();
});

test('an unknown field type fails loudly', () => {
  expect(() => FieldControl({ field: field('x', '全息', 'hologram') as never })).toThrow(
    '未知的字段类型 hologram',
  );
});
