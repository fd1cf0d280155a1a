/** 国家格式人员导出: a reason, then the workbook; the server checks every row before it writes one. */

import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { fetchFile, messageOf } from '@/api/client';
import { saveFile } from '@/ui/saveFile';
import { useApp } from '@/ui/useApp';
import type { ActionHandler } from '@/views/actionRegistry';

const SHORTEST = 4;

function NationalDialog({ onClose }: { onClose: () => void }) {
  const { message } = useApp();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const make = async () => {
    setBusy(true);
    setFault('');
    try {
      const file = await fetchFile('/api/personMng/certificate/national', {}, { reason });
      saveFile(file.blob, file.name || '国家格式人员导出.xlsx');
      message.success('已导出');
      onClose();
    } catch (error) {
      setFault(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={520}
      title="核对并导出国家格式"
      onCancel={onClose}
      footer={
        <Button type="primary" loading={busy} disabled={reason.trim().length < SHORTEST} onClick={make}>
          核对并导出
        </Button>
      }
    >
      <p className="hint">文件含完整证件号码；谁在何时为何导出，会记入安全日志</p>
      <Input.TextArea
        aria-label="导出原因"
        placeholder="导出原因，至少 4 个字"
        maxLength={200}
        rows={3}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {fault && (
        <p className="caution" role="alert">
          {fault}
        </p>
      )}
    </Modal>
  );
}

const national: ActionHandler = ({ open }) => {
  open((close) => <NationalDialog onClose={close} />);
};

export default national;
