/** 导入对账单: the file of the platform or a bank is matched with our payments; nothing is booked.

A bank's own file says in its own words what its columns are: each is proposed, a person says what holds, and the next
file of that bank is understood by it. */
import { Button, Input, Modal, Select, Table, Upload } from 'antd';
import { useState } from 'react';
import { messageOf, upload } from '@/api/client';
import type { Seen, SeenColumn, Taken } from '@/api/shapes';
import type { ActionContext } from '@/views/actionRegistry';
import './charging.css';

const LEFT_OUT = { value: '', label: '不取' };

function told(taken: Taken): string {
  if (taken.state !== 'done') return `已接收 ${taken.linecount} 笔，正在后台核对，进度见对账单详情`;
  const own = taken.lacking > 0 ? `；我方另有 ${taken.lacking} 笔对账单没有` : '';
  return `共 ${taken.linecount} 笔，相符 ${taken.matched} 笔，不符 ${taken.different - taken.lacking} 笔${own}`;
}

function TakeStatement({ onClose, context }: { onClose: () => void; context: ActionContext }) {
  const [file, setFile] = useState<File>();
  const [seen, setSeen] = useState<Seen>();
  const [bank, setBank] = useState('');
  const [days, setDays] = useState({ firstday: '', lastday: '' });
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);

  const look = async (chosen: File) => {
    setFile(chosen);
    setSeen(undefined);
    setFault('');
    setBusy(true);
    try {
      const found = await upload('/api/chamain/statement/look', {}, chosen);
      setSeen(found);
      setBank(found.bank);
    } catch (error) {
      setFault(messageOf(error));
    } finally {
      setBusy(false);
    }
  };

  const mean = (head: string, field: string) =>
    setSeen(
      (now) =>
        now && { ...now, columns: now.columns.map((one) => (one.head === head ? { ...one, field } : one)) },
    );

  const take = async () => {
    if (!file || !seen) {
      setFault('请选择对账单文件');
      return;
    }
    setBusy(true);
    setFault('');
    try {
      const columns = seen.columns.filter((one) => one.field).map(({ head, field }) => ({ head, field }));
      const form = seen.own ? {} : { bank, columns, ...days };
      context.notify.success(told(await upload('/api/chamain/statement/take', form, file)));
      context.refresh();
      onClose();
    } catch (error) {
      setFault(messageOf(error));
    } finally {
      setBusy(false);
    }
  };

  const meaning = (column: SeenColumn) => (
    <Select
      aria-label={`${column.head} 对应`}
      size="small"
      style={{ width: 140 }}
      value={column.field}
      options={[LEFT_OUT, ...(seen?.fields ?? []).map(({ name, label }) => ({ value: name, label }))]}
      onChange={(field: string) => mean(column.head, field)}
    />
  );

  return (
    <Modal
      open
      width={760}
      title="导入对账单"
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          取消
        </Button>,
        <Button key="take" type="primary" loading={busy} disabled={!seen} onClick={() => void take()}>
          导入并核对
        </Button>,
      ]}
    >
      <p>
        网上银行下载的账户明细（.xlsx 或 CSV），或支付平台的对账文件。银行的文件先说明各列的含义，按银行保存。
      </p>
      <Upload
        accept=".csv,.txt,.xlsx"
        maxCount={1}
        beforeUpload={(chosen) => {
          void look(chosen);
          return false;
        }}
        onRemove={() => {
          setFile(undefined);
          setSeen(undefined);
        }}
      >
        <Button>选择文件</Button>
      </Upload>
      {seen?.own && <p className="hint">支付平台或本平台格式的对账单，不用说明各列</p>}
      {seen && !seen.own && (
        <>
          <div className="statement-head">
            <Input
              aria-label="银行"
              placeholder="银行和账户，如 工行基本户"
              maxLength={60}
              value={bank}
              onChange={(e) => setBank(e.target.value)}
            />
            <Input
              aria-label="起始日期"
              type="date"
              value={days.firstday}
              onChange={(e) => setDays({ ...days, firstday: e.target.value })}
            />
            <Input
              aria-label="截止日期"
              type="date"
              value={days.lastday}
              onChange={(e) => setDays({ ...days, lastday: e.target.value })}
            />
          </div>
          <p className="hint">
            表头在第 {seen.head} 行，其下 {seen.lines} 行。起止日期不填时按文件中最早和最晚的交易日期
          </p>
          <Table
            size="small"
            rowKey="head"
            pagination={false}
            scroll={{ y: 280 }}
            dataSource={seen.columns}
            columns={[
              { title: '文件的列', dataIndex: 'head', width: 200 },
              { title: '对应', width: 160, render: (_, column) => meaning(column) },
              { title: '来自', dataIndex: 'why', width: 70 },
              { title: '文件中的值', render: (_, column) => column.samples.join('、') },
            ]}
          />
        </>
      )}
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
