/** 试算明细: the charge lines behind one number of a replay. */
import { Modal } from 'antd';
import type { ActionContext } from '@/views/actionRegistry';
import { ListView } from '@/views/ListView';

export default function replayLines({ open, rows }: ActionContext): void {
  const row = rows[0];
  if (!row) return;
  const fixed = { replay_id: String(row.replay_id), [String(row.dimension)]: String(row.key) };
  open((close) => (
    <Modal open width={1180} title={`试算明细　${String(row.label)}`} footer={null} onCancel={close}>
      <div style={{ height: 520 }}>
        <ListView viewNo="cha_replay_lines" embedded fixed={fixed} />
      </div>
    </Modal>
  ));
}
