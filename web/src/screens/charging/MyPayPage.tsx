/** 我的缴费: what a unit owes, to be paid from the phone, and the receipts of what it has paid. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { fetchFile, messageOf, read } from '@/api/client';
import { formatMoney } from '@/ui/format';
import { dueWords } from '@/ui/limit';
import { StateNote } from '@/ui/Panel';
import { saveFile } from '@/ui/saveFile';
import { useApp } from '@/ui/useApp';
import { FaultNote } from '@/views/ListStates';
import { PayCode } from './payCode';
import './charging.css';

interface Owed {
  id: string;
  chargesysid: string;
  nature: string;
  step: string;
  stepName?: string;
  /** What is still to be paid, and what of it now: of a charge that is paid in parts, the next of them. */
  left: string;
  duenow: string;
  parts: number;
  duedate: string | null;
  paycode: string;
  itemcount: number;
}

interface Receipt {
  id: string;
  billno: string;
  amount: string;
  state: string;
  originalno: string;
  chargesysid: string;
}

interface Rows<R> {
  list: R[];
  count: number;
}

const OPEN = ['DUE', 'PART'];
const SHOWN = 100;

const fen = (amount: string) => Math.round(+amount * 100);
const yuan = (cents: number) => `${formatMoney((cents / 100).toFixed(2))} 元`;
const isRed = (one: Receipt) => +one.amount < 0;
const REVERSED = '4';

/** What a receipt is: red over another one, reversed by one, or good for its charge. */
function saidOf(one: Receipt) {
  if (isRed(one)) return `红冲 ${one.originalno}`;
  return one.state === REVERSED ? '已红冲' : `收费单 ${one.chargesysid}`;
}
const RECEIPTS = '/api/chamain/invoice/findList';

export default function MyPayPage() {
  const { message } = useApp();
  const client = useQueryClient();
  const [paying, setPaying] = useState<Owed>();
  const charges = useQuery({
    queryKey: ['rows', 'my charges'],
    queryFn: () => read<Rows<Owed>>('/api/chamain/chaMain/findList', { segment: 'open', pageSize: SHOWN }),
  });
  const receipts = useQuery({
    queryKey: ['rows', 'my receipts'],
    queryFn: () => read<Rows<Receipt>>(RECEIPTS, { pageSize: 50 }),
  });
  const fault = charges.error ?? receipts.error;
  if (fault) return <FaultNote error={fault} onRetry={() => void client.invalidateQueries()} />;
  const owed = (charges.data?.list ?? []).filter((one) => OPEN.includes(one.step));
  const sum = owed.reduce((cents, one) => cents + fen(one.duenow), 0);
  const more = (charges.data?.count ?? 0) - (charges.data?.list.length ?? 0);
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
        待缴 {owed.length} 笔，共 <b>{yuan(sum)}</b>
        {more > 0 && `；另有 ${more} 笔没有列出，缴费后再看`}
      </p>
      {charges.data && owed.length === 0 && <StateNote kind="empty" title="没有待缴的收费" />}
      {owed.map((one) => (
        <div key={one.id} className="my-bill">
          <span className="code">{one.chargesysid}</span>
          <span className={dueWords(one.duedate)?.late ? 'late' : undefined}>
            {one.nature}
            {one.duedate && `　${one.duedate} 到期，${dueWords(one.duedate)?.text}`}
          </span>
          <span>
            <b>{yuan(fen(one.duenow))}</b>{' '}
            <span className="hint">
              {one.parts > 0 && `分 ${one.parts} 期，共未缴 ${formatMoney(one.left)} 元；`}
              {one.itemcount} 件业务
            </span>
          </span>
          <Button type="primary" size="large" onClick={() => setPaying(one)}>
            缴费
          </Button>
        </div>
      ))}
      <h3>票据</h3>
      {receipts.data?.list.map((one) => (
        <div key={one.id} className="my-bill">
          <span className="code">{one.billno}</span>
          <span className={isRed(one) ? 'late' : undefined}>{saidOf(one)}</span>
          <b className={isRed(one) ? 'late' : undefined}>{formatMoney(one.amount)} 元</b>
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
