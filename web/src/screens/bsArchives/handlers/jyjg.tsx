/** 检验结果 of a device, without leaving the list. */

import { Modal } from 'antd';
import type { ActionHandler } from '@/views/actionRegistry';
import { RecordParts } from '@/views/RecordView';

const jyjg: ActionHandler = ({ rows, ids, open }) => {
  const row = rows[0] ?? {};
  const title = [row.equcode, row.equname].filter(Boolean).join('　');
  open((close) => (
    <Modal open width={1040} title={`检验结果 ${title}`} footer={null} onCancel={close}>
      <div style={{ maxHeight: '60vh', minHeight: 120, overflow: 'auto' }}>
        <RecordParts viewNo="device_life" id={ids[0]!} only="inspections" />
      </div>
    </Modal>
  ));
};
export default jyjg;
