/** Agrees to or refuses the end of an inspection. */
import { useQuery } from '@tanstack/react-query';
import { App, Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { messageOf, post } from '@/api/client';
import { flowLogQuery } from '@/api/common';
import { formatDateTime } from '@/ui/format';
import type { ActionHandler } from '@/views/actionRegistry';

interface Props {
  id: string;
  seisn: string;
  title: string;
  onClose: () => void;
  onDone: () => void;
}

function EndDialog({ id, seisn, title, onClose, onDone }: Props) {
  const { message } = App.useApp();
  const [words, setWords] = useState('');
  const [busy, setBusy] = useState(false);
  const asked = useQuery(flowLogQuery({ seisn })).data?.rows.findLast(
    (row) => row.toStep === 'finish_inspect',
  );
  const send = async (call: 'agreeEnd' | 'refuseEnd', done: string) => {
    if (call === 'refuseEnd' && !words.trim()) {
      message.warning('请写明不同意的原因');
      return;
    }
    setBusy(true);
    try {
      await post(`/api/appbuss/${call}`, { ids: [id], opinion: words.trim(), reason: words.trim() });
      message.success(done);
      onClose();
      onDone();
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={520}
      title={title}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={[
        <Button key="no" disabled={busy} onClick={() => send('refuseEnd', '不同意，业务回到原环节')}>
          不同意
        </Button>,
        <Button key="yes" type="primary" loading={busy} onClick={() => send('agreeEnd', '检验已结束')}>
          同意结束
        </Button>,
      ]}
    >
      {asked && (
        <p>
          {asked.userName} {formatDateTime(asked.at)} 申请　<b>{asked.reason || asked.opinion}</b>
        </p>
      )}
      <Input.TextArea
        aria-label="意见"
        rows={3}
        maxLength={500}
        placeholder="意见，不同意时必填"
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
    </Modal>
  );
}

const endDeal: ActionHandler = ({ ids, rows, open, refresh }) => {
  const row = rows[0] ?? {};
  const title = `检验结束 ${String(row.seisn ?? '')}　${String(row.unitname ?? '')}`;
  open((close) => (
    <EndDialog id={ids[0]!} seisn={String(row.seisn ?? '')} title={title} onClose={close} onDone={refresh} />
  ));
};
export default endDeal;
