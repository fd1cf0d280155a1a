/** What the report says as a whole: dates, conclusion, notice, problems, environment. */
import { Button, Checkbox, Input, Select } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import type { Fact, Followed, InstrumentLine, NextDay, Parameter, SiteMeasure } from '@/api/shapes';
import type { Judged } from '@/screens/businessPro/api';
import { DayPicker } from '@/ui/pickers/DayPicker';
import { WhyDate } from '@/views/WhyDate';
import { FoundOtherwise } from './FoundOtherwise';
import { InstrumentsUsed } from './InstrumentsUsed';
import type { Head } from './model';

interface Props {
  head: Head;
  judged: Judged;
  facts: Fact[];
  sites: SiteMeasure[];
  /** What the institute has ready to use. */
  toolbox: InstrumentLine[];
  /** What of the device may be found otherwise than its archive says. */
  parameters: Parameter[];
  /** What the items found, in words: the beginning of problems and opinion. */
  found: string;
  /** The notices of the item and how to make one. */
  notice: ReactNode;
  readOnly: boolean;
  onChange: (change: Partial<Head>) => void;
}

interface LineProps {
  label: string;
  required?: boolean;
  note?: ReactNode;
  children: ReactNode;
}

function Line({ label, required, note, children }: LineProps) {
  return (
    <div className="head-line">
      <span className="head-label">
        {label}
        {required && <em> *</em>}
      </span>
      <div>
        {children}
        {note && <div className="hint">{note}</div>}
      </div>
    </div>
  );
}

interface DayProps {
  value: string | null;
  label: string;
  disabled: boolean;
  max?: dayjs.Dayjs;
  onChange: (value: string | null) => void;
}

function Day({ value, label, disabled, max, onChange }: DayProps) {
  return (
    <DayPicker
      aria-label={label}
      disabled={disabled}
      style={{ width: 150 }}
      value={value}
      maxDate={max}
      onChange={(day) => onChange(day || null)}
    />
  );
}

interface FactProps {
  fact: Fact;
  /** What follows for it from the record; the inspector may state otherwise. */
  told?: Followed;
  value: string;
  readOnly: boolean;
  onChange: (value: string) => void;
}

/** What is stated beside items and tables: a number, yes and no, a choice, words, a day. */
function FactLine({ fact, told, value, readOnly, onChange }: FactProps) {
  if (fact.kind === 'flag') {
    const follows = told?.value ?? '0';
    const state = (checked: boolean) => {
      const chosen = checked ? '1' : '0';
      onChange(chosen === follows ? '' : chosen);
    };
    return (
      <div>
        <Checkbox
          disabled={readOnly || fact.declared}
          checked={(value || follows) === '1'}
          onChange={(event) => state(event.target.checked)}
        >
          {fact.label}
        </Checkbox>
        {fact.declared && <div className="hint">由申报得出</div>}
        {told && (
          <div className="hint">
            系统判定{follows === '1' ? '是' : '否'}：{told.reason}
            {value && value !== follows ? '；已由检验人员改定' : ''}
          </div>
        )}
      </div>
    );
  }
  return (
    <div className={fact.kind === 'text' ? 'head-fact wide' : 'head-fact'}>
      <span className="head-label">
        {fact.label}
        {fact.needed && <em> *</em>}
      </span>
      <FactInput fact={fact} value={value} readOnly={readOnly} onChange={onChange} />
    </div>
  );
}

const ENDLESS = 1_000_000; // the upper end of what has none
const rangeOf = (fact: Fact) => (fact.high < ENDLESS ? `${fact.low}～${fact.high}` : '');

function FactInput({ fact, value, readOnly, onChange }: FactProps) {
  switch (fact.kind) {
    case 'choice':
      return (
        <Select
          aria-label={fact.label}
          allowClear
          disabled={readOnly}
          value={value || undefined}
          options={fact.options.map((one) => ({ value: one, label: one }))}
          onChange={(chosen?: string) => onChange(chosen ?? '')}
        />
      );
    case 'day':
      return (
        <Day
          label={fact.label}
          value={value || null}
          disabled={readOnly}
          onChange={(day) => onChange(day ?? '')}
        />
      );
    case 'text':
      return (
        <Input.TextArea
          aria-label={fact.label}
          autoSize={{ minRows: 1, maxRows: 4 }}
          maxLength={500}
          readOnly={readOnly}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    default:
      return (
        <Input
          aria-label={fact.label}
          inputMode={fact.kind === 'count' ? 'numeric' : 'decimal'}
          placeholder={rangeOf(fact)}
          suffix={fact.unit && <span className="hint">{fact.unit}</span>}
          maxLength={12}
          readOnly={readOnly}
          value={value}
          onChange={(event) => onChange(event.target.value.trim())}
        />
      );
  }
}

/** A date besides the main one: what the rule gives, or an earlier day. */
function OtherDate(props: {
  date: NextDay;
  chosen: string | null;
  readOnly: boolean;
  onChange: (day: string | null) => void;
}) {
  const { date, chosen, readOnly, onChange } = props;
  const earlier = date.ruledate && chosen !== date.ruledate;
  return (
    <Line label={date.label} note={earlier ? `规则日期 ${date.ruledate}` : undefined}>
      <Day
        label={`${date.label}日期`}
        value={chosen}
        disabled={readOnly}
        max={date.ruledate ? dayjs(date.ruledate) : undefined}
        onChange={onChange}
      />
      {earlier && !readOnly && (
        <Button className="proposed-button" onClick={() => onChange(date.ruledate)}>
          采用 {date.ruledate}
        </Button>
      )}
    </Line>
  );
}

export function HeadPanel(props: Props) {
  const { head, judged, facts, sites, toolbox, parameters, found, notice, readOnly, onChange } = props;
  const { proposal, conclusions, next, ruledate } = judged;
  const differs = proposal.code && proposal.code !== head.conclusion;
  const label = conclusions.find((one) => one.value === proposal.code)?.label ?? proposal.word;
  const unqualified = conclusions.find((one) => one.value === head.conclusion)?.failed;
  return (
    <div className="head-panel">
      <Line label="检验日期" required>
        <Day
          label="检验日期"
          value={head.inspdate}
          disabled={readOnly}
          max={dayjs()}
          onChange={(inspdate) => onChange({ inspdate })}
        />
      </Line>
      <Line label="检验时间" note="到场开始与结束的时刻">
        {(['begunat', 'endedat'] as const).map((name) => (
          <Input
            key={name}
            type="time"
            aria-label={name === 'begunat' ? '开始时间' : '结束时间'}
            className="head-time"
            disabled={readOnly}
            value={head[name]}
            onChange={(event) => onChange({ [name]: event.target.value })}
          />
        ))}
      </Line>
      {facts.length > 0 && (
        <div role="group" aria-label="判定依据" className="head-sites">
          <h4>判定依据</h4>
          {facts.map((one) => (
            <FactLine
              key={one.name}
              fact={one}
              told={judged.told.find(({ name }) => name === one.name)}
              value={head.facts[one.name] ?? ''}
              readOnly={readOnly}
              onChange={(value) => onChange({ facts: { ...head.facts, [one.name]: value } })}
            />
          ))}
        </div>
      )}
      <Line
        label="检验结论"
        required
        note={proposal.code ? `按规则 ${label}：${proposal.reason}` : proposal.reason}
      >
        <Select
          aria-label="检验结论"
          style={{ width: '100%' }}
          popupMatchSelectWidth={false}
          disabled={readOnly}
          value={head.conclusion || undefined}
          placeholder="请选择结论"
          options={conclusions.filter((one) => one.allowed || one.value === head.conclusion)}
          onChange={(conclusion) => onChange({ conclusion })}
        />{' '}
        {differs && !readOnly && (
          <Button className="proposed-button" onClick={() => onChange({ conclusion: proposal.code })}>
            采用 {label}
          </Button>
        )}
      </Line>
      <Line
        label="下次检验"
        note={
          ruledate && head.nextdate && head.nextdate !== ruledate
            ? `规则日期 ${ruledate}，提前须在备注说明`
            : unqualified
              ? '不合格不写下次检验日期'
              : undefined
        }
      >
        <Day
          label="下次检验日期"
          value={head.nextdate}
          disabled={readOnly || Boolean(unqualified)}
          max={ruledate ? dayjs(ruledate) : undefined}
          onChange={(nextdate) => onChange({ nextdate })}
        />
        <WhyDate next={next} />
        {ruledate && head.conclusion && head.nextdate !== ruledate && !readOnly && !unqualified && (
          <Button className="proposed-button" onClick={() => onChange({ nextdate: ruledate })}>
            采用 {ruledate}
          </Button>
        )}
      </Line>
      {judged.dates.map((one) => (
        <OtherDate
          key={one.field}
          date={one}
          chosen={one.field in head.nextdates ? (head.nextdates[one.field] ?? null) : one.value}
          readOnly={readOnly}
          onChange={(day) => onChange({ nextdates: { ...head.nextdates, [one.field]: day } })}
        />
      ))}
      <Line label="意见通知书">{notice}</Line>
      <Line label="整改期限">
        <Day
          label="整改反馈期限"
          value={head.rectifydue}
          disabled={readOnly}
          onChange={(rectifydue) => onChange({ rectifydue })}
        />
      </Line>
      <Line label="问题与意见" required={Boolean(unqualified)}>
        <Input.TextArea
          aria-label="问题及处理意见"
          autoSize={{ minRows: 2, maxRows: 6 }}
          maxLength={2000}
          readOnly={readOnly}
          value={head.problems}
          onChange={(event) => onChange({ problems: event.target.value })}
        />
        {found && !head.problems && !readOnly && (
          <Button className="proposed-button" onClick={() => onChange({ problems: found })}>
            填入不符合的项目
          </Button>
        )}
      </Line>
      <Line label="备注" note={proposal.remark && `报告自动写入：${proposal.remark}`}>
        <Input.TextArea
          aria-label="备注"
          autoSize={{ minRows: 1, maxRows: 4 }}
          maxLength={2000}
          readOnly={readOnly}
          value={head.remark}
          onChange={(event) => onChange({ remark: event.target.value })}
        />
      </Line>
      {sites.length > 0 && (
        <div role="group" aria-label="检验条件" className="head-sites">
          <h4>检验条件</h4>
          {sites.map((one) => (
            <Line
              key={one.code}
              label={one.label}
              required={Boolean(one.limit)}
              note={one.limit && `要求 ${one.limit}`}
            >
              <Input
                aria-label={one.label}
                style={one.measured ? { width: 150 } : undefined}
                inputMode={one.measured ? 'decimal' : undefined}
                maxLength={80}
                readOnly={readOnly}
                suffix={one.unit && <span className="hint">{one.unit}</span>}
                value={head.conditions[one.code] ?? ''}
                onChange={(event) =>
                  onChange({ conditions: { ...head.conditions, [one.code]: event.target.value } })
                }
              />
            </Line>
          ))}
        </div>
      )}
      <FoundOtherwise
        parameters={parameters}
        stated={head.corrections}
        readOnly={readOnly}
        onChange={(corrections) => onChange({ corrections })}
      />
      <Line label="检验仪器" required>
        <InstrumentsUsed
          named={head.instruments}
          tools={judged.tools}
          toolbox={toolbox}
          readOnly={readOnly}
          onChange={(instruments) => onChange({ instruments })}
        />
      </Line>
    </div>
  );
}
