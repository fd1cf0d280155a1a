/** 变更记录 of a device or a unit. */
import { Modal } from 'antd';
import { HistoryTab } from '@/screens/bsArchives/equipment/HistoryTab';
import type { ActionHandler } from '@/views/actionRegistry';

const history: ActionHandler = ({ viewNo, rows, ids, open }) => {
  const row = rows[0] ?? {};
  const entity = viewNo.startsWith('unit') ? 'unit' : 'equipment';
  const title = String(row.name || row.equcode || row.equname || '');
  open((close) => (
    <Modal open width={760} title={`变更记录 ${title}`} footer={null} onCancel={close}>
      <div style={{ maxHeight: '60vh', overflow: 'auto' }}>
        <HistoryTab entity={entity} id={ids[0]!} />
      </div>
    </Modal>
  ));
};
export default history;
