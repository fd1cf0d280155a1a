/** Whole numbers of an identity document or of phones, after a reason that is written to the security log. */

import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { messageOf, post } from '@/api/client';
import { useApp } from '@/ui/useApp';
import './units.css';

interface Props {
  /** Whose identity number, or the table whose phones. */
  kind?: 'person' | 'legal';
  phonesOf?: string;
  id: string;
  title: string;
  onClose: () => void;
}

const SHORTEST = 4;

export function RevealDialog({ kind, phonesOf, id, title, onClose }: Props) {
  const { message } = useApp();
  const [reason, setReason] = useState('');
  const [numbers, setNumbers] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const show = async () => {
    setBusy(true);
    try {
      if (phonesOf) {
        const { phones } = await post('/api/phone/reveal', { entity: phonesOf, id, reason });
        setNumbers(phones.map((one) => `${one.label}　${one.number}`));
      } else {
        setNumbers([(await post('/api/identity/reveal', { kind, id, reason })).idno]);
      }
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={440}
      title={`${phonesOf ? '查看电话' : '查看证件号码'}　${title}`}
      onCancel={onClose}
      footer={
        numbers.length ? (
          <Button onClick={onClose}>关闭</Button>
        ) : (
          <Button type="primary" loading={busy} disabled={reason.trim().length < SHORTEST} onClick={show}>
            查看
          </Button>
        )
      }
    >
      {numbers.length ? (
        numbers.map((number) => (
          <p key={number} className="revealed code">
            {number}
          </p>
        ))
      ) : (
        <>
          <p className="hint">谁在何时为何查看，会记入安全日志</p>
          <Input.TextArea
            aria-label="查看原因"
            placeholder="查看原因，至少 4 个字"
            maxLength={200}
            rows={3}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </>
      )}
    </Modal>
  );
}
