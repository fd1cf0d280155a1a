/** The items of a registration: each line says how it came to be, and what may be chosen besides stands below. */
import { Checkbox, Input, Select } from 'antd';
import { useState } from 'react';
import type { Choice, DraftItem, DraftLine } from '@/api/shapes';
import { BasisLink } from '@/ui/Basis';
import { formatMoney } from '@/ui/format';
import { CALCULATORS, type Calculator, CalculatorDialog } from './CalculatorDialog';
import type { ChosenItem } from './model';

/** Columns of the table of lines: code, item, nature, count, price of one, factor, sum. */
export const COLUMNS = 7;

/** A line of the table: how many, at what price, by what factor, and in words how the sum came to be. */
export function Line({ line }: { line: DraftLine }) {
  return (
    <tr className={Number(line.amount) < 0 ? 'less' : undefined}>
      <td className="code">{line.feecode}</td>
      <td title={line.clause ? `依据 ${line.clause}` : undefined}>
        <b>{line.item}</b>
        <span className={line.amount === null ? 'late' : 'hint'}>{line.explanation}</span>
        {line.clause && <BasisLink basis={line.clause}>依据</BasisLink>}
      </td>
      <td>{line.nature}</td>
      <td className="number">{line.count}</td>
      <td className="number">{line.price && formatMoney(line.price)}</td>
      <td className="number">{line.factor || (line.price && '1')}</td>
      <td className="number">{line.amount === null ? '待定' : formatMoney(line.amount)}</td>
    </tr>
  );
}

interface Props {
  item: DraftItem;
  chosen: ChosenItem;
  onChange: (changed: Partial<ChosenItem>) => void;
  onRemove?: () => void;
}

const SUPERVISED = ['0102', '0105'];

export function ItemLines({ item, chosen, onChange, onRemove }: Props) {
  const [calculating, setCalculating] = useState(false);
  const choose = (feecode: string, on: boolean) => {
    const { [feecode]: _count, ...others } = chosen.quantities;
    onChange({
      options: on ? [...chosen.options, feecode] : chosen.options.filter((one) => one !== feecode),
      quantities: on ? chosen.quantities : others,
    });
  };
  const count = (one: Choice) => (
    <Input
      aria-label={`${one.item}数量`}
      size="small"
      inputMode="decimal"
      style={{ width: 64 }}
      defaultValue={chosen.quantities[one.feecode] ?? ''}
      placeholder={one.role === 'option' ? '1' : undefined}
      onBlur={(event) =>
        onChange({ quantities: { ...chosen.quantities, [one.feecode]: event.target.value.trim() } })
      }
    />
  );
  return (
    <tbody>
      <tr className="item">
        <td colSpan={COLUMNS}>
          <b>{item.equname}</b>　<span className="code">{item.equcode || item.seisn}</span>
          <span className="hint">
            {item.seisn}　{item.testsortName}　受理 {item.acceptdate}
          </span>
          {item.urgent && <span className="caution">加急</span>}
          {onRemove && (
            <button type="button" className="link" onClick={onRemove}>
              移出
            </button>
          )}
        </td>
      </tr>
      {item.lines.map((line, index) => (
        <Line key={`${line.feecode}${index}`} line={line} />
      ))}
      {item.lines.length === 0 && (
        <tr>
          <td />
          <td colSpan={COLUMNS - 1} className="caution">
            {chosen.byhand ? '不按标准计算，请增加手工金额' : '没有对应的收费标准，请增加手工金额'}
          </td>
        </tr>
      )}
      <tr className="choices">
        <td />
        <td colSpan={COLUMNS - 1}>
          {item.equclass === '1000' && SUPERVISED.includes(item.testsort) && (
            <Select
              aria-label="监检方式"
              size="small"
              value={chosen.supmode || '常规'}
              options={['常规', '全过程'].map((value) => ({ value, label: `${value}监检` }))}
              onChange={(supmode) => onChange({ supmode })}
            />
          )}
          {item.calculator && (
            <button type="button" className="link" onClick={() => setCalculating(true)}>
              {CALCULATORS[item.calculator as Calculator].title}
            </button>
          )}
          {chosen.given && (
            <button type="button" className="link" onClick={() => onChange({ given: null })}>
              恢复档案参数
            </button>
          )}
          {calculating && (
            <CalculatorDialog
              item={item}
              given={chosen.given ?? null}
              onClose={() => setCalculating(false)}
              onTake={(given) => onChange({ given })}
            />
          )}
          {item.choices.map((one) =>
            one.role === 'option' ? (
              <span key={one.feecode} className="quantity" title={one.formula}>
                <Checkbox
                  checked={chosen.options.includes(one.feecode)}
                  onChange={(event) => choose(one.feecode, event.target.checked)}
                >
                  {one.item}
                </Checkbox>
                {one.counted && chosen.options.includes(one.feecode) && (
                  <>
                    {count(one)}
                    {one.unit.split('/')[1] ?? ''}
                  </>
                )}
              </span>
            ) : (
              <span key={one.feecode} className="quantity" title={one.formula}>
                {one.item}
                {count(one)}
                {one.unit.split('/')[1] ?? ''}
              </span>
            ),
          )}
          <Checkbox
            checked={chosen.holiday}
            onChange={(event) => onChange({ holiday: event.target.checked })}
          >
            节假日检验
          </Checkbox>
          <Checkbox checked={chosen.hazard} onChange={(event) => onChange({ hazard: event.target.checked })}>
            危险环境
          </Checkbox>
          <Checkbox checked={chosen.byhand} onChange={(event) => onChange({ byhand: event.target.checked })}>
            手工登记
          </Checkbox>
        </td>
      </tr>
    </tbody>
  );
}
