/** Somebody else saved this record meanwhile: whose change, when, and the ways on. */

import { Button, Modal } from 'antd';
import { useState } from 'react';
import { messageOf } from '@/api/client';
import { formatDateTime } from '@/ui/format';
import { useApp } from '@/ui/useApp';
import type { StaleNote } from './useRecord';

interface Props {
  note: StaleNote;
  mine: number;
  onTake: (mine: boolean) => Promise<void>;
}

export function StaleDialog({ note, mine, onTake }: Props) {
  const { message } = useApp();
  const [busy, setBusy] = useState(false);
  const take = async (keep: boolean) => {
    setBusy(true);
    try {
      await onTake(keep);
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={480}
      closable={false}
      title="已被别人办理"
      footer={[
        <Button key="drop" disabled={busy} onClick={() => take(false)}>
          载入最新，放弃我的
        </Button>,
        <Button key="keep" type="primary" loading={busy} onClick={() => take(true)}>
          载入最新并保留我的 {mine} 处
        </Button>,
      ]}
    >
      <p>
        <b>{note.who ? `此记录已由 ${note.who} 于 ${formatDateTime(note.when)} 保存` : note.sentence}</b>
      </p>
      <p className="soft">
        您在这里改的 {mine} 处还没有保存。保留时，这些项目以您填的为准，其余以最新的为准。
      </p>
    </Modal>
  );
}
