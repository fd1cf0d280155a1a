/** 导入对账单: the file of the payment platform or the bank is matched with our payments; nothing is booked. */
import { Button, Modal, Upload } from 'antd';
import { useState } from 'react';
import { messageOf, upload } from '@/api/client';
import type { ActionContext } from '@/views/actionRegistry';
import './charging.css';

const FORMAT = `对账单,银行,2026-11-01,2026-11-30,2,1060.00
流水号,金额,交易日期,付款人
20261103000117,660.00,2026-11-03,甬江安居物业
20261121000342,400.00,2026-11-21,甬江第一医院`;

function TakeStatement({ onClose, context }: { onClose: () => void; context: ActionContext }) {
  const [file, setFile] = useState<File>();
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);

  const take = async () => {
    if (!file) {
      setFault('请选择对账单文件');
      return;
    }
    setBusy(true);
    setFault('');
    try {
      const told = await upload('/api/chamain/statement/take', {}, file);
      const own = told.lacking > 0 ? `；我方另有 ${told.lacking} 笔对账单没有` : '';
      context.notify.success(
        `共 ${told.linecount} 笔，相符 ${told.matched} 笔，不符 ${told.different - told.lacking} 笔${own}`,
      );
      context.refresh();
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
      width={640}
      title="导入对账单"
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          取消
        </Button>,
        <Button key="take" type="primary" loading={busy} onClick={() => void take()}>
          导入并核对
        </Button>,
      ]}
    >
      <p>支付平台或银行的 CSV 文件（UTF-8 或 GBK），首行写明来源、起止日期、笔数与合计金额：</p>
      <pre className="hint">{FORMAT}</pre>
      <Upload
        accept=".csv,text/csv"
        maxCount={1}
        beforeUpload={(chosen) => {
          setFile(chosen);
          return false;
        }}
        onRemove={() => setFile(undefined)}
      >
        <Button>选择文件</Button>
      </Upload>
      {fault && (
        <p className="late" role="alert">
          {fault}
        </p>
      )}
    </Modal>
  );
}

export default function takeStatement(context: ActionContext): void {
  context.open((close) => <TakeStatement onClose={close} context={context} />);
}
