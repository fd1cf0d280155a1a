/** 变更记录 of a piping line. */
import { Modal } from 'antd';
import type { ActionHandler } from '@/views/actionRegistry';
import { HistoryPanel } from '@/views/HistoryPanel';

const lineHistory: ActionHandler = ({ rows, ids, open }) =>
  open((close) => (
    <Modal
      open
      width={760}
      title={`变更记录 ${String(rows[0]?.pipeno ?? '')}`}
      footer={null}
      onCancel={close}
    >
      <div style={{ maxHeight: '60vh', overflow: 'auto' }}>
        <HistoryPanel entity="pipeline" id={ids[0]!} />
      </div>
    </Modal>
  ));
export default lineHistory;
