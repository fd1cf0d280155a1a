/** Hand-made handlers for actions of kind `page`: screens register them, the list calls them by their code. */
import type { ReactNode } from 'react';
import type { NavigateFunction } from 'react-router';
import type { Params } from '@/api/client';
import type { Row } from '@/api/layout';
import type { Action } from '@/api/shapes';

export interface ActionContext {
  action: Action;
  viewNo: string;
  rows: Row[];
  ids: string[];
  /** The keys with the versions that were read, as a change of these rows sends them. */
  seen: Params;
  /** What the list is searched by at this moment. */
  search: Params;
  /** Loads the list again and drops the picks. */
  refresh: () => void;
  /** Shows a dialog of the screen; `close` takes it away. */
  open: (dialog: (close: () => void) => ReactNode) => void;
  /** The record that a row of a child list belongs to. */
  owner?: Row;
  navigate: NavigateFunction;
  /** Short notices and dialogs of antd. */
  notify: {
    success: (text: string) => void;
    warning: (text: string) => void;
    error: (text: string) => void;
    confirm: (options: { title: string; content?: ReactNode; okText: string; onOk: () => unknown }) => void;
    info: (options: { title: string; content?: ReactNode }) => void;
  };
  print: (job: PrintJob) => void;
}

export type ActionHandler = (context: ActionContext) => void | Promise<void>;
export type ActionTable = Record<string, () => Promise<{ default: ActionHandler }>>;

export interface PrintJob {
  printType: string;
  ids: string[];
  title: string;
  /** Business serial numbers, for the print log. */
  seisns?: string[];
  extra?: Params;
}

const handlers = new Map<string, () => Promise<{ default: ActionHandler }>>();

/** Keys are `code`, or `viewNo/code` where a code means something else in one list. */
export function registerActions(table: ActionTable): void {
  for (const [key, load] of Object.entries(table)) handlers.set(key, load);
}

export async function handlerFor(viewNo: string, code: string): Promise<ActionHandler> {
  const load = handlers.get(`${viewNo}/${code}`) ?? handlers.get(code);
  if (!load) throw new Error(`操作 ${code} 没有登记处理程序（${viewNo}）`);
  return (await load()).default;
}
