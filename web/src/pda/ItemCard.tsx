/** The item in hand: its requirement in full, values with their limits judged at once, note, pictures, the last time. */
import type { EntryItem, Measure } from '@/api/shapes';
import { type Answer, isWrong, proposedResult, resultFor, resultNames, withinLimit } from '@/ui/answers';
import type { Job } from './contract';
import { spotOf, wantsPhoto, withPhrase } from './drawing';
import { photosOf, useDrafts } from './filled';
import { ItemFace, Phrases } from './ItemFace';
import { Photos } from './Photos';
import { TextField } from './parts';
import { mayEdit } from './paths';
import { usePhone } from './phone';
import type { Pad } from './typing';
import { stateWords } from './words';

interface Props {
  job: Job;
  item: EntryItem;
  answer: Answer;
  closed: boolean;
  pad: Pad;
  /** Why the chosen result cannot be true. */
  untrue: string;
  /** What it cannot be, with the reason. */
  barred: string[];
}

export function ItemCard({ job, item, answer, closed, pad, untrue, barred }: Props) {
  const { touch, state } = usePhone();
  const at = `results.${item.seq}`;
  const proposed = proposedResult(item, answer);
  const { template } = job;
  const duty = template?.photo[item.seq];
  const noted = (value: string, typing: boolean) => touch(job.record, [{ path: `${at}.n`, value }], typing);
  const conflict = state.conflicts.some((one) => one.record === job.record && one.path.startsWith(`${at}.`));
  return (
    <section className="pda-item" aria-label={`第${item.seq}项`}>
      <ItemFace item={item} spot={spotOf(template, item.seq)} duty={duty} />
      {item.basis && <p className="soft">{item.basis}</p>}
      {item.prefill && <p className="soft">按规则预填：{item.prefill}</p>}
      {item.taken && <p className="soft">照{item.taken}填写，请在现场核对</p>}
      {untrue && (
        <p className="pda-fault" role="alert">
          {untrue}
        </p>
      )}
      {barred.map((one) => (
        <p key={one} className="soft">
          {one}
        </p>
      ))}
      {conflict && (
        <p>
          <a href="#/conflicts">这一项有冲突未裁定</a>
        </p>
      )}
      <Unsure job={job} at={at} />
      {item.measures.map((measure) => (
        <MeasureBox key={measure.field} {...{ job, item, answer, measure, pad }} closed={closed} />
      ))}
      {proposed && (
        <p className={proposed === '×' ? 'bad' : 'soft'}>
          {proposed === '×' ? '超出限值' : '在限值内'}，建议 {resultNames[proposed]}
        </p>
      )}
      {answer.r === '×' && !item.key && mayEdit(job, `${at}.m`) && (
        <label className="pda-check">
          <input
            type="checkbox"
            checked={answer.m}
            disabled={closed}
            onChange={(event) => void touch(job.record, [{ path: `${at}.m`, value: event.target.checked }])}
          />
          监护使用，使用单位已书面承诺采取安全措施
        </label>
      )}
      {(isWrong(answer.r) || answer.n) && mayEdit(job, `${at}.n`) && (
        <>
          <TextField
            key={item.seq}
            label={answer.r === '×' ? '说明（不符合时必填）' : '说明'}
            area
            value={answer.n}
            disabled={closed}
            onWrite={(value) => noted(value, true)}
          />
          {!closed && (
            <Phrases
              phrases={template?.phrases[item.seq] ?? []}
              onPick={(one) => void noted(withPhrase(answer.n, one), false)}
            />
          )}
        </>
      )}
      {wantsPhoto(duty, answer.r) && !photosOf(job, state).has(String(item.seq)) && (
        <p className="warn">这一项须有照片才能提交</p>
      )}
      <Photos record={job.record} item={String(item.seq)} closed={closed} />
      <History job={job} item={item} />
    </section>
  );
}

/** What the reports before said of the item. */
function History({ job, item }: { job: Job; item: EntryItem }) {
  const told = job.last.flatMap(({ inspdate, results }) => {
    const { r, v } = results[item.item_no] ?? {};
    const words = [inspdate, r, ...Object.values(v ?? {})].filter(Boolean).join('　');
    return r ? [words] : [];
  });
  if (told.length === 0 && item.last)
    told.push(
      [item.last.inspdate, item.last.result, ...Object.values(item.last.values ?? {})]
        .filter(Boolean)
        .join('　'),
    );
  return told.length > 0 ? (
    told.map((one, at) => (
      <p key={at} className="soft">
        {at === 0 ? '上次' : '再前'}　{one}
      </p>
    ))
  ) : (
    <p className="soft">上次　本系统内没有同类报告</p>
  );
}

/** What of the item is not confirmed as it was filled: refused, or kept aside. */
function Unsure({ job, at }: { job: Job; at: string }) {
  const drafts = useDrafts(job.record);
  const wrong = [...drafts].filter(
    ([path, one]) => path.startsWith(`${at}.`) && (one.state === 'refused' || one.state === 'held'),
  );
  return wrong.map(([path, one]) => (
    <p key={path} className="pda-fault" role="alert">
      {stateWords[one.state]}：{one.message} <a href="#/queue">去处理</a>
    </p>
  ));
}

interface MeasureProps {
  job: Job;
  item: EntryItem;
  answer: Answer;
  measure: Measure;
  pad: Pad;
  closed: boolean;
}

function MeasureBox({ job, item, answer, measure, pad, closed }: MeasureProps) {
  const path = `results.${item.seq}.v.${measure.field}`;
  const given = resultFor(job.entry.worked ?? [], item, measure);
  const value = given?.value ?? answer.v[measure.field] ?? '';
  const within = withinLimit(measure, value);
  const last = item.last?.values?.[measure.field];
  const fixed = closed || given !== undefined || measure.fed || !mayEdit(job, path);
  return (
    <button
      type="button"
      className={`pda-measure${pad.target?.path === path ? ' on' : ''}${within === false ? ' out' : ''}`}
      disabled={fixed}
      data-path={path}
      onClick={() => pad.choose({ path, label: measure.label })}
    >
      <span>
        {measure.label}
        {(given || measure.fed) && <em> 由表格得出</em>}
      </span>
      <span className="pda-measure-value">
        <b>{value || '　'}</b> {measure.unit}
        {within === false && <strong> 超出限值</strong>}
      </span>
      <span className="soft">
        {measure.limit && `限 ${measure.limit}`}
        {last && `　上次 ${last}`}
      </span>
    </button>
  );
}
