/** Why the next date is this day: the steps of the rule and the strip of years. */
import { QuestionCircleOutlined } from '@ant-design/icons';
import { Popover } from 'antd';
import type { DateLine, NextExplained, YearMark } from '@/api/shapes';
import './why.css';

const actions = { DJ: '定', JC: '测' } as const;
const actionNames = { DJ: '定期检验', JC: '自行检测' } as const;
const stateNames = { done: '已做', next: '下一次', later: '以后' } as const;

function YearStrip({ years }: { years: YearMark[] }) {
  return (
    <ol className="year-strip">
      {years.map((year) => (
        <li
          key={year.number}
          className={`${year.state} ${year.action === 'DJ' ? 'visit' : ''}`}
          title={`第 ${year.number} 年 ${actionNames[year.action]} ${year.due} ${stateNames[year.state]}${
            year.brake ? '，含 125% 制动试验' : ''
          }`}
        >
          <i>{actions[year.action]}</i>
          <span>{year.number}</span>
        </li>
      ))}
    </ol>
  );
}

function LineSteps({ line }: { line: DateLine }) {
  return (
    <>
      <ol className="why-steps">
        {line.steps.map((step) => (
          <li key={step}>{step.replace(/^\d+[.、]\s*/, '')}</li>
        ))}
      </ol>
      <p className="hint">{[line.ruleid && `规则 ${line.ruleid}`, line.clause].filter(Boolean).join('　')}</p>
    </>
  );
}

function WhyText({ next, field = 'ninspdate' }: { next: NextExplained; field?: string }) {
  const line = next.lines.find((one) => one.field === field) ?? next.lines[0];
  const others = next.lines.filter((one) => one !== line && one.value);
  return (
    <div className="why">
      <b>{line?.value ? `为何是 ${line.value}` : '没有下次检验日期'}</b>
      {line && <LineSteps line={line} />}
      {next.years.length > 0 && <YearStrip years={next.years} />}
      {next.chosen && next.chosen !== line?.value && (
        <p className="caution">检验员把日期定为 {next.chosen}，早于规则日期</p>
      )}
      {others.map((one) => (
        <p key={one.field} className="hint">
          {one.label} <b>{one.value}</b>
        </p>
      ))}
      {next.warnings.map((text) => (
        <p key={text} className="caution">
          {text}
        </p>
      ))}
    </div>
  );
}

/** A small question mark behind a date. */
export function WhyDate({ next, field }: { next: NextExplained | null | undefined; field?: string }) {
  if (!next) return null;
  return (
    <Popover content={<WhyText next={next} field={field} />} trigger="click" placement="bottom">
      <button type="button" className="icon-button why-button" aria-label="为何是这一天">
        <QuestionCircleOutlined />
      </button>
    </Popover>
  );
}
