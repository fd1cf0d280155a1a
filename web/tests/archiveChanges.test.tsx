import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { MergeDialog } from '@/screens/bsArchives/changes/MergeDialog';
import { CorrectAudit } from '@/screens/bsArchives/correct/CorrectDetail';
import CorrectForm from '@/screens/bsArchives/correct/CorrectForm';
import { HistoryPanel } from '@/views/HistoryPanel';
import { move } from './moves';
import { InTab, lookAway, show } from './page';
import { callsTo, ok, refused, serve } from './server';

const BASE = '/api/eqdbase/eqdBasic';
const head = (id: string, code: string) => ({
  id,
  version: 1,
  name: '客梯',
  code,
  place: '1号楼',
  open: false,
});

function merging(against: { id: string; sentence: string }[] = []) {
  return serve({
    [`${BASE}/queryMerge`]: () =>
      ok([
        {
          ...head('a', '3110A'),
          candidates: [
            { ...head('b', ''), evidence: [{ label: '出厂编号与制造单位相同', value: '1', strong: true }] },
          ],
        },
      ]),
    [`${BASE}/mergeCheck`]: () =>
      ok({
        type: '3000',
        objects: [head('a', '3110A'), head('b', '')],
        against,
        moves: [{ label: '检验业务与报告', rows: { a: 2, b: 0 } }],
        fields: [
          { prop: 'equcode', label: '设备代码', values: { a: '3110A', b: null }, differs: true },
          { prop: 'model', label: '型号', values: { a: 'M', b: 'M' }, differs: false },
        ],
      }),
    [`${BASE}/merge`]: () => ok({ merged: 1, moves: { 检验业务与报告: 2 } }),
  });
}

test('a merge shows the evidence, asks which archive stays and why, and says what the kept one lacks', async () => {
  const asked = merging();
  const done = vi.fn();
  show(<MergeDialog type="3000" ids={['a']} onClose={() => undefined} onDone={done} />);
  expect(await screen.findByText('出厂编号与制造单位相同')).toBeTruthy();
  expect(callsTo(asked, `${BASE}/mergeCheck`)).toHaveLength(0);
  await userEvent.click(screen.getAllByLabelText('选择 客梯')[1]!);
  const radios = await screen.findAllByRole('radio');
  expect(screen.queryByText('型号')).toBeNull(); // only what differs
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '合并' });
  await userEvent.click(radios[1]!);
  expect(screen.getByText('保留的一份缺少 1 项其他档案已填的内容')).toBeTruthy();
  expect(button.disabled).toBe(true);
  await userEvent.type(screen.getByPlaceholderText('合并原因（必填）'), '重复建档');
  await userEvent.click(button);
  await waitFor(() => expect(done).toHaveBeenCalled());
  const sent = callsTo(asked, `${BASE}/merge`)[0]!.form;
  expect(sent.getAll('version')).toEqual(['1', '1']); // of the one that goes, and of the one that stays
  sent.delete('version');
  expect(Object.fromEntries(sent)).toEqual({ type: '3000', oldIds: 'a', mergedId: 'b', reason: '重复建档' });
});

test('open business of an archive that would go stops the merge', async () => {
  merging([{ id: 'a', sentence: '该设备存在在办业务，不能操作' }]);
  show(<MergeDialog type="3000" ids={['a', 'b']} onClose={() => undefined} onDone={() => undefined} />);
  const radios = await screen.findAllByRole('radio');
  await userEvent.type(screen.getByPlaceholderText('合并原因（必填）'), '重复建档');
  await userEvent.click(radios[1]!);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '合并' });
  expect(screen.getByText(/存在在办业务/)).toBeTruthy();
  expect(button.disabled).toBe(true);
  await userEvent.click(radios[0]!); // the busy one may stay
  expect(button.disabled).toBe(false);
});

const line = { field: 'prono', label: '出厂编号', old: 'A', new: 'B', oldShown: 'A', newShown: 'B' };
const correction = (more: object) => ({
  ...{
    id: 'c',
    version: 1,
    corrno: 'GZ1',
    entity: 'unit',
    entityName: '单位',
    object_id: 'u',
    title: '甲单位',
  },
  ...{
    code: '',
    equclass: '',
    reason: '铭牌',
    moves: [
      move('agree', { verb: '同意更正', call: '/api/correct/agree' }),
      move('reject', { verb: '退回', call: '/api/correct/reject', needsReason: true }),
    ],
    stepName: '待审',
    stepTone: 'ca',
    applicant: '王芳',
    submitted: null,
  },
  ...{ auditor: '', audited_at: null, opinion: '', mine: false, busy: '', log: [] },
  lines: [{ ...line, nowShown: 'A', moved: false }],
  ...more,
});

function auditing(more: object) {
  const asked = serve({
    '/api/correct/detail': () => ok(correction(more)),
    '/api/correct/agree': () => ok(null),
    '/api/correct/reject': () => ok(null),
    '/api/equipment-documents/attachments/configs': () => ok([]),
    '/a/stone/attachment/findAttList': () => ok([]),
  });
  show(<CorrectAudit />, '/bsArchives/correctMng/auditDetail?id=c');
  return asked;
}

test('an auditor agrees at once but sends back only with an opinion', async () => {
  const asked = auditing({});
  const back = await screen.findByRole<HTMLButtonElement>('button', { name: '退回' });
  expect(back.disabled).toBe(true);
  await userEvent.type(screen.getByLabelText('审核意见'), '照片不清');
  await userEvent.click(back);
  await waitFor(() => expect(callsTo(asked, '/api/correct/reject')).toHaveLength(1));
  expect(callsTo(asked, '/api/correct/reject')[0]!.form.get('reason')).toBe('照片不清');
});

test('a value that has changed since can only be sent back', async () => {
  auditing({ lines: [{ ...line, nowShown: 'C', moved: true }] });
  expect(await screen.findByText('C（申请后已变化）')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '同意更正' }).disabled).toBe(true);
});

test('a history says from which day a change holds when that is another day', async () => {
  const entry = { userName: '王芳', requestNo: '', action: '修改', fields: [] };
  serve({
    '/api/common/history': () =>
      ok([
        { ...entry, at: '2026-11-20 09:00:00', since: '2026-11-01' },
        { ...entry, at: '2026-11-19 09:00:00', since: '2026-11-19' },
        { ...entry, at: '2026-11-18 09:00:00', since: '起始' },
      ]),
  });
  show(<HistoryPanel entity="equipment" id="1" />);
  expect(await screen.findByText(/自 2026-11-01 起/)).toBeTruthy();
  expect(screen.queryByText(/自 2026-11-19 起/)).toBeNull();
  expect(screen.getByText(/自始生效/)).toBeTruthy();
});

test('the reason typed into a correction stays when its tab is hidden and its draft cannot be read again', async () => {
  let reads = 0;
  serve({
    '/api/correct/kinds': () => ok([{ value: 'equipment', label: '设备' }]),
    '/api/correct/detail': () =>
      reads++
        ? refused('系统繁忙', 500)
        : ok({
            id: 'c1',
            version: 1,
            entity: 'equipment',
            object_id: 'a',
            lines: [],
            reason: '铭牌',
            moves: [],
          }),
    '/api/correct/correctable': () =>
      ok({ entity: 'equipment', id: 'a', title: '客梯', code: '3110A', busy: '', fields: [] }),
    '/api/common/attachment/findList': () => ok([]),
  });
  show(
    <InTab>
      <CorrectForm />
    </InTab>,
    '/bsArchives/correctMng/addDetail?correction=c1',
  );
  await userEvent.type(await screen.findByDisplayValue('铭牌'), '为 1000');
  await lookAway();
  expect(screen.getByDisplayValue('铭牌为 1000')).toBeTruthy();
});
