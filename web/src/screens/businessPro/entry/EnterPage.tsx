/** 报告录入: forty-three items, one key each. */

import { Tabs } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { doneWords, messageOf, postEnvelope } from '@/api/client';
import type { Finding } from '@/api/shapes';
import { SubReportsPart } from '@/screens/businessPro/parts/SubReports';
import { conformable, foundWords, missingMeasure, nextUnfilled, untrue } from '@/ui/answers';
import { StateNote } from '@/ui/Panel';
import { PartTabs } from '@/ui/PartTabs';
import { inField, usePageKeys } from '@/ui/pageKeys';
import { useTab, useTabTitle, useUnsaved } from '@/ui/tab';
import { useApp } from '@/ui/useApp';
import { FaultNote } from '@/views/ListStates';
import { backOf, MoveDialog, primaryOf } from '@/workflow/MoveDialog';
import { Standing } from '@/workflow/Standing';
import { EnterFoot } from './EnterFoot';
import { EnterStrip } from './EnterStrip';
import { askedFor, Findings, gathered, unanswered } from './Findings';
import { HeadPanel } from './HeadPanel';
import { ItemPanel } from './ItemPanel';
import { ItemTable, type RowActs } from './ItemTable';
import { entryAct } from './keys';
import { refusal } from './model';
import { NoticeLine } from './NoticeLine';
import { PhotoInput } from './PhotoInput';
import { PhraseDialog } from './PhraseDialog';
import { usePhotos } from './photos';
import { RecordTable } from './RecordTable';
import { Sections } from './Sections';
import { StaleDialog } from './StaleDialog';
import { tableLabel } from './tables';
import { useRecord } from './useRecord';
import './entry.css';
import '@/workflow/workflow.css';
import '@/screens/businessPro/parts/business.css';

type Side = 'item' | 'head' | 'findings';
const ITEMS = 'items'; // the middle of the page: the items, or the table of that code
const SUBS = 'subs';

export default function EnterPage() {
  const [search] = useSearchParams();
  return <Entry id={search.get('id') ?? ''} />;
}

function Entry({ id }: { id: string }) {
  const { message } = useApp();
  const tab = useTab();
  const store = useRecord(id);
  const photos = usePhotos(id, store.version());
  const { screen, items, sheet, judged } = store;
  const [picked, setPicked] = useState(0);
  const [side, setSide] = useState<Side>('item');
  const [dialog, setDialog] = useState<'return' | 'phrases' | null>(null);
  const [sending, setSending] = useState(false);
  const [part, setPart] = useState(ITEMS);
  const files = useRef<HTMLInputElement>(null);
  const page = useRef<HTMLDivElement>(null);
  const noteBox = useRef<HTMLDivElement>(null);
  const head = screen?.head;
  useTabTitle(head?.reportno || head?.seisn);
  useUnsaved(store.unsaved);

  const readOnly = !head?.mine || primaryOf(head.moves)?.name !== 'enter';
  const asked = useMemo(() => askedFor(judged.findings), [judged.findings]);
  const first =
    items.find((item) => asked.get(item.seq) === 'open') ??
    items.find((item) => !sheet.answers[item.seq]?.r) ??
    items[0];
  const current = picked || first?.seq || 0;
  // The first open item is where one starts; from then on only the person moves.
  useEffect(() => {
    if (!picked && current) setPicked(current);
  }, [picked, current]);
  const item = items.find((one) => one.seq === current);
  const answer = sheet.answers[current];

  const tables = screen?.tables ?? [];
  const table = tables.find((one) => one.code === part);
  const subs = (screen?.subs.names.length ?? 0) > 0;

  const blur = () => document.activeElement instanceof HTMLElement && document.activeElement.blur();
  const select = (seq: number | undefined) => {
    if (!seq) return;
    setPicked(seq);
    setPart(ITEMS);
    setSide('item');
  };
  /** To where a finding belongs: its item, its table, or the panel with its field. */
  const go = (finding: Finding) => {
    if (finding.seq > 0) select(finding.seq);
    else if (finding.table) setPart(finding.table);
    else setSide('head');
  };
  const answerFor = (key: string, reason: string) =>
    store.setHead({ reasons: { ...sheet.head.reasons, [key]: reason } });
  const move = (by: number) => {
    const at = items.findIndex((one) => one.seq === current);
    select(items[Math.min(items.length - 1, Math.max(0, at + by))]?.seq);
    blur();
  };
  const focusMeasure = (seq: number, field: string) =>
    page.current?.querySelector<HTMLInputElement>(`[data-measure="${seq}-${field}"]`)?.focus();

  const acts = useRef<RowActs>(null);
  acts.current = {
    select,
    result: (seq, result) => {
      if (readOnly) return;
      // The same key again takes the result back.
      store.setAnswer(seq, { r: sheet.answers[seq]?.r === result ? '' : result });
      select(seq);
    },
    measure: (seq, field, value) => {
      if (readOnly) return;
      setPicked(seq);
      store.setAnswer(seq, { v: { ...sheet.answers[seq]!.v, [field]: value } });
    },
  };
  // The rows keep one object of acts, so that typing in one row does not draw the others.
  const rowActs = useMemo<RowActs>(
    () => ({
      select: (seq) => acts.current!.select(seq),
      result: (seq, result) => acts.current!.result(seq, result),
      measure: (seq, field, value) => acts.current!.measure(seq, field, value),
    }),
    [],
  );

  /** Enter walks: to the next empty value of the item, then out of the field, then to the next item. */
  const enter = (target: EventTarget | null) => {
    if (!item || !answer) return;
    const missing = missingMeasure(item, answer);
    const here = target instanceof HTMLElement ? target.dataset.measure : undefined;
    if (!readOnly && missing && here !== `${item.seq}-${missing.field}`) {
      focusMeasure(item.seq, missing.field);
      return;
    }
    if (inField(target) && !answer.r) blur();
    else move(1);
  };

  usePageKeys((event) => {
    const act = entryAct(event);
    if (!act || !item || !answer || ((table || part === SUBS) && act.kind !== 'save')) return false;
    if (readOnly && act.kind !== 'move' && act.kind !== 'enter') return false;
    switch (act.kind) {
      case 'result': {
        store.setAnswer(item.seq, { r: act.result });
        // × stays: it still wants a note, perhaps a photo.
        const missing = act.result === '√' && missingMeasure(item, answer);
        if (missing) focusMeasure(item.seq, missing.field);
        else if (act.result !== '×') move(1);
        return true;
      }
      case 'enter':
        enter(event.target);
        return true;
      case 'move':
        move(act.by);
        return true;
      case 'unfilled':
        select(nextUnfilled(items, sheet, current));
        blur();
        return true;
      case 'phrases':
        setDialog('phrases');
        return true;
      case 'photo':
        files.current?.click();
        return true;
      case 'leave':
        blur();
        return true;
      case 'save':
        void store.flush();
        return true;
      default:
        return false;
    }
  });

  if (store.error) return <FaultNote error={store.error} onRetry={store.reload} />;
  if (!screen || !head) return <div className="page fixed" />;
  if (items.length === 0) {
    return (
      <div className="page">
        <section className="panel">
          <StateNote kind="empty" title={`${head.seisn} 还没有原始记录`}>
            现在在{head.stepName}环节，生成报告后可以录入
          </StateNote>
        </section>
      </div>
    );
  }

  const conform = () => {
    const seqs = conformable(items, sheet, judged.impossible);
    if (seqs.length === 0) {
      message.info('没有可以填“符合”的项目');
      return;
    }
    store.setAnswers(Object.fromEntries(seqs.map((seq) => [seq, { r: '√' as const }])));
    message.success(`${seqs.length} 项填为符合，请改例外的项目`);
  };

  /** What the server takes over from the machine before comes with the page read anew. */
  const asBefore = async () => {
    try {
      if (!(await store.flush())) return;
      await postEnvelope('/api/appbuss/fillAsBefore', { id, version: store.version() });
      message.success(`已照${screen.former?.seisn}填写空项，测量值须逐台填写`);
      store.reload();
    } catch (error) {
      message.error(messageOf(error));
    }
  };

  const submit = async () => {
    setSending(true);
    try {
      if (!(await store.flush())) {
        message.warning('还有内容没有保存，请稍后再提交');
        return;
      }
      const answer = await postEnvelope('/api/appbuss/submitRecord', { id, version: store.version() });
      message.success(doneWords(answer, `${head.reportno} 已提交`));
      tab.close();
    } catch (error) {
      message.error(messageOf(error));
      store.reload(); // what the day brought since the last save is asked on the page
    } finally {
      setSending(false);
    }
  };

  const phrase = (text: string) => {
    const before = answer?.n.trim();
    store.setAnswer(current, { n: before ? `${before}；${text}` : text });
  };
  const listed = gathered(judged.findings);
  const wrong = listed.filter((finding) => finding.level === 'error').length;
  const errors = wrong + unanswered(judged.findings).length;
  const wrongAt = judged.findings.filter((one) => one.level === 'error').map((one) => one.seq);
  const missing = new Set([
    ...wrongAt,
    ...[...asked].filter(([, state]) => state === 'open').map(([seq]) => seq),
  ]);

  return (
    <div className="page fixed entry-page" ref={page}>
      <EnterStrip
        head={head}
        items={items}
        sheet={sheet}
        state={store.state}
        onRetry={() => void store.flush()}
      />
      <Standing notice={head.standing} lacking={head.lacking} />
      <div className="entry-columns">
        <Sections items={items} sheet={sheet} current={current} wanting={missing} onGo={select} />
        <section className="panel entry-middle">
          {(tables.length > 0 || subs) && (
            <PartTabs
              label="记录的各部分"
              chosen={table?.code ?? (part === SUBS ? SUBS : ITEMS)}
              onChoose={setPart}
              parts={[
                { key: ITEMS, label: '检验项目' },
                ...tables.map((one) => ({
                  key: one.code,
                  label: tableLabel(
                    one.title,
                    sheet.tables[one.code]?.rows.length ?? 0,
                    judged.least[one.code] ?? 0,
                  ),
                })),
                ...(subs ? [{ key: SUBS, label: `分项报告 ${screen.subs.rows.length || ''}`.trim() }] : []),
              ]}
            />
          )}
          {table && (
            <Findings
              here
              findings={judged.findings.filter((one) => one.table === table.code)}
              readOnly={readOnly}
              onReason={answerFor}
            />
          )}
          {part === SUBS && (
            <SubReportsPart screen={screen} readOnly={readOnly} flush={store.flush} reload={store.reload} />
          )}
          {part === SUBS ? null : table ? (
            <RecordTable
              key={table.code}
              table={table}
              fill={sheet.tables[table.code] ?? { params: {}, rows: [] }}
              worked={judged.worked.find((one) => one.code === table.code)}
              photos={photos}
              readOnly={readOnly}
              onChange={(fill) => store.setTable(table.code, fill)}
            />
          ) : (
            <ItemTable
              items={items}
              answers={sheet.answers}
              worked={judged.worked}
              asked={asked}
              photos={photos.counts}
              current={current}
              readOnly={readOnly}
              acts={rowActs}
            />
          )}
        </section>
        <section className="panel entry-side">
          <Tabs
            size="small"
            activeKey={side}
            onChange={(key) => setSide(key as Side)}
            items={[
              { key: 'item', label: '本项' },
              { key: 'head', label: '日期与结论' },
              { key: 'findings', label: errors > 0 ? `检查 ${errors}` : '检查' },
            ]}
          />
          <div className="entry-side-body">
            {side === 'item' && (
              <Findings
                here
                findings={judged.findings.filter((one) => one.seq === current)}
                readOnly={readOnly}
                onReason={answerFor}
              />
            )}
            {side === 'item' && item && answer && (
              <ItemPanel
                item={item}
                answer={answer}
                untrue={untrue(judged.impossible, current, answer.r)}
                lines={screen.lines ?? []}
                worked={judged.worked}
                photos={photos.of(current)}
                uploading={photos.uploading(current)}
                readOnly={readOnly}
                noteBox={noteBox}
                onChange={(change) => store.setAnswer(current, change)}
                onPhoto={() => files.current?.click()}
                onRemovePhoto={photos.remove}
                onPhrases={() => setDialog('phrases')}
              />
            )}
            {side === 'head' && (
              <Findings
                here
                findings={judged.findings.filter((one) => one.field && one.seq === 0 && !one.table)}
                readOnly={readOnly}
                onReason={answerFor}
              />
            )}
            {side === 'head' && (
              <HeadPanel
                head={sheet.head}
                judged={judged}
                facts={screen.facts ?? []}
                sites={screen.sites ?? []}
                toolbox={screen.toolbox ?? []}
                parameters={screen.parameters ?? []}
                found={foundWords(items, sheet)}
                notice={
                  <NoticeLine screen={screen} readOnly={readOnly} flush={store.flush} reload={store.reload} />
                }
                readOnly={readOnly}
                onChange={store.setHead}
              />
            )}
            {side === 'findings' && (
              <Findings
                findings={listed}
                readOnly={readOnly}
                onGo={go}
                onReason={answerFor}
                onRefresh={() => store.setHead({ refresh: '1' })}
              />
            )}
          </div>
        </section>
      </div>
      <EnterFoot
        readOnly={readOnly}
        head={head}
        proposal={judged.proposal}
        taken={judged.proposal.code === sheet.head.conclusion}
        refusal={store.unsaved ? '正在保存' : refusal(items, sheet, judged.findings)}
        offline={store.state.kind === 'offline'}
        sending={sending}
        former={screen.former}
        onConform={conform}
        onFormer={() => void asBefore()}
        onTake={() => {
          store.setHead({ conclusion: judged.proposal.code });
          setSide('head');
        }}
        onSave={() => void store.flush()}
        onReturn={() => setDialog('return')}
        onSubmit={submit}
        onWhy={() => setSide('findings')}
      />
      <PhotoInput ref={files} label="上传照片" onChosen={(chosen) => void photos.add(current, chosen)} />
      {dialog === 'phrases' && item && (
        <PhraseDialog
          title={`第 ${item.seq} 项 ${item.content}　常用语`}
          onPick={phrase}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'return' && (
        <MoveDialog
          move={backOf(head.moves)}
          rows={[head]}
          onClose={() => setDialog(null)}
          onDone={tab.close}
        />
      )}
      {store.stale && <StaleDialog note={store.stale} mine={store.mineCount} onTake={store.takeLatest} />}
    </div>
  );
}
