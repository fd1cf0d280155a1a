/** 我的缴费: what a unit owes, to be paid from the phone, and the receipts of what it has paid. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useState } from 'react';
import { fetchFile, messageOf, read } from '@/api/client';
import { formatMoney } from '@/ui/format';
import { StateNote } from '@/ui/Panel';
import { saveFile } from '@/ui/saveFile';
import { FaultNote } from '@/views/ListStates';
import { PayCode } from './payCode';
import './charging.css';

interface Owed {
  id: string;
  chargesysid: string;
  nature: string;
  step: string;
  stepName?: string;
  amount: string;
  received: string;
  paycode: string;
}

interface Receipt {
  id: string;
  billno: string;
  amount: string;
  chargesysid: string;
}

interface Rows<R> {
  list: R[];
}

const OPEN = ['DUE', 'PART'];
const RECEIPTS = '/api/chamain/invoice/findList';

export default function MyPayPage() {
  const { message } = App.useApp();
  const client = useQueryClient();
  const [paying, setPaying] = useState<Owed>();
  const charges = useQuery({
    queryKey: ['rows', 'my charges'],
    queryFn: () => read<Rows<Owed>>('/api/chamain/chaMain/findList', { segment: 'open', pageSize: 100 }),
  });
  const receipts = useQuery({
    queryKey: ['rows', 'my receipts'],
    queryFn: () => read<Rows<Receipt>>(RECEIPTS, { pageSize: 50 }),
  });
  const fault = charges.error ?? receipts.error;
  if (fault) return <FaultNote error={fault} onRetry={() => void client.invalidateQueries()} />;
  const owed = (charges.data?.list ?? []).filter((one) => OPEN.includes(one.step));
  const sum = owed.reduce((cents, one) => cents + Math.round((+one.amount - +one.received) * 100), 0);
  const again = () => void client.invalidateQueries({ queryKey: ['rows'] });
  const download = async (id: string) => {
    try {
      const { blob, name } = await fetchFile('/api/chamain/chaMain/downInvoice', {}, { id });
      saveFile(blob, name);
    } catch (error) {
      message.error(messageOf(error));
    }
  };
  return (
    <section className="panel my-pay">
      <header>
        <b>我的缴费</b>
        <a href="/">返回平台</a>
      </header>
      <p>
        待缴 {owed.length} 笔，共 <b>{formatMoney((sum / 100).toFixed(2))} 元</b>
      </p>
      {charges.data && owed.length === 0 && <StateNote kind="empty" title="没有待缴的收费" />}
      {owed.map((one) => (
        <div key={one.id} className="my-bill">
          <span className="code">{one.chargesysid}</span>
          <span>{one.nature}</span>
          <b>{formatMoney((+one.amount - +one.received).toFixed(2))} 元</b>
          <Button type="primary" size="large" onClick={() => setPaying(one)}>
            缴费
          </Button>
        </div>
      ))}
      <h3>票据</h3>
      {receipts.data?.list.map((one) => (
        <div key={one.id} className="my-bill">
          <span className="code">{one.billno}</span>
          <span>收费单 {one.chargesysid}</span>
          <b>{formatMoney(one.amount)} 元</b>
          <Button size="large" onClick={() => void download(one.id)}>
            查看票据
          </Button>
        </div>
      ))}
      {paying && (
        <PayCode
          row={{ id: paying.id, nature: paying.nature }}
          onClose={() => setPaying(undefined)}
          onPaid={(paid) => {
            setPaying(undefined);
            if (paid) message.success('已支付');
            again();
          }}
        />
      )}
    </section>
  );
}
