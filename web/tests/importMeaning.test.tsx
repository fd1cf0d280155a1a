import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { ImportState } from '@/api/shapes';
import { ImportMeaning } from '@/views/ImportMeaning';
import { ImportUnknown } from '@/views/ImportUnknown';
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
        head: 2,
        headLines: 1,
        top: [
          { line: 1, text: '电梯台账' },
          { line: 2, text: '种类　录入员' },
          { line: 3, text: '客梯　甲' },
        ],
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
  await user.type(screen.getByLabelText('设备名称 全部为'), '客梯');
  expect(screen.queryByText(/还没有列对应的必填项/)).toBeNull();
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
    whole: [{ field: 'equname', text: '客梯' }],
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

test('the heading is chosen among the first lines, and the file is asked from there', async () => {
  const asked = served();
  const checked = vi.fn();
  show(<ImportMeaning viewNo="eqd_elevator_list" run={run} onChecked={checked} />);
  await userEvent.click(await screen.findByLabelText('表头所在行'));
  await userEvent.click(await screen.findByText(/^第 3 行/));
  await waitFor(() => expect(checked).toHaveBeenCalled());
  expect(bodyOf(asked, '/api/import/start')).toEqual({
    viewNo: 'eqd_elevator_list',
    runId: 'R',
    mode: 'check',
    head: 3,
    headLines: 1,
  });
});

test('units without an archive are said in one step for all of their rows', async () => {
  const asked = served();
  const checked = vi.fn();
  const unknown = (name: string) => ({ name, labels: ['制造单位名称'], rows: 3, near: [] });
  const units = {
    created: 0,
    linked: 0,
    new: [],
    differing: [],
    unknown: [unknown('甲厂'), unknown('乙厂')],
  };
  show(<ImportUnknown viewNo="eqd_elevator_list" run={{ ...run, units }} onChecked={checked} />);
  expect(screen.getByRole('button', { name: '按此处理，再检查一遍' })).toHaveProperty('disabled', true);
  await userEvent.click(screen.getByRole('button', { name: '全部新建单位档案' }));
  await userEvent.click(screen.getByRole('button', { name: '按此处理，再检查一遍' }));
  await waitFor(() => expect(checked).toHaveBeenCalled());
  const act = (name: string) => ({ name, act: 'create', unit: '' });
  expect(bodyOf(asked, '/api/import/start').units).toEqual([act('甲厂'), act('乙厂')]);
});
