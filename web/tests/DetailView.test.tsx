import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { FormConfig } from '@/api/shapes';
import { DetailView } from '@/views/DetailView';
import { show } from './page';
import { ok, serve } from './server';

const config = {
  groups: [
    {
      title: '身份',
      fields: [
        { prop: 'equclacode', label: '设备类别', type: 'category' },
        { prop: 'speed', label: '额定速度', type: 'decimal' as const, unit: 'm/s' },
        { prop: 'load', label: '额定载重量', type: 'decimal' as const, unit: 'kg' },
        { prop: 'unitid', label: '使用单位', type: 'unit' },
        { prop: 'secret', label: '口令', type: 'password' },
      ],
    },
  ],
} as FormConfig;
const record = { id: '1', equclacode: '3110', speed: 1.75, unitid: 'u1', unitidName: '甲公司', secret: 'x' };
const dictionaries = { C602: [{ type: 'C602', value: '3110', label: '曳引驱动乘客电梯' }] };

test('a detail draws groups in words with units, and no passwords', async () => {
  serve({
    '/api/common/buss/dict/findAllDictListMap': () => ok(dictionaries, { version: '1' }),
  });
  show(<DetailView title="电梯详情" config={config} record={record} />);
  expect(await screen.findByText('曳引驱动乘客电梯')).toBeTruthy();
  expect(screen.getByText('1.75 m/s')).toBeTruthy();
  expect(screen.getByText('甲公司')).toBeTruthy();
  expect(screen.queryByText('kg')).toBeNull();
  expect(screen.queryByText('口令')).toBeNull();
});

test('facts stand in a strip, further tabs after the groups', async () => {
  serve({});
  show(
    <DetailView
      title="客梯"
      facts={[{ label: '下次检验日期', value: '2028-06-30', note: '余 588 天' }]}
      config={config}
      record={record}
      tabs={[{ key: 'history', label: '变更', content: <p>变更内容</p> }]}
    />,
  );
  expect(screen.getByText('余 588 天')).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: '变更' }));
  expect(await screen.findByText('变更内容')).toBeTruthy();
});
