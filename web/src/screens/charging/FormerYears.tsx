/** 同单位历年: what the same unit was charged in the years before, beside what this registration comes to. */
import type { YearCharged } from '@/api/shapes';
import { formatMoney } from '@/ui/format';
import { Panel } from '@/ui/Panel';

interface Props {
  years: YearCharged[];
  total: string;
  items: number;
}

export function FormerYears({ years, total, items }: Props) {
  const most = Math.max(Number(total), ...years.map((one) => Number(one.amount)), 1);
  const bar = (amount: string) => <i style={{ width: `${(Math.max(Number(amount), 0) / most) * 100}%` }} />;
  return (
    <Panel title="同单位历年">
      {years.length === 0 && <p className="hint">三年内没有确认过收费</p>}
      <ul className="charge-years" aria-label="同单位历年">
        {years.map((one) => (
          <li key={one.year}>
            <span>{one.year}</span>
            <span className="bar">{bar(one.amount)}</span>
            <b>{formatMoney(one.amount)}</b>
            <span className="hint">{one.items} 件</span>
          </li>
        ))}
        <li className="now">
          <span>本单</span>
          <span className="bar">{bar(total)}</span>
          <b>{formatMoney(total)}</b>
          <span className="hint">{items} 件</span>
        </li>
      </ul>
    </Panel>
  );
}
