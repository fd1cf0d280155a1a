/** 预览通知单: what the payer will read once the charge is confirmed; nothing is stored for it. */
import { Modal } from 'antd';
import type { ChargeDraft } from '@/api/shapes';
import { formatMoney } from '@/ui/format';
import type { ChargeForm } from './model';

interface Props {
  shown: ChargeDraft;
  form: ChargeForm;
  onClose: () => void;
}

interface Row {
  key: string;
  seisn: string;
  item: string;
  why: string;
  amount: string | null;
}

function rowsOf(shown: ChargeDraft, form: ChargeForm): Row[] {
  const computed = shown.items.flatMap((one) =>
    one.lines.map((line, at) => ({
      key: `${one.seisn} ${at}`,
      seisn: one.seisn,
      item: `${one.equname} ${line.item}`,
      why: line.explanation,
      amount: line.amount,
    })),
  );
  const byHand = form.manual
    .filter((one) => one.amount)
    .map((one, at) => ({
      key: `手工 ${at}`,
      seisn: one.seisn,
      item: one.item,
      why: one.reason,
      amount: one.amount,
    }));
  const whole = shown.whole.map((line, at) => ({
    key: `整单 ${at}`,
    seisn: '',
    item: line.item,
    why: line.explanation,
    amount: line.amount,
  }));
  return [...computed, ...byHand, ...whole];
}

export function NoticePreview({ shown, form, onClose }: Props) {
  return (
    <Modal open title="缴费通知单预览" width={760} footer={null} onCancel={onClose}>
      <p>
        <b>{form.invoicetitle || shown.payunitname}</b>：
      </p>
      <p>
        {shown.unitname} 的下列检验应缴 <b>{formatMoney(shown.total)}</b> 元（大写：{shown.words}
        ），今天确认的，请在 {shown.payby} 前缴纳。
      </p>
      <table className="plain charge-lines">
        <thead>
          <tr>
            <th>业务流水号</th>
            <th>项目与计算</th>
            <th className="number">金额 元</th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(shown, form).map((row) => (
            <tr key={row.key}>
              <td className="code">{row.seisn}</td>
              <td>
                <b>{row.item}</b>
                <span className="hint">{row.why}</span>
              </td>
              <td className="number">{row.amount === null ? '待定' : formatMoney(row.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="hint">财务确认后的通知单带缴款码，可打印或由单位在网上办理。</p>
    </Modal>
  );
}
