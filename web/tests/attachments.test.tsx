import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import AttachmentUpload from '@/mobile/AttachmentUpload';
import { Attachments } from '@/ui/Attachments';
import { HistoryPanel } from '@/views/HistoryPanel';
import { show } from './page';
import { callsTo, ok, serve } from './server';

const configs = [
  { type: '01', label: '自检报告', required: true, maxMb: 1, owner: 'application' },
  { type: '02', label: '维保合同', owner: '' },
  { type: '09', label: '单位执照', owner: 'unit' },
];
const files = [
  { attsysid: 'a', version: 1, type: '02', name: '合同.pdf', size: 1_258_291 },
  { attsysid: 'b', version: 4, type: '02', name: '附页.pdf', size: 2048 },
];

function start() {
  return serve({
    '/api/equipment-documents/attachments/configs': () => ok(configs),
    '/a/stone/attachment/findAttList': () => ok(files),
    '/api/equipment-documents/attachments/delete': () => ok(null),
    '/api/equipment-documents/attachments/batchDelete': () => ok(null),
  });
}

test('lists what is needed and what is there', async () => {
  start();
  show(<Attachments attrefsysid="7" owner="application" />);
  expect(await screen.findByText('合同.pdf')).toBeTruthy();
  expect(screen.getByText('必交')).toBeTruthy();
  expect(screen.queryByText('单位执照')).toBeNull();
  expect(screen.getByText('1.2 MB')).toBeTruthy();
});

test('picked files are zipped or deleted together, after asking', async () => {
  const asked = start();
  show(<Attachments attrefsysid="7" owner="application" />);
  await userEvent.click(await screen.findByLabelText('选中 合同.pdf'));
  await userEvent.click(screen.getByLabelText('选中 附页.pdf'));
  expect(screen.getByText(/打包下载/).getAttribute('href')).toContain('attsysidList=a&attsysidList=b');
  await userEvent.click(screen.getByRole('button', { name: '删除' }));
  const titled = await screen.findAllByText('删除 2 个附件');
  const dialog = titled.at(-1)!.closest<HTMLElement>('.ant-modal')!;
  await userEvent.click(within(dialog).getByRole('button', { name: '删除' }));
  await waitFor(() =>
    expect(callsTo(asked, '/api/equipment-documents/attachments/batchDelete')[0]?.body).toBe(
      '{"attsysidList":["a","b"],"version":[1,4]}',
    ),
  );
});

test('a file that is too large is refused before it is sent; preview opens a window', async () => {
  start();
  const open = vi.spyOn(window, 'open').mockImplementation(() => null);
  show(<Attachments attrefsysid="7" owner="application" />);
  const input = await screen.findByLabelText('上传自检报告');
  await userEvent.upload(input, new File([new Uint8Array(1_200_000)], '大.pdf'));
  expect(await screen.findByText(/不能超过 1 MB/)).toBeTruthy();
  await userEvent.click(screen.getByText('合同.pdf'));
  expect(open.mock.calls[0]?.[0]).toContain('attsysid=a');
});

test('read-only attachments can be looked at, not changed', async () => {
  start();
  show(<Attachments attrefsysid="7" owner="application" readOnly />);
  await screen.findByText('合同.pdf');
  expect(screen.queryByText('手机上传')).toBeNull();
  expect(screen.queryByLabelText('删除 合同.pdf')).toBeNull();
});

test('the history says who changed what', async () => {
  const entry = {
    at: '2026-11-20 10:00:00',
    userName: '沈佳宁',
    action: '修改',
    fields: [{ prop: 'tel', label: '联系电话', old: null, new: '138' }],
  };
  serve({ '/api/common/history': () => ok([entry]) });
  show(<HistoryPanel entity="unit" id="1" />);
  expect(await screen.findByText('沈佳宁')).toBeTruthy();
  expect(screen.getByText('空')).toBeTruthy();
  expect(screen.getByText('联系电话')).toBeTruthy();
});

test('the phone reads its token behind the #, and sends it in a body', async () => {
  const asked = serve({
    '/api/equipment-documents/attachments/phone': () =>
      ok({ title: '电梯', number: 'T-1', owner: '', userName: '' }),
  });
  show(<AttachmentUpload />, '/attachment/mobile#token=behind&attrefsysid=7');
  expect(await screen.findByText('电梯 T-1')).toBeTruthy();
  const call = callsTo(asked, '/api/equipment-documents/attachments/phone')[0]!;
  expect(call.method).toBe('POST');
  expect(call.form.get('token')).toBe('behind');
  expect(call.query.get('token')).toBeNull();
});
