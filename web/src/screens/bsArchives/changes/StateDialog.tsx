/** 停用, 启用, 注销, 迁移 of the picked devices, with day, reason and proof. */

import { useQuery } from '@tanstack/react-query';
import { Form, Input, Modal, Select, Upload } from 'antd';
import dayjs from 'dayjs';
import { useId, useState } from 'react';
import { read } from '@/api/client';
import type { Row } from '@/api/layout';
import { seen } from '@/api/seen';
import { FormItem } from '@/ui/FormItem';
import { AreaPicker } from '@/ui/pickers/AreaPicker';
import { DayPicker } from '@/ui/pickers/DayPicker';
import { DictSelect } from '@/ui/pickers/DictSelect';
import { useApp } from '@/ui/useApp';
import { useBusy } from '@/views/useBusy';
import { type Act, changeState, institutesUrl } from './api';
import './changes.css';

const ACT_NAMES: Record<Act, string> = { stop: '停用', restart: '启用', logout: '注销', move: '迁移' };
const NOTES: Record<Act, string> = {
  stop: '停用满一年的，使用单位应书面告知登记机关；停用期间不计超期',
  restart: '检验日期已过的设备，检验合格后才能启用',
  logout: '注销后登记状态变为已注销，不能再启用；须上传证明材料',
  move: '迁移后设备归新地点的监管机构和所选检验机构，原机构在一段时间内仍可查看',
};

interface Props {
  act: Act;
  rows: Row[];
  ids: string[];
  onClose: () => void;
  onDone: () => void;
}

export function StateDialog({ act, rows, ids, onClose, onDone }: Props) {
  const { message, modal } = useApp();
  const name = useId();
  const [proof, setProof] = useState<File | null>(null);
  const [busy, run] = useBusy();
  const word = ACT_NAMES[act];
  const institutes = useQuery({
    queryKey: ['institutes'],
    queryFn: () => read(institutesUrl),
    enabled: act === 'move',
    staleTime: 600_000,
  });
  const submit = async (values: Row) => {
    if (act === 'logout' && !proof) {
      message.warning('请上传证明材料');
      return;
    }
    await run(async () => {
      const done = await changeState({ act, ...seen(rows), ...values }, proof);
      message.success(`${done.count} 台设备已${word}`);
      if (done.reminder) modal.info({ title: `${word}提示`, content: done.reminder, okText: '知道了' });
      onClose();
      onDone();
    });
  };
  const must = (text: string) => [{ required: true, message: text }];
  const first = rows[0];
  return (
    <Modal
      open
      width={560}
      title={`${word} ${ids.length} 台设备`}
      okText={word}
      cancelText="取消"
      confirmLoading={busy}
      mask={{ closable: false }}
      okButtonProps={{ htmlType: 'submit', form: name }}
      onCancel={onClose}
    >
      <p className="soft">
        {[first?.equname, first?.equcode].filter(Boolean).join(' ')}
        {ids.length > 1 ? ` 等 ${ids.length} 台` : ''}
      </p>
      <p className="hint" style={{ margin: '2px 0 10px' }}>
        {NOTES[act]}
      </p>
      <Form
        id={name}
        name={name}
        layout="horizontal"
        labelAlign="left"
        colon={false}
        labelCol={{ flex: '96px' }}
        className="state-form"
        initialValues={{ day: dayjs().format('YYYY-MM-DD') }}
        onFinish={submit}
      >
        <FormItem name="day" label={`${word}日期`} rules={must(`请选择${word}日期`)}>
          <DayPicker maxDate={dayjs()} />
        </FormItem>
        {act === 'stop' && (
          <FormItem name="until" label="预计停用至">
            <DayPicker minDate={dayjs().add(1, 'day')} />
          </FormItem>
        )}
        {act === 'logout' && (
          <FormItem name="reason" label="注销原因" rules={must('请选择注销原因')}>
            <DictSelect dict="C639" />
          </FormItem>
        )}
        {act === 'move' && (
          <>
            <FormItem name="areacode" label="迁入区划" rules={must('请选择迁入区划')}>
              <AreaPicker />
            </FormItem>
            <FormItem name="useplace" label="新使用地点" rules={must('请填写新使用地点')}>
              <Input maxLength={256} />
            </FormItem>
            <FormItem name="cheorgsysid" label="新检验机构">
              <Select allowClear placeholder="不变" options={institutes.data} />
            </FormItem>
          </>
        )}
        <FormItem
          name="note"
          label={act === 'logout' || act === 'restart' ? '说明' : `${word}原因`}
          rules={act === 'stop' || act === 'move' ? must(`请填写${word}原因`) : undefined}
        >
          <Input.TextArea rows={2} maxLength={500} />
        </FormItem>
        <FormItem label="证明材料" required={act === 'logout'}>
          <Upload
            accept=".jpg,.jpeg,.png,.pdf,.docx,.xlsx"
            maxCount={1}
            fileList={proof ? [{ uid: '1', name: proof.name }] : []}
            beforeUpload={(file) => {
              setProof(file);
              return false;
            }}
            onRemove={() => setProof(null)}
          >
            <button type="button" className="link">
              选择文件
            </button>{' '}
            <span className="hint">图片、PDF、Word、Excel，最多 20 MB</span>
          </Upload>
        </FormItem>
      </Form>
    </Modal>
  );
}
