/** 试算: what a device would cost by the table of a day, line by line, or which parameter is missing. */
import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useState } from 'react';
import { read } from '@/api/client';
import { BasisLink } from '@/ui/Basis';
import { formatMoney } from '@/ui/format';
import { StateNote } from '@/ui/Panel';
import { DayPicker } from '@/ui/pickers/DayPicker';
import { DictSelect } from '@/ui/pickers/DictSelect';
import { EquipmentPicker } from '@/ui/pickers/EquipmentPicker';
import type { ActionContext } from '@/views/actionRegistry';
import { FaultNote } from '@/views/ListStates';
import './charging.css';

const REPEATED = '1501';

/** With `table` by a version of the table that need not be in force. */
function TryFee({ table, title, onClose }: { table?: string; title: string; onClose: () => void }) {
  const [device, setDevice] = useState<string>();
  const [testsort, setTestsort] = useState('');
  const [mother, setMother] = useState('');
  const [day, setDay] = useState('');
  const query = useQuery({
    queryKey: ['try fee', device, testsort, mother, day, table],
    queryFn: () =>
      read('/api/chamain/feeTable/tryFee', { equdatasysid: device, testsort, mother, day, table }),
    enabled: Boolean(device && testsort),
    staleTime: 0,
  });
  const answer = query.data;
  return (
    <Modal open width={860} title={title} footer={null} onCancel={onClose}>
      <div className="try-fields">
        <EquipmentPicker value={device} onChange={setDevice} />
        <DictSelect
          dict="C604"
          aria-label="检验类型"
          placeholder="检验类型"
          value={testsort}
          onChange={(value) => setTestsort(String(value ?? ''))}
        />
        {testsort === REPEATED && (
          <DictSelect
            dict="C604"
            aria-label="原检验类型"
            placeholder="原检验类型"
            value={mother}
            onChange={(value) => setMother(String(value ?? ''))}
          />
        )}
        <DayPicker aria-label="受理日期" value={day} onChange={setDay} />
      </div>
      {query.error && <FaultNote error={query.error} onRetry={() => void query.refetch()} />}
      {!answer && !query.error && <StateNote kind="empty" title="选择设备和检验类型后显示收费明细" />}
      {answer && (
        <>
          <table className="plain charge-lines">
            <colgroup>
              <col style={{ width: 72 }} />
              <col />
              <col style={{ width: 56 }} />
              <col style={{ width: 110 }} />
            </colgroup>
            <tbody>
              {answer.lines.map((line, index) => (
                <tr key={`${line.feecode}${index}`}>
                  <td className="code">{line.feecode}</td>
                  <td>
                    <b>{line.item}</b>
                    <span className={line.amount === null ? 'late' : 'hint'}>{line.explanation}</span>
                    <span className="hint">
                      <BasisLink basis={line.clause} />
                    </span>
                  </td>
                  <td>{line.nature}</td>
                  <td className="number">{line.amount === null ? '待定' : formatMoney(line.amount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {answer.missing ? (
            <p className="late">{answer.missing}</p>
          ) : (
            <div className="charge-total">
              <span>
                {answer.equcode}　按{table ? '本版标准' : ` ${answer.day} 的标准`}
              </span>
              <b>{formatMoney(answer.total)}</b>
              <span>元</span>
            </div>
          )}
        </>
      )}
    </Modal>
  );
}

export default function tryFee({ open, ids, rows }: ActionContext): void {
  const title = rows[0]?.name ? `试算　${String(rows[0].name)}` : '试算';
  open((close) => <TryFee table={ids[0]} title={title} onClose={close} />);
}
