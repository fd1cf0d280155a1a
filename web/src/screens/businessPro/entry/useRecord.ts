/** The record on the screen: loaded once, saved by itself, kept when the network or another person gets between. */
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, messageOf, read } from '@/api/client';
import type { EntryItem, ItemScreen, WorkedTable } from '@/api/shapes';
import { type Judged, openItem, saveRecord } from '@/screens/businessPro/api';
import { type Answer, withResult } from '@/ui/answers';
import { useOwnCopy } from '@/ui/useOwnCopy';
import {
  type Changes,
  type Head,
  type HeadField,
  isNothing,
  keepMine,
  nothing,
  payloadOf,
  type Sheet,
  sheetOf,
  type TableFill,
  together,
} from './model';
import { withKnown } from './tables';

const AUTOSAVE_MS = 800;
const RETRY_MS = 5000;

export type SaveState =
  | { kind: 'clean' }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: Date }
  | { kind: 'offline'; since: Date }
  | { kind: 'refused'; sentence: string };

export interface StaleNote {
  sentence: string;
  who: string;
  when: string;
}

interface RecordStore {
  screen: ItemScreen | undefined;
  error: unknown;
  reload: () => void;
  items: EntryItem[];
  sheet: Sheet;
  judged: Judged;
  state: SaveState;
  unsaved: boolean;
  stale: StaleNote | null;
  mineCount: number;
  setAnswer: (seq: number, change: Partial<Answer>) => void;
  setAnswers: (changes: Record<number, Partial<Answer>>) => void;
  setHead: (change: Partial<Head>) => void;
  setTable: (code: string, fill: TableFill | ((now: TableFill) => TableFill)) => void;
  /** Saves now and waits; true when everything is stored. */
  flush: () => Promise<boolean>;
  takeLatest: (mine: boolean) => Promise<void>;
  /** The version of the record that was stored or read last. */
  version: () => number;
}

const NO_ITEMS: EntryItem[] = [];
const NO_SHEET: Sheet = sheetOf({});
const NO_JUDGEMENT: Judged = {
  told: [],
  least: {},
  impossible: {},
  findings: [],
  worked: [],
  proposal: { word: '', code: '', reason: '', remark: '' },
  conclusions: [],
  problems: '',
  stated: {},
  rectifydue: null,
  next: null,
  ruledate: null,
  dates: [],
  tools: { proposed: [], uses: [], states: [] },
  corrections: {},
};

const learntOf = (worked: WorkedTable[]) =>
  Object.fromEntries(worked.map(({ code, known }) => [code, known]));

const judgedOf = (from: Partial<Judged>): Judged => ({
  told: from.told ?? [],
  least: from.least ?? {},
  impossible: from.impossible ?? {},
  findings: from.findings ?? [],
  worked: from.worked ?? [],
  proposal: from.proposal ?? NO_JUDGEMENT.proposal,
  conclusions: from.conclusions ?? [],
  problems: from.problems ?? '',
  stated: from.stated ?? {},
  rectifydue: from.rectifydue ?? null,
  next: from.next ?? null,
  ruledate: from.ruledate ?? null,
  dates: from.dates ?? [],
  tools: from.tools ?? NO_JUDGEMENT.tools,
  corrections: from.corrections ?? {},
});

export function useRecord(id: string): RecordStore {
  const own = useOwnCopy();
  const query = useQuery({
    queryKey: ['record to fill', id, own.key],
    queryFn: () => read('/api/appbuss/getItem', { id }),
    ...own.options,
  });
  const screen = query.data;
  const [sheet, setSheet] = useState<Sheet>(NO_SHEET);
  const [judged, setJudged] = useState<Judged>(NO_JUDGEMENT);
  const [state, setState] = useState<SaveState>({ kind: 'clean' });
  const [stale, setStale] = useState<StaleNote | null>(null);
  // What the next save sends is read when it runs, not when it was planned.
  const now = useRef({ sheet, version: 0, changes: nothing, sending: nothing, stale: false });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<Promise<boolean> | null>(null);

  const show = useCallback((next: Sheet) => {
    now.current.sheet = next;
    setSheet(next);
  }, []);

  // A tab that comes back into sight runs its effects again, and a page can be loaded anew: what was typed here and
  // is not stored, or on its way, stays. An answer from before the last save says nothing new.
  const applied = useRef<ItemScreen>(undefined);
  useEffect(() => {
    if (!screen || applied.current === screen) return;
    const first = !applied.current;
    applied.current = screen;
    const { version, sheet: mine, sending, changes } = now.current;
    if ((screen.version ?? 0) < version) return;
    now.current.version = screen.version ?? 0;
    show(first ? sheetOf(screen) : keepMine(sheetOf(screen), mine, together(sending, changes)));
    if (first) learnt.current = learntOf(screen.worked ?? []);
    setJudged(judgedOf(screen));
    if (isNothing(sending) && isNothing(changes)) setState({ kind: 'clean' });
    if (screen.head.mine) void openItem(id);
  }, [screen, id, show]);

  const plan = useCallback((ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void saveRef.current(), ms);
  }, []);

  // What the archive knows goes into empty cells of tables that nobody is changing, once.
  const learnt = useRef<Record<string, WorkedTable['known']>>({});
  const propose = useCallback(
    (worked: WorkedTable[]) => {
      const free = worked.filter((one) => !now.current.changes.tables.has(one.code));
      const { tables } = now.current.sheet;
      const filled = free.flatMap(({ code, known }) => {
        const fill = tables[code] && withKnown(tables[code], known, learnt.current[code] ?? []);
        return fill ? [[code, fill] as const] : [];
      });
      learnt.current = { ...learnt.current, ...learntOf(free) };
      if (filled.length === 0) return;
      show({ ...now.current.sheet, tables: { ...tables, ...Object.fromEntries(filled) } });
      const changed = { ...nothing, tables: new Set(filled.map(([code]) => code)) };
      now.current.changes = together(now.current.changes, changed);
      plan(AUTOSAVE_MS);
    },
    [plan, show],
  );

  const save = useCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current);
    // One at a time: of two that wait for the same save, the second waits for the first one's too.
    while (running.current) await running.current;
    const { changes, version } = now.current;
    if (isNothing(changes) || now.current.stale) return !now.current.stale;
    Object.assign(now.current, { changes: nothing, sending: changes });
    setState({ kind: 'saving' });
    const attempt = saveRecord(payloadOf(id, version, now.current.sheet, changes))
      .then((answer) => {
        now.current.version = answer.version;
        setJudged(judgedOf(answer));
        // The server fills the date in when a conclusion was chosen, and clears what belonged to another one; what is
        // being typed here stays.
        const { nextdate, problems = '', stated = {}, rectifydue = null } = answer;
        const latest = {
          ...now.current.sheet,
          head: {
            ...now.current.sheet.head,
            nextdate,
            problems,
            facts: stated,
            rectifydue,
            nextdates: {},
            reasons: {},
            corrections: answer.corrections ?? {},
            refresh: '' as const,
          },
        };
        show(keepMine(latest, now.current.sheet, now.current.changes));
        propose(answer.worked);
        setState(isNothing(now.current.changes) ? { kind: 'saved', at: new Date() } : { kind: 'waiting' });
        return true;
      })
      .catch((error: unknown) => {
        now.current.changes = together(changes, now.current.changes);
        if (error instanceof ApiError && error.status === 409) {
          now.current.stale = true;
          setStale({
            sentence: error.errorMsg,
            who: String(error.body.who ?? ''),
            when: String(error.body.when ?? ''),
          });
          setState({ kind: 'refused', sentence: '已被别人修改，尚未保存' });
        } else if (error instanceof ApiError && error.status === 0) {
          setState((old) => (old.kind === 'offline' ? old : { kind: 'offline', since: new Date() }));
          plan(RETRY_MS);
        } else {
          setState({ kind: 'refused', sentence: messageOf(error) });
        }
        return false;
      })
      .finally(() => {
        running.current = null;
        now.current.sending = nothing;
      });
    running.current = attempt;
    return attempt;
  }, [id, plan, show, propose]);
  const saveRef = useRef(save);
  saveRef.current = save;

  // Leaving the tab must not lose the last change; coming back online sends what waited.
  useEffect(() => {
    const online = () => void saveRef.current();
    window.addEventListener('online', online);
    return () => {
      window.removeEventListener('online', online);
      void saveRef.current();
    };
  }, []);

  const note = (changes: Changes) => {
    now.current.changes = together(now.current.changes, changes);
    setState((old) => (old.kind === 'offline' ? old : { kind: 'waiting' }));
    plan(AUTOSAVE_MS);
  };

  const setAnswers = (changes: Record<number, Partial<Answer>>) => {
    const answers = { ...now.current.sheet.answers };
    const seqs = Object.keys(changes).map(Number);
    for (const seq of seqs) answers[seq] = withResult(answers[seq]!, changes[seq]!);
    show({ ...now.current.sheet, answers });
    note({ ...nothing, items: new Set(seqs) });
  };

  const setHead = (change: Partial<Head>) => {
    show({ ...now.current.sheet, head: { ...now.current.sheet.head, ...change } });
    note({ ...nothing, head: new Set(Object.keys(change) as HeadField[]) });
  };

  const setTable = (code: string, fill: TableFill | ((now: TableFill) => TableFill)) => {
    const { tables } = now.current.sheet;
    const next = typeof fill === 'function' ? fill(tables[code] ?? { params: {}, rows: [] }) : fill;
    show({ ...now.current.sheet, tables: { ...tables, [code]: next } });
    note({ ...nothing, tables: new Set([code]) });
  };

  const takeLatest = async (mine: boolean) => {
    const latest = await read('/api/appbuss/getItem', { id });
    const changes = mine ? now.current.changes : nothing;
    const next = keepMine(sheetOf(latest), now.current.sheet, changes);
    Object.assign(now.current, { version: latest.version ?? 0, changes, stale: false });
    show(next);
    setJudged(judgedOf(latest));
    setStale(null);
    setState({ kind: 'clean' });
    if (!isNothing(changes)) plan(0);
  };

  const { changes, sending } = now.current;
  // Between the answer and the sheet made from it lies one drawing, which nobody should see.
  const items = screen?.items ?? NO_ITEMS;
  const ready = items.length === 0 || Boolean(sheet.answers[items[0]!.seq]);
  return {
    screen: ready ? screen : undefined,
    error: query.error,
    reload: () => void query.refetch(),
    items: ready ? items : NO_ITEMS,
    sheet,
    judged,
    state,
    unsaved: !isNothing(changes) || !isNothing(sending),
    stale,
    mineCount: changes.items.size + changes.head.size + changes.tables.size,
    setAnswer: (seq, change) => setAnswers({ [seq]: change }),
    setAnswers,
    setHead,
    setTable,
    flush: async () => {
      while (await save()) if (isNothing(now.current.changes)) return true;
      return false;
    },
    takeLatest,
    version: () => now.current.version,
  };
}
