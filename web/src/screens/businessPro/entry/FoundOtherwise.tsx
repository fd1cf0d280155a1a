/** 设备参数与档案不符: what the plate or a measurement says beside what the archive says, and on what ground. */
import { CloseOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { useId, useState } from 'react';
import type { Parameter, Stated } from '@/api/shapes';
import { isBlank } from '@/ui/format';
import { FieldControl } from '@/views/fields';

interface Props {
  parameters: Parameter[];
  /** What the record states; one without a value is being taken back. */
  stated: Record<string, Stated>;
  readOnly: boolean;
  onChange: (stated: Record<string, Stated>) => void;
}

const LEAST = 2; // characters of a ground
const EMPTY: Stated = { value: '', reason: '' };
const isWhole = (one: Stated) => !isBlank(one.value) && one.reason.trim().length >= LEAST;

export function FoundOtherwise({ parameters, stated, readOnly, onChange }: Props) {
  const name = useId();
  // What is typed is sent when it is whole: half a statement would hold up everything else.
  const [drafts, setDrafts] = useState<Record<string, Stated>>({});
  const kept = Object.keys(stated).filter((prop) => !isBlank(stated[prop]!.value));
  const shown = parameters.filter((one) => kept.includes(one.prop) || one.prop in drafts);
  if (parameters.length === 0 || (readOnly && shown.length === 0)) return null;

  const type = (prop: string, change: Partial<Stated>) =>
    setDrafts({ ...drafts, [prop]: { ...(drafts[prop] ?? stated[prop] ?? EMPTY), ...change } });
  const without = (prop: string) => {
    const { [prop]: _gone, ...rest } = drafts;
    setDrafts(rest);
  };
  const keep = (prop: string) => {
    onChange({ ...stated, [prop]: drafts[prop]! });
    without(prop);
  };
  const takeBack = (prop: string) => {
    if (kept.includes(prop)) onChange({ ...stated, [prop]: EMPTY });
    without(prop);
  };

  return (
    <div role="group" aria-label="设备参数与档案不符" className="head-sites">
      <h4>设备参数与档案不符</h4>
      {shown.map((one) => {
        const now = drafts[one.prop] ?? stated[one.prop] ?? EMPTY;
        return (
          <div key={one.prop} className="found-otherwise">
            <label htmlFor={`${name}-${one.prop}`} className="found-label">
              {one.label}
              <span className="hint">
                档案值 {one.oldShown || '空'}
                {one.oldShown && one.unit}
              </span>
            </label>
            {readOnly ? (
              <span>
                {String(now.value)}
                {one.unit}　{now.reason}
              </span>
            ) : (
              <>
                <FieldControl
                  id={`${name}-${one.prop}`}
                  field={one}
                  value={now.value}
                  onChange={(value) => type(one.prop, { value: value ?? '' })}
                />
                <Button
                  type="text"
                  icon={<CloseOutlined />}
                  aria-label={`撤销 ${one.label}`}
                  onClick={() => takeBack(one.prop)}
                />
                <Input
                  aria-label={`${one.label} 依据`}
                  placeholder="依据，如铭牌、实测"
                  maxLength={200}
                  value={now.reason}
                  onChange={(event) => type(one.prop, { reason: event.target.value })}
                />
                {one.prop in drafts && (
                  <Button disabled={!isWhole(now)} onClick={() => keep(one.prop)}>
                    记入
                  </Button>
                )}
              </>
            )}
          </div>
        );
      })}
      {!readOnly && (
        <Select
          aria-label="添加与档案不符的参数"
          placeholder="添加与档案不符的参数"
          style={{ width: '100%' }}
          showSearch={{ optionFilterProp: 'label' }}
          value={null}
          options={parameters
            .filter((one) => !shown.includes(one))
            .map((one) => ({ value: one.prop, label: one.label }))}
          onChange={(prop: string | null) => prop && type(prop, {})}
        />
      )}
      {shown.length > 0 && <div className="hint">记录、限值和报告按此值；报告批准后向档案员提出更正草稿</div>}
    </div>
  );
}
