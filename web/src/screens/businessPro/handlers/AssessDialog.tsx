/** The customer assessment of a declaration: one per declaration; once saved it is only read. */

import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Form, Input, Modal, Radio } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useId, useState } from 'react';
import { messageOf, post, read } from '@/api/client';
import { labelOf, useDict } from '@/api/dict';
import type { Row } from '@/api/layout';
import { FormItem } from '@/ui/FormItem';
import { KeyValues } from '@/ui/Panel';
import { DayPicker } from '@/ui/pickers/DayPicker';
import { useApp } from '@/ui/useApp';
import { useOwnCopy } from '@/ui/useOwnCopy';
import { FaultNote } from '@/views/ListStates';

const ratings = [
  { value: '01', label: '很好' },
  { value: '02', label: '较好' },
  { value: '03', label: '一般' },
  { value: '04', label: '较差' },
];
const defects = [
  { value: '01', label: '态度较差' },
  { value: '02', label: '资料不完整' },
  { value: '03', label: '申报单填写不规范' },
  { value: '04', label: '随意变更日期' },
  { value: '05', label: '报检不及时' },
  { value: '06', label: '缴费不及时' },
  { value: '07', label: '未加盖公章' },
];

const WIDTH = 800;
const READ_ONLY = '1';
const required = [{ required: true, whitespace: true, message: '必填' }];

interface Values {
  appno: string;
  inscontacttel: string;
  assessstate: string;
  describe: string[];
  assessusername: string;
  assesstime: string;
  note?: string;
}

/** The entity as it is sent: names that are only shown stay behind, ticks become a comma list. */
function assessBody(detail: Row, values: Values): Row {
  const kept = Object.fromEntries(
    Object.entries(detail).filter(([name]) => !name.endsWith('Name') && name !== 'onlySee'),
  );
  return {
    ...kept,
    ...values,
    describe: [...(values.describe ?? [])].sort().join(','),
    assesstime: values.assesstime,
  };
}

interface Props {
  appno: string;
  appMainId: string;
  onClose: () => void;
  onDone?: () => void;
}

export function AssessDialog({ appno, appMainId, onClose, onDone }: Props) {
  const { message, modal } = useApp();
  const [form] = Form.useForm<Values>();
  const name = useId();
  const [busy, setBusy] = useState(false);
  const classes = useDict('C601');
  const sorts = useDict('C603');
  const users = useDict('C614');
  const own = useOwnCopy();
  const query = useQuery({
    queryKey: ['assessment', appMainId, own.key],
    queryFn: () => read<Row>('/api/custassess/getDetailCustAssess', { appno, appMainId }),
    ...own.options,
  });
  const detail = query.data;
  const readOnly = detail?.onlySee === READ_ONLY;
  useEffect(() => {
    if (!detail) return;
    form.setFieldsValue({
      ...(detail as Partial<Values>),
      describe: String(detail.describe ?? '')
        .split(',')
        .filter(Boolean),
      assesstime: dayjs(String(detail.assesstime ?? '') || undefined).format('YYYY-MM-DD'),
    });
  }, [detail, form]);

  const save = async (values: Values) => {
    setBusy(true);
    try {
      await post('/api/custassess/saveCustAssess', assessBody(detail ?? {}, values));
      message.success('保存成功');
      onClose();
      onDone?.();
    } catch (error) {
      modal.error({ title: '提示', content: messageOf(error), okText: '知道了' });
    } finally {
      setBusy(false);
    }
  };

  const footer = readOnly
    ? [
        <Button key="close" onClick={onClose}>
          关闭
        </Button>,
      ]
    : [
        <Button key="cancel" onClick={onClose}>
          取消
        </Button>,
        <Button key="save" type="primary" htmlType="submit" form={name} loading={busy} disabled={!detail}>
          保存
        </Button>,
      ];
  return (
    <Modal open width={WIDTH} title="客户评价" footer={footer} mask={{ closable: false }} onCancel={onClose}>
      {query.isError && <FaultNote error={query.error} onRetry={() => query.refetch()} />}
      {detail && (
        <KeyValues
          labelWidth={64}
          items={[
            { label: '受检单位', value: String(detail.unitname ?? ''), span: 2 },
            { label: '申报人', value: String(detail.inscontactname ?? '') },
            { label: '设备种类', value: labelOf(classes, detail.equcodeset) },
            { label: '检验类别', value: labelOf(sorts, detail.seisortcodeset) },
            { label: '用户类别', value: labelOf(users, detail.usertype) },
          ]}
        />
      )}
      <Form
        id={name}
        name={name}
        form={form}
        disabled={readOnly}
        labelCol={{ span: 4 }}
        labelAlign="left"
        colon={false}
        onFinish={save}
      >
        <FormItem name="appno" label="申报单号" rules={required}>
          <Input readOnly />
        </FormItem>
        <FormItem name="inscontacttel" label="手机" rules={required}>
          <Input maxLength={32} />
        </FormItem>
        <FormItem name="assessstate" label="评价等级" rules={required}>
          <Radio.Group options={ratings} />
        </FormItem>
        <FormItem name="describe" label="存在问题">
          <Checkbox.Group options={defects} />
        </FormItem>
        <FormItem name="assessusername" label="评价人" rules={required}>
          <Input maxLength={64} />
        </FormItem>
        <FormItem name="assesstime" label="评价日期" rules={[{ required: true, message: '必填' }]}>
          <DayPicker allowClear={false} />
        </FormItem>
        <FormItem name="note" label="备注">
          <Input.TextArea autoSize={{ minRows: 3, maxRows: 5 }} maxLength={500} />
        </FormItem>
      </Form>
    </Modal>
  );
}
