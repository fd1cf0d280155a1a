/** 流程设计器: the flow drawn and as a table, checked while it changes, compared, tried on what was, handed in. */
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { lazy, Suspense, useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { doneWords, messageOf, post, postEnvelope, read } from '@/api/client';
import { seen } from '@/api/seen';
import type { Drawing, FindingRow } from '@/api/shapes';
import { StateNote } from '@/ui/Panel';
import { useSaveKey } from '@/ui/pageKeys';
import { usePermission } from '@/ui/permission';
import { useTabTitle, useUnsaved } from '@/ui/tab';
import { useApp } from '@/ui/useApp';
import { useOwnCopy } from '@/ui/useOwnCopy';
import { FaultNote } from '@/views/ListStates';
import { CompareDialog } from './CompareDialog';
import { Findings } from './Findings';
import { LineTable } from './LineTable';
import { act, begin, EVERYTHING, linesOf, sameScope, scopeOf, sentOf, wordsOf } from './model';
import { StepPanel } from './StepPanel';
import './flow.css';

const Canvas = lazy(() => import('./Canvas'));
const API = '/api/flowDesigner';
const CHECK_AFTER_MS = 300;
const SAVE = 'system:flow:save';

export default function FlowDesigner() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const own = useOwnCopy();
  const query = useQuery({
    queryKey: ['flow drawing', id, own.key],
    queryFn: () => read(`${API}/load`, { id }),
    enabled: id !== '',
    ...own.options,
  });
  if (!id) return <StateNote kind="none" title="请从流程设计中打开一个版本" />;
  if (query.isError) return <FaultNote error={query.error} onRetry={() => query.refetch()} />;
  if (!query.data) return null;
  return <Designer key={query.data.id} loaded={query.data} />;
}

function Designer({ loaded }: { loaded: Drawing }) {
  const { message, modal } = useApp();
  const { can } = usePermission();
  const navigate = useNavigate();
  const [state, dispatch] = useReducer(act, loaded, (page) => begin(linesOf(page)));
  const [version, setVersion] = useState(loaded.version);
  const [open, setOpen] = useState(loaded.open);
  const [findings, setFindings] = useState<FindingRow[]>(loaded.findings);
  const [checking, setChecking] = useState(false);
  const [comparing, setComparing] = useState(false);
  const [busy, setBusy] = useState(false);
  const readOnly = !open || !can(SAVE);
  const words = useMemo(() => wordsOf(loaded), [loaded]);
  const dirty = state.lines !== state.saved;
  const line = state.lines.find((one) => one.key === state.at);
  useTabTitle(loaded.name);
  useUnsaved(dirty);

  // The rows are checked by the server while they change; an answer that was overtaken says nothing.
  const turn = useRef(0);
  const checked = useRef(state.lines);
  useEffect(() => {
    if (checked.current === state.lines) return;
    turn.current += 1;
    const mine = turn.current;
    setChecking(true);
    const timer = setTimeout(async () => {
      try {
        const answer = await read(`${API}/check`, { id: loaded.id, rows: state.lines.map(sentOf) });
        if (mine !== turn.current) return;
        checked.current = state.lines;
        setFindings(answer.findings);
      } catch (error) {
        if (mine === turn.current) message.error(messageOf(error));
      } finally {
        if (mine === turn.current) setChecking(false);
      }
    }, CHECK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [state.lines, loaded.id, message]);

  const save = useCallback(async () => {
    const answer = await post(`${API}/save`, { id: loaded.id, version, rows: state.lines.map(sentOf) });
    setVersion(answer.version);
    setFindings(answer.findings);
    dispatch({ do: 'saved' });
    return answer.version;
  }, [loaded.id, version, state.lines]);

  const doing = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const saveNow = () =>
    doing(async () => {
      await save();
      message.success('已保存');
    });
  const tryIt = () =>
    doing(async () => {
      if (dirty) await save();
      const trial = await post<{ id: string }>(`${API}/try`, { ids: [loaded.id] });
      navigate(`/sysmng/flowDesigner/trial?id=${trial.id}`);
    });
  const submit = () =>
    modal.confirm({
      title: '提交',
      content: '提交后由他人核对差异并发布，确定提交吗？',
      okText: '提交',
      cancelText: '取消',
      onOk: () =>
        doing(async () => {
          const now = dirty ? await save() : version;
          const answer = await postEnvelope(`${API}/submit`, seen([{ id: loaded.id, version: now }]));
          setOpen(false);
          message.success(doneWords(answer, '已提交，等待发布'));
        }),
    });
  const compareNow = () =>
    doing(async () => {
      if (dirty && !readOnly) await save();
      setComparing(true);
    });
  useSaveKey(() => void saveNow(), !readOnly && dirty, true);
  useUndoKeys(!readOnly, dispatch);

  const scopes = useMemo(() => {
    const kept = [EVERYTHING, ...state.lines.map(scopeOf)].map((scope) => ({
      scope,
      label: words.scope(state.lines.find((one) => sameScope(scopeOf(one), scope)) ?? scope),
    }));
    return kept.filter(
      (one, place) => kept.findIndex((other) => sameScope(other.scope, one.scope)) === place,
    );
  }, [state.lines, words]);
  const shown = scopes.findIndex((one) => sameScope(one.scope, state.scope));

  return (
    <div className="page fixed flow-page">
      <section className="panel flow-head">
        <b className="ellipsis">{loaded.name}</b>
        <span className="chip">{open ? loaded.stepName : loaded.open ? '待发布' : loaded.stepName}</span>
        <span className="hint">
          起草自版本 {loaded.base}，{loaded.effective ? `${loaded.effective} 起执行` : '生效日期未定'}
        </span>
        <span className="spacer" />
        <Select
          size="small"
          aria-label="查看哪一种业务的流程"
          className="flow-scope"
          value={shown < 0 ? 0 : shown}
          options={scopes.map((one, place) => ({ value: place, label: one.label }))}
          onChange={(place) => dispatch({ do: 'scope', scope: scopes[place]!.scope })}
        />
        {!readOnly && (
          <>
            <Button size="small" disabled={state.past.length === 0} onClick={() => dispatch({ do: 'undo' })}>
              撤销
            </Button>
            <Button
              size="small"
              disabled={state.future.length === 0}
              onClick={() => dispatch({ do: 'redo' })}
            >
              重做
            </Button>
          </>
        )}
        <Button size="small" onClick={() => navigate(`/sysmng/flowDesigner/detail?id=${loaded.id}`)}>
          版本详情
        </Button>
        <Button size="small" disabled={busy} onClick={() => void compareNow()}>
          版本对比
        </Button>
        {can(SAVE) && (
          <Button size="small" disabled={busy} onClick={() => void tryIt()}>
            用历史业务试跑
          </Button>
        )}
        {!readOnly && (
          <>
            <Button size="small" disabled={busy || !dirty} onClick={() => void saveNow()}>
              保存
            </Button>
            <Button size="small" type="primary" disabled={busy} onClick={submit}>
              提交
            </Button>
          </>
        )}
      </section>
      <div className="flow-body">
        <div className="flow-main">
          <section className="panel flow-canvas" aria-label="画布">
            <Suspense fallback={null}>
              <Canvas
                page={loaded}
                state={state}
                words={words}
                findings={findings}
                readOnly={readOnly}
                dispatch={dispatch}
              />
            </Suspense>
          </section>
          <Findings findings={findings} state={state} waiting={checking} dispatch={dispatch} />
          <section className="panel flow-lines" aria-label="环节表格">
            <LineTable
              page={loaded}
              state={state}
              words={words}
              findings={findings}
              readOnly={readOnly}
              dispatch={dispatch}
            />
          </section>
        </div>
        <aside className="panel flow-side">
          <StepPanel page={loaded} line={line} words={words} readOnly={readOnly} dispatch={dispatch} />
        </aside>
      </div>
      {comparing && <CompareDialog id={loaded.id} onClose={() => setComparing(false)} />}
    </div>
  );
}

/** Ctrl+Z and Ctrl+Y, but in a field, where they belong to what is typed. */
function useUndoKeys(active: boolean, dispatch: (action: { do: 'undo' } | { do: 'redo' }) => void) {
  useEffect(() => {
    if (!active) return;
    const press = (event: KeyboardEvent) => {
      const field =
        event.target instanceof HTMLElement && event.target.matches('input:not([type=checkbox]), textarea');
      if (!event.ctrlKey || field) return;
      const name = event.key.toLowerCase();
      if (name !== 'z' && name !== 'y') return;
      event.preventDefault();
      dispatch({ do: name === 'y' || event.shiftKey ? 'redo' : 'undo' });
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [active, dispatch]);
}
