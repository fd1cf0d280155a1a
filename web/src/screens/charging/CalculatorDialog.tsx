/** The calculators of a registration: parameters given by hand with a reason, and what the item then costs. */
import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { messageOf, post } from '@/api/client';
import type { Calculation, DraftItem } from '@/api/shapes';
import { formatMoney } from '@/ui/format';
import { DictSelect } from '@/ui/pickers/DictSelect';
import { type Given, givenOf, NOTHING_GIVEN, type Pipe } from './model';
import './charging.css';

export const CALCULATORS = {
  gdjj: { title: '管道监检计费', call: '/api/chagdjjmain/ibmsSeiAssChaGdjjMain/gdjjSave' },
  gddj: { title: '管道定检计费', call: '/api/chagddj/ibmsSeiAssChaGddj/gddjSave' },
  rqdj: { title: '容器定检计费', call: '/api/charqdj/ibmsSeiAssChaRqdj/rqdjSave' },
} as const;
export type Calculator = keyof typeof CALCULATORS;

const BY_PRICE = ['0103', '0104'];
const EMPTY: Pipe = { pipeno: '', nominaldia: '', pipelength: '' };
const PIPE_FIELDS: [keyof Pipe, string][] = [
  ['pipeno', '管道编号'],
  ['nominaldia', '公称直径 mm'],
  ['pipelength', '长度 m'],
];

interface Props {
  item: DraftItem;
  given: Given | null;
  onClose: () => void;
  onTake: (given: Given) => void;
}

export function CalculatorDialog({ item, given, onClose, onTake }: Props) {
  const calculator = item.calculator as Calculator;
  const { title, call } = CALCULATORS[calculator];
  const byPrice = BY_PRICE.includes(item.testsort);
  const vessel = calculator === 'rqdj';
  const [form, setForm] = useState<Given>(() => {
    const known = { ...NOTHING_GIVEN, ...given };
    return vessel || byPrice || known.pipes.length > 0 ? known : { ...known, pipes: [EMPTY] };
  });
  const [answer, setAnswer] = useState<Calculation>();
  const [fault, setFault] = useState('');
  const put = (changed: Partial<Given>) => {
    setForm({ ...form, ...changed });
    setAnswer(undefined);
  };
  const putPipe = (at: number, changed: Partial<Pipe>) =>
    put({ pipes: form.pipes.map((one, index) => (index === at ? { ...one, ...changed } : one)) });

  const calculate = async () => {
    try {
      setAnswer(await post(call, { item: item.id, given: givenOf(form) }));
      setFault('');
    } catch (error) {
      setFault(messageOf(error));
    }
  };
  const take = () => {
    onTake(form);
    onClose();
  };
  const field = (name: 'consprice' | 'volume' | 'reason', label: string, decimal = true) => (
    <div className="given-field">
      <span>{label}</span>
      <Input
        aria-label={label}
        inputMode={decimal ? 'decimal' : 'text'}
        maxLength={200}
        value={form[name]}
        onChange={(event) => put({ [name]: event.target.value.trimStart() })}
      />
    </div>
  );
  return (
    <Modal
      open
      width={760}
      title={`${title}　${item.seisn} ${item.equname}`}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          取消
        </Button>,
        <Button key="calculate" onClick={() => void calculate()}>
          计算
        </Button>,
        <Button key="take" type="primary" disabled={!answer?.total} onClick={take}>
          采用
        </Button>,
      ]}
    >
      {vessel && (
        <>
          {field('volume', '容积 m³')}
          <div className="given-field">
            <span>压力容器类别</span>
            <DictSelect
              dict="C617"
              aria-label="压力容器类别"
              value={form.vesselclass}
              onChange={(value) => put({ vesselclass: String(value ?? '') })}
            />
          </div>
          <div className="given-field">
            <span>介质组别</span>
            <DictSelect
              dict="C692"
              aria-label="介质组别"
              value={form.mediumgroup}
              onChange={(value) => put({ mediumgroup: String(value ?? '') })}
            />
          </div>
        </>
      )}
      {!vessel && byPrice && field('consprice', '施工合同价 元')}
      {!vessel && !byPrice && (
        <>
          {form.pipes.map((pipe, at) => (
            <div className="pipe-line" key={at}>
              {PIPE_FIELDS.map(([name, label]) => (
                <Input
                  key={name}
                  aria-label={`${label} ${at + 1}`}
                  placeholder={label}
                  size="small"
                  maxLength={64}
                  value={pipe[name]}
                  onChange={(event) => putPipe(at, { [name]: event.target.value.trim() })}
                />
              ))}
              <button
                type="button"
                className="link"
                onClick={() => put({ pipes: form.pipes.filter((_, index) => index !== at) })}
              >
                删除
              </button>
            </div>
          ))}
          <button type="button" className="link" onClick={() => put({ pipes: [...form.pipes, EMPTY] })}>
            增加管道
          </button>
        </>
      )}
      {field('reason', '原因', false)}
      {fault && (
        <p className="late" role="alert">
          {fault}
        </p>
      )}
      {answer && (
        <table className="plain charge-lines">
          <tbody>
            {answer.lines.map((line, index) => (
              <tr key={`${line.feecode}${index}`}>
                <td className="code">{line.feecode}</td>
                <td>
                  <b>{line.item}</b>
                  <span className={line.amount === null ? 'late' : 'hint'}>{line.explanation}</span>
                </td>
                <td className="number">{line.amount === null ? '待定' : formatMoney(line.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {answer && (answer.missing ? <p className="late">{answer.missing}</p> : <p>合计 {answer.total} 元</p>)}
    </Modal>
  );
}
