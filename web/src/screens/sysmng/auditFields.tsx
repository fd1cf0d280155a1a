/** What a line of the audit log changed, with the other changes of the same record. */
import { Modal } from 'antd';
import type { ActionContext } from '@/views/actionRegistry';
import { HistoryPanel } from '@/views/HistoryPanel';

export default function auditFields({ rows, open }: ActionContext): void {
  const { entity, entity_id } = rows[0]!;
  open((close) => (
    <Modal open title="字段差异" width={720} footer={null} onCancel={close}>
      <HistoryPanel entity={String(entity)} id={String(entity_id)} />
    </Modal>
  ));
}
