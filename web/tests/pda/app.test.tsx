import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { sessionStore } from '@/api/sessionStore';
import { rememberPerson } from '@/pda/database';
import PdaApp from '@/pda/PdaApp';
import { openStore, setPin } from '@/pda/store';
import { callsTo, ok, refused, serve } from '../server';
import { job, newPhone, PIN, packOf, ROUNDS } from './phone';

const greeting = { blocked: '', wipe: false, minimum: '', newest: '', notes: '', forced: false, last: 0 };
const now = () => new Date().toISOString();
const me = { id: 'u1', name: '陈立峰' };
const person = { account: 'u1', name: '陈立峰' };

type Handlers = Parameters<typeof serve>[0];
const platform = (more: Handlers = {}) =>
  serve({
    '/api/user/info': () => ok(me),
    '/api/pda/hello': () => ok({ ...greeting, serverTime: now() }),
    '/api/pda/pack': () => ok(packOf([job({ plandate: null })])),
    '/api/pda/ops': ({ body }) => {
      const { ops } = JSON.parse(String(body)) as { ops: { id: string; seq: number; value: unknown }[] };
      const answers = ops.map(({ id, seq, value }) => ({
        id,
        seq,
        state: 'taken',
        message: '',
        value,
        version: 4,
      }));
      return ok({ serverTime: now(), last: ops.at(-1)?.seq ?? 0, answers });
    },
    '/api/pda/conflicts': () => ok([]),
    ...more,
  });

const noNet = () => {
  globalThis.fetch = () => Promise.reject(new TypeError('no net'));
};

/** A phone that was used before: a PIN, a pack, nobody logged in now. */
async function used() {
  await setPin('u1', PIN, 'phone-0001', ROUNDS);
  await rememberPerson(person);
  const store = (await openStore('u1', PIN))!;
  await store.takePack(packOf([job()]));
  return store;
}

const show = (place = '') => {
  window.history.replaceState(null, '', `/pda${place}`);
  return render(
    <BrowserRouter>
      <PdaApp />
    </BrowserRouter>,
  );
};
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const unlock = async (pin = PIN) => {
  await userEvent.type(await screen.findByLabelText(/本机口令/), pin);
  await press('打开');
};

beforeEach(() => {
  newPhone();
});

test('who was never logged in here is sent to the login', async () => {
  platform();
  show();
  expect(await screen.findByRole('link', { name: '去登录' })).toHaveProperty(
    'href',
    expect.stringContaining('/login?redirect=%2Fpda'),
  );
});

test('the first use asks for a PIN twice, and the second time it opens', async () => {
  sessionStore.adopt('sid', 'token');
  platform();
  const { unmount } = show();
  await userEvent.type(await screen.findByLabelText(/本机口令/), '12345');
  await press('设置并打开');
  expect(await screen.findByRole('alert')).toHaveProperty('textContent', '本机口令应为 6 至 12 位数字');
  await userEvent.type(screen.getByLabelText(/本机口令/), '6');
  await userEvent.type(screen.getByLabelText('再输一次'), '123457');
  await press('设置并打开');
  expect(await screen.findByRole('alert')).toHaveProperty('textContent', '两次输入不一致');
  await userEvent.type(screen.getByLabelText('再输一次'), '{backspace}6');
  await press('设置并打开');
  expect(await screen.findByText('甬江花园5幢1单元客梯')).toBeTruthy();
  unmount();

  sessionStore.drop();
  noNet(); // and without a net
  show();
  await unlock('654321');
  expect(await screen.findByRole('alert')).toHaveProperty('textContent', '本机口令不正确');
  await unlock('123456');
  expect(await screen.findByText('甬江花园5幢1单元客梯')).toBeTruthy();
  expect(await screen.findByText(/^离线，数据存在本机/)).toBeTruthy();
});

test('another person does not come in while somebody has not sent everything', async () => {
  const store = await used();
  await store.touch('rec-1', [{ path: 'results.1.r', value: '√' }]);
  store.close();
  sessionStore.adopt('sid', 'token');
  platform({ '/api/user/info': () => ok({ id: 'u2', name: '林志远' }) });
  show();
  expect(await screen.findByRole('alert')).toHaveProperty(
    'textContent',
    '陈立峰还有 1 条未上传，不能退出或换人。请由本人登录，上传完成后再换',
  );
});

test('leaving is refused while something waits, and goes when everything was sent', async () => {
  const store = await used();
  await store.touch('rec-1', [{ path: 'results.1.r', value: '√' }]);
  store.close();
  noNet();
  show('#/settings');
  await unlock();
  await press('退出');
  expect(await screen.findByRole('alert')).toHaveProperty('textContent', '还有 1 条未上传，不能退出知道了');
  const asked = platform({ '/a/Logout': () => ok(null) });
  await press('立即同步');
  await screen.findByText('待传 0 项');
  await press('退出');
  await waitFor(() => expect(callsTo(asked, '/a/Logout')).toHaveLength(1));
});

test('an answer goes to the next item, a value is judged at once, × wants its note', async () => {
  (await used()).close();
  noNet();
  show('#/record/job-1');
  await unlock();
  await screen.findByRole('region', { name: '第1项' });
  await press('✓ 符合');
  await screen.findByRole('region', { name: '第2项' });
  await press('✓ 符合'); // a measured item stays and takes its value
  const pad = await screen.findByRole('group', { name: '机械动作速度 数字键盘' });
  for (const key of ['2', '.', '5']) await userEvent.click(within(pad).getByRole('button', { name: key }));
  expect(await screen.findByText('超出限值，建议 不符合')).toBeTruthy();
  await press('× 不符合');
  await userEvent.type(await screen.findByLabelText('说明（不符合时必填）'), '偏高');
  await waitFor(() => expect(screen.getByText('待传 5 项')).toBeTruthy());
  expect(screen.getByText('2 / 4')).toBeTruthy();
  await press('✓ 符合'); // words about a fault go with the fault
  await waitFor(() => expect(screen.queryByLabelText('说明（不符合时必填）')).toBeNull());
});

test('all that conform takes neither key items nor measured ones nor what cannot be', async () => {
  (await used()).close();
  noNet();
  show('#/record/job-1');
  await unlock();
  await press('全部符合');
  await press('填 2 项');
  expect(await screen.findByText('2 / 4')).toBeTruthy();
  await press('未填 2');
  expect((await screen.findAllByRole('button', { name: /^[24]/ })).map((one) => one.textContent)).toEqual([
    '2轿厢限速器重点›',
    '4项目4›',
  ]);
  await userEvent.click(screen.getByRole('button', { name: /^4/ }));
  expect(await screen.findByText('设备没有紧急操作装置，不能填符合')).toBeTruthy();
  expect(screen.getByRole('button', { name: '✓ 符合' })).toHaveProperty('disabled', true);
});

test('a record is drawn by its template: places in their order, ready words, a photo before it is handed in', async () => {
  const store = await used();
  const template = {
    code: 'DT-DJ',
    edition: 2,
    spots: [
      { name: '底坑', items: [3] },
      { name: '机房', items: [1, 4] },
    ],
    photo: { 3: 'fault' as const },
    phrases: { 3: ['缓冲器锈蚀'] },
  };
  await store.takePack(packOf([job({ version: 4, template })]));
  noNet();
  const page = show('#/record/job-1');
  await unlock();
  expect(await screen.findByLabelText('第3项')).toBeTruthy(); // the first of the round
  expect(screen.getByText('不符合时须拍照')).toBeTruthy();
  await press(/^× ?不符合$/);
  await press('缓冲器锈蚀');
  await waitFor(() =>
    expect(screen.getByLabelText('说明（不符合时必填）')).toHaveProperty('value', '缓冲器锈蚀'),
  );
  expect(screen.getByText('这一项须有照片才能提交')).toBeTruthy();
  await press(/^全部 4$/);
  const lines = [...document.querySelectorAll('.pda-spot, .pda-itemline .seq')].map((one) => one.textContent);
  expect(lines).toEqual(['底坑', '3', '机房', '1', '4', '2']);
  page.unmount();
  show('#/job/job-1');
  await unlock();
  await press('提交');
  expect(await screen.findByText('第 3 项须有照片')).toBeTruthy();
});

test('a table is filled by the pad, row by row', async () => {
  (await used()).close();
  noNet();
  show('#/record/job-1');
  await unlock();
  await press('钢丝绳测量');
  await press(/^直径.*12\.9$/);
  const pad = await screen.findByRole('group', { name: '直径 数字键盘' });
  await userEvent.click(within(pad).getByRole('button', { name: '删一位' }));
  await userEvent.click(within(pad).getByRole('button', { name: '7' }));
  expect(await screen.findByRole('button', { name: /^直径.*12\.7$/ })).toBeTruthy();
  await press('加一行');
  expect(await screen.findByText('第 2 行')).toBeTruthy();
});

test('the queue says what was not taken, and the person sends it again or gives it up', async () => {
  (await used()).close();
  sessionStore.adopt('sid', 'token');
  platform({
    '/api/pda/ops': ({ body }) => {
      const { ops } = JSON.parse(String(body)) as { ops: { id: string; seq: number }[] };
      const state = { state: 'refused', message: '检验日期不能晚于今天', value: null, version: 0 };
      return ok({ serverTime: now(), last: 9, answers: ops.map(({ id, seq }) => ({ id, seq, ...state })) });
    },
    '/api/pda/pack': () => ok({ serverTime: now(), digest: '', jobs: [], gone: [] }),
  });
  const store = (await openStore('u1', PIN))!;
  await store.touch('rec-1', [{ path: 'inspdate', value: '2099-01-01' }]);
  store.close();
  show('#/queue');
  await unlock();
  expect(await screen.findByText('检验日期不能晚于今天')).toBeTruthy();
  await press('放弃');
  const sheet = await screen.findByRole('dialog', { name: '放弃这一条' });
  await userEvent.click(within(sheet).getByRole('button', { name: '放弃' }));
  expect(await screen.findByText('没有待传的内容')).toBeTruthy();
});

test('a conflict stands side by side, and is decided with a reason', async () => {
  (await used()).close();
  sessionStore.adopt('sid', 'token');
  const open = {
    id: 'c1',
    version: 2,
    record: 'rec-1',
    reportcode: 'NBTD202601842',
    path: 'results.1.r',
    words: '第1项项目1 结果',
    mine: '√',
    theirs: '×',
    base: '',
    working: '×',
    by: '林志远',
    other: '',
    decides: true,
    at: now(),
  };
  let decided = false;
  const asked = platform({
    '/api/pda/conflicts': () => ok(decided ? [] : [open]),
    '/api/pda/decide': () => {
      decided = true;
      return ok(null);
    },
  });
  show('#/conflicts');
  await unlock();
  const panel = (await screen.findByText('第1项项目1 结果')).closest('section')!;
  await userEvent.click(within(panel).getAllByRole('button', { name: '采用' })[1]!);
  await userEvent.type(await screen.findByLabelText('裁定理由'), '现场复核');
  await press('裁定');
  expect(await screen.findByText('没有未裁定的冲突')).toBeTruthy();
  expect(JSON.parse(String(callsTo(asked, '/api/pda/decide')[0]!.body))).toEqual({
    id: 'c1',
    version: 2,
    choice: 'theirs',
    reason: '现场复核',
  });
});

test('a lost phone says so and keeps nothing', async () => {
  const store = await used();
  await store.touch('rec-1', [{ path: 'results.1.r', value: '√' }]);
  store.close();
  sessionStore.adopt('sid', 'token');
  platform({
    '/api/pda/hello': () => ok({ ...greeting, serverTime: now(), blocked: '本终端已挂失停用', wipe: true }),
  });
  show();
  await unlock();
  expect(await screen.findByText('本终端已挂失停用')).toBeTruthy();
  expect(screen.getByText(/其中 1 条没有上传过，停用的终端不能再上传，无法恢复/)).toBeTruthy();
  expect(await openStore('u1', PIN)).toBeNull();
});

test('what is handed in is signed: the PIN is asked, and the version is the newest', async () => {
  const store = await used();
  const changes = [1, 2, 3, 4].map((seq) => ({ path: `results.${seq}.r`, value: seq === 4 ? '—' : '√' }));
  await store.touch('rec-1', [...changes, { path: 'inspdate', value: '2026-11-29' }]);
  store.close();
  sessionStore.adopt('sid', 'token');
  let signed = false;
  const filled = job({ version: 4 });
  filled.entry.record!.inspdate = '2026-11-29';
  for (const one of filled.entry.items!) one.result = one.seq === 4 ? '—' : '√';
  const asked = platform({
    '/api/pda/pack': () => ok(packOf([filled])),
    '/api/user/sign': () => {
      signed = true;
      return ok({});
    },
    '/api/pda/submit': () => (signed ? ok({}) : refused('请确认签名', 200, { errorCode: 'SIGN_NEEDED' })),
  });
  show('#/job/job-1');
  await unlock();
  await screen.findByText('待传 0 项');
  await press('提交');
  await press('提交确认');
  await userEvent.type(await screen.findByLabelText('签名口令'), '2026');
  await press('签名');
  expect(await screen.findByText('NBTD202601842 已提交')).toBeTruthy();
  const sent = callsTo(asked, '/api/pda/submit').map((one) => JSON.parse(String(one.body)));
  expect(sent.at(-1)).toMatchObject({ record: 'rec-1', version: 4 });
});

test('a page that cannot be drawn leaves the queue alone, and leads back', async () => {
  const store = await used();
  await store.touch('rec-1', [{ path: 'results.1.r', value: '√' }]);
  const broken = job({ version: 9 });
  broken.entry.items![1]!.measures = null as never; // of a server that says something else
  broken.entry.items![0]!.result = '√';
  await store.takePack(packOf([broken]));
  store.close();
  noNet();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  show('#/record/job-1');
  await unlock();
  expect(await screen.findByText('这一页没有打开')).toBeTruthy();
  window.history.pushState(null, '', String(screen.getByRole('link', { name: '待传' }).getAttribute('href')));
  act(() => void window.dispatchEvent(new PopStateEvent('popstate'))); // happy-dom says nothing of a hash
  expect(await screen.findByText(/第1项 项目1 结果/)).toBeTruthy();
  vi.restoreAllMocks();
});

test('hints that must be read stand before the record, those of leaving before it is handed in', async () => {
  const store = await used();
  const hint = (id: string, step: string, must = true) => ({
    id,
    step,
    title: `指引${id}`,
    text: '内容',
    must,
    read: `text of ${id}`,
    confirmed: id === '3',
  });
  const guide = [hint('1', '出发前', false), hint('2', '进场'), hint('3', '进场'), hint('4', '离场')];
  await store.takePack(packOf([job({ guide, version: 5 })]));
  store.close();
  noNet();
  const { unmount } = show('#/record/job-1');
  await unlock();
  expect(await screen.findByText('先确认 1 条任务指引')).toBeTruthy();
  unmount();
  show('#/job/job-1');
  await unlock();
  expect(await screen.findByRole('button', { name: '先确认 1 条任务指引' })).toHaveProperty('disabled', true);
  await userEvent.click((await screen.findAllByRole('button', { name: '已阅读，确认' }))[0]!);
  expect(await screen.findByRole('link', { name: '填写记录' })).toBeTruthy();
  await press('提交');
  expect(await screen.findByText('还有 1 条任务指引未确认')).toBeTruthy();
  cleanup();
  const again = (await openStore('u1', PIN))!;
  const [told] = (await again.queue()).ops; // what was confirmed goes to the server as an operation of the record
  expect([told!.row.record, told!.body.path]).toEqual(['rec-1', 'guide.2']);
  expect(told!.body.value).toMatchObject({ read: 'text of 2' });
  const { seq, id } = told!.row;
  await again.answer(
    [
      {
        id,
        seq,
        state: 'refused',
        message: '任务指引“指引2”已修改，请同步后重新阅读并确认',
        value: null,
        version: 0,
      },
    ],
    seq,
  );
  again.close();
  show('#/job/job-1');
  await unlock();
  expect(await screen.findByText(/已修改，请同步后重新阅读并确认/)).toBeTruthy();
  expect(screen.getByRole('button', { name: '先确认 1 条任务指引' })).toHaveProperty('disabled', true);
});

test('a PIN that was forgotten is set anew by its person alone, who is told what is lost', async () => {
  const store = await used();
  await store.touch('rec-1', [{ path: 'results.1.r', value: '√' }]);
  store.close();
  noNet();
  const { unmount } = show();
  await press('忘记口令');
  expect(await screen.findByText(/只能由陈立峰本人联网登录后清除/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /清除/ })).toBeNull();
  unmount();
  sessionStore.adopt('sid', 'token');
  platform();
  show();
  await press('忘记口令');
  expect(await screen.findByText(/还有 1 条未上传，清除后无法恢复/)).toBeTruthy();
  await press('清除，放弃 1 条');
  expect(await screen.findByRole('button', { name: '设置并打开' })).toBeTruthy();
  expect(await openStore('u1', PIN)).toBeNull();
});
