/** The items of the record: one row an item, one key a result. */
import { CameraOutlined, PaperClipOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { memo, useEffect, useRef } from 'react';
import type { EntryItem, Measure, WorkedTable } from '@/api/shapes';
import type { Result } from '@/screens/businessPro/api';
import { type Answer, proposedResult, resultFor, resultNames, results, withinLimit } from '@/ui/answers';
import type { Asked } from './Findings';

export interface RowActs {
  select: (seq: number) => void;
  result: (seq: number, result: Result) => void;
  measure: (seq: number, field: string, value: string) => void;
}

interface Props {
  items: EntryItem[];
  answers: Record<number, Answer>;
  /** What the tables came to: some are measured values of items. */
  worked: WorkedTable[];
  /** What a return asked for. */
  asked: ReadonlyMap<number, Asked>;
  photos: ReadonlyMap<string, number>;
  current: number;
  readOnly: boolean;
  acts: RowActs;
}

export function ItemTable({ items, answers, worked, asked, photos, current, readOnly, acts }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector(`[data-seq="${current}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <div className="entry-table" ref={box}>
      <div className="entry-row entry-head" aria-hidden>
        <span className="right">序</span>
        <span>条款</span>
        <span>
          项目（<em>*</em> 重点）
        </span>
        <span>实测与限值</span>
        <span>结果</span>
        <span>记录</span>
      </div>
      {items.map((item) => (
        <ItemRow
          key={item.seq}
          item={item}
          answer={answers[item.seq]!}
          given={givenTo(worked, item)}
          filled={filledOf(worked, item, answers[item.seq]!)}
          asked={asked.get(item.seq)}
          photos={photos.get(String(item.seq)) ?? 0}
          current={item.seq === current}
          readOnly={readOnly}
          acts={acts}
        />
      ))}
    </div>
  );
}

/** The value that a table gives an item with a single one. */
const givenTo = (worked: WorkedTable[], item: EntryItem) =>
  item.measures.length === 1 ? resultFor(worked, item, item.measures[0]!)?.value : undefined;

/** How many of its values are there, typed or given by a table. */
const filledOf = (worked: WorkedTable[], item: EntryItem, answer: Answer) =>
  item.measures.filter((measure) => answer.v[measure.field] || resultFor(worked, item, measure)).length;

interface RowProps {
  item: EntryItem;
  answer: Answer;
  given: string | undefined;
  filled: number;
  asked: Asked | undefined;
  photos: number;
  current: boolean;
  readOnly: boolean;
  acts: RowActs;
}

/** Drawn again only when its own answer or mark changes: typing stays quick with any number of items. */
const ItemRow = memo(function ItemRow({
  item,
  answer,
  given,
  filled,
  asked,
  photos,
  current,
  readOnly,
  acts,
}: RowProps) {
  const failed = answer.r === '×';
  const single = item.measures.length === 1 ? item.measures[0]! : null;
  return (
    <div
      className={`entry-row ${current ? 'current' : ''} ${failed ? 'failed' : ''}`}
      data-seq={item.seq}
      aria-current={current || undefined}
      onClick={() => acts.select(item.seq)}
    >
      <span className="right">{item.seq}</span>
      <span className="code">{item.number}</span>
      <span className="ellipsis" title={`${item.content}　${item.requirement}`}>
        {item.content}
        {item.key && <em> *</em>}
        <small>{item.requirement}</small>
      </span>
      <span className="entry-measure">
        {single && (
          <MeasureInput
            seq={item.seq}
            measure={single}
            value={given ?? answer.v[single.field] ?? ''}
            readOnly={readOnly || given !== undefined}
            onChange={(value) => acts.measure(item.seq, single.field, value)}
          />
        )}
        {item.measures.length > 1 && answer.r !== '—' && (
          <span className="hint">
            {item.measures.length} 个值，已填 {filled}
          </span>
        )}
      </span>
      <ResultKeys item={item} answer={answer} current={current} readOnly={readOnly} acts={acts} />
      <span className={failed ? 'late entry-notes' : 'hint entry-notes'}>
        {asked && (
          <span className={asked === 'open' ? 'chip alarm' : 'chip'}>
            {asked === 'open' ? '退回' : '已改'}
          </span>
        )}
        {photos > 0 && (
          <span title={`${photos} 张照片`}>
            <CameraOutlined /> {photos}
          </span>
        )}
        {answer.n && (
          <span title={answer.n}>
            <PaperClipOutlined />
          </span>
        )}
        {answer.m && <span title="监护使用">监护</span>}
      </span>
    </div>
  );
});

const faces: Record<Result, string> = { '√': '✓', '×': '×', '—': '—', '△': '△' };
const tones: Record<Result, string> = { '√': 'pass', '×': 'fail', '—': 'none', '△': 'mended' };

function ResultKeys({
  item,
  answer,
  current,
  readOnly,
  acts,
}: Omit<RowProps, 'photos' | 'given' | 'filled' | 'asked'>) {
  const proposed = current && !answer.r ? proposedResult(item, answer) : null;
  return (
    <span className="result-keys" role="radiogroup" aria-label={`第 ${item.seq} 项结果`}>
      {results.map((result) => {
        const on = answer.r === result;
        const byRule = on && item.prefill && item.result === result;
        const state = on ? `on ${byRule && result === '—' ? 'ruled' : tones[result]}` : '';
        return (
          <button
            key={result}
            type="button"
            role="radio"
            aria-checked={on}
            aria-label={resultNames[result]}
            title={byRule ? `按规则预填：${item.prefill}` : resultNames[result]}
            disabled={readOnly}
            tabIndex={-1}
            className={`${state} ${proposed === result ? 'proposed' : ''}`}
            onClick={() => acts.result(item.seq, result)}
          >
            {faces[result]}
          </button>
        );
      })}
    </span>
  );
}

interface MeasureProps {
  seq: number;
  measure: Measure;
  value: string;
  readOnly: boolean;
  /** In the panel beside the table, where the label stands in front. */
  wide?: boolean;
  onChange: (value: string) => void;
}

export function MeasureInput({ seq, measure, value, readOnly, wide, onChange }: MeasureProps) {
  const verdict = withinLimit(measure, value);
  const limit = measure.limit.replace(measure.unit, '').trim();
  return (
    <span className="measure">
      <Input
        size="small"
        className={verdict === false ? 'outside' : undefined}
        value={value}
        readOnly={readOnly}
        inputMode="decimal"
        data-measure={`${seq}-${measure.field}`}
        aria-label={`${measure.label} ${measure.unit}`}
        aria-invalid={verdict === false}
        status={value && !Number.isFinite(Number(value)) ? 'error' : undefined}
        onChange={(event) => onChange(event.target.value.replace(/[。．]/g, '.').trim())}
      />
      {measure.unit && <span className="hint">{measure.unit}</span>}
      {limit && <span className={verdict === false ? 'late' : 'hint'}>限 {limit}</span>}
      {wide && verdict === false && <span className="late">超出</span>}
    </span>
  );
}
