/** 列对应: what the columns and words of a file from elsewhere mean, proposed, said and shown before it is checked. */
import { useQuery } from '@tanstack/react-query';
import { AutoComplete, Button, Input, Popconfirm, Select, Spin } from 'antd';
import { type ReactNode, useState } from 'react';
import {
  askFrom,
  checkWith,
  dropSource,
  keepSource,
  type Meaning,
  previewRows,
  proposeColumns,
  proposeWords,
} from '@/api/imports';
import type { FieldWords, ImportState, Proposed, Understood } from '@/api/shapes';
import { AreaPicker } from '@/ui/pickers/AreaPicker';
import { FaultNote } from './ListStates';
import { useBusy } from './useBusy';
import './import.css';

const LEFT_OUT = '';
const STAGES = ['列对应', '值对应', '预览'];

/** Where what is asked and said of a file goes: to a run of an import, or to a file of a move. */
export interface MeaningWays {
  key: string;
  propose: (sourceId: string) => Promise<Proposed>;
  words: (sourceId: string, columns: Meaning['columns']) => Promise<FieldWords[]>;
  preview: (meaning: Meaning) => Promise<Understood>;
  /** The heading stands elsewhere. */
  headAt: (head: number, lines: number) => Promise<void>;
  confirm: (name: string, source: { id?: string; version?: number }, meaning: Meaning) => Promise<void>;
  confirmText: string;
}

interface Props {
  viewNo: string;
  run: ImportState;
  onChecked: (run: ImportState) => void;
}

/** What a run of an import asks. */
export function ImportMeaning({ viewNo, run, onChecked }: Props) {
  const ways: MeaningWays = {
    key: run.id,
    propose: (sourceId) => proposeColumns(run.id, sourceId),
    words: (sourceId, columns) => proposeWords(run.id, sourceId, columns),
    preview: (meaning) => previewRows(run.id, meaning),
    headAt: async (head, lines) => onChecked(await askFrom(viewNo, run.id, head, lines)),
    confirm: async (name, source, meaning) => {
      if (name) await keepSource(viewNo, name, source, meaning);
      onChecked(await checkWith(viewNo, run.id, meaning));
    },
    confirmText: '对应无误，检查全部行',
  };
  return <FileMeaning ways={ways} filename={run.filename} message={run.message} />;
}

const keyOf = (field: string, word: string) => `${field}\n${word}`;

interface FileProps {
  ways: MeaningWays;
  filename: string;
  message: string;
}

export function FileMeaning({ ways, filename, message }: FileProps) {
  const [step, setStep] = useState(0);
  const [name, setName] = useState('');
  const [source, setSource] = useState<{ id: string; version: number }>();
  const [columns, setColumns] = useState<Record<string, string>>({});
  const [words, setWords] = useState<Record<string, string>>({});
  const [whole, setWhole] = useState<Record<string, string>>({});
  const [asked, setAsked] = useState<FieldWords[]>([]);
  const [shown, setShown] = useState<Understood>();
  const [busy, doing] = useBusy();
  const proposal = useQuery({
    queryKey: ['import columns', ways.key, source?.id],
    queryFn: () => ways.propose(source?.id ?? ''),
    staleTime: 0,
  });
  if (proposal.error) return <FaultNote error={proposal.error} onRetry={() => proposal.refetch()} />;
  if (!proposal.data) return <Spin style={{ display: 'block', margin: '30px auto' }} />;
  const { fields, sources } = proposal.data;

  const fieldOf = (head: string) =>
    columns[head] ?? proposal.data.columns.find((c) => c.head === head)?.field ?? LEFT_OUT;
  /** Nothing said yet is not the same as left empty: a word of which nothing is said is named by the check. */
  const codeOf = (of: FieldWords, word: string): string | undefined => {
    const one = of.words.find((w) => w.word === word);
    return words[keyOf(of.field, word)] ?? (one?.why ? one.code : undefined);
  };
  const said = (): Meaning => ({
    whole: Object.entries(whole).flatMap(([field, text]) =>
      text.trim() && !used.has(field) ? [{ field, text: text.trim() }] : [],
    ),
    columns: proposal.data.columns.map(({ head }) => ({ head, field: fieldOf(head) })),
    words: asked.flatMap((of) =>
      of.words.flatMap(({ word }) => {
        const code = codeOf(of, word);
        return code === undefined ? [] : [{ field: of.field, word, code }];
      }),
    ),
  });
  const used = new Set(proposal.data.columns.map(({ head }) => fieldOf(head)));
  const lacking = fields.filter(
    (field) => field.required && !used.has(field.name) && !whole[field.name]?.trim(),
  );
  const headAt = (head: number, lines: number) => doing(() => ways.headAt(head, lines));

  const toWords = () =>
    doing(async () => {
      setAsked(await ways.words(source?.id ?? '', said().columns));
      setStep(1);
    });
  const toPreview = () =>
    doing(async () => {
      setShown(await ways.preview(said()));
      setStep(2);
    });
  const confirm = () => doing(() => ways.confirm(name.trim(), source ?? {}, said()));
  const forget = (known: { id: string; version: number }) =>
    doing(async () => {
      await dropSource(known.id, known.version);
      setSource(undefined);
      setName('');
      await proposal.refetch();
    });
  const choose = (text: string) => {
    setName(text);
    const known = sources.find((one) => one.name === text);
    if (known?.id === source?.id) return;
    setSource(known && { id: known.id, version: known.version });
    setColumns({});
    setWords({});
  };
  return (
    <div className="import-meaning">
      <p>
        <b>{filename}</b>　{message}
      </p>
      <ol className="import-stages">
        {STAGES.map((stage, index) => (
          <li key={stage} aria-current={index === step ? 'step' : undefined}>
            {stage}
          </li>
        ))}
      </ol>
      {step === 0 && (
        <>
          <div className="import-source">
            <span>文件来源</span>
            <AutoComplete
              aria-label="文件来源"
              style={{ width: 260 }}
              value={name}
              maxLength={60}
              placeholder="如：市局老系统；填写后保存，下次沿用"
              options={sources.map((one) => ({ value: one.name }))}
              onChange={(text) => choose(text ?? '')}
            />
            {source && (
              <Popconfirm title="删除这个来源的对应？" onConfirm={() => forget(source)}>
                <Button size="small" type="link" danger>
                  删除来源
                </Button>
              </Popconfirm>
            )}
            <span className="hint">
              {source ? '已按该来源上次的对应预填，可修改' : '本机构以前存过的来源可从下拉中选择'}
            </span>
          </div>
          <Heading proposed={proposal.data} onChange={headAt} />
          <Columns
            proposed={proposal.data}
            fieldOf={fieldOf}
            onChange={(head, field) => setColumns((all) => ({ ...all, [head]: field }))}
          />
          <Whole
            fields={fields.filter((field) => field.required && !used.has(field.name))}
            values={whole}
            onChange={(field, text) => setWhole((all) => ({ ...all, [field]: text }))}
          />
          {lacking.length > 0 && (
            <p className="late">还没有列对应的必填项：{lacking.map((field) => field.label).join('、')}</p>
          )}
        </>
      )}
      {step === 1 && (
        <Words
          asked={asked}
          codeOf={codeOf}
          onChange={(field, word, code) => setWords((all) => ({ ...all, [keyOf(field, word)]: code }))}
        />
      )}
      {step === 2 && shown && <Preview shown={shown} />}
      <div className="import-steps">
        {step > 0 && <Button onClick={() => setStep(step - 1)}>上一步</Button>}
        {step < 2 && (
          <Button type="primary" loading={busy} onClick={step === 0 ? toWords : toPreview}>
            下一步
          </Button>
        )}
        {step === 2 && (
          <Button type="primary" loading={busy} onClick={confirm}>
            {ways.confirmText}
          </Button>
        )}
      </div>
    </div>
  );
}

/** What stands in the file, what it means, and from where that is known; `first` is the width of the first column. */
function Meanings({ first, heads, children }: { first: number; heads: string[]; children: ReactNode }) {
  return (
    <div className="import-faults">
      <table className="plain">
        <colgroup>
          <col style={{ width: first }} />
          <col />
          <col style={{ width: 300 }} />
          <col style={{ width: 70 }} />
        </colgroup>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** Where the heading stands: a ledger has titles above it, and may say it in two lines. */
function Heading({
  proposed,
  onChange,
}: {
  proposed: Proposed;
  onChange: (head: number, lines: number) => void;
}) {
  if (proposed.top.length === 0) return null;
  return (
    <div className="import-source">
      <span>表头在</span>
      <Select
        aria-label="表头所在行"
        size="small"
        style={{ width: 420 }}
        value={proposed.head}
        options={proposed.top.map((one) => ({ value: one.line, label: `第 ${one.line} 行　${one.text}` }))}
        onChange={(head) => onChange(head, 1)}
      />
      <Select
        aria-label="表头行数"
        size="small"
        style={{ width: 90 }}
        value={proposed.headLines}
        options={[
          { value: 1, label: '共一行' },
          { value: 2, label: '共两行' },
        ]}
        onChange={(lines) => onChange(proposed.head, lines)}
      />
    </div>
  );
}

/** What the file says nowhere and is the same for all of its rows. */
function Whole({
  fields,
  values,
  onChange,
}: {
  fields: Proposed['fields'];
  values: Record<string, string>;
  onChange: (field: string, text: string) => void;
}) {
  if (fields.length === 0) return null;
  return (
    <div className="import-whole">
      <span className="hint">文件里没有这些列；全部设备都一样的，在此填写一次：</span>
      {fields.map((field) => (
        <span key={field.name}>
          {field.label}全部为{' '}
          <Input
            aria-label={`${field.label} 全部为`}
            size="small"
            style={{ width: 180 }}
            maxLength={200}
            value={values[field.name] ?? ''}
            onChange={(event) => onChange(field.name, event.target.value)}
          />
        </span>
      ))}
    </div>
  );
}

interface ColumnsProps {
  proposed: Proposed;
  fieldOf: (head: string) => string;
  onChange: (head: string, field: string) => void;
}

function Columns({ proposed, fieldOf, onChange }: ColumnsProps) {
  const options = [
    { value: LEFT_OUT, label: '不导入这一列' },
    ...proposed.fields.map((f) => ({ value: f.name, label: `${f.required ? '* ' : ''}${f.label}` })),
  ];
  return (
    <Meanings first={200} heads={['文件中的列', '前几个值', '对应到', '依据']}>
      {proposed.columns.map((column) => (
        <tr key={column.head}>
          <td title={column.head}>{column.head}</td>
          <td className="soft" title={column.samples.join('、')}>
            {column.samples.join('、')}
          </td>
          <td>
            <Select
              aria-label={`${column.head} 对应到`}
              size="small"
              style={{ width: '100%' }}
              value={fieldOf(column.head)}
              options={options}
              showSearch={{ optionFilterProp: 'label' }}
              onChange={(field) => onChange(column.head, field)}
            />
          </td>
          <td>{fieldOf(column.head) === column.field && <Why why={column.why} />}</td>
        </tr>
      ))}
    </Meanings>
  );
}

const Why = ({ why }: { why: string }) => (why ? <span className="hint">{why}</span> : null);

interface WordsProps {
  asked: FieldWords[];
  codeOf: (of: FieldWords, word: string) => string | undefined;
  onChange: (field: string, word: string, code: string) => void;
}

function Words({ asked, codeOf, onChange }: WordsProps) {
  if (asked.length === 0) return <p className="hint">各列的值都是本系统的用语，不需要对应。</p>;
  return (
    <Meanings first={180} heads={['项目', '文件中写的', '在本系统是', '依据']}>
      {asked.flatMap((of) =>
        of.words.map(({ word, code, why }) => (
          <tr key={keyOf(of.field, word)}>
            <td>{of.label}</td>
            <td title={word}>{word}</td>
            <td>
              {of.options.length > 0 ? (
                <Select
                  aria-label={`${of.label} ${word} 在本系统是`}
                  size="small"
                  style={{ width: '100%' }}
                  value={codeOf(of, word)}
                  placeholder="未对应，检查时会指出"
                  options={[{ value: LEFT_OUT, label: '空着不填' }, ...of.options]}
                  showSearch={{ optionFilterProp: 'label' }}
                  onChange={(next) => onChange(of.field, word, next)}
                />
              ) : (
                <AreaPicker
                  aria-label={`${of.label} ${word} 在本系统是`}
                  style={{ width: '100%' }}
                  value={codeOf(of, word)}
                  onChange={(next) => onChange(of.field, word, next ?? LEFT_OUT)}
                />
              )}
            </td>
            <td>{codeOf(of, word) === code && <Why why={why} />}</td>
          </tr>
        )),
      )}
    </Meanings>
  );
}

function Preview({ shown }: { shown: Understood }) {
  return (
    <div className="import-faults import-preview">
      <table className="plain">
        <thead>
          <tr>
            {shown.labels.map((label) => (
              <th key={label}>{label}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.rows.map((row, index) => (
            <tr key={index}>
              {row.cells.map((cell, at) => (
                <td key={shown.labels[at]} className={cell.fault ? 'late' : undefined} title={cell.given}>
                  {cell.fault || cell.read}
                  {!cell.fault && cell.given !== cell.read && <div className="hint">原文 {cell.given}</div>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
