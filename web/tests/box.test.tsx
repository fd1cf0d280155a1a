import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { BoxDevices, DeskPanel } from '@/api/shapes';
import MyBox from '@/screens/portal/my/MyBox';
import { show } from './page';
import { ok, serve } from './server';

const panel = (key: string, call: string, none = ''): DeskPanel => ({
  key,
  kind: 'call',
  title: key,
  sub: '',
  none,
  route: '',
  count: 0,
  figures: [],
  columns: [],
  rows: [],
  people: [],
  stat: '',
  by: '',
  call,
});

const devices: BoxDevices = {
  unitname: '甬江置业',
  person: '胡斌',
  total: 3,
  bad: 1,
  soon: 0,
  more: false,
  rows: [
    {
      id: 'e1',
      equname: '客梯',
      equcode: '3110',
      equinnerno: '3#',
      useplace: '一幢',
      equclass: '3000',
      due: '2026-01-01',
      tone: 'no',
      whys: [{ kind: 'overdue', text: '检验超期 3 天', tone: 'no' }],
      next: { label: '申报', kind: 'book', route: '' },
      route: '/lift?id=e1',
    },
  ],
};

test('the box says why a device is due, and a part with nothing is one line', async () => {
  const panels = [
    panel('boxdevices', '/api/my/devices'),
    panel('boxmends', '/api/my/mends', '没有要整改的问题'),
  ];
  serve({
    '/api/home/desk': () => ok({ key: 'unit', title: '', path: '/my', panels }),
    '/api/my/devices': () => ok(devices),
    '/api/my/mends': () => ok([]),
    '/api/visit/offer': () => ok([]),
    '/api/online/deviceList': () => ok({ list: [], count: 0 }),
  });
  show(<MyBox />, '/my');
  await screen.findByText('检验超期 3 天');
  screen.getByRole('heading', { name: '甬江置业' });
  screen.getByText('1 台要马上处理');
  await screen.findByText('没有要整改的问题');
  fireEvent.click(screen.getByRole('button', { name: '申报' }));
  const go = await screen.findByRole<HTMLButtonElement>('button', { name: '已选 1 台，选日期' });
  expect(go.disabled).toBe(false);
});
