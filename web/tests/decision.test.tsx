/** The decision of a step asks once more when something serious is open. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { AuditScreen, Finding } from '@/api/shapes';
import { DecisionFoot } from '@/screens/businessPro/audit/DecisionFoot';
import { move } from './moves';
import { show } from './page';
import { serve } from './server';

const finding = (more: Partial<Finding>): Finding => ({
  level: 'error',
  item_no: '1.1',
  seq: 1,
  text: '制动器间隙未填',
  alike: '',
  check: '',
  key: '',
  field: '',
  table: '',
  row: 0,
  column: '',
  reason: '',
  by: '',
  ...more,
});

function decide(...findings: Finding[]) {
  serve({});
  const onDecide = vi.fn();
  show(
    <DecisionFoot
      screen={{ findings } as unknown as AuditScreen}
      reasons={{}}
      marks={{}}
      agreeing={move('audit', { verb: '同意' })}
      returning={move('back', { verb: '退回' })}
      hint=""
      busy={false}
      onDecide={onDecide}
      onSkip={() => undefined}
    />,
  );
  return onDecide;
}
const agree = () => userEvent.click(screen.getByRole('button', { name: /^同意/ }));

test('without an open problem the report is agreed at once', async () => {
  const onDecide = decide(finding({ level: 'warn' }));
  await agree();
  expect(onDecide).toHaveBeenCalledExactlyOnceWith({ kind: 'agree', opinion: '' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('with an open problem one is asked once more, and says why', async () => {
  const onDecide = decide(finding({}), finding({ seq: 2, text: '速度超过限值' }));
  await agree();
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('检查发现 2 处问题，仍要同意？');
  expect(dialog.textContent).toContain('制动器间隙未填');
  const buttons = () => [...dialog.querySelectorAll('button')];
  const press = (name: RegExp) => userEvent.click(buttons().find((one) => name.test(one.textContent ?? ''))!);
  await userEvent.type(screen.getByLabelText('同意说明'), '可以');
  await press(/^同\s*意$/);
  expect(await screen.findByText(/^请写明为何仍可同意/)).toBeTruthy();
  expect(onDecide).not.toHaveBeenCalled();
  await userEvent.type(screen.getByLabelText('同意说明'), '，该项不适用于本机型');
  await press(/^同\s*意$/);
  await waitFor(() =>
    expect(onDecide).toHaveBeenCalledExactlyOnceWith({ kind: 'agree', opinion: '可以，该项不适用于本机型' }),
  );
});

test('who says no in the dialog has decided nothing', async () => {
  const onDecide = decide(finding({}));
  await agree();
  await screen.findByRole('dialog');
  await userEvent.click(screen.getByRole('button', { name: /^取\s*消$/ }));
  expect(onDecide).not.toHaveBeenCalled();
});

test('what a check forbids is not agreed at all', async () => {
  const onDecide = decide(finding({ check: 'C01' }));
  await agree();
  expect(await screen.findByText('制动器间隙未填，须退回处理')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(onDecide).not.toHaveBeenCalled();
});

test('what a check asks about is answered first', async () => {
  const onDecide = decide(finding({ level: 'warn', key: 'C09' }));
  await agree();
  expect(await screen.findByText('制动器间隙未填：请先写明原因')).toBeTruthy();
  expect(onDecide).not.toHaveBeenCalled();
});
