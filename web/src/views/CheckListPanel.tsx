/** A check list of a record: typed in item by item while it is open, read afterwards. The server judges every answer. */

import { CameraOutlined } from '@ant-design/icons';
import { Button, Input, Select, Tooltip } from 'antd';
import { useRef, useState } from 'react';
import { uploadAttachment } from '@/api/attachments';
import { messageOf, post } from '@/api/client';
import type { CheckLine, CheckState } from '@/api/shapes';
import { BasisLink } from '@/ui/Basis';
import { useApp } from '@/ui/useApp';
import './checkList.css';

const BAD = '×';
/** 现场照片 in the dictionary of attachment kinds. */
const PHOTO_KIND = '18';
const KEYS = ['result', 'value', 'finding'] as const;
type Answer = Pick<CheckLine, (typeof KEYS)[number]>;

const isWrong = (line: CheckLine) => line.result === BAD;
const lacksPhoto = (line: CheckLine) =>
  !line.pictured && (line.photo === 'always' || (line.photo === 'bad' && isWrong(line)));

export default function CheckListPanel({ data }: { data: unknown; id: string }) {
  const [state, setState] = useState(data as CheckState);
  const [typed, setTyped] = useState<Record<string, Answer>>({});
  const [saving, setSaving] = useState(false);
  const [pictured, setPictured] = useState<string[]>([]);
  const { message } = useApp();
  const lines = state.items.map((line) => ({
    ...line,
    ...typed[line.no],
    pictured: line.pictured || pictured.includes(line.no),
  }));
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
  const picture = async (line: CheckLine, file: File) => {
    try {
      const place = { attrefsysid: state.id, owner: line.files, type: PHOTO_KIND, item: line.no };
      await uploadAttachment(place, file);
      setPictured((done) => [...done, line.no]);
    } catch (fault) {
      void message.error(messageOf(fault));
    }
  };
  const wrong = lines.filter(isWrong).length;
  const open = lines.filter((line) => !line.result && (line.kind === 'mark' || !line.value)).length;
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
            <th style={{ width: 34 + 8 * Math.max(...lines.map((line) => line.no.length), 3) }}>序号</th>
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
                {line.basis && (
                  <>
                    {' '}
                    <BasisLink basis={line.basis}>依据</BasisLink>
                  </>
                )}
                {line.proposed && (line.result || line.kind !== 'mark') && (
                  <span className="hint">　按档案预填</span>
                )}
                {lacksPhoto(line) && <span className="caution">　应有照片</span>}
                {state.editable && line.files && line.photo && (
                  <Photo line={line} onPick={(file) => void picture(line, file)} />
                )}
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

interface PhotoProps {
  line: CheckLine;
  onPick: (file: File) => void;
}

/** A picture of what an item found; on a phone the camera opens. */
function Photo({ line, onPick }: PhotoProps) {
  const input = useRef<HTMLInputElement>(null);
  const label = `第 ${line.no} 项照片`;
  return (
    <>
      <button
        type="button"
        className="link"
        aria-label={label}
        title={label}
        onClick={() => input.current?.click()}
      >
        　<CameraOutlined /> {line.pictured ? '已有照片' : '照片'}
      </button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onPick(file);
          event.target.value = '';
        }}
      />
    </>
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
  // of a mark, what the platform knows or why it cannot say
  if (line.kind === 'mark') return line.value ? <span className="hint">{line.value}</span> : null;
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
