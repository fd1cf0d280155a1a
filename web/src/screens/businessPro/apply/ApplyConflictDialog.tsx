/** Somebody else saved this declaration meanwhile. */

import { Button, Modal } from 'antd';
import { messageOf } from '@/api/client';
import { formatDateTime } from '@/ui/format';
import { useApp } from '@/ui/useApp';
import type { ApplyConflict } from './useApply';

interface Props {
  conflict: ApplyConflict;
  onTake: (mine: boolean) => Promise<void>;
  onClose: () => void;
}

export function ApplyConflictDialog({ conflict, onTake, onClose }: Props) {
  const { message } = useApp();
  const take = (mine: boolean) => onTake(mine).catch((error: unknown) => message.error(messageOf(error)));
  return (
    <Modal
      open
      width={480}
      title="已被别人办理"
      onCancel={onClose}
      footer={[
        <Button key="drop" onClick={() => take(false)}>
          载入最新，放弃我的
        </Button>,
        <Button key="keep" type="primary" onClick={() => take(true)}>
          保留我填的内容
        </Button>,
      ]}
    >
      <p>
        <b>
          {conflict.who
            ? `此申报单已由 ${conflict.who} 于 ${formatDateTime(conflict.when)} 保存`
            : conflict.sentence}
        </b>
      </p>
      <p className="soft">保留我填的内容后，再次保存会以您填的为准。</p>
    </Modal>
  );
}
