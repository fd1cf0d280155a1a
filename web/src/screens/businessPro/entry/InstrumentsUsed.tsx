/** 检验仪器: those really used. What the items ask for is proposed; the inspector adds, takes out, and says so. */
import { Button, Select } from 'antd';
import { useState } from 'react';
import type { InstrumentLine, Tools } from '@/api/shapes';

interface Props {
  /** Those that the record names. */
  named: InstrumentLine[];
  tools: Tools;
  /** What the institute has ready to use. */
  toolbox: InstrumentLine[];
  readOnly: boolean;
  onChange: (named: InstrumentLine[]) => void;
}

const NORMAL = '1'; // of the states of an instrument before and after use (C733)
const first = (one: InstrumentLine, at: number, all: InstrumentLine[]) =>
  all.findIndex((other) => other.id === one.id) === at;

const wordsOf = (one: InstrumentLine) => `${one.name} ${one.instno}`;

export function InstrumentsUsed({ named, tools, toolbox, readOnly, onChange }: Props) {
  const [draft, setDraft] = useState<string[]>();
  const known = [...named, ...tools.proposed, ...toolbox].filter(first);
  const lines = (ids: string[]) => known.filter((one) => ids.includes(one.id));
  const use = new Map(tools.uses.map((one) => [one.id, one.items]));

  const isOpen = named.length === 0;
  const proposed = tools.proposed.map((one) => one.id);
  const chosen = isOpen ? (draft ?? (readOnly ? [] : proposed)) : named.map((one) => one.id);
  const change = (ids: string[]) => {
    if (isOpen) setDraft(ids);
    else if (ids.length > 0) onChange(lines(ids));
  };
  const stated = (id: string, state: string) =>
    onChange(named.map((one) => (one.id === id ? { ...one, state } : one)));
  const forItems = (one: InstrumentLine) => {
    const items = use.get(one.id);
    return items ? `用于第${items}项` : '没有要用它的项目';
  };

  return (
    <div className="instruments-used">
      <Select
        aria-label="检验仪器"
        mode="multiple"
        style={{ width: '100%' }}
        maxTagCount={3}
        disabled={readOnly}
        placeholder="本次实际使用的仪器"
        optionFilterProp="label"
        value={chosen}
        options={known.map((one) => ({ value: one.id, label: wordsOf(one) }))}
        onChange={change}
      />
      {isOpen && !readOnly && (
        <div className="caution">
          {proposed.length > 0
            ? '按本记录的项目从工具箱建议，请核对后确认'
            : '没有项目指定仪器，请选择实际使用的'}
        </div>
      )}
      {lines(chosen).map((one) => (
        <div key={one.id} className="hint instrument-line">
          <span>
            {wordsOf(one)} {one.model}，校准至 {one.validto ?? '未知'}，{forItems(one)}
          </span>
          {!isOpen && (
            <Select
              aria-label={`${wordsOf(one)} 使用前后状态`}
              size="small"
              variant={readOnly ? 'borderless' : 'outlined'}
              disabled={readOnly}
              placeholder="使用前后状态"
              allowClear
              value={one.state || undefined}
              options={tools.states}
              onChange={(state: string | undefined) => stated(one.id, state ?? '')}
            />
          )}
        </div>
      ))}
      {!isOpen && !readOnly && named.some((one) => !one.state) && (
        <Button onClick={() => onChange(named.map((one) => ({ ...one, state: one.state || NORMAL })))}>
          使用前后均正常
        </Button>
      )}
      {isOpen && !readOnly && (
        <Button type="primary" disabled={chosen.length === 0} onClick={() => onChange(lines(chosen))}>
          确认所用的 {chosen.length} 件仪器
        </Button>
      )}
      {!isOpen && !readOnly && proposed.length > 0 && (
        <Button className="proposed-button" onClick={() => onChange([...named, ...tools.proposed])}>
          加上 {tools.proposed.map((one) => `${wordsOf(one)}（第${use.get(one.id)}项）`).join('、')}
        </Button>
      )}
    </div>
  );
}
