/** 扫码缴费: the picture that is scanned, the pay code and the amount of what is still owed; the charge is read again. */
import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { messageOf, post } from '@/api/client';
import { formatMoney } from '@/ui/format';
import type { ActionContext } from '@/views/actionRegistry';
import { FaultNote } from '@/views/ListStates';
import './charging.css';

const TAXED = '应税';
const PAID = '成功';

interface Props {
  row: { id: string; nature: string };
  onClose: () => void;
  onPaid: (known: boolean) => void;
}

export function PayCode({ row, onClose, onPaid }: Props) {
  const { id } = row;
  const [fault, setFault] = useState('');
  const query = useQuery({
    queryKey: ['pay code', id],
    queryFn: () =>
      row.nature === TAXED
        ? post('/api/chamain/chaMain/getTaxableQRCode', { id })
        : post('/api/chamain/chaMain/getOnNonTaxQRCode', { id }),
    gcTime: 0,
    retry: false,
  });
  const order = query.data;
  const pay = async () => {
    try {
      const said = await post('/api/chamain/chaMain/paySimulated', { id });
      if (said === PAID) onPaid(true);
      else setFault(said);
    } catch (error) {
      setFault(messageOf(error));
    }
  };
  return (
    <Modal
      open
      width={360}
      title="扫码缴费"
      onCancel={onClose}
      footer={[
        order?.simulated && (
          <Button key="pay" onClick={() => void pay()}>
            模拟支付
          </Button>
        ),
        <Button key="done" type="primary" onClick={() => onPaid(false)}>
          已完成支付
        </Button>,
      ]}
    >
      {query.error && <FaultNote error={query.error} onRetry={() => void query.refetch()} />}
      {order && (
        <div className="pay-code">
          <img src={`data:image/png;base64,${order.image}`} alt={`支付订单 ${order.orderno}`} />
          <b>{formatMoney(order.amount)} 元</b>
          <span>收费单 {order.chargesysid}</span>
          {order.paycode && <span>缴款码 {order.paycode}</span>}
          <span className="hint">用手机扫描，或在银行、支付平台输入缴款码；到账后本页显示已缴费</span>
        </div>
      )}
      {fault && (
        <p className="late" role="alert">
          {fault}
        </p>
      )}
    </Modal>
  );
}

export default function payCode(context: ActionContext): void {
  const { id, nature } = context.rows[0]!;
  context.open((close) => (
    <PayCode
      row={{ id: String(id), nature: String(nature) }}
      onClose={close}
      onPaid={(known) => {
        if (known) context.notify.success('已支付');
        context.refresh();
        close();
      }}
    />
  ));
}
