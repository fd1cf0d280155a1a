/** Runs the declared actions of a list or a record: route, call, form, move, print, page. */

import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from 'react';
import { useNavigate } from 'react-router';
import { doneWords, messageOf, type Params, postEnvelope } from '@/api/client';
import type { Row } from '@/api/layout';
import { seen } from '@/api/seen';
import type { Action } from '@/api/shapes';
import { usePermission } from '@/ui/permission';
import { useApp } from '@/ui/useApp';
import { type ActionContext, handlerFor, type PrintJob } from './actionRegistry';
import { fillTemplate, meets, say } from './template';

// A form is a chunk of its own: most visits to a list never open one.
const FormDialog = lazy(() => import('./FormDialog'));

/** The shell says how a print is shown. */
export const PrintContext = createContext<(job: PrintJob) => void>(() => {
  throw new Error('这里没有打印预览');
});

interface Options {
  viewNo: string;
  rowKey: string;
  search?: Params;
  refresh: () => void;
  /** What a new row of a child list starts with; its keys are sent when it is saved. */
  owner?: Row;
  /** What the rows are called, in the titles of 编辑 and 删除. */
  noun?: string;
}

interface ActionRunner {
  run: (action: Action, rows: Row[]) => void;
  /** The dialog an action opened; place it once in the page. */
  dialog: ReactNode;
}

const keysOf = (owner: Row): Params =>
  Object.fromEntries(Object.entries(owner).filter(([name]) => !name.endsWith('Name')));

const DEFAULT_EMPTY = '请选择数据';

export function useActions({
  viewNo,
  rowKey,
  search = {},
  refresh,
  owner,
  noun = '',
}: Options): ActionRunner {
  const { message, modal } = useApp();
  const { guard } = usePermission();
  const navigate = useNavigate();
  const print = useContext(PrintContext);
  const [dialog, setDialog] = useState<ReactNode>(null);
  const close = () => setDialog(null);

  const contextOf = (action: Action, rows: Row[]): ActionContext => ({
    action,
    viewNo,
    rows,
    ids: rows.map((row) => String(row[rowKey])),
    seen: seen(rows.map((row) => ({ id: row[rowKey], version: row.version }))),
    search,
    refresh,
    open: (make) => setDialog(make(close)),
    owner,
    navigate,
    notify: {
      success: (text) => message.success(text),
      warning: (text) => message.warning(text),
      error: (text) => message.error(text),
      confirm: (options) => modal.confirm(options),
      info: (options) => modal.info({ okText: '知道了', ...options }),
    },
    print,
  });

  const titled = (action: Action) => (action.label.length > 2 ? action.label : action.label + noun);

  /** The reason an action cannot be done with these rows, in the words to show. */
  const refusal = (action: Action, rows: Row[]): string | null => {
    if (action.needs === 'one' || action.needs === 'many') {
      if (rows.length === 0) return action.empty || DEFAULT_EMPTY;
      if (action.needs === 'one' && rows.length > 1)
        return `${action.label}一次只能选一条，现在选了 ${rows.length} 条`;
    }
    const unfit = rows.filter((row) => !meets(action.when, row)).length;
    return unfit > 0 ? `所选数据中有 ${unfit} 条现在不能${action.label}` : null;
  };

  const call = async (context: ActionContext) => {
    const { action, ids, rows } = context;
    if (!action.url) throw new Error(`操作 ${action.code} 没有地址`);
    try {
      const answer = await postEnvelope<unknown>(action.url, ids.length > 0 ? context.seen : {});
      message.success(doneWords(answer, say(action.done, rows[0] ?? {}) || `${action.label}完成`));
      refresh();
    } catch (error) {
      message.error(messageOf(error));
    }
  };

  const openForm = ({ action, ids, rows, seen }: ActionContext) => {
    if (!action.form) throw new Error(`操作 ${action.code} 没有表单`);
    const target =
      action.needs === 'many'
        ? { extra: seen }
        : ids.length > 0 || !owner
          ? { id: ids[0], version: rows[0]?.version }
          : { initial: owner, extra: keysOf(owner) };
    setDialog(
      <Suspense fallback={null}>
        <FormDialog
          viewNo={action.form}
          title={titled(action)}
          {...target}
          onClose={close}
          onSaved={(answer) => {
            refresh();
            if (action.route) navigate(fillTemplate(action.route, answer as Row));
          }}
        />
      </Suspense>,
    );
  };

  const ask = ({ action, ids, rows }: ActionContext) =>
    setDialog(
      <Suspense fallback={null}>
        <FormDialog viewNo={action.form!} ids={ids} rows={rows} onClose={close} onSaved={refresh} />
      </Suspense>,
    );

  const perform = (context: ActionContext): void => {
    const { action, rows, ids } = context;
    switch (action.kind) {
      case 'route':
        navigate(fillTemplate(action.route ?? '', { ...rows[0], ids: ids.join(',') }));
        return;
      case 'call':
        void call(context);
        return;
      case 'form':
        openForm(context);
        return;
      case 'move':
        ask(context);
        return;
      case 'print': {
        const seisns = rows
          .map((row) => row.seisn)
          .filter(Boolean)
          .map(String);
        print({ printType: action.print ?? '', ids, title: action.label, seisns });
        return;
      }
      case 'page':
        handlerFor(viewNo, action.code)
          .then((handle) => handle(context))
          .catch((error: unknown) => {
            // A missing handler is a fault of the program, not of the user: it must be heard of.
            message.error(error instanceof Error ? error.message : messageOf(error));
          });
        return;
      default:
        throw new Error(`未知的操作类型 ${String(action.kind)}`);
    }
  };

  const run = (action: Action, rows: Row[]) =>
    guard(action.permission, () => {
      const sentence = refusal(action, rows);
      if (sentence) {
        message.warning(sentence);
        return;
      }
      const context = contextOf(action, action.needs === 'none' ? [] : rows);
      if (!action.confirm) {
        perform(context);
        return;
      }
      modal.confirm({
        title: rows.length > 1 ? `${titled(action)}（已选 ${rows.length} 条）` : titled(action),
        content: say(action.confirm, rows[0] ?? {}),
        okText: action.label,
        cancelText: '取消',
        onOk: () => perform(context),
      });
    });

  return { run, dialog };
}
