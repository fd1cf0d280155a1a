/** A check list on the page of a record: typed in, sent as it stands, read when it is closed. */

import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from 'antd';
import { expect, test, vi } from 'vitest';
import type { CheckLine, CheckState } from '@/api/shapes';
import CheckListPanel from '@/views/CheckListPanel';
import { ok, refused, serve } from './server';

const URL_OF = '/api/x/answer';

const line = (no: string, more: Partial<CheckLine>): CheckLine => ({
  ...{ no, part: '', text: `第${no}问`, kind: 'mark', unit: '', limits: '', options: [], basis: '' },
  ...{ photo: '', files: '', pictured: false, result: '', value: '', finding: '', proposed: false },
  ...more,
});
const state = (items: CheckLine[], editable = true): CheckState => ({
  ...{ id: 'a', version: 3, url: URL_OF, editable, items },
  marks: [
    { value: '√', label: '符合' },
    { value: '×', label: '不符合' },
  ],
});
const show = (data: CheckState) =>
  render(
    <App>
      <CheckListPanel data={data} id="a" />
    </App>,
  );

test('what was typed and what is proposed is sent, and the answer of the server is shown', async () => {
  const items = [
    line('1', { result: '√', proposed: true }),
    line('2', {}),
    line('3', { kind: 'measure', unit: '℃', limits: '≤ 40 ℃' }),
    line('4', {}),
  ];
  const answer = state([line('3', { kind: 'measure', value: '41', result: '×' })]);
  const asked = serve({ [URL_OF]: () => ok(answer) });
  show(state(items));
  await userEvent.click(
    within(screen.getByRole('radiogroup', { name: '第 2 项结果' })).getByRole('radio', { name: '不符合' }),
  );
  await userEvent.type(screen.getByLabelText('第 2 项问题'), '异响');
  await userEvent.type(screen.getByLabelText('第 3 项'), '41');
  expect(screen.getByText(/共 4 项，未填 1 项，不符合 1 项/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /保\s*存/ }));
  expect(await screen.findByText(/共 1 项，未填 0 项，不符合 1 项/)).toBeTruthy();
  const sent = Object.fromEntries(asked[0]!.form);
  expect(sent).toMatchObject({ id: 'a', version: '3', 'items.0.no': '1', 'items.0.result': '√' });
  expect(sent).toMatchObject({ 'items.1.result': '×', 'items.1.finding': '异响', 'items.2.value': '41' });
});

test('a refusal keeps what was typed', async () => {
  serve({ [URL_OF]: () => refused('第2项：请输入数字', 422) });
  show(state([line('2', { kind: 'measure' })]));
  await userEvent.type(screen.getByLabelText('第 2 项'), '热');
  await userEvent.click(screen.getByRole('button', { name: /保\s*存/ }));
  expect(await screen.findByText('第2项：请输入数字')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('第 2 项').value).toBe('热');
});

test('what the platform cannot say is not counted as answered', () => {
  show(state([line('1', { value: '需现场核对', proposed: true })]));
  expect(screen.getByText('需现场核对')).toBeTruthy();
  expect(screen.getByText(/共 1 项，未填 1 项/)).toBeTruthy();
});

test('a picture of what is wrong is taken beside its item', async () => {
  const asked: XMLHttpRequest[] = [];
  class Sending extends XMLHttpRequest {
    override send(body?: Document | XMLHttpRequestBodyInit | null) {
      asked.push(this);
      const sent = Object.fromEntries((body as FormData).entries());
      expect(sent).toMatchObject({ attrefsysid: 'a', owner: 'securityCheck', item: '1' });
      Object.defineProperties(this, {
        status: { value: 200 },
        responseText: { value: JSON.stringify(okBody) },
        response: { value: JSON.stringify(okBody) },
      });
      this.onload?.(new ProgressEvent('load'));
    }
  }
  const okBody = { isSuccess: true, data: [{ attsysid: 'p' }], errorMsg: '', errmsg: '', errorCode: '' };
  vi.stubGlobal('XMLHttpRequest', Sending);
  const { container } = show(
    state([line('1', { result: '×', finding: '失效', photo: 'bad', files: 'securityCheck' })]),
  );
  expect(screen.getByText(/应有照片/)).toBeTruthy();
  const file = new File(['x'], '现场.jpg', { type: 'image/jpeg' });
  await userEvent.upload(container.querySelector<HTMLInputElement>('input[type=file]')!, file);
  expect(await screen.findByText(/已有照片/)).toBeTruthy();
  expect(screen.queryByText(/应有照片/)).toBeNull();
  expect(asked).toHaveLength(1);
  vi.unstubAllGlobals();
});

test('a closed list is read, and says where a picture lacks', () => {
  show(state([line('1', { result: '×', finding: '没有登记', photo: 'bad' })], false));
  expect(screen.queryByRole('button', { name: /保\s*存/ })).toBeNull();
  expect(screen.getByText('没有登记')).toBeTruthy();
  expect(screen.getByText(/应有照片/)).toBeTruthy();
});
