/** What the record says as a whole: day, conclusion, conditions, facts, instruments, words. */
import type { Fact } from '@/api/shapes';
import { foundWords } from '@/ui/answers';
import type { Job } from './contract';
import { TextField } from './parts';
import { type Filled, mayEdit } from './paths';
import { usePhone } from './phone';

interface Props {
  job: Job;
  filled: Filled;
  closed: boolean;
}

export function HeadPart({ job, filled, closed }: Props) {
  const { touch } = usePhone();
  const { entry, record } = job;
  const write = (path: string) => (value: string) => touch(record, [{ path, value }], true);
  const set = (path: string, value: unknown) => void touch(record, [{ path, value }]);
  const can = (path: string) => mayEdit(job, path);
  const off = (path: string) => closed || !can(path);
  const found = foundWords(entry.items ?? [], filled);
  const proposal = entry.proposal;
  return (
    <section className="pda-panel pda-stack">
      {(
        [
          ['inspdate', '检验日期', 'date'],
          ['begunat', '开始时间', 'time'],
          ['endedat', '结束时间', 'time'],
        ] as const
      ).map(
        ([name, label, type]) =>
          (name === 'inspdate' || can(name)) && (
            <TextField
              key={name}
              label={label}
              type={type}
              value={filled.fields[name] ?? ''}
              disabled={off(name)}
              onWrite={write(name)}
            />
          ),
      )}
      {can('conclusion') && (entry.conclusions ?? []).length > 0 && (
        <label className="pda-field">
          <span>检验结论</span>
          <select
            aria-label="检验结论"
            disabled={closed || !job.main}
            value={filled.fields.conclusion ?? ''}
            onChange={(event) => set('conclusion', event.target.value)}
          >
            <option value="">请选择结论</option>
            {entry.conclusions!.map((one) => (
              <option key={one.value} value={one.value}>
                {one.label}
              </option>
            ))}
          </select>
          {proposal?.word && (
            <small>
              下载任务包时按规则 {proposal.word}：{proposal.reason}
            </small>
          )}
        </label>
      )}
      {(entry.facts ?? []).map((one) => (
        <FactField
          key={one.name}
          fact={one}
          value={filled.facts[one.name] ?? ''}
          told={entry.told?.find((each) => each.name === one.name)?.value ?? '0'}
          disabled={off(`facts.${one.name}`) || one.declared}
          onWrite={write(`facts.${one.name}`)}
          onSet={(value) => set(`facts.${one.name}`, value)}
        />
      ))}
      {(entry.sites ?? []).map((one) => (
        <TextField
          key={one.code}
          label={one.label}
          unit={one.unit}
          mode={one.measured ? 'decimal' : 'text'}
          most={80}
          hint={one.limit && `要求 ${one.limit}`}
          value={filled.conditions[one.code] ?? ''}
          disabled={off(`conditions.${one.code}`)}
          onWrite={write(`conditions.${one.code}`)}
        />
      ))}
      <TextField
        label="问题与意见"
        area
        most={2000}
        value={filled.fields.problems ?? ''}
        disabled={off('problems')}
        onWrite={write('problems')}
      />
      {found && !filled.fields.problems && !off('problems') && (
        <button type="button" className="pda-button quiet" onClick={() => set('problems', found)}>
          填入不符合的项目
        </button>
      )}
      <TextField
        label="备注"
        area
        most={2000}
        value={filled.fields.remark ?? ''}
        disabled={off('remark')}
        onWrite={write('remark')}
      />
      <Tools job={job} filled={filled} disabled={off('instruments')} />
    </section>
  );
}

/** What is stated beside items and tables: a number, yes and no, a choice, words, a day. */
function FactField({
  fact,
  value,
  told,
  disabled,
  onWrite,
  onSet,
}: {
  fact: Fact;
  value: string;
  told: string;
  disabled: boolean;
  onWrite: (value: string) => Promise<boolean>;
  onSet: (value: string) => void;
}) {
  if (fact.kind === 'flag')
    return (
      <label className="pda-check">
        <input
          type="checkbox"
          checked={(value || told) === '1'}
          disabled={disabled}
          onChange={(event) => {
            const chosen = event.target.checked ? '1' : '0';
            onSet(chosen === told ? '' : chosen);
          }}
        />
        {fact.label}
      </label>
    );
  if (fact.kind === 'choice')
    return (
      <label className="pda-field">
        <span>
          {fact.label}
          {fact.needed && ' *'}
        </span>
        <select
          aria-label={fact.label}
          disabled={disabled}
          value={value}
          onChange={(event) => onSet(event.target.value)}
        >
          <option value="">请选择</option>
          {fact.options.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
    );
  return (
    <TextField
      label={fact.needed ? `${fact.label} *` : fact.label}
      unit={fact.unit}
      type={fact.kind === 'day' ? 'date' : 'text'}
      mode={fact.kind === 'count' ? 'numeric' : fact.kind === 'number' ? 'decimal' : 'text'}
      area={fact.kind === 'text'}
      value={value}
      disabled={disabled}
      onWrite={onWrite}
    />
  );
}

/** Those really used, out of the box; one that has expired says so. */
function Tools({ job, filled, disabled }: { job: Job; filled: Filled; disabled: boolean }) {
  const { touch } = usePhone();
  const { entry } = job;
  const named = entry.record?.instruments ?? [];
  const all = [...named, ...(entry.tools?.proposed ?? []), ...(entry.toolbox ?? [])];
  const tools = all.filter((one, at) => all.findIndex((other) => other.id === one.id) === at);
  const day = filled.fields.inspdate || new Date().toISOString().slice(0, 10);
  return (
    <fieldset className="pda-tools">
      <legend>检验仪器</legend>
      {tools.map((one) => (
        <label key={one.id} className="pda-check">
          <input
            type="checkbox"
            disabled={disabled}
            checked={filled.instruments.includes(one.id)}
            onChange={(event) => {
              const others = filled.instruments.filter((id) => id !== one.id);
              const value = event.target.checked ? [...others, one.id] : others;
              void touch(job.record, [{ path: 'instruments', value }]);
            }}
          />
          {one.name} {one.instno}
          {one.validto && one.validto < day && <span className="bad">　有效期至 {one.validto}，已过期</span>}
        </label>
      ))}
      {tools.length === 0 && <p className="soft">任务包里没有仪器</p>}
    </fieldset>
  );
}
