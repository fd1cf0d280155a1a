/** Amounts by agreement or document, each with its reason. */
import { Input, Select } from 'antd';
import type { DraftItem } from '@/api/shapes';
import { Panel } from '@/ui/Panel';
import { type HandLine, newLine } from './model';

interface Props {
  lines: HandLine[];
  items: DraftItem[];
  onChange: (lines: HandLine[]) => void;
}

const NATURES = ['非税', '应税'].map((value) => ({ value, label: value }));

export function HandLines({ lines, items, onChange }: Props) {
  const put = (at: number, changed: Partial<HandLine>) =>
    onChange(lines.map((line, index) => (index === at ? { ...line, ...changed } : line)));
  const typed = (at: number, name: 'item' | 'amount' | 'reason' | 'document', label: string) => ({
    'aria-label': label,
    placeholder: label,
    size: 'small' as const,
    defaultValue: lines[at]![name],
    onBlur: (event: { target: { value: string } }) => put(at, { [name]: event.target.value.trim() }),
  });
  return (
    <Panel
      title="手工金额"
      sub="协议收费或标准没有的项目，须写明原因；非税须有文件"
      extra={
        <button
          type="button"
          className="link"
          onClick={() => onChange([...lines, newLine(items[0]?.seisn ?? '')])}
        >
          增加手工行
        </button>
      }
    >
      {lines.map((line, at) => (
        <div className="hand-line" key={`${at}${lines.length}`}>
          <Select
            aria-label="业务"
            size="small"
            value={line.seisn}
            options={items.map((one) => ({ value: one.seisn, label: `${one.seisn} ${one.equname}` }))}
            onChange={(seisn) => put(at, { seisn })}
          />
          <Input maxLength={128} {...typed(at, 'item', '收费项目')} />
          <Select
            aria-label="手工金额性质"
            size="small"
            value={line.nature}
            options={NATURES}
            onChange={(nature) => put(at, { nature })}
          />
          <Input inputMode="decimal" {...typed(at, 'amount', '金额（元）')} />
          <Input maxLength={256} {...typed(at, 'reason', '原因')} />
          <Input maxLength={200} {...typed(at, 'document', '文件或合同')} />
          <button
            type="button"
            className="link"
            onClick={() => onChange(lines.filter((_, index) => index !== at))}
          >
            删除
          </button>
        </div>
      ))}
    </Panel>
  );
}
