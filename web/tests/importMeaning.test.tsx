import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { ImportState } from '@/api/shapes';
import { ImportMeaning } from '@/views/ImportMeaning';
import { show } from './page';
import { ok, serve } from './server';

const run = { id: 'R', filename: 'lifts.xlsx', state: 'asking', message: '请说明各列的含义' } as ImportState;
const source = { id: 'S', version: 3, name: '市局老系统', columns: 2, words: 1, at: '', by: '' };
const column = (head: string, field: string, why: string) => ({
  head,
  field,
  why,
  samples: ['甲'],
  words: [],
});
const field = (name: string, label: string, required = false) => ({
  name,
  label,
  required,
  type: 'text',
  coded: false,
});

function served() {
  const asked = serve({
    '/api/import/propose': () =>
      ok({
        filename: 'lifts.xlsx',
        columns: [column('种类', 'equclacode', '上次'), column('录入员', '', '')],
        fields: [field('equclacode', '设备类别', true), field('equname', '设备名称', true)],
        sources: [source],
      }),
    '/api/import/words': () =>
      ok([
        {
          field: 'equclacode',
          label: '设备类别',
          options: [{ value: '3110', label: '曳引驱动乘客电梯' }],
          words: [
            { word: '客梯', code: '3110', why: '相近' },
            { word: '怪梯', code: '', why: '' },
          ],
        },
      ]),
    '/api/import/preview': () =>
      ok({
        labels: ['设备类别'],
        rows: [{ cells: [{ given: '客梯', read: '曳引驱动乘客电梯', fault: '' }] }],
      }),
    '/api/import/start': () => ok({ ...run, id: 'N', state: 'waiting' }),
    '/api/import/saveSource': () => ok({ id: 'S', version: 4 }),
  });
  return asked;
}

const bodyOf = (asked: ReturnType<typeof serve>, path: string) =>
  JSON.parse(String(asked.find((one) => one.path === path)!.body)) as Record<string, unknown>;

test('columns and words are said in steps, shown as they will be read, and kept for the source', async () => {
  const asked = served();
  const checked = vi.fn();
  const user = userEvent.setup();
  show(<ImportMeaning viewNo="eqd_elevator_list" run={run} onChecked={checked} />);
  expect(await screen.findByText('录入员')).toBeTruthy();
  expect(screen.getByText('还没有列对应的必填项：设备名称')).toBeTruthy();
  await user.type(screen.getByLabelText('文件来源'), '市局老系统');
  await user.click(screen.getByRole('button', { name: '下一步' }));
  const row = (await screen.findByText('怪梯')).closest('tr')!;
  expect(within(row).getByText('未对应，检查时会指出')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '下一步' }));
  expect(await screen.findByText('原文 客梯')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '对应无误，检查全部行' }));
  await waitFor(() => expect(checked).toHaveBeenCalled());
  const meaning = {
    columns: [
      { head: '种类', field: 'equclacode' },
      { head: '录入员', field: '' },
    ],
    words: [{ field: 'equclacode', word: '客梯', code: '3110' }],
  };
  expect(bodyOf(asked, '/api/import/saveSource')).toEqual({
    viewNo: 'eqd_elevator_list',
    name: '市局老系统',
    id: 'S',
    version: 3,
    ...meaning,
  });
  expect(bodyOf(asked, '/api/import/start')).toEqual({
    viewNo: 'eqd_elevator_list',
    runId: 'R',
    mode: 'check',
    ...meaning,
  });
});
