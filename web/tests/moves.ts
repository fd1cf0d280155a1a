/** Moves and their dialogs as the server declares them (kit/process/moves.py, inspection/forms.py). */
import type { Move } from '@/api/shapes';

export const move = (name: string, more: Partial<Move> = {}): Move => ({
  name,
  label: name,
  verb: name,
  done: '',
  permission: '',
  call: `/api/${name}`,
  batchCall: `/api/${name}`,
  form: '',
  needsReason: false,
  back: false,
  primary: false,
  ...more,
});

export const voidForm = (saveUrl: string) => ({
  viewNo: 'jy_form_void',
  title: '数据作废',
  loadUrl: null,
  saveUrl,
  width: 500,
  okText: '作废',
  note: '共 {count} 条，作废后不能恢复',
  done: '作废成功',
  groups: [
    {
      title: '',
      fields: [
        {
          prop: 'reasonId',
          label: '作废原因',
          type: 'dict',
          required: true,
          dict: 'C611',
          missing: '作废原因不能为空',
          fills: 'detailDesc',
        },
        {
          prop: 'detailDesc',
          label: '详细说明',
          type: 'textarea',
          required: true,
          missing: '详细说明不能为空',
        },
        { prop: 'reasonLabel', label: '作废原因', type: 'hidden', default: '{reasonIdName}' },
        { prop: 'reason', label: '作废原因', type: 'hidden', default: '{reasonIdName}{detailDesc}' },
        { prop: 'stepNo', label: '环节', type: 'hidden', default: '{step}' },
      ],
    },
  ],
});

export const backForm = {
  viewNo: 'jy_form_audit_back',
  title: '退回',
  loadUrl: null,
  saveUrl: '/api/appbuss/sendBack',
  width: 500,
  okText: '退回',
  done: '已退回{toStepName}',
  groups: [
    {
      title: '',
      fields: [
        {
          prop: 'toStep',
          label: '退回到',
          type: 'radio',
          default: 'BGLR',
          options: [
            { value: 'BGLR', label: '报告录入' },
            { value: 'RWAP', label: '任务安排' },
          ],
        },
        {
          prop: 'reasonId',
          label: '退回原因',
          type: 'dict',
          required: true,
          dict: 'C610',
          missing: '请选择退回原因',
        },
        {
          prop: 'detailDesc',
          label: '详细说明',
          type: 'textarea',
          required: true,
          missing: '请写明要改什么',
        },
        { prop: 'reasonLabel', label: '退回原因', type: 'hidden', default: '{reasonIdName}' },
      ],
    },
  ],
};
