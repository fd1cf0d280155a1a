import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { FlowLogDialog } from '@/workflow/FlowLog';
import { MoveDialog } from '@/workflow/MoveDialog';
import { backForm, move, voidForm } from './moves';
import { show } from './page';
import { type Asked, callsTo, ok, refused, serve } from './server';

const entry = (type: string, value: string, label: string) => ({ type, value, label });
const dictionaries = {
  C610: [entry('C610', '01', '申报资料不齐全')],
  C611: [entry('C611', '01', '重复申报'), entry('C611', '02', '单位撤回')],
};

type Handlers = Record<string, (asked: Asked) => Record<string, unknown>>;
const start = (more: Handlers = {}) =>
  serve({ '/api/common/buss/dict/findAllDictListMap': () => ok(dictionaries, { version: '1' }), ...more });

const declared = (config: object) => ({ '/api/layout/findFormConfig': () => ok(config) });
const voiding = move('void', { form: 'jy_form_void' });

async function choose(label: string, option: string) {
  await userEvent.click(screen.getByLabelText(label));
  const found = await screen.findAllByText(option);
  await userEvent.click(found.find((node) => node.closest('.ant-select-item'))!);
}

test('voiding asks for reason and detail, sends both and refreshes the list', async () => {
  const asked = start({
    ...declared(voidForm('/api/appmain/voidSbdj')),
    '/api/appmain/voidSbdj': () => ok(null, { errorMsg: '作废成功' }),
  });
  const close = vi.fn();
  const done = vi.fn();
  show(
    <MoveDialog
      move={voiding}
      rows={[
        { id: '1', version: 3, step: 'YWSB' },
        { id: '2', version: 7 },
      ]}
      onClose={close}
      onDone={done}
    />,
  );
  const dialog = await screen.findByRole('dialog');
  expect(await screen.findByText('数据作废')).toBeTruthy();
  expect(screen.getByText('共 2 条，作废后不能恢复')).toBeTruthy();
  expect(dialog.style.getPropertyValue('--ant-modal-xs-width') || dialog.style.width).toContain('500');
  await userEvent.click(screen.getByRole('button', { name: '作废' }));
  expect(await screen.findByText('作废原因不能为空')).toBeTruthy();
  expect(await screen.findByText('详细说明不能为空')).toBeTruthy();
  await choose('作废原因', '重复申报');
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('详细说明').value).toBe('重复申报'));
  await choose('作废原因', '单位撤回');
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('详细说明').value).toBe('单位撤回'));
  await userEvent.type(screen.getByLabelText('详细说明'), '，电话确认');
  await userEvent.click(screen.getByRole('button', { name: '作废' }));
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(close).toHaveBeenCalledOnce();
  const form = callsTo(asked, '/api/appmain/voidSbdj')[0]!.form;
  expect(form.getAll('ids')).toEqual(['1', '2']);
  expect(form.getAll('version')).toEqual(['3', '7']); // of each, as it was read
  expect(Object.fromEntries(form)).toMatchObject({
    stepNo: 'YWSB',
    reasonId: '02',
    reasonLabel: '单位撤回',
    detailDesc: '单位撤回，电话确认',
    reason: '单位撤回单位撤回，电话确认',
  });
});

test('a refused voiding says why in the dialog as long as it is open; 取消 sends nothing', async () => {
  const asked = start({
    ...declared(voidForm('/api/appmain/voidRwap')),
    '/api/appmain/voidRwap': () => refused('任务已开始，不能作废'),
  });
  const close = vi.fn();
  show(<MoveDialog move={voiding} rows={[{ id: '1', version: 3 }]} onClose={close} onDone={vi.fn()} />);
  await screen.findByText('数据作废');
  await choose('作废原因', '重复申报');
  await userEvent.click(screen.getByRole('button', { name: '作废' }));
  const why = within(screen.getByRole('dialog')).getByRole('alert');
  await waitFor(() => expect(why.textContent).toBe('任务已开始，不能作废'));
  expect(close).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: '取消' }));
  expect(close).toHaveBeenCalledOnce();
  expect(callsTo(asked, '/api/appmain/voidRwap')).toHaveLength(1);
});

test('leaving an empty detail says so', async () => {
  start(declared(voidForm('/api/appmain/voidSbdj')));
  show(<MoveDialog move={voiding} rows={[{ id: '1', version: 3 }]} onClose={vi.fn()} onDone={vi.fn()} />);
  await userEvent.click(await screen.findByLabelText('详细说明'));
  await userEvent.tab();
  expect(await screen.findByText('详细说明不能为空')).toBeTruthy();
});

test('returning names the step, the reason and what to do', async () => {
  const asked = start({ ...declared(backForm), '/api/appbuss/sendBack': () => ok(2) });
  const close = vi.fn();
  const done = vi.fn();
  const returning = move('audit_back', { form: 'jy_form_audit_back' });
  show(
    <MoveDialog
      move={returning}
      rows={[
        { id: '1', version: 3 },
        { id: '2', version: 7 },
      ]}
      onClose={close}
      onDone={done}
    />,
  );
  expect(await screen.findByText('退回 2 件')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: '退回' }));
  expect(await screen.findByText('请选择退回原因')).toBeTruthy();
  expect(await screen.findByText('请写明要改什么')).toBeTruthy();
  await choose('退回原因', '申报资料不齐全');
  await userEvent.type(screen.getByLabelText('详细说明'), '补报告');
  await userEvent.click(screen.getByLabelText(/任务安排/));
  await userEvent.click(screen.getByRole('button', { name: '退回' }));
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(close).toHaveBeenCalledOnce();
  const { form } = callsTo(asked, '/api/appbuss/sendBack')[0]!;
  expect(form.getAll('ids')).toEqual(['1', '2']);
  expect(Object.fromEntries(form)).toMatchObject({
    toStep: 'RWAP',
    reasonId: '01',
    reasonLabel: '申报资料不齐全',
    detailDesc: '补报告',
  });
  expect(await screen.findByText('已退回任务安排')).toBeTruthy();
});

test('the flow log is looked up by declaration number', async () => {
  const rows = [
    {
      seisn: 'DT1',
      at: '2026-11-20 10:14:00',
      userName: '沈佳宁',
      moveLabel: '退回',
      fromStepName: '资料审查',
      toStepName: '业务申报',
      opinion: '缺报告',
      seconds: 90,
    },
  ];
  const asked = start({ '/api/businesspro/common/getFlowLog': () => ok({ appno: 'SB1', rows }) });
  show(<FlowLogDialog appno="SB1" onClose={vi.fn()} />);
  expect(await screen.findByText('资料审查 → 业务申报')).toBeTruthy();
  expect(screen.getByText('2 分钟')).toBeTruthy();
  expect(callsTo(asked, '/api/businesspro/common/getFlowLog')[0]?.form.get('appno')).toBe('SB1');
});
