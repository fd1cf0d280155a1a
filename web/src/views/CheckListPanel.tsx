/** A check list of a record: typed in item by item while it is open, read afterwards. The server judges every answer. */
import { App, Button, Input, Select, Tooltip } from 'antd';
import { useState } from 'react';
import { messageOf, post } from '@/api/client';
import type { CheckLine, CheckState } from '@/api/shapes';
import './checkList.css';

const BAD = '×';
const KEYS = ['result', 'value', 'finding'] as const;
type Answer = Pick<CheckLine, (typeof KEYS)[number]>;

const isWrong = (line: CheckLine) => line.result === BAD;
const lacksPhoto = (line: CheckLine) =>
  !line.pictured && (line.photo === 'always' || (line.photo === 'bad' && isWrong(line)));

export default function CheckListPanel({ data }: { data: unknown; id: string }) {
  const [state, setState] = useState(data as CheckState);
  const [typed, setTyped] = useState<Record<string, Answer>>({});
  const [saving, setSaving] = useState(false);
  const { message } = App.useApp();
  const lines = state.items.map((line) => ({ ...line, ...typed[line.no] }));
  // what is proposed is confirmed by saving it
  const sent = lines.filter((line) => typed[line.no] || line.proposed);
  const change = (line: CheckLine, part: Partial<Answer>) => {
    const { result, value, finding } = line;
    setTyped({ ...typed, [line.no]: { result, value, finding, ...part } });
  };
  const save = async () => {
    setSaving(true);
    try {
      const items = sent.map(({ no, result, value, finding }) => ({ no, result, value, finding }));
      setState(await post<CheckState>(state.url, { id: state.id, version: state.version, items }));
      setTyped({});
      void message.success('已保存');
    } catch (fault) {
      void message.error(messageOf(fault));
    } finally {
      setSaving(false);
    }
  };
  const wrong = lines.filter(isWrong).length;
  const open = lines.filter((line) => !line.result && !line.value).length;
  return (
    <div className="check-list">
      <p className="hint">
        共 {lines.length} 项，未填 {open} 项，不符合 {wrong} 项
        {state.editable && (
          <Button
            type="primary"
            size="small"
            loading={saving}
            disabled={sent.length === 0}
            onClick={() => void save()}
          >
            保存
          </Button>
        )}
      </p>
      <table className="plain">
        <thead>
          <tr>
            <th style={{ width: 60 }}>序号</th>
            <th>检查内容</th>
            <th style={{ width: 132 }}>结果</th>
            <th style={{ width: 200 }}>实测、说明</th>
            <th style={{ width: 260 }}>问题</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            <tr key={line.no} className={isWrong(line) ? 'wrong' : undefined}>
              <td>{line.no}</td>
              <td>
                {line.part && line.part !== lines[at - 1]?.part && <b>{line.part}　</b>}
                <Tooltip title={line.basis}>{line.text}</Tooltip>
                {line.proposed && <span className="hint">　按档案预填</span>}
                {lacksPhoto(line) && <span className="caution">　应有照片</span>}
              </td>
              <td>
                <Marks line={line} state={state} onChange={(result) => change(line, { result })} />
              </td>
              <td>
                <Value line={line} editable={state.editable} onChange={(value) => change(line, { value })} />
              </td>
              <td>
                {state.editable ? (
                  <Input
                    size="small"
                    maxLength={500}
                    aria-label={`第 ${line.no} 项问题`}
                    value={line.finding}
                    onChange={(event) => change(line, { finding: event.target.value })}
                  />
                ) : (
                  line.finding
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface MarksProps {
  line: CheckLine;
  state: CheckState;
  onChange: (result: string) => void;
}

function Marks({ line, state, onChange }: MarksProps) {
  if (!state.editable) return <span>{line.result}</span>;
  return (
    <span className="check-marks" role="radiogroup" aria-label={`第 ${line.no} 项结果`}>
      {state.marks.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          role="radio"
          aria-checked={line.result === value}
          aria-label={label}
          title={label}
          onClick={() => onChange(value)}
        >
          {value}
        </button>
      ))}
    </span>
  );
}

interface ValueProps {
  line: CheckLine;
  editable: boolean;
  onChange: (value: string) => void;
}

function Value({ line, editable, onChange }: ValueProps) {
  if (line.kind === 'mark') return null;
  if (!editable) return <span>{[line.value, line.value && line.unit].filter(Boolean).join(' ')}</span>;
  if (line.kind === 'choice') {
    const options = line.options.map((value) => ({ value, label: value }));
    return (
      <Select
        size="small"
        style={{ width: '100%' }}
        aria-label={`第 ${line.no} 项`}
        value={line.value || undefined}
        options={options}
        onChange={onChange}
      />
    );
  }
  return (
    <Input
      size="small"
      maxLength={200}
      inputMode={line.kind === 'measure' ? 'decimal' : undefined}
      aria-label={`第 ${line.no} 项`}
      placeholder={line.limits}
      suffix={line.unit}
      value={line.value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
