/** 变更记录 of a device, a unit, a person or an authorisation. */
import { Modal } from 'antd';
import { HistoryTab } from '@/screens/bsArchives/equipment/HistoryTab';
import type { ActionHandler } from '@/views/actionRegistry';
import { HistoryPanel } from '@/views/HistoryPanel';

const entities = [
  ['unit', 'unit'],
  ['person', 'person'],
  ['authorization', 'insp_authorization'],
] as const;

const history: ActionHandler = ({ viewNo, rows, ids, open }) => {
  const row = rows[0] ?? {};
  const entity = entities.find(([head]) => viewNo.startsWith(head))?.[1] ?? 'equipment';
  const title = String(row.name || row.docno || row.equcode || row.equname || '');
  open((close) => (
    <Modal open width={760} title={`变更记录 ${title}`} footer={null} onCancel={close}>
      <div style={{ maxHeight: '60vh', overflow: 'auto' }}>
        {entity === 'equipment' || entity === 'unit' ? (
          <HistoryTab entity={entity} id={ids[0]!} />
        ) : (
          <HistoryPanel entity={entity} id={ids[0]!} />
        )}
      </div>
    </Modal>
  ));
};
export default history;
