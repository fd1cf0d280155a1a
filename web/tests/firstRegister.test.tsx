import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import EquipmentFormPage from '@/screens/bsArchives/equipment/EquipmentFormPage';
import FirstFormPage from '@/screens/bsArchives/equipment/FirstFormPage';
import { InTab, lookAway, show } from './page';
import { callsTo, ok, refused, serve } from './server';

const FORM = '/equCheckMng/firstRegisterForm';
const text = (prop: string, label: string, more: Record<string, unknown> = {}) => ({
  ...{ prop, label, type: 'text', required: false, span: 8, readonly: false, maxLength: 64, locked: false },
  ...more,
});
const config = {
  viewNo: 'eqd_4000_form',
  title: '新增起重机械',
  saveUrl: '/api/firstRegister/save',
  beginning: '提交后由登记机关审核',
  groups: [
    {
      title: '基本信息',
      fields: [
        text('equname', '设备名称', { required: true }),
        text('prono', '出厂编号', { required: true }),
        text('model', '型号'),
        text('useorgname', '使用单位', { readonly: true }),
      ],
    },
  ],
};
const classes = [
  { value: '3000', label: '电梯' },
  { value: '4000', label: '起重机械' },
];
const empty = { id: '', version: null, equclass: '', heading: '', classes, start: { useorgname: '甲公司' } };
const known = {
  ...{ id: 'r1', version: 3, equclass: '4000', heading: 'SJ1 桥机', classes },
  start: { equname: '桥机', prono: 'A1', model: 'LDA' },
};

function serving(begun: unknown, save = () => ok({ id: 'r1', version: 1 })) {
  return serve({
    '/api/firstRegister/load': () => ok(begun),
    '/api/firstRegister/config': () => ok(config),
    '/api/firstRegister/save': save,
    '/api/eqdbase/eqdBasic/findFormConfig': () => ok({ ...config, beginning: '保存后为“未投用”' }),
    '/api/eqdbase/eqdBasic/addEqm': save,
    '/api/eqdbase/eqdBasic/valiRepeatCcbh': () => ok({ repeat: false }),
  });
}

test('a unit chooses the class, fills the form in and comes to the page of the entry', async () => {
  const asked = serving(empty);
  show(<FirstFormPage />, FORM);
  fireEvent.mouseDown(await screen.findByLabelText('设备种类'));
  await userEvent.click(await screen.findByText('起重机械'));
  expect(await screen.findByText('提交后由登记机关审核')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('设备名称'), '桥式起重机');
  await userEvent.type(screen.getByLabelText('出厂编号'), 'SJ-1');
  await userEvent.click(screen.getByRole('button', { name: /保存/ }));
  await waitFor(() =>
    expect(screen.getByTestId('place').textContent).toBe('/equCheckMng/firstRegisterDetail?id=r1'),
  );
  const sent = Object.fromEntries(callsTo(asked, '/api/firstRegister/save')[0]!.form);
  expect(sent).toEqual({ equclass: '4000', equname: '桥式起重机', prono: 'SJ-1' });
});

test('a known entry is sent with its version, and a cleared field as a space', async () => {
  const asked = serving(known);
  show(<FirstFormPage />, `${FORM}?id=r1`);
  await userEvent.clear(await screen.findByLabelText('型号'));
  await userEvent.click(screen.getByRole('button', { name: /保存/ }));
  await waitFor(() => expect(callsTo(asked, '/api/firstRegister/save')).toHaveLength(1));
  const sent = Object.fromEntries(callsTo(asked, '/api/firstRegister/save')[0]!.form);
  expect(sent).toEqual({
    id: 'r1',
    version: '3',
    equclass: '4000',
    equname: '桥机',
    prono: 'A1',
    model: ' ',
  });
});

test('a refusal stands at its field and what was typed stays', async () => {
  const sentence = '出厂编号：必填';
  serving(known, () => refused(sentence, 422, { field: 'prono' }));
  show(<FirstFormPage />, `${FORM}?id=r1`);
  await userEvent.type(await screen.findByLabelText('设备名称'), '二号');
  await userEvent.click(screen.getByRole('button', { name: /保存/ }));
  expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0);
  expect(screen.getByLabelText<HTMLInputElement>('设备名称').value).toBe('桥机二号');
});

test('what is typed stays while the tab is hidden', async () => {
  serving(known);
  show(
    <InTab>
      <FirstFormPage />
    </InTab>,
    `${FORM}?id=r1`,
  );
  await userEvent.type(await screen.findByLabelText('型号'), '-2');
  await lookAway();
  expect(screen.getByLabelText<HTMLInputElement>('型号').value).toBe('LDA-2');
});

test('the archive itself takes a new device by the same form', async () => {
  const asked = serving(known, () => ok({ id: 'e1', equclass: '4000', version: 1 }));
  show(<EquipmentFormPage />, '/bsArchives/equipment/createHoistingMachineryForm');
  expect(await screen.findByText('保存后为“未投用”')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('设备名称'), '桥机');
  await userEvent.type(screen.getByLabelText('出厂编号'), 'B1');
  await userEvent.click(screen.getByRole('button', { name: /保存/ }));
  await waitFor(() => expect(callsTo(asked, '/api/eqdbase/eqdBasic/addEqm')).toHaveLength(1));
  const sent = Object.fromEntries(callsTo(asked, '/api/eqdbase/eqdBasic/addEqm')[0]!.form);
  expect(sent).toEqual({ equclass: '4000', equname: '桥机', prono: 'B1' });
  await waitFor(() =>
    expect(screen.getByTestId('place').textContent).toBe('/bsArchives/equipment/hoistingMachineryForm?id=e1'),
  );
});

test('the form of a device has its groups beside it, and what is missing before it can be saved', async () => {
  serving(known);
  show(<EquipmentFormPage />, '/bsArchives/equipment/createHoistingMachineryForm');
  const guide = within(await screen.findByRole('navigation', { name: '表单目录' }));
  expect(guide.getByText(/保存前.*2 处要填/)).toBeTruthy();
  expect(guide.getAllByRole('button').map((one) => one.textContent)).toEqual([
    '基本信息2',
    '设备名称',
    '出厂编号',
  ]);
  await userEvent.type(screen.getByLabelText('设备名称'), '桥机');
  expect(await guide.findByText(/保存前.*1 处要填/)).toBeTruthy();
  await userEvent.click(guide.getByRole('button', { name: '出厂编号' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('出厂编号')));
});
