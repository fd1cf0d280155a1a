/** Who changed a rule and when. */
import { Modal } from 'antd';
import type { ActionContext } from '@/views/actionRegistry';
import { HistoryPanel } from '@/views/HistoryPanel';

export default function ruleHistory({ ids, open }: ActionContext): void {
  open((close) => (
    <Modal open title="变更记录" width={720} footer={null} onCancel={close}>
      <HistoryPanel entity="rule_row" id={ids[0]!} />
    </Modal>
  ));
}
